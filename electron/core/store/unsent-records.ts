/** What is to be sent, in which order, and from when on. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import { isSendable } from './record-standings.ts'
import type { EntryResource } from './tables.ts'

/**
 * Records that differ from what the service has, and those with a request whose outcome is not
 * known. By their indexes: left to itself SQLite walks all records, with their bases.
 */
const unsent = (resource: EntryResource) => sql`
  select local_id from sync_record indexed by sync_record_unsent
  where resource = ${sql.lit(resource)} and (dirty = 1 or deleted = 1)
  union
  select local_id from attempt where resource = ${sql.lit(resource)}`

const entryResources: readonly EntryResource[] = ['category', 'time', 'expense']

/** Records that may need a request, in the order of the person's changes. */
export async function unsentRecords(db: Db): Promise<{ resource: EntryResource; local: number }[]> {
  const found: { resource: EntryResource; local: number; sequence: number }[] = []
  for (const resource of entryResources) {
    const { rows } = await sql<{ local: number; sequence: number }>`
      select r.local_id as local, r.sequence from (${unsent(resource)}) u
      cross join sync_record r
      on r.resource = ${sql.lit(resource)} and r.local_id = u.local_id`.execute(db)
    for (const row of rows) found.push({ resource, ...row })
  }
  return found.toSorted((one, other) => one.sequence - other.sequence || one.local - other.local)
}

/** No grace is longer; an end further away was written by a clock that was put back since. */
const longestGrace = 10 * 60_000

/** True while a deletion waits out its grace, which ends at `until`. */
export const isInGrace = (until: number | null, now: number): boolean =>
  until !== null && until > now && until <= now + longestGrace

const isHeld = (until: RawBuilder<unknown>, now: number) =>
  sql`(coalesce(${until}, 0) > ${now} and ${until} <= ${now + longestGrace})`

/** True when a request could be made for some record now: unsent and not held, parked or waiting. */
export async function isAnythingSendable(db: Db, now: number): Promise<boolean> {
  for (const resource of entryResources) {
    const { rows } = await sql`
      select 1 from (${unsent(resource)}) u
      cross join sync_record r on r.resource = ${sql.lit(resource)} and r.local_id = u.local_id
      left join attempt a on a.resource = ${sql.lit(resource)} and a.local_id = r.local_id
      where case
        when a.id is not null then coalesce(a.quarantine_until, 0) <= ${now}
        when r.parked is not null then 0
        when r.deleted = 1 then not ${isHeld(sql`r.held_until`, now)}
        else ${isSendable(resource, 'r.local_id')}
      end
      limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * When the first of the deletions that wait out their grace is due, epoch milliseconds; null when
 * none waits. A cycle on request does not wait for it.
 */
export async function nextHeldDeletion(db: Db): Promise<number | null> {
  const { until } = await db
    .selectFrom('sync_record as r')
    .select((eb) => eb.fn.min('r.held_until').as('until'))
    .where('r.held_until', 'is not', null)
    .where('r.deleted', '=', 1)
    .where('r.parked', 'is', null)
    // While an outcome is open its own end counts, not the grace of the deletion after it.
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
    )
    .executeTakeFirstOrThrow()
  return until === null ? null : Number(until)
}
