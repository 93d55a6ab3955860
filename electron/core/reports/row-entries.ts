/** Reads the entries behind one row of a report, newest first. */
import { sql, type RawBuilder } from 'kysely'
import type { ReportKind } from '#shared/ipc/reports.ts'
import type { ActionContext } from '../actions/change.ts'
import type { Db } from '../store/database/db.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readTimes, type TimeRow } from '../store/resources/times.ts'
import { readCategoryGroups, clientOfProject, groupByCategories } from './report-groups.ts'
import { chunkDateRange, type DateRange } from './date-chunks.ts'
import type { GroupKey } from './report-sums.ts'

export interface RowEntriesQuery extends DateRange {
  by: ReportKind
  /** The key of the row. */
  key: GroupKey
  /** Only records of this user of the store; absent: everyone's. */
  user: number | undefined
  limit: number
  /** How many of the newest to skip. */
  skip?: number | undefined
}

/**
 * Searches back from the newest days, a chunk with a bounded number of entries at a time, and no
 * further than necessary.
 */
export async function readRowEntries(
  { db, clock, organisation }: ActionContext,
  { by, key, from, to, user, limit, skip = 0 }: RowEntriesQuery,
): Promise<TimeRow[]> {
  const named = await namedBy(db, organisation, by, key)
  if (named === undefined) return []
  const found: number[] = []
  const stretches = await chunkDateRange(db, organisation, 'time', named.days ?? { from, to })
  for (const days of stretches.toReversed()) {
    const wanted = skip + limit - found.length
    const values = { organisation, ...days, user, keys: JSON.stringify(named.keys), limit: wanted }
    const rows = await idsOf(db, values, { by: named.by, ofUser: user !== undefined })
    for (const { id } of rows) found.push(id)
    if (found.length >= skip + limit) break
    await clock.sleep(0)
  }
  const ids = found.slice(skip)
  const rows = new Map((await readTimes(db, organisation, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** How the entries of a row are found. 0 matches those that name none. */
interface NamedBy {
  by: 'day' | 'project' | 'task'
  keys: readonly number[]
  days?: DateRange
}

async function namedBy(
  db: Db,
  organisation: number,
  by: ReportKind,
  key: GroupKey,
): Promise<NamedBy | undefined> {
  switch (by) {
    case 'day':
      if (typeof key !== 'string') return undefined
      return { by, keys: [], days: { from: key, to: key } }
    case 'project':
    case 'task':
      return { by, keys: [Number(key)] }
    case 'client': {
      const groupsOf = await clientOfProject(db, organisation)
      return { by: 'project', keys: await those(db, organisation, 'project', groupsOf, key) }
    }
    case 'category': {
      const groupsOf = groupByCategories((await readCategoryGroups(db, organisation)).tasks)
      return { by: 'task', keys: await those(db, organisation, 'task', groupsOf, key) }
    }
  }
}

/** The projects or tasks with entries that belong to a group. */
async function those(
  db: Db,
  organisation: number,
  kind: 'project' | 'task',
  groupsOf: (member: GroupKey) => readonly GroupKey[],
  group: GroupKey,
): Promise<number[]> {
  const used = await usedKeys(db, { organisation }, kind)
  return used
    .map((row) => Number(row.key))
    .filter((member) => groupsOf(member === 0 ? null : member).includes(group))
}

const usedKeys = prepared((db, values: { organisation: number }, kind: 'project' | 'task') =>
  db
    .selectFrom('time_count')
    .select('key')
    .where('organisation_id', '=', values.organisation)
    .where('kind', '=', kind)
    .where('entries', '>', 0),
)

interface QueryValues extends DateRange {
  organisation: number
  user: number | undefined
  /** A list in JSON. */
  keys: string
  limit: number
}

const idsOf = prepared(
  (_, values: QueryValues, { by, ofUser }: { by: NamedBy['by']; ofUser: boolean }) => sql<{
    id: number
  }>`
    select e.id as id ${sourceOf(values, by)}
    where e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to}
      ${ofUser ? sql`and e.user_id = ${values.user}` : sql``}
    order by e.date desc, e.start desc, e.tie desc limit ${values.limit}`,
)

function sourceOf({ keys }: QueryValues, by: NamedBy['by']): RawBuilder<unknown> {
  if (by === 'day') return sql`from time_entry e indexed by time_entry_by_date`
  return sql`from json_each(${keys}) k cross join time_entry e
    indexed by ${sql.raw(`time_entry_by_${by}`)} on ${sql.ref(`e.${by}_id`)} is nullif(k.value, 0)`
}
