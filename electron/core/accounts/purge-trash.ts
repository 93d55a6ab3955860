/** Deletes items that have been in an open account's trash for 30 days. */
import type { DatabaseKeeper } from '../backup/database-keeper.ts'
import type { Clock } from '../ports.ts'
import type { Db } from '../store/database/db.ts'
import { eraseSearchTraces } from '../store/history/forget-records.ts'
import { purgedAtOnce, purgeExpiredTrash } from '../store/history/trash.ts'

const day = 24 * 60 * 60_000
/** Pause between two batches, so that other work does not wait for the whole, milliseconds. */
const breath = 20

/** Steps that a command finishes before it ends: enough for the index of 20,000 entries. */
const stepsWhileClosing = 50

/** Purges once, in batches, unless `closing` aborts. */
export async function purgeTrash(
  db: Db,
  keeper: Pick<DatabaseKeeper, 'tidy'>,
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
  await eraseForgotten(db, keeper, clock, closing, isDue)
}

/**
 * Erases what forgotten records have left in the files of an account.
 * @param isDue whether records have just been forgotten; the search index may have others
 */
export async function eraseForgotten(
  db: Db,
  keeper: Pick<DatabaseKeeper, 'tidy'>,
  clock: Clock,
  closing: AbortSignal | undefined,
  isDue: boolean,
): Promise<void> {
  let steps = 0
  await eraseSearchTraces(db, async () => {
    steps += 1
    await clock.sleep(breath, closing)
    return closing?.aborted !== true || steps < stepsWhileClosing
  })
  if (isDue) await keeper.tidy()
}

/** Purges now and then daily, until `closing` aborts. Resolves when the last purge has finished. */
export async function purgeTrashDaily(
  db: Db,
  keeper: Pick<DatabaseKeeper, 'tidy'>,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await purgeTrash(db, keeper, clock, closing)
    await clock.sleep(day, closing)
  }
}
