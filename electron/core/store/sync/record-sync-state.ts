/** Reads and writes a record's sync state. */
import { sql, type Selectable } from 'kysely'
import { openAttempts, readAttempt, type Attempt } from './attempts.ts'
import type { Db, Trx } from '../database/db.ts'
import { readFullRow, readFullRows, type FullRow } from '../resources/full-rows.ts'
import { readLocalVersion, localVersions } from './local-versions.ts'
import { definedColumns, pickColumns, prepared } from '../database/prepared-query.ts'
import { modelTable, provisionalTie, recordsByRemoteIds } from './sync-records.ts'
import type { EntryResource, SyncedResource, SyncRecordTable } from '../tables/index.ts'

/** Fields that every record of the service has. */
export interface WireRecord {
  id: number
  created_at: string
  updated_at: string
  /** For a category: it is archived. */
  deleted?: boolean | undefined
  /** With the capability `uid`; see `entry-uids.ts`. */
  uid?: string | undefined
}

export interface RecordSyncState {
  resource: EntryResource
  local: number
  remote: number | null
  /** The current row; undefined when there is none. An archived category has one. */
  row: FullRow | undefined
  /** The fields that a person decides; null when the record was deleted or archived here. */
  version: object | null
  /** The last version that the service acknowledged. */
  base: WireRecord | null
  /** When the service returned `base` or `newer`, epoch milliseconds. */
  seenAt: number | null
  /** The service's current version, while it is not merged because a field group is in conflict. */
  newer: WireRecord | null
  attempt: Attempt | null
  parked: SyncRecordTable['parked']
  dirty: boolean
  /** Deleted here, and the deletion is not sent yet. */
  deleted: boolean
  /** Epoch milliseconds before which the deletion is not sent automatically. */
  heldUntil: number | null
  /** There is a remote tombstone, possibly one that the person overrode to keep the record. */
  hasTombstone: boolean
  /**
   * The person wants to keep the record although it seems to be deleted on the service; its URL is
   * still to be requested.
   */
  isKept: boolean
  /**
   * In a copied database: since when the original may have sent the unsent changes, epoch
   * milliseconds; null where that is ruled out.
   */
  copiedAt: number | null
}

/** Reads the state of a record; undefined when sync does not track it. */
export async function readSyncState(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<RecordSyncState | undefined> {
  const [record] = await recordByLocal(db, { resource, local })
  if (!record) return undefined
  const version = record.deleted === 1 ? undefined : await readLocalVersion(db, resource, local)
  return stateOf(
    resource,
    record,
    await readFullRow(db, resource, local),
    version,
    await readAttempt(db, resource, local),
  )
}

/** Reads the states of the records with these remote ids, by remote id. */
export async function statesByRemote(
  db: Db,
  resource: EntryResource,
  remotes: readonly number[],
): Promise<Map<number, RecordSyncState>> {
  const records = await recordsByRemote(db, { resource, remotes: JSON.stringify(remotes) })
  if (records.length === 0) return new Map()
  const locals = records.map((record) => record.local_id)
  const rows = await readFullRows(db, resource, locals)
  const versions = await localVersions(db, resource, locals)
  const attempts = await openAttempts(db, resource)
  return new Map(
    records.map((record) => {
      const local = record.local_id
      const version = record.deleted === 1 ? undefined : versions.get(local)
      const state = stateOf(resource, record, rows.get(local), version, attempts.get(local))
      return [record.remote_id!, state]
    }),
  )
}

const stateOf = (
  resource: EntryResource,
  record: Selectable<SyncRecordTable>,
  row: FullRow | undefined,
  version: object | undefined,
  attempt: Attempt | undefined,
): RecordSyncState => ({
  resource,
  local: record.local_id,
  remote: record.remote_id,
  row,
  version: version ?? null,
  base: parseWire(record.base),
  seenAt: record.seen_at,
  newer: parseWire(record.remote),
  attempt: attempt ?? null,
  parked: record.parked,
  dirty: record.dirty === 1,
  deleted: record.deleted === 1,
  heldUntil: record.held_until,
  hasTombstone: record.gone !== 0,
  isKept: record.gone === 3,
  copiedAt: record.copied_at,
})

const recordsByRemote = prepared(
  (_, values: { resource: EntryResource; remotes: string }) => sql<Selectable<SyncRecordTable>>`
    select r.* from ${recordsByRemoteIds(values.resource, values.remotes)}`,
)

const recordByLocal = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('sync_record')
    .selectAll()
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

const parseWire = (json: string | null): WireRecord | null =>
  json === null ? null : (JSON.parse(json) as WireRecord)

export type SyncRecordPatch = Partial<
  Pick<
    SyncRecordTable,
    | 'base'
    | 'remote'
    | 'dirty'
    | 'deleted'
    | 'parked'
    | 'seen_at'
    | 'held_until'
    | 'gone'
    | 'copied_at'
  >
>

export async function patchSyncRecord(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  patch: SyncRecordPatch,
): Promise<void> {
  await patched(trx, { ...patch, resource, local }, definedColumns(patch))
}

const patched = prepared(
  (
    db,
    values: SyncRecordPatch & { resource: SyncedResource; local: number },
    columns: readonly (keyof SyncRecordPatch)[],
  ) =>
    db
      .updateTable('sync_record')
      .set(pickColumns<SyncRecordPatch>(values, columns))
      .where('resource', '=', values.resource)
      .where('local_id', '=', values.local),
)

/** Deletes the sync state of a record; the row itself is not touched. */
export async function deleteSyncRecord(
  trx: Trx,
  resource: SyncedResource,
  local: number,
): Promise<void> {
  for (const table of ['sync_record', 'attempt'] as const) {
    await trx
      .deleteFrom(table)
      .where('resource', '=', resource)
      .where('local_id', '=', local)
      .execute()
  }
}

/** Retires the record of the service that a local one had, so that no pull adds it again. */
export async function retireRemote(
  trx: Trx,
  {
    resource,
    local,
    remote,
    base,
  }: Pick<RecordSyncState, 'resource' | 'local' | 'remote'> & {
    base: Pick<WireRecord, 'created_at'> | null
  },
  now: number,
): Promise<void> {
  if (remote === null) return
  await trx
    .insertInto('retired_remote')
    .values({
      resource,
      remote_id: remote,
      created_at: base?.created_at ?? '',
      local_id: local,
      retired_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Separates a record from that of the service, so that it will be created there again. */
export async function unlinkRemote(trx: Trx, state: RecordSyncState, now: number): Promise<void> {
  const { resource, local } = state
  await retireRemote(trx, state, now)
  await trx
    .updateTable('sync_record')
    .set({
      remote_id: null,
      base: null,
      remote: null,
      dirty: 1,
      deleted: 0,
      parked: null,
      seen_at: null,
      held_until: null,
      gone: 0,
    })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
  await resetTie(trx, resource, local)
}

/** Sorts a record among those without a remote id. */
export async function resetTie(trx: Trx, resource: EntryResource, local: number): Promise<void> {
  await trx
    .updateTable(modelTable(resource))
    .set({ tie: provisionalTie(local) })
    .where('id', '=', local)
    .execute()
}
