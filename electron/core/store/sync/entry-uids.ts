/**
 * The texts by which a service with the capability `uid` recognizes records. What certain acts
 * create has one before it is sent (SYNC.md, One act on two computers).
 */
import { sql } from 'kysely'
import { preparedBatch } from '../database/batch-insert.ts'
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryUidTable } from '../tables/client-tables.ts'
import type { EntryResource } from '../tables/index.ts'

/** A record that was created here, and what created it: equal on each computer that does the same. */
export interface NamedAct {
  local: number
  /** Up to 60 visible ASCII characters. */
  act: string
}

/**
 * Gives each record a uid: its act, and how many records of that act are known here. So two equal
 * acts on one computer give two records, and one that is done on two computers gives one. A record
 * that was undone before it was sent does not count: no other computer knows of it.
 */
export async function giveUids(
  trx: Trx,
  resource: EntryResource,
  created: readonly NamedAct[],
): Promise<void> {
  const taken = await takenUids(trx, resource, created)
  const rows = created.map(({ local, act }) => {
    const uid = freeUid(act, 0, taken)
    taken.add(uid)
    return { resource, local_id: local, uid }
  })
  await given(trx, rows)
}

/**
 * The record with this uid was deleted on the service, for good: gives this one the next uid of its
 * act, as every computer does that meets the deleted one. Without an act it has none any more.
 */
export async function giveNextUid(
  trx: Trx,
  resource: EntryResource,
  local: number,
  uid: string,
): Promise<void> {
  await trx
    .deleteFrom('entry_uid')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
  const [, act, nth] = /^(.+):(\d+)$/.exec(uid) ?? []
  if (act === undefined) return
  const next = freeUid(act, Number(nth) + 1, await takenUids(trx, resource, [{ local, act }]))
  await given(trx, [{ resource, local_id: local, uid: next }])
}

async function takenUids(
  trx: Trx,
  resource: EntryResource,
  created: readonly NamedAct[],
): Promise<Set<string>> {
  const acts = JSON.stringify([...new Set(created.map(({ act }) => act))])
  return new Set((await knownUids(trx, { resource, acts })).map(({ uid }) => uid))
}

function freeUid(act: string, from: number, taken: ReadonlySet<string>): string {
  let nth = from
  while (taken.has(`${act}:${nth}`)) nth++
  return `${act}:${nth}`
}

/** Notes the uids that records of the service have. A record that is no longer here loses its own. */
export const noteUids = (
  trx: Trx,
  resource: EntryResource,
  shown: readonly { local: number; uid: string }[],
): Promise<unknown> =>
  given(
    trx,
    shown.map(({ local, uid }) => ({ resource, local_id: local, uid })),
  )

/** Stands in a uid for a person whom the service has not identified. */
export const unknownPerson = '?'

/**
 * Names the person in the uids that were given before the service identified them, except for what
 * was sent: the service has that without a uid.
 */
export async function namePerson(trx: Trx, remote: number): Promise<void> {
  await sql`
    update or ignore entry_uid set uid = replace(uid, ${`:${unknownPerson}:`}, ${`:${remote}:`})
    where uid like ${ofUnknown} and exists (
      select 1 from sync_record r where r.resource = entry_uid.resource
      and r.local_id = entry_uid.local_id and r.remote_id is null)
    and not exists (
      select 1 from attempt a where a.resource = entry_uid.resource
      and a.local_id = entry_uid.local_id)`.execute(trx)
}

const ofUnknown = `%:${unknownPerson}:%`

/**
 * Returns the uid of a record that is to be created on the service, if it has one. One without a
 * person could be another person's.
 */
export async function readUid(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<string | undefined> {
  const [row] = await uidOf(db, { resource, local })
  return row?.uid
}

/** SQL: true for a record that `readUid` returns a uid for. */
export const hasUidSql = (resource: EntryResource, local: string) => sql`exists (
  select 1 from entry_uid u where u.resource = ${sql.lit(resource)}
  and u.local_id = ${sql.ref(local)} and u.uid not like ${sql.lit(ofUnknown)})`

/** Returns the local ids of the records that have one of these uids and are not deleted, by uid. */
export async function findByUid(
  db: Db,
  resource: EntryResource,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (uids.length === 0) return new Map()
  const rows = await recordsWith(db, { resource, uids: JSON.stringify(uids) })
  return new Map(rows.map(({ uid, local_id }) => [uid, local_id]))
}

const knownUids = prepared(
  (_, values: { resource: EntryResource; acts: string }) => sql<{ uid: string }>`
    select u.uid from json_each(${values.acts}) a
    cross join entry_uid u on u.resource = ${values.resource}
      and u.uid >= a.value || ':' and u.uid < a.value || ';'
    where exists (
        select 1 from sync_record r where r.resource = u.resource and r.local_id = u.local_id)
      or u.local_id in (
        select local_id from retired_remote where resource = ${values.resource})`,
)

const given = preparedBatch((db, rows: EntryUidTable[]) =>
  db
    .insertInto('entry_uid')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['resource', 'uid'])
        .doUpdateSet((eb) => ({ local_id: eb.ref('excluded.local_id') })),
    ),
)

const uidOf = prepared((db, values: { resource: EntryResource; local: number }) =>
  db
    .selectFrom('entry_uid')
    .select('uid')
    .where('resource', '=', values.resource)
    .where('local_id', '=', values.local)
    .where('uid', 'not like', ofUnknown),
)

// Cross joins are not reordered: SQLite would begin with all records of the resource.
const recordsWith = prepared(
  (_, values: { resource: EntryResource; uids: string }) => sql<{ uid: string; local_id: number }>`
    select u.uid, u.local_id from json_each(${values.uids}) a
    cross join entry_uid u on u.resource = ${values.resource} and u.uid = a.value
    cross join sync_record r on r.resource = u.resource and r.local_id = u.local_id
    where r.deleted = 0`,
)
