/**
 * The search of entries: a term is found in an entry's own text, or in that of a record that the
 * entry names (DECISIONS.md, Search). The records are few and are looked up first; entries are
 * then asked for by their own text or by the ids of those records.
 *
 * Here the entries' own rows are read. SQLite has an index of their texts beside that
 * (`search-index.ts`), PostgreSQL finds its own by the same condition.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { likePattern } from '#shared/rules/text.ts'
import type { Db } from './db.ts'
import { isPostgres } from './dialect.ts'
import type { EntryTable } from './entry-order.ts'
import { like } from './list.ts'
import { prepared } from './prepared.ts'

type NamedTable = 'project' | 'task' | 'user' | 'charge'

/** The searched records that an entry names, by the column that does. */
export const searchedNames: Readonly<Record<EntryTable, Readonly<Record<string, NamedTable>>>> = {
  time_entry: { project_id: 'project', task_id: 'task', user_id: 'user' },
  expense: { project_id: 'project', charge_id: 'charge' },
}

/** Ids of the records in which a term is found, by the column that names them. */
export type NamedIds = Readonly<Record<string, readonly number[]>>

/** Looks a folded term up in the records that entries of an organisation name. */
export async function findNamed(
  db: Db,
  organisation: number,
  entry: EntryTable,
  term: string,
): Promise<NamedIds> {
  const rows = await namedRecords(db, { organisation, pattern: likePattern(term) }, entry)
  return Object.fromEntries(
    Object.keys(searchedNames[entry]).map((column) => [
      column,
      rows.filter(({ name }) => name === column).map(({ id }) => id),
    ]),
  )
}

const namedRecords = prepared(
  (_, given: { organisation: number; pattern: string }, entry: EntryTable) => {
    const looks = Object.entries(searchedNames[entry]).map(
      ([column, table]) =>
        sql`select ${sql.lit(column)} as name, id from ${sql.table(table)}
          where ${matching(table, given)}`,
    )
    return sql<{ name: string; id: number }>`${sql.join(looks, sql` union all `)}`
  },
)

/** A project is also found by its client. */
function matching(
  table: NamedTable | 'client',
  given: { organisation: number; pattern: string },
): RawBuilder<unknown> {
  const own = like('search', given.pattern)
  const found =
    table === 'project'
      ? sql`(${own} or client_id in (select id from client where ${matching('client', given)}))`
      : own
  return sql`organisation_id = ${given.organisation} and ${found}`
}

/** What `matchesTerm` compares with: a pattern and ids for each term. */
export interface SearchValues {
  [slot: string]: unknown
}

/** The values that belong to the terms of a search. */
export async function readSearch(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
): Promise<SearchValues> {
  const values: SearchValues = {}
  for (const [nth, term] of terms.entries()) {
    values[patternSlot(nth)] = likePattern(term)
    const named = await findNamed(db, organisation, entry, term)
    for (const [column, ids] of Object.entries(named)) {
      values[idsSlot(column, nth)] = isPostgres(db) ? ids : JSON.stringify(ids)
    }
  }
  return values
}

/** True where the `nth` term of a search is found. */
export function matchesTerm(
  db: Db,
  entry: EntryTable,
  given: SearchValues,
  nth: number,
): RawBuilder<SqlBool> {
  const places = Object.keys(searchedNames[entry]).map((column) => {
    const reference = sql.ref(`${entry}.${column}`)
    const ids = given[idsSlot(column, nth)]
    return isPostgres(db)
      ? sql`${reference} = any(${ids}::bigint[])`
      : sql`${reference} in (select value from json_each(${ids}))`
  })
  const own = like(`${entry}.search`, given[patternSlot(nth)] as string)
  return sql<SqlBool>`(${sql.join([own, ...places], sql` or `)})`
}

const patternSlot = (nth: number): string => `pattern${nth}`
const idsSlot = (column: string, nth: number): string => `${column}${nth}`
