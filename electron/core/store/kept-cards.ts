/**
 * A card of the inbox as history keeps it: with what sync knew of its records, so that taking an
 * answer back asks the same question again.
 */
import { sql, type Selectable } from 'kysely'
import { FailureError } from '#shared/errors.ts'
import type { Db, Trx } from './db.ts'
import { nowhere, type Card } from './inbox.ts'
import { tableOf, unsentTie } from './sync-records.ts'
import type { InboxTable, SyncedResource, SyncRecordTable } from './tables.ts'

/** `gone`: what was kept before there was such a thing does not have it. */
type Known = Omit<SyncRecordTable, 'resource' | 'seen_at' | 'sequence' | 'gone'> &
  Partial<Pick<SyncRecordTable, 'gone'>>

export type KeptCard = Pick<
  Selectable<InboxTable>,
  'id' | 'resource' | 'local_id' | 'kind' | 'detail' | 'resolved_at'
> & {
  /** What sync knows of the records that the card is about. */
  records: Known[]
}

export async function readKeptCard(db: Db, id: number): Promise<KeptCard | undefined> {
  const card = await db
    .selectFrom('inbox')
    .select(['id', 'resource', 'local_id', 'kind', 'detail', 'resolved_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!card) return undefined
  const locals = JSON.stringify(await localsOf(db, card))
  const { rows } = await sql<Known>`
    select local_id, remote_id, base, remote, dirty, deleted, parked, held_until, gone
    from sync_record
    where resource = ${card.resource} and local_id in (select value from json_each(${locals}))
    order by local_id`.execute(db)
  return { ...card, records: rows }
}

/** A card about removals names its records by the service's ids, which they may have lost since. */
async function localsOf(
  db: Db,
  card: Pick<KeptCard, 'resource' | 'local_id' | 'kind' | 'detail'>,
): Promise<number[]> {
  if (card.local_id !== nowhere) return [card.local_id]
  if (card.kind !== 'removals') return []
  const { remotes } = JSON.parse(card.detail) as Extract<Card, { kind: 'removals' }>['detail']
  const ids = JSON.stringify(remotes)
  const { rows } = await sql<{ local_id: number }>`
    select local_id from sync_record
    where resource = ${card.resource} and remote_id in (select value from json_each(${ids}))
    union
    select local_id from retired_remote
    where resource = ${card.resource} and remote_id in (select value from json_each(${ids}))
    `.execute(db)
  return rows.map((row) => row.local_id)
}

/**
 * Puts a card, and what sync knew, back as they were. Throws a `conflict` where a record was sent
 * meanwhile, or is under way: what the service has, or may have, cannot be made unsent.
 */
export async function putKeptCard(trx: Trx, card: KeptCard): Promise<void> {
  const stands = await readKeptCard(trx, card.id)
  const remoteNow = new Map(stands?.records.map((one) => [one.local_id, one.remote_id]))
  for (const known of card.records) {
    const now = remoteNow.get(known.local_id) ?? null
    if (now === known.remote_id) continue
    if (now === null && !(await isBeingMade(trx, card.resource, known.local_id))) continue
    const message = 'This was sent to the service since. Change or delete the record instead'
    throw new FailureError({ code: 'conflict', message })
  }
  await trx
    .updateTable('inbox')
    .set({ resolved_at: card.resolved_at, detail: card.detail })
    .where('id', '=', card.id)
    .execute()
  for (const known of card.records) await putKnown(trx, card.resource, known)
}

/** A request that makes it anew has left, or may have. */
async function isBeingMade(trx: Trx, resource: SyncedResource, local: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from attempt
    where resource = ${resource} and local_id = ${local} and kind = 'create'`.execute(trx)
  return rows.length > 0
}

async function putKnown(trx: Trx, resource: SyncedResource, known: Known): Promise<void> {
  const { local_id: local, ...record } = known
  const remote = record.remote_id
  if (remote !== null) {
    await trx
      .deleteFrom('retired_remote')
      .where('resource', '=', resource)
      .where('remote_id', '=', remote)
      .execute()
  }
  await trx
    .insertInto('sync_record')
    .values({ gone: 0, ...record, resource, local_id: local, sequence: 0, seen_at: null })
    .onConflict((conflict) => conflict.columns(['resource', 'local_id']).doUpdateSet(record))
    .execute()
  await trx
    .updateTable(tableOf(resource))
    .set({ tie: remote ?? unsentTie(local) })
    .where('id', '=', local)
    .execute()
}
