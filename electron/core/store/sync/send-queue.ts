/** The send queue: which records to send, in which order, and when. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { hasUidSql } from './entry-uids.ts'
import { isSendableSql } from './record-states.ts'
import type { EntryResource } from '../tables/index.ts'

/**
 * SQL: records that differ from the service's, and those with an attempt of unknown outcome.
 * Without the index hints SQLite scans all records, with their bases.
 */
const unsent = (resource: EntryResource) => sql`
  select local_id from sync_record indexed by sync_record_unsent
  where resource = ${sql.lit(resource)} and (dirty = 1 or deleted = 1)
  union
  select local_id from attempt where resource = ${sql.lit(resource)}`

const entryResources: readonly EntryResource[] = ['category', 'time', 'expense']

export interface UnsentRecord {
  resource: EntryResource
  local: number
  /** False while the record waits for the person. */
  isUnblocked: boolean
  /** A new time or expense that depends on no other record, of which nothing was sent yet. */
  isAlone: boolean
  /** A service with the capability `uid` recognizes a second create of it. */
  hasUid: boolean
}

/** Lists records that may need a request, in the order of the person's changes. */
export async function readUnsentRecords(db: Db): Promise<UnsentRecord[]> {
  const rows = await allUnsent(db, {})
  return rows.map(({ resource, local, unblocked, alone, named }) => ({
    resource,
    local,
    isUnblocked: unblocked === 1,
    isAlone: unblocked === 1 && alone === 1,
    hasUid: named === 1,
  }))
}

interface UnsentRow {
  resource: EntryResource
  local: number
  unblocked: 0 | 1
  alone: 0 | 1
  named: 0 | 1
}

const allUnsent = prepared(() => {
  const each = entryResources.map(
    (resource, index) => sql`
      select r.resource, r.local_id as local, r.sequence, ${sql.lit(index)} as position,
        a.id is not null
        or (r.parked is null and (r.deleted = 1 or ${isSendableSql(resource, 'r.local_id')})) as unblocked,
        ${sql.lit(resource)} <> 'category' and r.remote_id is null and r.deleted = 0 and a.id is null
        and r.copied_at is null and not (${sql.lit(resource)} = 'time' and exists (
          select 1 from split_half h where h.local_id = r.local_id)) as alone,
        ${hasUidSql(resource, 'r.local_id')} as named
      from (${unsent(resource)}) u cross join sync_record r
      on r.resource = ${sql.lit(resource)} and r.local_id = u.local_id
      left join attempt a on a.resource = ${sql.lit(resource)} and a.local_id = r.local_id`,
  )
  return sql<UnsentRow>`
    select * from (${sql.join(each, sql` union all `)}) order by sequence, local, position`
})

/**
 * The longest grace. A stored end that is further away was written before the clock was set back.
 */
const longestGrace = 10 * 60_000

/** True during the grace of a deletion, which ends at `until`. */
export const isWithinGrace = (until: number | null, now: number): boolean =>
  until !== null && until > now && until <= now + longestGrace

interface Moment {
  now: number
  /** Latest possible end of a grace. */
  latest: number
}

const isHeld = (until: RawBuilder<unknown>, { now, latest }: Moment) =>
  sql`(coalesce(${until}, 0) > ${now} and ${until} <= ${latest})`

/**
 * True when a request could be sent for some record now: unsent and not in its grace, parked or
 * quarantined.
 */
export async function hasSendableRecord(db: Db, now: number): Promise<boolean> {
  const [row] = await anySendable(db, { now, latest: now + longestGrace })
  return row!.sendable === 1
}

const anySendable = prepared((_, values: Moment) => {
  const each = entryResources.map((resource) => sql`exists (${sendableOf(resource, values)})`)
  return sql<{ sendable: 0 | 1 }>`select ${sql.join(each, sql` or `)} as sendable`
})

const sendableOf = (resource: EntryResource, moment: Moment) => sql`
  select 1 from (${unsent(resource)}) u
  cross join sync_record r on r.resource = ${sql.lit(resource)} and r.local_id = u.local_id
  left join attempt a on a.resource = ${sql.lit(resource)} and a.local_id = r.local_id
  where case
    when a.id is not null then coalesce(a.quarantine_until, 0) <= ${moment.now}
    when r.parked is not null then 0
    when r.deleted = 1 then not ${isHeld(sql`r.held_until`, moment)}
    else ${isSendableSql(resource, 'r.local_id')}
  end`

/**
 * When the first grace of a deletion ends, epoch milliseconds; null when there is none. A requested
 * pass does not wait for it.
 */
export async function nextDeletionDue(db: Db): Promise<number | null> {
  const [row] = await firstHeldDeletion(db, {})
  return row!.until === null ? null : Number(row!.until)
}

const firstHeldDeletion = prepared((db) =>
  db
    .selectFrom('sync_record as r')
    .select((eb) => eb.fn.min('r.held_until').as('until'))
    .where('r.held_until', 'is not', null)
    .where('r.deleted', '=', 1)
    .where('r.parked', 'is', null)
    // While an attempt is open, the end of its quarantine counts instead of the grace of the
    // deletion.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt as a')
            .select('a.id')
            .whereRef('a.resource', '=', 'r.resource')
            .whereRef('a.local_id', '=', 'r.local_id'),
        ),
      ),
    ),
)
