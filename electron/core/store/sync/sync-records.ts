/**
 * Maps local ids to remote ids and back, and marks records as unsent. Sync, not this file, decides
 * what to send.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isPossiblyCreatedSql, isPersistentDuplicateSql } from '../inbox/duplicate-cards.ts'
import { readLocalVersion, isSameVersion, versionFromWire, type WireOf } from './local-versions.ts'
import { preparedBatch } from '../database/batch-insert.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryResource, SyncedResource } from '../tables/index.ts'

export { readRecordStates, waitsForAnswer, type RecordStateSummary } from './record-states.ts'
export type { EntryResource, SyncedResource } from '../tables/index.ts'

/** Ties of records without a remote id sort after all others. */
export const provisionalTie = (local: number): number => 2 ** 29 + local

/** Finds the local id of a remote one, or undefined. */
export async function findLocalId(
  db: Db,
  resource: SyncedResource,
  remote: number,
): Promise<number | undefined> {
  const [row] = await localByRemote(db, { resource, remote })
  return row?.local_id
}

const localByRemote = prepared((db, values: { resource: SyncedResource; remote: number }) =>
  db
    .selectFrom('sync_record')
    .select('local_id')
    .where('resource', '=', values.resource)
    .where('remote_id', '=', values.remote),
)

/** Returns remote ids by local id, for records that have one. */
export async function readRemoteIds(
  db: Db,
  resource: SyncedResource,
  locals: readonly number[],
): Promise<Map<number, number>> {
  if (locals.length === 0) return new Map()
  const rows = await remotesByLocal(db, { resource, locals: JSON.stringify(locals) })
  return new Map(rows.map((row) => [row.local_id, row.remote_id]))
}

/**
 * SQL: the rows `r` of the records with these remote ids. Found one by one: for `remote_id in …`,
 * SQLite reads all records of the resource.
 * @param remotes a JSON array
 */
export const recordsByRemoteIds = (
  resource: SyncedResource,
  remotes: string,
): RawBuilder<unknown> => sql`
  json_each(${remotes}) shown cross join sync_record r
  on r.resource = ${resource} and r.remote_id = shown.value`

/** The plus keeps SQLite from using the index of remote ids, which it would scan completely. */
const remotesByLocal = prepared(
  (_, values: { resource: SyncedResource; locals: string }) =>
    sql<{ local_id: number; remote_id: number }>`
      select local_id, remote_id from sync_record
      where resource = ${values.resource} and +remote_id is not null
      and local_id in (select value from json_each(${values.locals}))`,
)

/** Stores the remote id of a record, once: a record never gets a second one. */
export async function linkRemoteId(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  remote: number,
): Promise<void> {
  const [record] = await remoteOf(trx, { resource, local })
  if (record?.remote_id === remote) return
  if (record && record.remote_id !== null) {
    throw new Error(`${resource} ${local} is ${record.remote_id} already, not ${remote}`)
  }
  await linked(trx, { resource, local, remote })
  await tied(trx, { local, remote }, modelTable(resource))
}

interface Pair {
  resource: SyncedResource
  local: number
  remote: number
}

const remoteOf = prepared((db, values: Omit<Pair, 'remote'>) =>
  db
    .selectFrom('sync_record')
    .select('remote_id')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

const linked = prepared((db, { resource, local, remote }: Pair) =>
  db
    .insertInto('sync_record')
    .values({ ...emptyRecord, resource, local_id: local, remote_id: remote })
    .onConflict((conflict) =>
      conflict.columns(['resource', 'local_id']).doUpdateSet({ remote_id: remote }),
    ),
)

const tied = prepared((db, values: Omit<Pair, 'resource'>, table: ReturnType<typeof modelTable>) =>
  db.updateTable(table).set({ tie: values.remote }).where('id', '=', values.local),
)

export interface PulledRecord {
  resource: SyncedResource
  local_id: number
  remote_id: number
  base: string
  seen_at: number
}

/** Stores the ids and base versions of pulled records. */
export async function linkPulledRecords(trx: Trx, pulled: readonly PulledRecord[]): Promise<void> {
  await pulledLinked(trx, pulled)
}

const pulledLinked = preparedBatch((db, rows: PulledRecord[]) =>
  db.insertInto('sync_record').values(rows.map((row) => ({ ...emptyRecord, ...row }))),
)

const emptyRecord = {
  remote_id: null,
  base: null,
  remote: null,
  dirty: 0,
  deleted: 0,
  sequence: 0,
  parked: null,
  seen_at: null,
  held_until: null,
  gone: 0,
  copied_at: null,
} as const

/** Returns the table of a resource. */
export const modelTable = (resource: SyncedResource) =>
  resource === 'time' ? ('time_entry' as const) : resource

/**
 * Marks a record that was created, changed or restored here. To be called after its row (for a
 * category, also its members) is written. The record is unsent while it differs from its base, so
 * undoing a change needs no request, unless a newer version of the service is not merged yet. A
 * parked record is tried again, unless it may exist on the service already: that question stays
 * open.
 * @param sequence the change's number; orders sending
 */
export async function markDirty(
  trx: Trx,
  resource: EntryResource,
  local: number,
  sequence: number,
): Promise<void> {
  const [record] = await baseOf(trx, { resource, local })
  // Without a base the service has acknowledged nothing that could equal this version.
  const same = record?.base ? await equalsBase(trx, resource, local, record.base) : false
  await marked(trx, { resource, local, dirty: same ? 0 : 1, sequence })
  await answeredByChange(trx, { resource, local })
}

/** True when the local version equals the base. */
export async function equalsBase(
  trx: Trx,
  resource: EntryResource,
  local: number,
  snapshot: string,
): Promise<boolean> {
  const version = await readLocalVersion(trx, resource, local)
  const base = JSON.parse(snapshot) as WireOf[typeof resource] & { deleted?: boolean }
  return (
    version !== undefined &&
    base.deleted !== true &&
    isSameVersion(resource, versionFromWire(resource, base), version)
  )
}

const baseOf = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('sync_record')
    .select('base')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local),
)

const marked = prepared(
  (db, values: { resource: EntryResource; local: number; dirty: number; sequence: number }) => {
    const { dirty, sequence } = values
    const state = { dirty, deleted: 0, sequence, held_until: null } as const
    // A record that the person keeps although it may be deleted on the service needs a request in
    // any case; so does one with a remote version that a conflict kept from being merged.
    const asks = sql<0 | 1>`case when sync_record.gone = 3 or sync_record.remote is not null
      then 1 else ${dirty} end`
    // A record that equals its base is no longer in doubt; otherwise a new change may build on a
    // doubtful one.
    const doubted = sql<number | null>`case when ${dirty} = 1 then sync_record.copied_at end`
    const { resource, local: local_id } = values
    // True while a card asks about possible duplicates. Sync no longer tracks a record that was
    // deleted here, so restoring it must park it again.
    const hasDuplicateCard = sql`exists (
      select 1 from inbox where inbox.resource = ${resource} and inbox.local_id = ${local_id}
      and resolved_at is null and ${isPossiblyCreatedSql})`
    const parked = sql<'conflict' | null>`case when ${hasDuplicateCard} then 'conflict' end`
    const stays = sql<'conflict' | null>`case when sync_record.remote_id is null
      and sync_record.parked = 'conflict' and ${hasDuplicateCard} then 'conflict' end`
    return db
      .insertInto('sync_record')
      .values({ ...emptyRecord, ...state, resource, local_id, parked })
      .onConflict((conflict) =>
        conflict
          .columns(['resource', 'local_id'])
          .doUpdateSet({ ...state, dirty: asks, parked: stays, copied_at: doubted }),
      )
  },
)

/**
 * Marks a record that was deleted here (a category: archived, its row stays with `deleted_at`). To
 * be called after its row is written. Keeps a pending deletion while the service may have the
 * record, and nothing otherwise.
 * @param heldUntil end of the grace in epoch milliseconds, before which the deletion is not sent
 *   automatically, so that undoing it costs nothing; null: as soon as possible. A requested pass
 *   does not wait
 */
export async function markPendingDeletion(
  trx: Trx,
  resource: EntryResource,
  local: number,
  sequence: number,
  heldUntil: number | null,
): Promise<void> {
  await trx
    .updateTable('sync_record')
    .set({
      dirty: 0,
      deleted: 1,
      sequence,
      parked: null,
      held_until: heldUntil,
      copied_at: null,
    })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
  await answeredByDeletion(trx, { resource, local })
  // Never sent, and no reply outstanding: the service does not know the record.
  await sql`
    delete from sync_record
    where resource = ${resource} and local_id = ${local} and remote_id is null and not exists (
      select 1 from attempt where resource = ${resource} and local_id = ${local}
    )`.execute(trx)
}

/**
 * Closes the cards that an edit answers: a refused record gets another try, one deleted on the
 * service is kept, a conflict is merged again. An edit does not decide about duplicates, nor about
 * a changed unit unless it sets the number.
 */
const answeredByChange = prepared(
  (_, values: { resource: SyncedResource; local: number }) => sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${values.resource} and local_id = ${values.local} and resolved_at is null
    and kind <> 'twin' and not (kind = 'unit' and case resource
      when 'time' then exists (
        select 1 from time_entry t where t.id = inbox.local_id
        and t.quantity = json_extract(detail, '$.stands.quantity')
        and t.increment = json_extract(detail, '$.stands.increment')
      ) else exists (
        select 1 from expense e where e.id = inbox.local_id
        and e.unit_charge = json_extract(detail, '$.stands.unit_charge')
        and e.original_currency = json_extract(
          detail, case when json_extract(detail, '$.unsent') then '$.sent.project_currency'
          else '$.stands.project_currency' end)
      ) end)`,
)

/** Closes the cards that a deletion answers: all but possible duplicates on the service. */
const answeredByDeletion = prepared(
  (_, values: { resource: SyncedResource; local: number }) => sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${values.resource} and local_id = ${values.local} and resolved_at is null
    and not ${isPersistentDuplicateSql} and not ${isPossiblyCreatedSql}`,
)
