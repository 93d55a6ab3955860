/**
 * Which record of the service is which one here: how one is recognized, what is known of its
 * creation, and which ones belong to no local record any more (SYNC.md, Which record it is).
 */
import { sql, type Selectable } from 'kysely'
import type { LostSpan } from '#shared/resources/service-info.ts'
import { fromTimestamp } from '#shared/rules/calendar.ts'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { WireRecord } from './record-sync-state.ts'
import { recordsByRemoteIds } from './sync-records.ts'
import type { EntryResource, RetiredRemoteTable, SyncedResource } from '../tables/index.ts'

/** What identifies a record of the service. */
export type CreatedRecord = Pick<WireRecord, 'id' | 'created_at'>

/**
 * True when a record that the service shows is the known one of that id. An id alone is no proof: a
 * service that was restored from a backup gives the ids of what it lost to other records, and some
 * services give the ids of deleted records again. `created_at` never changes, and whole seconds
 * must agree: a backup may be restored within two of them.
 */
export const isSameRecord = (
  recorded: CreatedRecord,
  shown: CreatedRecord,
  trust: DateTrust = 'exact',
): boolean =>
  recorded.created_at === shown.created_at ||
  trust === 'none' ||
  (trust === 'zone' && isZoneShift(recorded, shown))

/**
 * What `created_at` proves about an account's records. `zone`: the service's zone has changed, so
 * dates may differ by the offset between two zones. `none`: the service has rewritten its dates, so
 * ids alone count.
 */
export type DateTrust = 'exact' | 'zone' | 'none'

/** The setting that stores it. */
export const dateTrustKey = 'sync-created-dates'

const quarterHour = 15 * 60_000
const largestShift = 26 * 60 * 60_000

/** True when the dates differ by what two time zones may differ by. */
export function isZoneShift(recorded: CreatedRecord, shown: CreatedRecord): boolean {
  const shift = Math.abs(fromTimestamp(recorded.created_at) - fromTimestamp(shown.created_at))
  return shift <= largestShift && shift % quarterHour === 0
}

/** True when the dates differ by what rounding to seconds may change. */
export const isRounded = (recorded: CreatedRecord, shown: CreatedRecord): boolean =>
  Math.abs(fromTimestamp(recorded.created_at) - fromTimestamp(shown.created_at)) <= 1_000

/** True when a service that was set back has lost what it accepted at this time by its clock. */
export const isWithinLost = (stamp: string, spans: readonly LostSpan[]): boolean =>
  // A second holds many changes: what came in the last one may be lost.
  spans.some(({ from, since }) => stamp >= from && stamp < since)

/** True when the service cannot have the record any more, because it was set back. */
export const isLost = (base: CreatedRecord | null, spans: readonly LostSpan[]): boolean =>
  base !== null && isWithinLost(base.created_at, spans)

/**
 * True when an open card is about a record that the service had created before this one, and whose
 * id it has given to a later one: it was probably set back to before both.
 */
export async function isProbablyLost(db: Db, { created_at }: CreatedRecord): Promise<boolean> {
  const [row] = await replacedAround(db, { created: created_at })
  return row!.present === 1
}

const replacedAround = prepared(
  (_, values: { created: string }) => sql<{ present: 0 | 1 }>`
    select exists (
      select 1 from inbox i
      join retired_remote r on r.resource = i.resource and r.local_id = i.local_id
      join sync_record s on s.resource = r.resource and s.remote_id = r.remote_id
      where i.kind = 'gone' and i.resolved_at is null
      and r.remote_id = json_extract(i.detail, '$.remote') and r.created_at <> ''
      and r.created_at <= ${values.created}
      and json_extract(s.base, '$.created_at') > ${values.created}
    ) as present`,
)

/** Reads when the records with these remote ids were created, by remote id. */
export async function readCreationDates(
  db: Db,
  resource: EntryResource,
  remotes: readonly number[],
): Promise<Map<number, CreatedRecord>> {
  const rows = await createdOf(db, { resource, remotes: JSON.stringify(remotes) })
  return new Map(rows.map((row) => [row.id, row]))
}

const createdOf = prepared(
  (_, values: { resource: EntryResource; remotes: string }) => sql<CreatedRecord>`
    select r.remote_id as id, json_extract(r.base, '$.created_at') as created_at
    from ${recordsByRemoteIds(values.resource, values.remotes)} where r.base is not null`,
)

/** True when the service has acknowledged any record. */
export async function isAnythingKnown(db: Db): Promise<boolean> {
  const [row] = await anyAcknowledged(db, {})
  return row!.present === 1
}

const anyAcknowledged = prepared(
  () => sql<{ present: 0 | 1 }>`
    select exists (select 1 from sync_record where base is not null) as present`,
)

/**
 * SQL: true for a record that the service should still show at its own URL: it has not said that it
 * is deleted or archived, it was not deleted here, and is not to be created again.
 */
const isExpected = sql`(
  deleted = 0 and gone not in (1, 3) and (parked is null or parked != 'gone')
  and coalesce(json_extract(base, '$.deleted'), 0) = 0)`

/** Reads the acknowledged version with the lowest id of the service; undefined when there is none. */
export async function readOldestBase(
  db: Db,
  resource: EntryResource,
): Promise<WireRecord | undefined> {
  const [row] = await oldestOf(db, { resource })
  return row && (JSON.parse(row.base) as WireRecord)
}

const oldestOf = prepared(
  (_, values: { resource: EntryResource }) => sql<{ base: string }>`
    select base from sync_record
    where resource = ${values.resource} and remote_id is not null and base is not null
    order by remote_id limit 1`,
)

/**
 * Reads so many acknowledged versions, spread evenly over the ids of the service: the first, the
 * last, and others between them. All where there are no more.
 */
export async function sampleBases(
  db: Db,
  resource: EntryResource,
  size: number,
): Promise<{ base: WireRecord; isExpected: boolean }[]> {
  const { rows } = await sql<{ base: string; expected: 0 | 1 }>`
    select base, ${isExpected} as expected, min(position) as position from (
      select *, row_number() over (order by remote_id) - 1 as position, count(*) over () as total
      from sync_record
      where resource = ${resource} and remote_id is not null and base is not null
    ) group by position * (min(total, ${sql.lit(size)}) - 1) / max(1, total - 1)
    order by position`.execute(db)
  return rows.map(({ base, expected }) => ({
    base: JSON.parse(base) as WireRecord,
    isExpected: expected === 1,
  }))
}

/** Iterates over the acknowledged versions, reading some at a time. */
export async function* eachBase(db: Db, resource: EntryResource): AsyncGenerator<WireRecord> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ remote: number; base: string }>`
      select remote_id as remote, base from sync_record
      where resource = ${resource} and remote_id > ${after} and base is not null
      order by remote_id limit 200`.execute(db)
    for (const { base } of rows) yield JSON.parse(base) as WireRecord
    if (rows.length === 0) return
    after = rows.at(-1)!.remote
  }
}

/** Reads the service's ids of all records that it should still show, in ascending order. */
export async function readExpectedRemotes(db: Db, resource: EntryResource): Promise<number[]> {
  const { rows } = await sql<{ remote: number }>`
    select remote_id as remote from sync_record
    where resource = ${resource} and remote_id is not null and base is not null and ${isExpected}
    order by remote_id`.execute(db)
  return rows.map(({ remote }) => remote)
}

/** A record of the service that belongs to no local one any more. */
export type RetiredRecord = Omit<Selectable<RetiredRemoteTable>, 'resource'>

/**
 * Returns those records of the service that are retired, by id.
 * @param clockOffset milliseconds by which the service's clock is ahead; null when unknown. A
 *   record that was created after its id was retired is another one
 */
export async function filterRetired(
  db: Db,
  resource: SyncedResource,
  shown: readonly CreatedRecord[],
  clockOffset: number | null,
): Promise<ReadonlyMap<number, RetiredRecord>> {
  const remotes = JSON.stringify(shown.map(({ id }) => id))
  const rows = await retiredOf(db, { resource, remotes })
  if (rows.length === 0) return new Map()
  const retiredAs = ({ id, created_at }: CreatedRecord) =>
    rows.find((row) => {
      if (row.remote_id !== id) return false
      if (row.created_at !== '') return row.created_at === created_at
      return clockOffset === null || !(fromTimestamp(created_at) - clockOffset > row.retired_at)
    })
  return new Map(
    shown.flatMap((wire) => {
      const row = retiredAs(wire)
      return row ? [[wire.id, row] as const] : []
    }),
  )
}

/** The service has the record again: it is received like any other from now on. */
export const forgetRetired = (
  trx: Trx,
  resource: SyncedResource,
  { remote_id, created_at }: RetiredRecord,
): Promise<unknown> =>
  trx
    .deleteFrom('retired_remote')
    .where('resource', '=', resource)
    .where('remote_id', '=', remote_id)
    .where('created_at', '=', created_at)
    .execute()

const retiredOf = prepared(
  (_, values: { resource: SyncedResource; remotes: string }) => sql<RetiredRecord>`
    select remote_id, created_at, local_id, retired_at from retired_remote
    where resource = ${values.resource}
    and remote_id in (select value from json_each(${values.remotes}))`,
)
