/** Deletes items that have been in an open account's trash for 30 days. */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { purgeExpiredTrash } from '../store/trash.ts'

const day = 24 * 60 * 60_000
/** Pause between two batches, so that other work does not wait for the whole, milliseconds. */
const breath = 20

/** Purges now and then daily, until `closing` aborts. Resolves when the last purge has finished. */
export async function purgeTrashDaily(db: Db, clock: Clock, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const isMore = await purgeExpiredTrash(db, clock.now())
    await clock.sleep(isMore ? breath : day, closing)
  }
}
