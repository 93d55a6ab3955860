/** Keeps the search of an open account fast, in an app, while nothing else is done. */
import type { Clock } from '../ports.ts'
import type { Db } from '../store/database/db.ts'
import { mergeSearchSegments } from '../store/lists/search-merge.ts'
import { isReindexPending, reindexNextBatch } from '../store/lists/search-reindex.ts'

/** Pause between two batches, so that other work does not wait for the whole, milliseconds. */
const breath = 5
/** Pause between two steps of a merge: long enough for a page of a list. */
const breathOfMerge = 20
/** After so many milliseconds without a change, the index is merged. */
const quiet = 1_000

/**
 * Reindexes the search after an update of the program, until the index is up to date or `closing`
 * aborts; continues at the next start.
 */
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

export interface SearchMerging {
  /** Reports a change, after which there may be something to merge. */
  wake(): void
  /** Resolves when nothing is being merged. */
  settled(): Promise<void>
}

/**
 * Merges the search index after changes, once there are no more for a moment, and stops as soon as
 * there are.
 * @param failed called with what SQLite threw; the next change tries again
 */
export function createSearchMerging(
  db: Db,
  clock: Clock,
  closing: AbortSignal,
  failed: (thrown: unknown) => void,
): SearchMerging {
  let changes = 0
  let merging: Promise<void> | null = null

  async function merge(): Promise<void> {
    let seen: number
    const isQuiet = () => !closing.aborted && seen === changes
    do {
      seen = changes
      await clock.sleep(quiet, closing)
      if (!isQuiet()) continue
      await mergeSearchSegments(db, async () => {
        await clock.sleep(breathOfMerge, closing)
        return isQuiet()
      })
    } while (!closing.aborted && seen !== changes)
    merging = null
  }

  return {
    wake() {
      changes += 1
      merging ??= merge().catch((thrown: unknown) => {
        merging = null
        failed(thrown)
      })
    },
    settled: async () => void (await merging),
  }
}
