/**
 * How local records relate to the service's: ids both ways, and what is unsent. Deciding what to
 * send is the sync's, not this file's.
 */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { isMaybeThere, isStandingTwin } from './inbox-twins.ts'
import { localVersion, sameVersion, versionOf, type Wires } from './local-versions.ts'
import { preparedRows } from './many-rows.ts'
import { prepared } from './prepared.ts'
import type { EntryResource, SyncedResource } from './tables.ts'

export { recordStandings, type RecordStanding } from './record-standings.ts'
export type { EntryResource, SyncedResource } from './tables.ts'

/** Ties of records that the service has not numbered yet sort after all that it has. */
export const unsentTie = (local: number): number => 2 ** 29 + local

/** The local record that carries a remote id, or undefined. */
export async function findLocal(
  db: Db,
  resource: SyncedResource,
  remote: number,
): Promise<number | undefined> {
  const [row] = await localByRemote(db, { resource, remote })
  return row?.local_id
}

const localByRemote = prepared((db, given: { resource: SyncedResource; remote: number }) =>
  db
    .selectFrom('sync_record')
    .select('local_id')
    .where('resource', '=', given.resource)
    .where('remote_id', '=', given.remote),
)

/** Remote ids by local id, of those that have one. */
export async function remoteIds(
  db: Db,
  resource: SyncedResource,
  locals: readonly number[],
): Promise<Map<number, number>> {
  if (locals.length === 0) return new Map()
  const rows = await remotesByLocal(db, { resource, locals: JSON.stringify(locals) })
  return new Map(rows.map((row) => [row.local_id, row.remote_id]))
}

/** The plus keeps SQLite from the index of remote ids, all of which it would walk through. */
const remotesByLocal = prepared(
  (_, given: { resource: SyncedResource; locals: string }) =>
    sql<{ local_id: number; remote_id: number }>`
      select local_id, remote_id from sync_record
      where resource = ${given.resource} and +remote_id is not null
      and local_id in (select value from json_each(${given.locals}))`,
)

/** Writes the pair of ids, once: a record that has a remote id never gets another. */
export async function linkRemote(
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
  await tied(trx, { local, remote }, tableOf(resource))
}

interface Pair {
  resource: SyncedResource
  local: number
  remote: number
}

const remoteOf = prepared((db, given: Omit<Pair, 'remote'>) =>
  db
    .selectFrom('sync_record')
    .select('remote_id')
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local),
)

const linked = prepared((db, { resource, local, remote }: Pair) =>
  db
    .insertInto('sync_record')
    .values({ ...emptyRecord, resource, local_id: local, remote_id: remote })
    .onConflict((conflict) =>
      conflict.columns(['resource', 'local_id']).doUpdateSet({ remote_id: remote }),
    ),
)

const tied = prepared((db, given: Omit<Pair, 'resource'>, table: ReturnType<typeof tableOf>) =>
  db.updateTable(table).set({ tie: given.remote }).where('id', '=', given.local),
)

export interface Pulled {
  resource: SyncedResource
  local_id: number
  remote_id: number
  base: string
  seen_at: number
}

/** The pairs of ids of records that came from the service, with what it said. */
export async function linkPulled(trx: Trx, pulled: readonly Pulled[]): Promise<void> {
  await pulledLinked(trx, pulled)
}

const pulledLinked = preparedRows((db, rows: Pulled[]) =>
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

/** The model table that holds a synced resource. */
export const tableOf = (resource: SyncedResource) =>
  resource === 'time' ? ('time_entry' as const) : resource

/**
 * Notes that a record was made, changed, or brought back here; to be called once its row (of a
 * category its members too) stands as wanted. It is unsent while it differs from what the service
 * acknowledged, so a change that is taken back needs no request, unless the service's own version
 * still waits to be taken in. A parked record gets its next try, unless the service may have it
 * already: that is still to be answered.
 * @param sequence the change's number; orders sending
 */
export async function markChanged(
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

/** True when what stands here is what the service acknowledged last. */
export async function equalsBase(
  trx: Trx,
  resource: EntryResource,
  local: number,
  snapshot: string,
): Promise<boolean> {
  const version = await localVersion(trx, resource, local)
  const base = JSON.parse(snapshot) as Wires[typeof resource] & { deleted?: boolean }
  return (
    version !== undefined &&
    base.deleted !== true &&
    sameVersion(resource, versionOf(resource, base), version)
  )
}

const baseOf = prepared((db, given: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('sync_record')
    .select('base')
    .where('resource', '=', given.resource)
    .where('local_id', '=', given.local),
)

const marked = prepared(
  (db, given: { resource: EntryResource; local: number; dirty: number; sequence: number }) => {
    const { dirty, sequence } = given
    const state = { dirty, deleted: 0, sequence, held_until: null } as const
    // One that is to be kept, and may be gone there, is to be asked for whatever stands here; so is
    // one that a conflict kept from taking in what stands there.
    const asks = sql<0 | 1>`case when sync_record.gone = 3 or sync_record.remote is not null
      then 1 else ${dirty} end`
    // What is as the service had it needs no doubt any more; a change of today may rest on an old one.
    const doubted = sql<number | null>`case when ${dirty} = 1 then sync_record.copied_at end`
    const { resource, local: local_id } = given
    // Asked about: one that was deleted here and is brought back is not known to the sync any more.
    const asked = sql`exists (
      select 1 from inbox where inbox.resource = ${resource} and inbox.local_id = ${local_id}
      and resolved_at is null and ${isMaybeThere})`
    const parked = sql<'conflict' | null>`case when ${asked} then 'conflict' end`
    const stays = sql<'conflict' | null>`case when sync_record.remote_id is null
      and sync_record.parked = 'conflict' and ${asked} then 'conflict' end`
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
 * Notes that a record was deleted here (a category: archived, its row stays with `deleted_at`); to
 * be called once its row says so. A tombstone while the service may have it, nothing otherwise.
 * @param heldUntil epoch milliseconds before which the deletion is not sent by itself, so that
 *   taking it back costs nothing; null: as soon as possible. A cycle on request does not wait
 */
export async function markDeleted(
  trx: Trx,
  resource: EntryResource,
  local: number,
  sequence: number,
  heldUntil: number | null,
): Promise<void> {
  await trx
    .updateTable('sync_record')
    .set({
      ...{ dirty: 0, deleted: 1, sequence, parked: null, held_until: heldUntil },
      copied_at: null,
    })
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
  await answeredByDeletion(trx, { resource, local })
  // Never sent and no answer outstanding: the service knows nothing of it.
  await sql`
    delete from sync_record
    where resource = ${resource} and local_id = ${local} and remote_id is null and not exists (
      select 1 from attempt where resource = ${resource} and local_id = ${local}
    )`.execute(trx)
}

/**
 * A change gives what was refused its next try, keeps what is gone there, and has a conflict merged
 * anew. It does not say whether what stands twice there is to go, nor, where it leaves the quantity
 * alone, what that is to be.
 */
const answeredByChange = prepared(
  (_, given: { resource: SyncedResource; local: number }) => sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${given.resource} and local_id = ${given.local} and resolved_at is null
    and kind <> 'twin' and not (kind = 'increment' and exists (
      select 1 from time_entry t where t.id = inbox.local_id
      and t.quantity = json_extract(detail, '$.stands.quantity')
      and t.increment = json_extract(detail, '$.stands.increment')
    ))`,
)

/** A deletion answers all but whether what stands, or may stand, on the service is to go too. */
const answeredByDeletion = prepared(
  (_, given: { resource: SyncedResource; local: number }) => sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${given.resource} and local_id = ${given.local} and resolved_at is null
    and not ${isStandingTwin} and not ${isMaybeThere}`,
)
