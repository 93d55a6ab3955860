/**
 * Searches entries: a term is looked for in an entry's own text and in the records that the entry
 * refers to (docs/API.md, Search). Those records are few and are looked up first; entries are then
 * selected by their own text or by the ids of those records.
 *
 * This file searches the entries' own rows. SQLite also has a full-text index (`search-index.ts`);
 * PostgreSQL uses its index for the same condition.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { likePattern, toHaystack, toNeedle } from '#shared/rules/search-text.ts'
import type { Db } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import type { EntryTable } from './entry-order.ts'
import { likePatternCondition, type Yield } from './list-query.ts'
import { prepared } from '../database/prepared-query.ts'
import { readIndexedTo } from './search-reindex.ts'

type NamedTable = 'project' | 'task' | 'user' | 'charge'

/** The searched records that an entry refers to, by column. */
export const searchedReferences: Readonly<
  Record<EntryTable, Readonly<Record<string, NamedTable>>>
> = {
  time_entry: { project_id: 'project', task_id: 'task', user_id: 'user' },
  expense: { project_id: 'project', charge_id: 'charge' },
}

/** Ids of the records that contain a term, by the column that refers to them. */
export type MatchingReferenceIds = Readonly<Record<string, readonly number[]>>

/** Looks up a folded term in the records that an organisation's entries refer to. */
export async function findReferencesMatching(
  db: Db,
  organisation: number,
  entry: EntryTable,
  term: string,
): Promise<MatchingReferenceIds> {
  const rows = await namedRecords(db, { organisation, pattern: likePattern(term) }, entry)
  return Object.fromEntries(
    Object.keys(searchedReferences[entry]).map((column) => [
      column,
      rows.filter(({ name }) => name === column).map(({ id }) => id),
    ]),
  )
}

const namedRecords = prepared(
  (_, values: { organisation: number; pattern: string }, entry: EntryTable) => {
    const looks = Object.entries(searchedReferences[entry]).map(
      ([column, table]) =>
        sql`select ${sql.lit(column)} as name, id from ${sql.table(table)}
          where ${matching(table, values)}`,
    )
    return sql<{ name: string; id: number }>`${sql.join(looks, sql` union all `)}`
  },
)

/** SQL: the record contains the term. For a project its client is searched, too. */
function matching(
  table: NamedTable | 'client',
  values: { organisation: number; pattern: string },
): RawBuilder<unknown> {
  const own = likePatternCondition('search', values.pattern)
  const found =
    table === 'project'
      ? sql`(${own} or client_id in (select id from client where ${matching('client', values)}))`
      : own
  return sql`organisation_id = ${values.organisation} and ${found}`
}

/** Values for `matchesTerm`: a pattern and ids for each term. */
export interface SearchValues {
  [slot: string]: unknown
}

/** Reads the values for the terms of a search. */
export async function readSearchValues(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
  between?: Yield,
): Promise<SearchValues> {
  const values: SearchValues = {}
  const outdated = await findOutdatedMatching(db, organisation, entry, terms, between)
  for (const [nth, term] of terms.entries()) {
    values[patternSlot(nth)] = likePattern(term)
    const named = await findReferencesMatching(db, organisation, entry, term)
    for (const [column, ids] of Object.entries({ ...named, id: outdated[nth]! })) {
      values[idsSlot(column, nth)] = isPostgres(db) ? ids : JSON.stringify(ids)
    }
  }
  return values
}

/** Entries that are folded between two yields, in a few milliseconds. */
const foldedAtOnce = 1000

/**
 * Returns the ids of the entries that contain each term, among those whose keys another version of
 * the folding made (`search-reindex.ts`): their texts are folded here.
 */
async function findOutdatedMatching(
  db: Db,
  organisation: number,
  entry: EntryTable,
  terms: readonly string[],
  between?: Yield,
): Promise<number[][]> {
  const found: number[][] = terms.map(() => [])
  if (terms.length === 0) return found
  let after = await readIndexedTo(db, entry)
  while (after !== null) {
    const rows = await outdatedTexts(db, { organisation, after, limit: foldedAtOnce }, entry)
    for (const { id, name, notes } of rows) {
      const haystack = toHaystack(name, notes)
      terms.forEach((term, nth) => {
        if (haystack.includes(toNeedle(term))) found[nth]!.push(id)
      })
    }
    after = rows.length < foldedAtOnce ? null : rows.at(-1)!.id
    await between?.()
  }
  return found
}

/** The keys of ASCII texts are the same in every version. */
const outdatedTexts = prepared(
  (db, values: { organisation: number; after: number; limit: number }, entry: EntryTable) =>
    sql<{ id: number; name: string | null; notes: string | null }>`
      select id, ${sql.raw(entry === 'expense' ? 'name' : 'null')} as name, notes
      from ${sql.table(entry)}
      where organisation_id = ${values.organisation} and id > ${values.after}
        and octet_length(search) <> ${sql.raw(isPostgres(db) ? 'char_length' : 'length')}(search)
      order by id limit ${values.limit}`,
)

/** SQL: the entry contains the `nth` term of a search. */
export function matchesTerm(
  db: Db,
  entry: EntryTable,
  values: SearchValues,
  nth: number,
): RawBuilder<SqlBool> {
  const places = [...Object.keys(searchedReferences[entry]), 'id'].map((column) => {
    const reference = sql.ref(`${entry}.${column}`)
    const ids = values[idsSlot(column, nth)]
    return isPostgres(db)
      ? sql`${reference} = any(${ids}::bigint[])`
      : sql`${reference} in (select value from json_each(${ids}))`
  })
  const own = likePatternCondition(`${entry}.search`, values[patternSlot(nth)] as string)
  return sql<SqlBool>`(${sql.join([own, ...places], sql` or `)})`
}

const patternSlot = (nth: number): string => `pattern${nth}`
const idsSlot = (column: string, nth: number): string => `${column}${nth}`
