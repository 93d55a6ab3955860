/**
 * Merges the segments of the full-text indexes. Each save adds one, and searches read all of them.
 * In an app's database no save merges any (0350-search-merges), so an app does it while nothing else
 * is done (accounts/search-upkeep.ts).
 *
 * Merging also erases what was deleted. The indexes only note a deletion, and keep the three letters
 * and the position of every piece of the text until their segments are merged.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import { refetchableTransaction } from '../database/relaxed-durability.ts'

/** Pages that one step of a merge writes, or a few more: some milliseconds. */
const pagesAtOnce = 8

/**
 * Merges each index into one segment, in steps with a transaction each.
 * @param pause waits between two steps; false ends the merge, which begins again the next time
 * @returns false where it was ended
 */
export async function mergeSearchIndexes(db: Db, pause: () => Promise<boolean>): Promise<boolean> {
  if (isPostgres(db)) return true
  for (const index of indexes) {
    // A negative number begins a merge of all segments, a positive one continues it.
    let pages = -pagesAtOnce
    while (await db.transaction().execute((trx) => mergeNext(trx, index, pages))) {
      pages = pagesAtOnce
      if (!(await pause())) return false
    }
  }
  return true
}

/**
 * Merges where four segments or more are of about the same size, in steps like those above. SQLite
 * only.
 * @param pause waits between two steps; false ends it until the next time
 */
export async function mergeSearchSegments(db: Db, pause: () => Promise<boolean>): Promise<void> {
  for (const index of indexes) {
    // Waits for no disk: a power cut only takes the merge back.
    while (await refetchableTransaction(db, (trx) => mergeNext(trx, index, pagesAtOnce))) {
      if (!(await pause())) return
    }
  }
}

const indexes = ['time_search', 'expense_search'] as const

/** Returns false when nothing was left to merge: the statement itself counts as one change. */
async function mergeNext(trx: Trx, index: string, pages: number): Promise<boolean> {
  const before = await totalChanges(trx)
  await sql`insert into ${sql.table(index)} (${sql.table(index)}, rank)
    values ('merge', cast(${pages} as integer))`.execute(trx)
  return (await totalChanges(trx)) - before > 1
}

async function totalChanges(trx: Trx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(trx)
  return rows[0]!.total
}
