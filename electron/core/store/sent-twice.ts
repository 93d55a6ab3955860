/** Creates that were sent once more: the first request may yet be carried out. */
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { EntryResource, SentTwiceTable } from './tables.ts'

/** A create of which a second request was made: the first may arrive late. */
export interface SentTwice {
  local: number
  sent: object
  /** Epoch milliseconds. */
  sentAt: number
}

/** From now on, whatever looks like this create and is not its record is a late twin. */
export async function watchForTwin(
  trx: Trx,
  watched: Omit<SentTwiceTable, 'id' | 'sent'> & { sent: object },
): Promise<void> {
  await trx
    .insertInto('sent_twice')
    .values({ ...watched, sent: JSON.stringify(watched.sent) })
    .execute()
}

/** Creates whose first request may still arrive; those that were watched long enough are let go. */
export async function watchedForTwins(
  trx: Trx,
  resource: EntryResource,
  now: number,
): Promise<SentTwice[]> {
  const rows = await twiceOf(trx, { resource })
  if (rows.some((row) => row.watched_until < now)) {
    await trx.deleteFrom('sent_twice').where('watched_until', '<', now).execute()
  }
  return rows
    .filter((row) => row.watched_until >= now)
    .map((row) => ({
      local: row.local_id,
      sent: JSON.parse(row.sent) as object,
      sentAt: row.sent_at,
    }))
}

/**
 * The clock was put forward: a first request may arrive as long as before.
 * @param by milliseconds
 */
export async function prolongWatches(db: Db, by: number): Promise<void> {
  await db
    .updateTable('sent_twice')
    .set((eb) => ({ watched_until: eb('watched_until', '+', by) }))
    .execute()
}

const twiceOf = prepared((db, given: { resource: EntryResource }) =>
  db.selectFrom('sent_twice').selectAll().where('resource', '=', given.resource),
)
