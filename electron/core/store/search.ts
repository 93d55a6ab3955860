/**
 * The search of entries: a term is found in an entry's own text, or in that of a record that the
 * entry names (DECISIONS.md, Search).
 *
 * SQLite does it in one statement. PostgreSQL looks up the named records first, which are few, and
 * is then asked for entries by their ids: so it sees how many there are, and can put the index of
 * the texts and those of the ids together.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './db.ts'
import { isPostgres } from './dialect.ts'
import { like, searchPatterns } from './list.ts'

/** Where a term is looked for. */
export interface Searched {
  readonly entry: 'time_entry' | 'expense'
  /** Tables of the records that an entry names, by the column that does. */
  readonly names: Readonly<Record<string, 'project' | 'task' | 'user' | 'charge'>>
}

/** What `matchesTerm` compares with: patterns, and on PostgreSQL the ids of records that match. */
export interface SearchValues {
  [slot: string]: unknown
}

/** @returns how many terms a query has, and the values that belong to them */
export async function readSearch(
  db: Db,
  organisation: number,
  searched: Searched,
  query: string | undefined,
): Promise<{ terms: number; values: SearchValues }> {
  const patterns = searchPatterns(query)
  const values: SearchValues = {}
  for (const [term, pattern] of patterns.entries()) {
    values[patternSlot(term)] = pattern
    if (isPostgres(db))
      Object.assign(values, await findNamed(db, organisation, searched, pattern, term))
  }
  return { terms: patterns.length, values }
}

/** True where the `term`-th term of a search is found. */
export function matchesTerm(
  db: Db,
  { entry, names }: Searched,
  given: SearchValues & { organisation: number },
  term: number,
): RawBuilder<SqlBool> {
  const pattern = given[patternSlot(term)] as string
  const places = Object.entries(names).map(([column, table]) => {
    const reference = sql.ref(`${entry}.${column}`)
    return isPostgres(db)
      ? sql`${reference} = any(${given[idsSlot(column, term)]}::bigint[])`
      : sql`${reference} in (select id ${matching(table, given.organisation, pattern)})`
  })
  return sql<SqlBool>`(${sql.join([like(`${entry}.search`, pattern), ...places], sql` or `)})`
}

const patternSlot = (term: number): string => `pattern${term}`
const idsSlot = (column: string, term: number): string => `${column}${term}`

/** A project is also found by its client. */
function matching(table: string, organisation: number, pattern: string): RawBuilder<unknown> {
  const own = like('search', pattern)
  const condition =
    table === 'project'
      ? sql`(${own} or client_id in (select id ${matching('client', organisation, pattern)}))`
      : own
  return sql`from ${sql.table(table)} where organisation_id = ${organisation} and ${condition}`
}

async function findNamed(
  db: Db,
  organisation: number,
  { names }: Searched,
  pattern: string,
  term: number,
): Promise<SearchValues> {
  const columns = Object.entries(names)
  const looks = columns.map(
    ([column, table]) =>
      sql`select ${sql.lit(column)} as name, id ${matching(table, organisation, pattern)}`,
  )
  const { rows } = await sql<{
    name: string
    id: number
  }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return Object.fromEntries(
    columns.map(([column]) => [
      idsSlot(column, term),
      rows.filter(({ name }) => name === column).map(({ id }) => id),
    ]),
  )
}
