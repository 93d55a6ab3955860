/**
 * Erases what was deleted from the full-text indexes. They only note a deletion, and keep the three
 * letters and the position of every piece of the text until their segments are merged, which a small
 * index may never be.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'

/** Units of work of one step of a merge: some milliseconds. */
const unitsAtOnce = 8

/**
 * Merges each index into one segment, in steps with a transaction each.
 * @param pause waits between two steps; false ends the merge, which begins again the next time
 * @returns false where it was ended
 */
export async function mergeSearchIndexes(db: Db, pause: () => Promise<boolean>): Promise<boolean> {
  if (isPostgres(db)) return true
  for (const index of ['time_search', 'expense_search']) {
    // A negative number begins a merge of all segments, a positive one continues it.
    let units = -unitsAtOnce
    while (await db.transaction().execute((trx) => mergeNext(trx, index, units))) {
      units = unitsAtOnce
      if (!(await pause())) return false
    }
  }
  return true
}

/** Returns false when nothing was left to merge: the statement itself counts as one change. */
async function mergeNext(trx: Trx, index: string, units: number): Promise<boolean> {
  const before = await totalChanges(trx)
  await sql`insert into ${sql.table(index)} (${sql.table(index)}, rank)
    values ('merge', cast(${units} as integer))`.execute(trx)
  return (await totalChanges(trx)) - before > 1
}

async function totalChanges(trx: Trx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(trx)
  return rows[0]!.total
}
