/**
 * Rebuilds the sort and search keys and the full-text index: after the migration that added the
 * index, and when a new version folds text differently. The records that entries refer to are
 * folded when the database is opened; entries in batches, so that nothing waits long, and resuming
 * after a restart. Until that is done, searches read the rows themselves (`isSearchIndexed`) and
 * fold the texts whose keys are outdated (`search.ts`).
 */
import { sql } from 'kysely'
import { fold, foldVersion, toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import type { EntryTable } from './entry-order.ts'
import { prepared } from '../database/prepared-query.ts'

/** Entries of one batch: less than ten milliseconds of work. */
const pieceLength = 200

/** True while reindexing is incomplete. */
export async function isReindexPending(db: Db): Promise<boolean> {
  const states = await db.selectFrom('search_index').selectAll().execute()
  return states.some((state) => state.fold !== foldVersion || state.indexed_to !== null)
}

export const readIndexState = prepared((db, values: { entry: EntryTable }) =>
  db.selectFrom('search_index').selectAll().where('entry', '=', values.entry),
)

/** Returns the id up to which entries have current keys; null when all have. */
export async function readIndexedTo(db: Db, entry: EntryTable): Promise<number | null> {
  const [state] = await readIndexState(db, { entry })
  return state?.fold === foldVersion ? state.indexed_to : 0
}

/** Folds the records that entries refer to, after an update; the caller provides a transaction. */
export async function refoldRecords(trx: Trx): Promise<void> {
  const states = await trx.selectFrom('search_index').selectAll().execute()
  if (states.every((state) => state.fold === foldVersion)) return
  await foldRecords(trx)
  await trx.updateTable('search_index').set({ fold: foldVersion, indexed_to: 0 }).execute()
}

/**
 * Processes one batch. The caller provides a transaction for each.
 * @param length maximum number of entries
 */
export async function reindexNextBatch(trx: Trx, length = pieceLength): Promise<void> {
  await refoldRecords(trx)
  const states = await trx.selectFrom('search_index').selectAll().execute()
  const state = states.find(({ indexed_to }) => indexed_to !== null)
  if (!state) return
  const from = state.indexed_to!
  const last =
    state.entry === 'time_entry'
      ? await foldTimes(trx, from, length)
      : await foldExpenses(trx, from, length)
  await moveOn(trx, state.entry, last)
}

/** @param last the last id that was processed; undefined when none was left */
async function moveOn(trx: Trx, entry: EntryTable, last: number | undefined): Promise<void> {
  await trx
    .updateTable('search_index')
    .set({ indexed_to: last ?? null })
    .where('entry', '=', entry)
    .execute()
}

async function foldTimes(trx: Trx, from: number, length: number): Promise<number | undefined> {
  const rows = await trx
    .selectFrom('time_entry')
    .select(['id', 'notes', 'search'])
    .where('id', '>', from)
    .orderBy('id')
    .limit(length)
    .execute()
  for (const { id, notes, search } of rows) {
    const keys = { search: toHaystack(notes) }
    if (keys.search === search) continue
    await trx.updateTable('time_entry').set(keys).where('id', '=', id).execute()
  }
  return rows.at(-1)?.id
}

async function foldExpenses(trx: Trx, from: number, length: number): Promise<number | undefined> {
  const rows = await trx
    .selectFrom('expense')
    .select(['id', 'name', 'notes', 'name_fold', 'search'])
    .where('id', '>', from)
    .orderBy('id')
    .limit(length)
    .execute()
  for (const { id, name, notes, name_fold, search } of rows) {
    const keys = { name_fold: fold(name), search: toHaystack(name, notes) }
    if (keys.name_fold === name_fold && keys.search === search) continue
    await trx.updateTable('expense').set(keys).where('id', '=', id).execute()
  }
  return rows.at(-1)?.id
}

/** Processes all records that entries refer to at once, since there are few. */
async function foldRecords(trx: Trx): Promise<void> {
  for (const table of ['client', 'project'] as const) {
    for (const { id, name, code } of await trx
      .selectFrom(table)
      .select(['id', 'name', 'code'])
      .execute()) {
      const keys = { name_fold: fold(name), code_fold: fold(code), search: toHaystack(name, code) }
      await trx.updateTable(table).set(keys).where('id', '=', id).execute()
    }
  }
  for (const table of ['user', 'task', 'charge', 'category'] as const) {
    for (const { id, name } of await trx.selectFrom(table).select(['id', 'name']).execute()) {
      const keys = { name_fold: fold(name), search: toHaystack(name) }
      await sql`update ${sql.table(table)} set name_fold = ${keys.name_fold},
        search = ${keys.search} where id = ${id}`.execute(trx)
    }
  }
}
