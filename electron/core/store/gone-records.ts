/** Records that the service has deleted, as far as is known, and that still stand here. */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import type { Mapped } from './mapped-records.ts'
import { prepared } from './prepared.ts'
import { openRemovals } from './removal-consent.ts'
import { tableOf } from './sync-records.ts'
import type { EntryResource } from './tables.ts'

/** One that nothing here holds back: neither a change nor a card. */
export interface GoneRecord extends Mapped {
  resource: EntryResource
  /** Whether the service told of the deletion, or the record's own address is still to be asked. */
  is: 'told' | 'unsure'
  /** Where the service had it; null of a category. */
  date: string | null
}

export async function goneRecords(db: Db): Promise<GoneRecord[]> {
  const rows = await settleable(db, {})
  return rows.map(({ gone, ...record }) => ({ ...record, is: gone === 1 ? 'told' : 'unsure' }))
}

// Left to itself SQLite walks all records instead of the few that are gone.
const settleable = prepared(
  () => sql<Omit<GoneRecord, 'is'> & { gone: 1 | 2 | 3 }>`
    select resource, local_id as local, remote_id as remote, seen_at as "seenAt", gone,
      json_extract(base, '$.date') as date
    from sync_record indexed by sync_record_gone
    where gone > 0 and dirty = 0 and deleted = 0 and parked is null and remote_id is not null
    order by local_id`,
)

/** The service's ids of those that the person was asked about: their own address says that they went. */
export async function askedAbout(
  db: Db,
  resource: EntryResource,
): Promise<{ local: number; remote: number }[]> {
  const { rows } = await sql<{ local: number; remote: number }>`
    select local_id as local, remote_id as remote from sync_record
    where resource = ${sql.lit(resource)} and parked = 'gone' and remote_id is not null`.execute(db)
  return rows
}

/** The service's ids of those that the person wants to keep, and whose address is to be asked. */
export async function keptRemotes(db: Db, resource: EntryResource): Promise<ReadonlySet<number>> {
  const rows = await kept(db, { resource })
  return new Set(rows.map(({ remote }) => remote))
}

const kept = prepared(
  (_, given: { resource: EntryResource }) => sql<{ remote: number }>`
    select remote_id as remote from sync_record indexed by sync_record_gone
    where resource = ${given.resource} and gone = 3 and gone > 0 and remote_id is not null`,
)

/** Notes that a first copy of the feed left a record out, unless the person wants to keep it. */
export async function noteLeftOut(
  trx: Trx,
  resource: EntryResource,
  local: number,
  gone: 1 | 2,
): Promise<void> {
  await leftOut(trx, { resource, local, gone })
}

const leftOut = prepared((db, given: { resource: EntryResource; local: number; gone: 1 | 2 }) =>
  db
    .updateTable('sync_record')
    .set({ gone: given.gone })
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local)
    .where('gone', '!=', 3),
)

/** True when one of them can be settled now: it does not wait for the person's consent. */
export async function isAnyGone(db: Db): Promise<boolean> {
  const gone = await goneRecords(db)
  const waiting = new Map<EntryResource, Set<number>>()
  for (const { resource, remote } of gone) {
    if (!waiting.has(resource)) {
      waiting.set(resource, new Set((await openRemovals(db, resource))?.remotes))
    }
    if (!waiting.get(resource)!.has(remote)) return true
  }
  return false
}

/** How many stand here between two days; null: at all (categories: those not archived). */
export async function countAround(
  db: Db,
  resource: EntryResource,
  organisation: number,
  days: { from: string; to: string } | null,
): Promise<number> {
  const within = days
    ? sql`date between ${days.from} and ${days.to}`
    : resource === 'category'
      ? sql`deleted_at is null`
      : sql`1`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(tableOf(resource))}
    where organisation_id = ${organisation} and ${within}`.execute(db)
  return Number(rows[0]!.n)
}
