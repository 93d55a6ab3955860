/** Distributes the minutes of a date range over time and over projects, for charts. */
import type { TimeSeriesProject, ReportTimeSeries } from '#shared/ipc/reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { ActionContext } from '../actions/change.ts'
import { chunkDateRange, type DateRange } from '../store/resources/date-chunks.ts'
import { readEntryScope } from '../store/resources/entries-of-days.ts'
import { readTimeFacts } from './time-facts.ts'
import { readRowNames } from './report-groups.ts'

export interface TimeSeriesQuery extends DateRange {
  unit: ReportTimeSeries['unit']
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  /** Absent: everything. */
  filter?: EntryFilter | undefined
}

export async function readTimeSeries(
  { db, clock, organisation }: ActionContext,
  { from, to, unit, user, filter = [] }: TimeSeriesQuery,
): Promise<Omit<ReportTimeSeries, 'whose'>> {
  const turn = () => clock.sleep(0)
  const scope = await readEntryScope(db, 'time_entry', { organisation, user, filter }, turn)
  const columns = new Set(['date', 'project'] as const)
  const minutes = new Map<string, Map<number | null, number>>()
  const totals = new Map<number | null, number>()
  for (const days of await chunkDateRange(db, organisation, 'time_entry', { from, to })) {
    const { facts } = await readTimeFacts(db, scope, days, columns, null)
    for (const { project, date, minutes: sum } of facts) {
      const at = unit === 'day' ? date : date.slice(0, 7)
      let of = minutes.get(at)
      if (!of) minutes.set(at, (of = new Map()))
      of.set(project, (of.get(project) ?? 0) + sum)
      totals.set(project, (totals.get(project) ?? 0) + sum)
    }
    await turn()
  }
  const named = await readRowNames(db, organisation, 'project', [...totals.keys()])
  return {
    from,
    to,
    unit,
    projects: [...totals]
      .map(([key, minutes]) => ({ ...named(key), key, minutes }))
      .toSorted(byMinutes),
    points: [...minutes]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([at, of]) =>
        [...of].map(([project, sum]) => ({ at, project, minutes: sum })).toSorted(byProject),
      ),
  }
}

/** Most minutes first; entries without a project come last. */
const byMinutes = (one: TimeSeriesProject, other: TimeSeriesProject): number =>
  Number(one.key === null) - Number(other.key === null) ||
  other.minutes - one.minutes ||
  Number(one.key) - Number(other.key)

const byProject = (one: { project: number | null }, other: { project: number | null }): number =>
  (one.project ?? Infinity) - (other.project ?? Infinity)
