/** Reindexes an open account's search after an update of the program, in the background. */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/database/db.ts'
import { reindexNextBatch, isReindexPending } from '../store/lists/search-reindex.ts'

/** Pause between two batches, so that other work does not wait for the whole, milliseconds. */
const breath = 5

/** Runs until the index is up to date or `closing` aborts, and continues at the next start. */
export async function reindexSearchInBackground(
  db: Db,
  clock: Clock,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted && (await isReindexPending(db))) {
    await db.transaction().execute((trx) => reindexNextBatch(trx))
    await clock.sleep(breath, closing)
  }
}
