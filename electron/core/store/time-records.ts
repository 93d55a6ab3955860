/** A time with everything that sync knows of it, and the writes that change that knowledge. */
import { sql, type Selectable } from 'kysely'
import type { TimeWire } from '#shared/resources/time.ts'
import type { TimeVersion } from '#shared/resources/time-version.ts'
import { readAttempt, type Attempt } from './attempts.ts'
import type { Db, Trx } from './db.ts'
import { unsentTie } from './sync-records.ts'
import type { SyncRecordTable, TimeEntryTable } from './tables.ts'
import { localTimeVersion } from './time-versions.ts'

export type FullTimeRow = Selectable<TimeEntryTable>

export interface TimeState {
  local: number
  remote: number | null
  /** The row as it stands; undefined when the entry was deleted here. */
  row: FullTimeRow | undefined
  version: TimeVersion | null
  /** The record that the service acknowledged last. */
  base: TimeWire | null
  /** What the service has now, where that is not merged yet: a group is in conflict. */
  newer: TimeWire | null
  attempt: Attempt | null
  parked: SyncRecordTable['parked']
  dirty: boolean
}

/** What is known of a time, or undefined when sync knows nothing of it. */
export async function readTimeState(db: Db, local: number): Promise<TimeState | undefined> {
  const record = await db
    .selectFrom('sync_record')
    .selectAll()
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .executeTakeFirst()
  if (!record) return undefined
  const row = record.deleted ? undefined : await readFullTime(db, local)
  return {
    local,
    remote: record.remote_id,
    row,
    version: row ? ((await localTimeVersion(db, local)) ?? null) : null,
    base: parseWire(record.base),
    newer: parseWire(record.remote),
    attempt: (await readAttempt(db, 'time', local)) ?? null,
    parked: record.parked,
    dirty: record.dirty === 1,
  }
}

const parseWire = (json: string | null): TimeWire | null =>
  json === null ? null : (JSON.parse(json) as TimeWire)

export const readFullTime = (db: Db, local: number): Promise<FullTimeRow | undefined> =>
  db.selectFrom('time_entry').selectAll().where('id', '=', local).executeTakeFirst()

/**
 * Records that differ from what the service has, and those with a request whose outcome is not
 * known. By their indexes: left to itself SQLite walks all records, with their bases.
 */
const unsent = sql`
  select local_id from sync_record indexed by sync_record_unsent
  where resource = 'time' and (dirty = 1 or deleted = 1)
  union
  select local_id from attempt where resource = 'time'`

/** Locals that may need a request, in the order of the person's changes. */
export async function unsentTimes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ local_id: number }>`
    select r.local_id from (${unsent}) u
    cross join sync_record r on r.resource = 'time' and r.local_id = u.local_id
    order by r.sequence, r.local_id`.execute(db)
  return rows.map((row) => row.local_id)
}

export type RecordPatch = Partial<
  Pick<SyncRecordTable, 'base' | 'remote' | 'dirty' | 'deleted' | 'parked' | 'seen_at'>
>

export async function patchTimeRecord(trx: Trx, local: number, patch: RecordPatch): Promise<void> {
  await trx
    .updateTable('sync_record')
    .set(patch)
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .execute()
}

/** Sync forgets the record; the entry itself is not touched. */
export async function forgetTime(trx: Trx, local: number): Promise<void> {
  for (const table of ['sync_record', 'attempt'] as const) {
    await trx
      .deleteFrom(table)
      .where('resource', '=', 'time')
      .where('local_id', '=', local)
      .execute()
  }
}

/** The service's id is spent: no pull maps it again. */
export async function retireTime(
  trx: Trx,
  remote: number,
  local: number,
  now: number,
): Promise<void> {
  await trx
    .insertInto('retired_remote')
    .values({ resource: 'time', remote_id: remote, local_id: local, retired_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isRetiredTime(db: Db, remote: number): Promise<boolean> {
  const row = await db
    .selectFrom('retired_remote')
    .select('remote_id')
    .where('resource', '=', 'time')
    .where('remote_id', '=', remote)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the pair of ids apart, so that the entry becomes a new record of the service. */
export async function unlinkTime(
  trx: Trx,
  local: number,
  remote: number,
  now: number,
): Promise<void> {
  await retireTime(trx, remote, local, now)
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
    })
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .execute()
  await trx
    .updateTable('time_entry')
    .set({ tie: unsentTie(local) })
    .where('id', '=', local)
    .execute()
}

/**
 * Entries that the service should show in a stretch of days; `to` null: without end. An entry
 * that was moved here counts where the service has it.
 */
export async function mappedTimes(
  db: Db,
  organisation: number,
  from: string | null,
  to: string | null,
): Promise<{ local: number; remote: number; seenAt: number | null }[]> {
  let query = db
    .selectFrom('time_entry as t')
    .innerJoin('sync_record as r', (join) =>
      join.onRef('r.local_id', '=', 't.id').on('r.resource', '=', 'time'),
    )
    .select(['t.id as local', 'r.remote_id as remote', 'r.seen_at as seenAt'])
    .where('t.organisation_id', '=', organisation)
    .where('r.remote_id', 'is not', null)
    // The person knows already that these are gone there.
    .where((eb) => eb.or([eb('r.parked', 'is', null), eb('r.parked', '!=', 'gone')]))
    .where((eb) =>
      eb.or([
        eb('r.dirty', '=', 0),
        eb(sql`json_extract(r.base, '$.date')`, '=', eb.ref('t.date')),
      ]),
    )
  if (from !== null) query = query.where('t.date', '>=', from)
  if (to !== null) query = query.where('t.date', '<=', to)
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, remote: row.remote! }))
}

/** How many entries stand here from a date on (null: at all). */
export async function countTimesSince(
  db: Db,
  organisation: number,
  from: string | null,
): Promise<number> {
  let query = db
    .selectFrom('time_entry')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisation)
  if (from !== null) query = query.where('date', '>=', from)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

/** Entries of a project that the service has never seen and whose increment is another one. */
export const unsentOfOtherIncrement = (
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

/** True when a request could be made for some entry now: unsent and not held, parked or waiting. */
export async function isAnythingSendable(db: Db, now: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (${unsent}) u
    cross join sync_record r on r.resource = 'time' and r.local_id = u.local_id
    left join attempt a on a.resource = 'time' and a.local_id = r.local_id
    left join time_entry t on t.id = r.local_id
    left join sync_record p on p.resource = 'project' and p.local_id = t.project_id
    left join sync_record k on k.resource = 'task' and k.local_id = t.task_id
    where case
      when a.id is not null then coalesce(a.quarantine_until, 0) <= ${now}
      when r.parked is not null then 0
      when r.deleted = 1 then 1
      else p.remote_id is not null and k.remote_id is not null
    end
    limit 1`.execute(db)
  return rows.length > 0
}
