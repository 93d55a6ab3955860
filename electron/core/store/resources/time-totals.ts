/**
 * Sums logged minutes over civil days, from indexes alone: a week among a million entries takes
 * less than a millisecond, a year some tens. SQLite only, like the indexes and counts that it uses
 * (migrations 0070-read-indexes and 0080-entry-counts).
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'

export interface TotalsQuery {
  /** First and last civil day, both inclusive. */
  from: string
  to: string
  /** Only entries of this user, a local id; absent: of all users. */
  user?: number | undefined
}

export interface Total<Key> {
  key: Key
  minutes: number
  entries: number
}

/** Totals by day, earliest first; days without entries are left out. */
export const totalsByDay = (
  db: Db,
  organisation: number,
  query: TotalsQuery,
): Promise<Total<string>[]> => dayTotals(db, ...asked(organisation, query))

/** Totals by project, in no particular order; key null: entries without one. */
export const totalsByProject = (
  db: Db,
  organisation: number,
  query: TotalsQuery,
): Promise<Total<number | null>[]> => recordTotals(db, organisation, 'project', query)

/** Totals by task, in no particular order; key null: entries without one. */
export const totalsByTask = (
  db: Db,
  organisation: number,
  query: TotalsQuery,
): Promise<Total<number | null>[]> => recordTotals(db, organisation, 'task', query)

/**
 * Totals by the project's client, in no particular order; key null: without a project, or with one
 * that has no client.
 */
export async function totalsByClient(
  db: Db,
  organisation: number,
  query: TotalsQuery,
): Promise<Total<number | null>[]> {
  const projects = await totalsByProject(db, organisation, query)
  const rows = await clientsOfProjects(db, { organisation })
  const clientOf = new Map(rows.map(({ id, client_id }) => [id, client_id]))
  const totals = new Map<number | null, Total<number | null>>()
  for (const { key: project, minutes, entries } of projects) {
    const key = project === null ? null : (clientOf.get(project) ?? null)
    const total = totals.get(key) ?? { key, minutes: 0, entries: 0 }
    total.minutes += minutes
    total.entries += entries
    totals.set(key, total)
  }
  return [...totals.values()]
}

const clientsOfProjects = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('project')
    .select(['id', 'client_id'])
    .where('organisation_id', '=', values.organisation),
)

interface QueryValues {
  organisation: number
  from: string
  to: string
  user: number | undefined
}

interface Shape {
  ofUser: boolean
}

const asked = (organisation: number, { from, to, user }: TotalsQuery): [QueryValues, Shape] => [
  { organisation, from, to, user },
  { ofUser: user !== undefined },
]

const ofWhom = ({ user }: QueryValues, { ofUser }: Shape): RawBuilder<unknown> =>
  ofUser ? sql`and e.user_id = ${user}` : sql``

// Uses the covering indexes in any case, even for a user with few entries.
const dayTotals = prepared(
  (_, values: QueryValues, shape: Shape) => sql<Total<string>>`
    select e.date as key, sum(e.total) as minutes, count(*) as entries
    from time_entry e indexed by time_entry_by_date
    where e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to} ${ofWhom(values, shape)}
    group by e.date order by e.date`,
)

type Named = 'project' | 'task'

async function recordTotals(
  db: Db,
  organisation: number,
  named: Named,
  query: TotalsQuery,
): Promise<Total<number | null>[]> {
  const [values, shape] = asked(organisation, query)
  const totals = await totalsOfRecords(db, values, { named, ...shape })
  return totals.map((total) => (total.key === 0 ? { ...total, key: null } : total))
}

/** Reads one range of days for each record with entries, so that no sorting is needed. */
const totalsOfRecords = prepared(
  (_, values: QueryValues, shape: Shape & { named: Named }) => sql<Total<number>>`
    select c.key as key, sum(e.total) as minutes, count(*) as entries
    from time_count c cross join time_entry e
      indexed by ${sql.raw(`time_entry_by_${shape.named}`)}
      on ${sql.ref(`e.${shape.named}_id`)} is nullif(c.key, 0)
      and e.organisation_id = ${values.organisation}
      and e.date between ${values.from} and ${values.to} ${ofWhom(values, shape)}
    where c.organisation_id = ${values.organisation} and c.kind = ${sql.lit(shape.named)}
      and c.entries > 0
    group by c.key`,
)
