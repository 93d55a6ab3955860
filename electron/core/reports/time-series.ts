/** Distributes the minutes of a date range over time and over projects, for charts. */
import { sql } from 'kysely'
import type { TimeSeriesProject, ReportTimeSeries } from '#shared/ipc/reports.ts'
import type { ActionContext } from '../actions/change.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { nameReportRows } from './report-groups.ts'
import { chunkDateRange, type DateRange } from './date-chunks.ts'
import { emptySums, type RunningSums } from './report-sums.ts'

export interface TimeSeriesQuery extends DateRange {
  unit: ReportTimeSeries['unit']
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
}

export async function readTimeSeries(
  { db, clock, organisation }: ActionContext,
  { from, to, unit, user }: TimeSeriesQuery,
): Promise<Omit<ReportTimeSeries, 'whose'>> {
  const minutes = new Map<string, Map<number | null, number>>()
  const totals = new Map<number | null, RunningSums>()
  for (const days of await chunkDateRange(db, organisation, 'time', { from, to })) {
    for (const row of await minutesOfDays(db, { organisation, ...days, user })) {
      const project = row.project === 0 ? null : row.project
      const at = unit === 'day' ? row.date : row.date.slice(0, 7)
      const of = minutes.get(at) ?? new Map<number | null, number>()
      minutes.set(at, of.set(project, (of.get(project) ?? 0) + row.minutes))
      const total = totals.get(project) ?? emptySums()
      total.minutes += row.minutes
      totals.set(project, total)
    }
    await clock.sleep(0)
  }
  const named = await nameReportRows(db, organisation, 'project', totals)
  return {
    from,
    to,
    unit,
    projects: named.map(toProject).toSorted(byMinutes),
    points: [...minutes]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([at, of]) =>
        [...of].map(([project, sum]) => ({ at, project, minutes: sum })).toSorted(byProject),
      ),
  }
}

const toProject = ({
  key,
  id,
  name,
  code,
  minutes,
}: TimeSeriesProject | Named): TimeSeriesProject => ({
  key: key === null ? null : Number(key),
  id,
  name,
  code,
  minutes,
})

type Named = Awaited<ReturnType<typeof nameReportRows>>[number]

/** Most minutes first; entries without a project come last. */
const byMinutes = (one: TimeSeriesProject, other: TimeSeriesProject): number =>
  Number(one.key === null) - Number(other.key === null) ||
  other.minutes - one.minutes ||
  Number(one.key) - Number(other.key)

const byProject = (one: { project: number | null }, other: { project: number | null }): number =>
  (one.project ?? Infinity) - (other.project ?? Infinity)

interface QueryValues extends DateRange {
  organisation: number
  user: number | undefined
}

const minutesOfDays = (db: Db, values: QueryValues) =>
  minutesByDayAndProject(db, values, { ofUser: values.user !== undefined })

/** Reads the index of the project alone, one range of days for each project; 0: without one. */
const minutesByDayAndProject = prepared(
  (_, values: QueryValues, { ofUser }: { ofUser: boolean }) => sql<{
    project: number
    date: string
    minutes: number
  }>`
    select c.key as project, e.date, sum(e.total) as minutes
    from time_count c cross join time_entry e indexed by time_entry_by_project
      on e.project_id is nullif(c.key, 0)
    where c.organisation_id = ${values.organisation} and c.kind = 'project' and c.entries > 0
      and e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to}
      ${ofUser ? sql`and e.user_id = ${values.user}` : sql``}
    group by c.key, e.date`,
)
