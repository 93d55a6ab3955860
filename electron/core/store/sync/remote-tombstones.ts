/**
 * Records with a remote tombstone: deleted on the service, as far as is known, and still present
 * here.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import type { MappedRecord } from './mapped-records.ts'
import { prepared } from '../database/prepared-query.ts'
import { readOpenRemovalCard } from '../inbox/removal-consent.ts'
import { modelTable } from './sync-records.ts'
import type { EntryResource } from '../tables/index.ts'

/**
 * A remote tombstone that can be settled: the record is neither changed here nor waiting for the
 * person's answer.
 */
export interface RemoteTombstone extends MappedRecord {
  resource: EntryResource
  /**
   * `reported`: the service reported the deletion. `unsure`: the record's own URL is still to be
   * requested.
   */
  is: 'reported' | 'unsure'
  /** The record's date on the service; null for a category. */
  date: string | null
}

export async function readFreeTombstones(db: Db): Promise<RemoteTombstone[]> {
  const rows = await settleable(db, {})
  return rows.map(({ gone, ...record }) => ({ ...record, is: gone === 1 ? 'reported' : 'unsure' }))
}

// Without the index hint SQLite scans all records instead of the few with a tombstone.
const settleable = prepared(
  () => sql<Omit<RemoteTombstone, 'is'> & { gone: 1 | 2 | 3 }>`
    select resource, local_id as local, remote_id as remote, seen_at as "seenAt", gone,
      json_extract(base, '$.date') as date
    from sync_record indexed by sync_record_gone
    where gone > 0 and dirty = 0 and deleted = 0 and parked is null and remote_id is not null
    order by local_id`,
)

/**
 * Lists the records with an open card about their deletion. They are known to be deleted, because
 * their own URLs have reported that.
 */
export async function readTombstonesInInbox(
  db: Db,
  resource: EntryResource,
): Promise<{ local: number; remote: number }[]> {
  const { rows } = await sql<{ local: number; remote: number }>`
    select local_id as local, remote_id as remote from sync_record
    where resource = ${sql.lit(resource)} and parked = 'gone' and remote_id is not null`.execute(db)
  return rows
}

/**
 * Remote ids of the records that the person wants to keep and whose URLs are still to be requested.
 */
export async function readRestorableRemotes(
  db: Db,
  resource: EntryResource,
): Promise<ReadonlySet<number>> {
  const rows = await restorableRemotes(db, { resource })
  return new Set(rows.map(({ remote }) => remote))
}

const restorableRemotes = prepared(
  (_, values: { resource: EntryResource }) => sql<{ remote: number }>`
    select remote_id as remote from sync_record indexed by sync_record_gone
    where resource = ${values.resource} and gone = 3 and gone > 0 and remote_id is not null`,
)

/** Local ids of those of them that nothing keeps from being sent. */
export async function readRestorableLocals(db: Db, resource: EntryResource): Promise<number[]> {
  const rows = await restorableLocals(db, { resource })
  return rows.map(({ local }) => local)
}

const restorableLocals = prepared(
  (_, values: { resource: EntryResource }) => sql<{ local: number }>`
    select local_id as local from sync_record indexed by sync_record_gone
    where resource = ${values.resource} and gone = 3 and gone > 0 and parked is null`,
)

/**
 * Marks a record as missing in a first copy of the feed (2), or as deleted (1), unless the person
 * wants to keep it.
 */
export async function recordOmission(
  trx: Trx,
  resource: EntryResource,
  local: number,
  tombstone: 1 | 2,
): Promise<void> {
  await tombstoneWritten(trx, { resource, local, tombstone })
}

const tombstoneWritten = prepared(
  (db, values: { resource: EntryResource; local: number; tombstone: 1 | 2 }) =>
    db
      .updateTable('sync_record')
      .set({ gone: values.tombstone })
      .where('resource', '=', values.resource)
      .where('local_id', '=', values.local)
      .where('gone', '!=', 3),
)

/** True when at least one tombstone can be settled now, without the person's consent. */
export async function hasSettleableTombstone(db: Db): Promise<boolean> {
  const tombstones = await readFreeTombstones(db)
  const waiting = new Map<EntryResource, Set<number>>()
  for (const { resource, remote } of tombstones) {
    if (!waiting.has(resource)) {
      waiting.set(resource, new Set((await readOpenRemovalCard(db, resource))?.remotes))
    }
    if (!waiting.get(resource)!.has(remote)) return true
  }
  return false
}

/** Counts the records between two days; with null all of them (categories: those not archived). */
export async function countRecordsBetween(
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
    select count(*) as n from ${sql.table(modelTable(resource))}
    where organisation_id = ${organisation} and ${within}`.execute(db)
  return Number(rows[0]!.n)
}
