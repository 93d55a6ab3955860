/** Records that the service is known to have deleted, and that still stand here. */
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Mapped } from './mapped-records.ts'
import { openRemovals } from './removal-consent.ts'
import { tableOf } from './sync-records.ts'
import type { EntryResource } from './tables.ts'

/** @property date where the service had it; null of a category */
export interface GoneRecord extends Mapped {
  date: string | null
}

/** Those that nothing here holds back: neither changed nor waiting for an answer of the person. */
export async function goneRecords(db: Db, resource: EntryResource): Promise<GoneRecord[]> {
  // Left to itself SQLite walks all records instead of the few that are gone.
  const { rows } = await sql<GoneRecord>`
    select local_id as local, remote_id as remote, seen_at as "seenAt",
      json_extract(base, '$.date') as date
    from sync_record indexed by sync_record_gone
    where resource = ${sql.lit(resource)} and gone = 1 and dirty = 0 and deleted = 0
    and parked is null and remote_id is not null order by local_id`.execute(db)
  return rows
}

/** The service's ids of those that the person was asked about: their own address says that they went. */
export async function askedAbout(
  db: Db,
  resource: EntryResource,
): Promise<{ local: number; remote: number }[]> {
  const { rows } = await sql<{ local: number; remote: number }>`
    select local_id as local, remote_id as remote from sync_record
    where resource = ${sql.lit(resource)} and parked = 'gone' and remote_id is not null`.execute(db)
  return rows
}

const resources: readonly EntryResource[] = ['time', 'expense', 'category']

/** True when one of them can be settled now: it does not wait for the person's consent. */
export async function isAnyGone(db: Db): Promise<boolean> {
  for (const resource of resources) {
    const gone = await goneRecords(db, resource)
    if (gone.length === 0) continue
    const waiting = new Set((await openRemovals(db, resource))?.remotes)
    if (gone.some(({ remote }) => !waiting.has(remote))) return true
  }
  return false
}

/** How many stand here between two days; null: at all (categories: those not archived). */
export async function countAround(
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
    select count(*) as n from ${sql.table(tableOf(resource))}
    where organisation_id = ${organisation} and ${within}`.execute(db)
  return Number(rows[0]!.n)
}
