/**
 * How local records relate to the service's: ids both ways, what is unsent, and the state that a
 * row shows. Deciding what to send is the sync's, not this file's.
 */
import { sql, type RawBuilder } from 'kysely'
import type { RecordState } from '#shared/resources/time.ts'
import { sameTimeVersion } from '#shared/resources/time-version.ts'
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { SyncedResource } from './tables.ts'
import { localTimeVersion, parseTimeVersion } from './time-versions.ts'

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

/** The highest remote ids of a resource, highest first: the service numbers as it goes. */
export async function newestRemoteIds(
  db: Db,
  resource: SyncedResource,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('sync_record')
    .select('remote_id')
    .where('resource', '=', resource)
    .where('remote_id', 'is not', null)
    .orderBy('remote_id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => row.remote_id ?? [])
}

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

const remotesByLocal = prepared(
  (_, given: { resource: SyncedResource; locals: string }) =>
    sql<{ local_id: number; remote_id: number }>`
      select local_id, remote_id from sync_record
      where resource = ${given.resource} and remote_id is not null
      and local_id in (select value from json_each(${given.locals}))`,
)

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
const tableOf = (resource: SyncedResource) =>
  resource === 'time' ? ('time_entry' as const) : resource

/**
 * Notes that a time was made or changed here. It is unsent while it differs from what the service
 * acknowledged, so a change that is taken back needs no request. A parked record gets its next try.
 * @param sequence the change's number; orders sending
 */
export async function markTimeChanged(trx: Trx, local: number, sequence: number): Promise<void> {
  const [record] = await baseOfTime(trx, { local })
  // Without a base the service has acknowledged nothing that could equal this version.
  const dirty = record?.base && (await equalsBase(trx, local, record.base)) ? 0 : 1
  await markTime(trx, { local, dirty, sequence })
  await resolveInbox(trx, 'time', local)
}

async function equalsBase(trx: Trx, local: number, base: string): Promise<boolean> {
  const version = await localTimeVersion(trx, local)
  return version !== undefined && sameTimeVersion(parseTimeVersion(base), version)
}

const baseOfTime = prepared((db, given: { local: number }) =>
  db
    .selectFrom('sync_record')
    .select('base')
    .where('resource', '=', 'time')
    .where('local_id', '=', given.local),
)

const markTime = prepared((db, given: { local: number; dirty: number; sequence: number }) => {
  const state = { dirty: given.dirty, deleted: 0, sequence: given.sequence, parked: null } as const
  return db
    .insertInto('sync_record')
    .values({ ...emptyRecord, ...state, resource: 'time', local_id: given.local })
    .onConflict((conflict) => conflict.columns(['resource', 'local_id']).doUpdateSet(state))
})

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
  await resolvedInbox(trx, { resource, local })
}

const resolvedInbox = prepared(
  (_, given: { resource: SyncedResource; local: number }) => sql`
    update inbox set resolved_at = (select max(at) from change)
    where resource = ${given.resource} and local_id = ${given.local} and resolved_at is null`,
)

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
  const rows =
    locals.length === 1
      ? await standingOfOne(db, { local: locals[0]! })
      : await standingsOfSome(db, { locals: JSON.stringify(locals) })
  return new Map(rows.map((row) => [row.id, standingOf(row)]))
}

const standingOfOne = prepared((_, given: { local: number }) =>
  standingsWhere(sql`t.id = ${given.local}`),
)

const standingsOfSome = prepared((_, given: { locals: string }) =>
  standingsWhere(sql`t.id in (select value from json_each(${given.locals}))`),
)

const standingsWhere = (condition: RawBuilder<unknown>) => sql<StandingRow>`
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
    where ${condition}`

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
  const refusal = state === 'refused' && row.refusal ? refusalWords(row.refusal) : null
  return { remote: row.remote_id, state, refusal, provisional: unsent }
}

/** What the service said about the fields, or else about the whole. */
function refusalWords(card: string): string | null {
  const { message, fields } = JSON.parse(card) as {
    message?: string
    fields?: Record<string, string[]>
  }
  const texts = Object.values(fields ?? {}).flat()
  return texts.length > 0 ? texts.join(' ') : (message ?? null)
}

/**
 * How many changes are on their way to the service, and how many records wait for a decision.
 * Drafts, and entries whose project or task only this machine knows, wait for the person, not for
 * the service: they are neither.
 */
export async function unsentCounts(db: Db): Promise<{ pending: number; inbox: number }> {
  // Left to itself SQLite walks all records, with their bases, instead of the few that are unsent.
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from sync_record r indexed by sync_record_unsent
    left join time_entry t on t.id = r.local_id
    left join sync_record p on p.resource = 'project' and p.local_id = t.project_id
    left join sync_record k on k.resource = 'task' and k.local_id = t.task_id
    where r.resource = 'time' and (r.dirty = 1 or r.deleted = 1) and r.parked is null
    and (r.deleted = 1 or (p.remote_id is not null and k.remote_id is not null))`.execute(db)
  const inbox = await db
    .selectFrom('inbox')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { pending: Number(rows[0]!.n), inbox: Number(inbox.n) }
}
