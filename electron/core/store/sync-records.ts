/**
 * How local records relate to the service's: ids both ways, what is unsent, and the state that a
 * row shows. Deciding what to send is the sync's, not this file's.
 */
import { sql } from 'kysely'
import type { RecordState } from '#shared/resources/time.ts'
import type { Db, Trx } from './db.ts'
import type { SyncedResource } from './tables.ts'
import { localTimeVersion, parseTimeVersion, sameTimeVersion } from './time-versions.ts'

/** Ties of records that the service has not numbered yet sort after all that it has. */
export const unsentTie = (local: number): number => 2 ** 29 + local

/** The local record that carries a remote id, or undefined. */
export async function findLocal(
  db: Db,
  resource: SyncedResource,
  remote: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sync_record')
    .select('local_id')
    .where('resource', '=', resource)
    .where('remote_id', '=', remote)
    .executeTakeFirst()
  return row?.local_id
}

/** Remote ids by local id, of those that have one. */
export async function remoteIds(
  db: Db,
  resource: SyncedResource,
  locals: readonly number[],
): Promise<Map<number, number>> {
  if (locals.length === 0) return new Map()
  const { rows } = await sql<{ local_id: number; remote_id: number }>`
    select local_id, remote_id from sync_record
    where resource = ${resource} and remote_id is not null
    and local_id in (select value from json_each(${JSON.stringify(locals)}))`.execute(db)
  return new Map(rows.map((row) => [row.local_id, row.remote_id]))
}

/** Writes the pair of ids, once: a record that has a remote id never gets another. */
export async function linkRemote(
  trx: Trx,
  resource: SyncedResource,
  local: number,
  remote: number,
): Promise<void> {
  const record = await trx
    .selectFrom('sync_record')
    .select('remote_id')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .executeTakeFirst()
  if (record?.remote_id === remote) return
  if (record && record.remote_id !== null) {
    throw new Error(`${resource} ${local} is ${record.remote_id} already, not ${remote}`)
  }
  await trx
    .insertInto('sync_record')
    .values({ ...emptyRecord, resource, local_id: local, remote_id: remote })
    .onConflict((conflict) =>
      conflict.columns(['resource', 'local_id']).doUpdateSet({ remote_id: remote }),
    )
    .execute()
  await trx.updateTable(tableOf(resource)).set({ tie: remote }).where('id', '=', local).execute()
}

const emptyRecord = {
  remote_id: null,
  base: null,
  remote: null,
  dirty: 0,
  deleted: 0,
  sequence: 0,
  parked: null,
  seen_at: null,
}

/** The model table that holds a synced resource. */
export const tableOf = (resource: SyncedResource) =>
  resource === 'time' ? ('time_entry' as const) : resource

/**
 * Notes that a time was made or changed here. It is unsent while it differs from what the service
 * acknowledged, so a change that is taken back needs no request. A parked record gets its next try.
 * @param sequence the change's number; orders sending
 */
export async function markTimeChanged(trx: Trx, local: number, sequence: number): Promise<void> {
  const record = await trx
    .selectFrom('sync_record')
    .select('base')
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .executeTakeFirst()
  const version = await localTimeVersion(trx, local)
  const dirty =
    record?.base && version && sameTimeVersion(parseTimeVersion(record.base), version) ? 0 : 1
  const state = { dirty, deleted: 0, sequence, parked: null }
  await trx
    .insertInto('sync_record')
    .values({ ...emptyRecord, ...state, resource: 'time', local_id: local })
    .onConflict((conflict) => conflict.columns(['resource', 'local_id']).doUpdateSet(state))
    .execute()
  await resolveInbox(trx, 'time', local)
}

/** Notes that a time was deleted here: a tombstone while the service may have it, nothing otherwise. */
export async function markTimeDeleted(trx: Trx, local: number, sequence: number): Promise<void> {
  await trx
    .updateTable('sync_record')
    .set({ dirty: 0, deleted: 1, sequence, parked: null })
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .execute()
  await resolveInbox(trx, 'time', local)
  // Never sent and no answer outstanding: the service knows nothing of it.
  await sql`
    delete from sync_record where resource = 'time' and local_id = ${local} and remote_id is null
    and not exists (select 1 from attempt where resource = 'time' and local_id = ${local})`.execute(
    trx,
  )
}

async function resolveInbox(trx: Trx, resource: SyncedResource, local: number): Promise<void> {
  await sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${resource} and local_id = ${local} and resolved_at is null`.execute(trx)
}

/** What a row shows of its sync. */
export interface RecordStanding {
  remote: number | null
  state: RecordState
  /** The service's words, when it refused the record. */
  refusal: string | null
  /** True until the service has acknowledged this version: computed values are this machine's. */
  provisional: boolean
}

interface StandingRow {
  id: number
  incomplete: number
  remote_id: number | null
  dirty: number | null
  parked: string | null
  attempted: number
  unmatched: number
  refusal: string | null
}

/** Standing of times by local id. */
export async function timeStandings(
  db: Db,
  locals: readonly number[],
): Promise<Map<number, RecordStanding>> {
  if (locals.length === 0) return new Map()
  const { rows } = await sql<StandingRow>`
    select
      t.id,
      t.project_id is null or t.task_id is null as incomplete,
      r.remote_id, r.dirty, r.parked,
      exists (select 1 from attempt a where a.resource = 'time' and a.local_id = t.id) as attempted,
      not exists (
        select 1 from sync_record p
        where p.resource = 'project' and p.local_id = t.project_id and p.remote_id is not null
      ) or not exists (
        select 1 from sync_record k
        where k.resource = 'task' and k.local_id = t.task_id and k.remote_id is not null
      ) as unmatched,
      (
        select detail from inbox i
        where i.resource = 'time' and i.local_id = t.id and i.resolved_at is null
        order by i.id desc limit 1
      ) as refusal
    from time_entry t
    left join sync_record r on r.resource = 'time' and r.local_id = t.id
    where t.id in (select value from json_each(${JSON.stringify(locals)}))`.execute(db)
  return new Map(rows.map((row) => [row.id, standingOf(row)]))
}

function standingOf(row: StandingRow): RecordStanding {
  const unsent = row.dirty !== 0
  const state: RecordState = row.incomplete
    ? 'draft'
    : row.parked === 'refused'
      ? 'refused'
      : row.parked !== null
        ? 'conflict'
        : row.attempted
          ? 'sending'
          : !unsent
            ? 'synced'
            : row.unmatched
              ? 'held'
              : 'pending'
  const refusal =
    state === 'refused' && row.refusal
      ? ((JSON.parse(row.refusal) as { message?: string }).message ?? null)
      : null
  return { remote: row.remote_id, state, refusal, provisional: unsent }
}

/** How many records the service does not have as they stand here, and how many wait for a decision. */
export async function unsentCounts(db: Db): Promise<{ pending: number; inbox: number }> {
  const pending = await db
    .selectFrom('sync_record')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('resource', '=', 'time')
    .where((eb) => eb.or([eb('dirty', '=', 1), eb('deleted', '=', 1)]))
    .executeTakeFirstOrThrow()
  const inbox = await db
    .selectFrom('inbox')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { pending: Number(pending.n), inbox: Number(inbox.n) }
}
