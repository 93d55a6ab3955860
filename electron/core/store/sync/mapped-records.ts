/**
 * Reads the records that the service should return, by their date there. Complete lists are
 * compared with them.
 */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { FullTimeRow } from '../resources/full-rows.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryResource } from '../tables/index.ts'
import { recordsByRemoteIds } from './sync-records.ts'

/** A record that exists on both sides. */
export interface MappedRecord {
  local: number
  remote: number
  /** When the service last returned it, epoch milliseconds. */
  seenAt: number | null
}

/**
 * A range of local ids, from `after` (exclusive) to `upTo` (inclusive); reading any slice costs
 * about the same.
 */
export interface LocalIdRange {
  after: number
  upTo: number
}

/** The highest local id among the records that sync tracks; 0 when there are none. */
export async function lastMappedLocalId(db: Db, resource: 'time' | 'expense'): Promise<number> {
  const [row] = await lastOf(db, {}, resource)
  return row?.last ?? 0
}

const lastOf = prepared(
  (_, __: object, resource: 'time' | 'expense') => sql<{ last: number | null }>`
    select max(local_id) as last from sync_record where resource = ${sql.lit(resource)}`,
)

/**
 * Lists the times or expenses in a slice that the service should return for a date range; null
 * means unbounded. A record whose date was changed here counts by its date on the service.
 */
export const readMappedBetween = (
  db: Db,
  resource: 'time' | 'expense',
  organisation: number,
  days: Days,
  part: LocalIdRange,
): Promise<MappedRecord[]> => mappedBetween(db, { organisation, ...days, ...part }, resource)

/** A date range; null means unbounded. */
interface Days {
  from: string | null
  to: string | null
}

const mappedBetween = prepared(
  (
    _,
    { organisation, from, to, after, upTo }: Days & LocalIdRange & { organisation: number },
    resource: 'time' | 'expense',
  ) => sql<MappedRecord>`
    select t.id as local, r.remote_id as remote, r.seen_at as "seenAt"
    from ${sql.table(resource === 'time' ? 'time_entry' : 'expense')} t
    join sync_record r on r.resource = ${sql.lit(resource)} and r.local_id = t.id
    where t.organisation_id = ${organisation} and r.remote_id is not null
    and (r.parked is null or r.parked != 'gone')
    and (r.dirty = 0 or json_extract(r.base, '$.date') = t.date or (${from} is null and ${to} is null))
    and (${from} is null or t.date >= ${from}) and (${to} is null or t.date <= ${to})
    and r.local_id > ${after} and r.local_id <= ${upTo} order by r.local_id`,
)

/** Lists the categories that the service should return: those that are not archived. */
export const readMappedCategories = (db: Db, organisation: number): Promise<MappedRecord[]> =>
  listedCategories(db, { organisation })

const listedCategories = prepared(
  (_, values: { organisation: number }) => sql<MappedRecord>`
    select t.id as local, r.remote_id as remote, r.seen_at as "seenAt"
    from category t
    join sync_record r on r.resource = 'category' and r.local_id = t.id
    where t.organisation_id = ${values.organisation} and r.remote_id is not null
    and t.deleted_at is null and (r.parked is null or r.parked != 'gone')`,
)

/** Lists those of the given records that are unchanged here and not waiting for a decision. */
export async function readMappedByRemote(
  db: Db,
  resource: EntryResource,
  remotes: ReadonlySet<number>,
): Promise<MappedRecord[]> {
  const { rows } = await sql<MappedRecord>`
    select r.local_id as local, r.remote_id as remote, r.seen_at as "seenAt"
    from ${recordsByRemoteIds(resource, JSON.stringify([...remotes]))}
    where r.dirty = 0 and r.deleted = 0 and r.parked is null
    and coalesce(json_extract(r.base, '$.deleted'), 0) = 0
    order by r.local_id`.execute(db)
  return rows
}

/**
 * Lists the dates, one for each record of a slice, for which the service should return the records.
 * Taken from their base versions; includes records whose deletion is not sent yet.
 */
export async function readMappedDays(
  db: Db,
  resource: 'time' | 'expense',
  { after, upTo }: LocalIdRange,
): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select json_extract(base, '$.date') as date
    from sync_record
    where resource = ${sql.lit(resource)} and local_id > ${after} and local_id <= ${upTo}
    and remote_id is not null and base is not null
    and (parked is null or parked != 'gone')`.execute(db)
  return rows.map(({ date }) => date)
}

/** Counts the entries from a date on; with null all of them. */
export async function countTimesSince(
  db: Db,
  organisation: number,
  from: string | null,
): Promise<number> {
  const values = { organisation, from: from ?? '' }
  const [row] = await timesCounted(db, values, { all: from === null })
  return Number(row!.n)
}

const timesCounted = prepared(
  (db, values: { organisation: number; from: string }, { all }: { all: boolean }) => {
    const query = db
      .selectFrom('time_entry')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organisation_id', '=', values.organisation)
    return all ? query : query.where('date', '>=', values.from)
  },
)

/**
 * Lists the entries of a project that the service has never seen and whose increment is not this
 * one.
 */
export const findUnsentWithOtherIncrement = (
  db: Db,
  project: number,
  increment: number,
): Promise<FullTimeRow[]> =>
  db
    .selectFrom('time_entry as t')
    .innerJoin('sync_record as r', (join) =>
      join.onRef('r.local_id', '=', 't.id').on('r.resource', '=', 'time'),
    )
    .selectAll('t')
    .where('t.project_id', '=', project)
    .where('t.increment', '!=', increment)
    .where('r.base', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt as a')
            .select('a.id')
            .where('a.resource', '=', 'time')
            .whereRef('a.local_id', '=', 't.id'),
        ),
      ),
    )
    .execute()
