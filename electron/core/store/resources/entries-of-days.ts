/** Reads which entries or expenses of some days a filter leaves, by their index of dates. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryTable } from '../lists/entry-order.ts'
import type { Yield } from '../lists/list-query.ts'
import type { DateRange } from './date-chunks.ts'
import { resolveFilter, type RowCondition } from './filter-sets.ts'

/** Which entries or expenses count. */
export interface EntryScope {
  organisation: number
  /** Only those of this user of the store; absent: everyone's. */
  user: number | undefined
  conditions: readonly RowCondition[]
}

/** Whose entries or expenses count, and the filter that they have to fit. */
export type EntryChoice = Omit<EntryScope, 'conditions'> & { filter?: EntryFilter | undefined }

export async function readEntryScope(
  db: Db,
  entry: EntryTable,
  { organisation, user, filter = [] }: EntryChoice,
  between?: Yield,
): Promise<EntryScope> {
  const conditions = await resolveFilter(db, organisation, entry, filter, between)
  return { organisation, user, conditions }
}

/** SQL: the entries or expenses `e` of these days. */
export const entriesOf = (
  entry: EntryTable,
  scope: EntryScope,
  days: DateRange,
): RawBuilder<unknown> => sql`
  from ${sql.table(entry)} e indexed by ${sql.raw(`${entry}_by_date`)}
  where ${isInScope(scope, days)}`

/** SQL: the entry or expense `e` is of these days and counts. */
export const isInScope = (
  { organisation, user, conditions }: EntryScope,
  days: DateRange,
): RawBuilder<SqlBool> => sql`
  e.organisation_id = ${organisation} and e.date between ${days.from} and ${days.to}
    ${user === undefined ? sql`` : sql`and e.user_id = ${user}`}
    ${sql.join(
      conditions.map((condition) => sql`and ${condition(days)}`),
      sql` `,
    )}`

/**
 * A query of entries or expenses. It is prepared where the scope has no conditions, as building it
 * takes as long as reading a week of entries.
 *
 * @param build as that of `prepared`
 */
export function entryQuery<Row, Shape = void>(
  build: (scope: EntryScope, days: DateRange, shape: Shape) => RawBuilder<Row>,
): (db: Db, scope: EntryScope, days: DateRange, shape: Shape) => Promise<Row[]> {
  const unconditional = prepared(
    (
      _,
      { organisation, user, from, to }: Omit<EntryScope, 'conditions'> & DateRange,
      { isOfUser, shape }: { isOfUser: boolean; shape: Shape },
    ) => {
      const scope = { organisation, user: isOfUser ? user : undefined, conditions: [] }
      return build(scope, { from, to }, shape)
    },
  )
  return async (db, scope, days, shape) => {
    const { organisation, user, conditions } = scope
    if (conditions.length > 0) return (await build(scope, days, shape).execute(db)).rows
    const values = { organisation, user, ...days }
    return unconditional(db, values, { isOfUser: user !== undefined, shape })
  }
}

/** Reads the ids of the entries or expenses of these days, in chronological order. */
export async function readEntryIds(
  db: Db,
  entry: EntryTable,
  scope: EntryScope,
  days: DateRange,
  { newestFirst, limit }: { newestFirst: boolean; limit?: number },
): Promise<number[]> {
  const direction = newestFirst ? sql`desc` : sql`asc`
  const columns = entry === 'time_entry' ? ['e.date', 'e.start', 'e.tie'] : ['e.date', 'e.tie']
  const order = sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`))
  const { rows } = await sql<{ id: number }>`
    select e.id as id ${entriesOf(entry, scope, days)}
    order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows.map(({ id }) => id)
}
