/** Creates that were sent a second time: the first request may still be carried out. */
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { EntryResource, ResentCreateTable } from '../tables/index.ts'

/** A create that was sent a second time; the result of the first request may turn up late. */
export interface ResentCreate {
  local: number
  sent: object
  /** Epoch milliseconds. */
  sentAt: number
}

/**
 * Starts watching a create: from now on, a similar record of the service that is not its own is a
 * late duplicate.
 */
export async function watchForDuplicate(
  trx: Trx,
  watched: Omit<ResentCreateTable, 'id' | 'sent'> & { sent: object },
): Promise<void> {
  await trx
    .insertInto('sent_twice')
    .values({ ...watched, sent: JSON.stringify(watched.sent) })
    .execute()
}

/** Lists the watched creates, and deletes those whose watch has expired. */
export async function expireAndReadWatchedCreates(
  trx: Trx,
  resource: EntryResource,
  now: number,
): Promise<ResentCreate[]> {
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
 * Prolongs all watches after the clock was set forward, so that the remaining times stay the same.
 * @param by milliseconds
 */
export async function prolongWatches(db: Db, by: number): Promise<void> {
  await db
    .updateTable('sent_twice')
    .set((eb) => ({ watched_until: eb('watched_until', '+', by) }))
    .execute()
}

const twiceOf = prepared((db, values: { resource: EntryResource }) =>
  db.selectFrom('sent_twice').selectAll().where('resource', '=', values.resource),
)
