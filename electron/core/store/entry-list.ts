/**
 * The list of entries for both faces: pages in every order, searched or not, and how many there
 * are. On SQLite counts and an index of texts make every page cheap; PostgreSQL, and a search
 * whose index is not whole yet, read the rows by the same rule.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQuery, Slice } from '#shared/resources/page.ts'
import { searchTerms } from '#shared/rules/text.ts'
import type { Db } from './db.ts'
import { isPostgres } from './dialect.ts'
import { orderOf, type EntryTable } from './entry-order.ts'
import { entryCount, walkTo } from './entry-walk.ts'
import { orderBy, paging } from './list.ts'
import { prepared } from './prepared.ts'
import { matchesTerm, readSearch, type SearchValues } from './search.ts'
import { countHits, countHitsInPieces, isSearchIndexed, matchOf, searchTo } from './search-index.ts'

export interface EntryListQuery extends ListQuery<string> {
  /** Only the entries of this civil day. */
  date?: string | undefined
}

/** A page whose total is asked for separately. */
export type UncountedSlice<Row> = Omit<Slice<Row>, 'total'>

/** What the two kinds of entries do each in their own way. */
export interface EntryRows<Row> {
  readonly entry: EntryTable
  /** A page by conditions and order on the rows themselves. */
  page(db: Db, given: PageValues, shape: PageShape): Promise<Row[]>
  /** @param ids JSON of ids; the rows come in no order */
  byIds(db: Db, ids: string): Promise<Row[]>
}

export interface FilterValues extends SearchValues {
  organisation: number
  date: string | undefined
}

export interface FilterShape {
  entry: EntryTable
  ofDay: boolean
  /** How many. */
  terms: number
}

export interface PageValues extends FilterValues {
  limit: number
  offset: number
}

export interface PageShape extends FilterShape {
  sortKey: string | undefined
  ascending: boolean
}

/** Pages so near the beginning that walking to them is cheaper than to look up where they begin. */
const near = 500

/** One page of an organisation's entries. */
export async function pageOfEntries<Row extends { id: number }>(
  db: Db,
  rows: EntryRows<Row>,
  organisation: number,
  query: EntryListQuery,
  between?: Yield,
): Promise<UncountedSlice<Row>> {
  const { entry } = rows
  const { page, limit, offset } = paging(query)
  const { sortKey, date } = query
  // By a key ascending, without one the newest first (DECISIONS.md, default order).
  const ascending = query.sortAsc ?? sortKey !== undefined
  const order = orderOf(entry, sortKey)
  const terms = searchTerms(query.query ?? '')

  const inOrder = async (ids: number[]): Promise<UncountedSlice<Row>> => {
    await between?.()
    const found = new Map(
      (await rows.byIds(db, JSON.stringify(ids))).map((row) => [row.id, row] as const),
    )
    return { data: ids.flatMap((id) => found.get(id) ?? []), page, limit }
  }
  if (await isIndexed(db, entry, terms, date)) {
    const search = { entry, organisation, match: await matchOf(db, organisation, entry, terms) }
    return inOrder(await searchTo(db, search, order, { ascending, limit, offset }))
  }
  if (isCounted(db, terms, date) && (order.counted.by === 'record' || offset > near)) {
    return inOrder(await walkTo(db, { entry, organisation, order, ascending, limit, offset }))
  }
  const data = await rows.page(
    db,
    { ...(await readSearch(db, organisation, entry, terms)), organisation, date, limit, offset },
    { ...filterShape(entry, date, terms), sortKey, ascending },
  )
  return { data, page, limit }
}

/** Called between the pieces of a long work, so that others may have their turn. */
export type Yield = () => Promise<void>

/** A page with its total. */
export async function listEntries<Row extends { id: number }>(
  db: Db,
  rows: EntryRows<Row>,
  organisation: number,
  query: EntryListQuery,
  between?: Yield,
): Promise<Slice<Row>> {
  const page = await pageOfEntries(db, rows, organisation, query, between)
  await between?.()
  return { ...page, total: await countEntries(db, rows.entry, organisation, query, between) }
}

/** How many entries a query finds, on all its pages. */
export async function countEntries(
  db: Db,
  entry: EntryTable,
  organisation: number,
  query: Pick<EntryListQuery, 'query' | 'date'>,
  between?: Yield,
): Promise<number> {
  const { date } = query
  const terms = searchTerms(query.query ?? '')
  if (isCounted(db, terms, date)) return entryCount(db, entry, organisation)
  if (await isIndexed(db, entry, terms, date)) {
    const match = await matchOf(db, organisation, entry, terms)
    return between ? countHitsInPieces(db, entry, match, between) : countHits(db, entry, match)
  }
  const values = await readSearch(db, organisation, entry, terms)
  const given = { ...values, organisation, date }
  const [counted] = await rowsCounted(db, given, filterShape(entry, date, terms))
  return Number(counted!.total)
}

const isCounted = (db: Db, terms: readonly string[], date: string | undefined): boolean =>
  !isPostgres(db) && terms.length === 0 && date === undefined

/** The entries of one day are few: they are read. */
const isIndexed = async (
  db: Db,
  entry: EntryTable,
  terms: readonly string[],
  date: string | undefined,
): Promise<boolean> =>
  !isPostgres(db) && terms.length > 0 && date === undefined && (await isSearchIndexed(db, entry))

const filterShape = (
  entry: EntryTable,
  date: string | undefined,
  terms: readonly string[],
): FilterShape => ({ entry, ofDay: date !== undefined, terms: terms.length })

const rowsCounted = prepared((db, given: FilterValues, shape: FilterShape) =>
  db
    .selectFrom(shape.entry)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(filteredBy(db, given, shape)),
)

/** The conditions of a list, on the rows themselves. */
export function filteredBy(db: Db, given: FilterValues, shape: FilterShape): RawBuilder<SqlBool> {
  const { entry } = shape
  const conditions = [sql<SqlBool>`${sql.ref(`${entry}.organisation_id`)} = ${given.organisation}`]
  if (shape.ofDay) conditions.push(sql<SqlBool>`${sql.ref(`${entry}.date`)} = ${given.date}`)
  for (let nth = 0; nth < shape.terms; nth++) {
    conditions.push(matchesTerm(db, entry, given, nth))
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The order of a list. */
export const orderedBy = ({ entry, sortKey, ascending }: PageShape): RawBuilder<unknown> =>
  orderBy(orderOf(entry, sortKey).columns, ascending)
