/** Deletes items that have been in an open account's trash for 30 days. */
import type { DatabaseKeeper } from '../backup/database-keeper.ts'
import type { Clock } from '../ports.ts'
import type { Db } from '../store/db.ts'
import { purgedAtOnce, purgeExpiredTrash } from '../store/trash.ts'

const day = 24 * 60 * 60_000
/** Pause between two batches, so that other work does not wait for the whole, milliseconds. */
const breath = 20

/** Purges once, in batches, unless `closing` aborts. */
export async function purgeTrash(
  db: Db,
  keeper: DatabaseKeeper,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  let isDue = false
  while (!closing.aborted) {
    const purged = await purgeExpiredTrash(db, clock.now())
    isDue ||= purged > 0
    if (purged < purgedAtOnce) break
    await clock.sleep(breath, closing)
  }
  if (isDue) await keeper.tidy()
}

/** Purges now and then daily, until `closing` aborts. Resolves when the last purge has finished. */
export async function purgeTrashDaily(
  db: Db,
  keeper: DatabaseKeeper,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await purgeTrash(db, keeper, clock, closing)
    await clock.sleep(day, closing)
  }
}
