/**
 * Lists entries for the app and the service: pages in every order, with or without a search, and
 * totals. On SQLite, counts and a search index make every page cheap. PostgreSQL, and a search
 * whose index is incomplete, filter the rows by the same rule.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import { searchTerms } from '#shared/rules/search-text.ts'
import type { Db } from '../database/db.ts'
import { isPostgres } from '../database/dialect.ts'
import { entryOrderFor, type EntryTable } from './entry-order.ts'
import { readEntryCount, seekEntryIds } from './entry-seek.ts'
import { orderByColumns, resolvePaging, type Yield } from './list-query.ts'
import { prepared } from '../database/prepared-query.ts'
import { matchesTerm, readSearchValues, type SearchValues } from './search.ts'
import {
  countSearchHits,
  countHitsInPieces,
  isSearchIndexed,
  toFtsMatch,
  seekHitIds,
} from './search-index.ts'

export interface EntryListQuery extends ListQuery<string> {
  /** Only the entries of this civil day. */
  date?: string | undefined
}

/** A page whose total is requested separately. */
export type UncountedSlice<Row> = Omit<PageSlice<Row>, 'total'>

/** What differs between times and expenses. */
export interface EntryListSource<Row> {
  readonly entry: EntryTable
  /** Reads a page by conditions and order on the rows themselves. */
  page(db: Db, values: PageValues, shape: PageShape): Promise<Row[]>
  /** @param ids JSON array of ids; the rows are returned in no particular order */
  byIds(db: Db, ids: string): Promise<Row[]>
}

export interface FilterValues extends SearchValues {
  organisation: number
  date: string | undefined
}

export interface FilterShape {
  entry: EntryTable
  ofDay: boolean
  /** Number of search terms. */
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

/**
 * Up to this offset, scanning from the beginning is cheaper than looking up where the page begins.
 */
const near = 500

/** Reads one page of an organisation's entries, without the total. */
export async function readEntryPage<Row extends { id: number }>(
  db: Db,
  rows: EntryListSource<Row>,
  organisation: number,
  query: EntryListQuery,
  between?: Yield,
): Promise<UncountedSlice<Row>> {
  const { entry } = rows
  const { page, limit, offset } = resolvePaging(query)
  const { sortKey, date } = query
  // With a sort key ascending, without one newest first (docs/API.md, Order).
  const ascending = query.sortAsc ?? sortKey !== undefined
  const order = entryOrderFor(entry, sortKey)
  const terms = searchTerms(query.query ?? '')

  const inOrder = async (ids: number[]): Promise<UncountedSlice<Row>> => {
    await between?.()
    const found = new Map(
      (await rows.byIds(db, JSON.stringify(ids))).map((row) => [row.id, row] as const),
    )
    return { data: ids.flatMap((id) => found.get(id) ?? []), page, limit }
  }
  if (await isIndexed(db, entry, terms, date)) {
    const search = { entry, organisation, match: await toFtsMatch(db, organisation, entry, terms) }
    return inOrder(await seekHitIds(db, search, order, { ascending, limit, offset }))
  }
  if (isCounted(db, terms, date) && (order.counted.by === 'record' || offset > near)) {
    return inOrder(await seekEntryIds(db, { entry, organisation, order, ascending, limit, offset }))
  }
  const data = await rows.page(
    db,
    {
      ...(await readSearchValues(db, organisation, entry, terms, between)),
      organisation,
      date,
      limit,
      offset,
    },
    { ...filterShape(entry, date, terms), sortKey, ascending },
  )
  return { data, page, limit }
}

/** Reads a page with its total. */
export async function listEntries<Row extends { id: number }>(
  db: Db,
  rows: EntryListSource<Row>,
  organisation: number,
  query: EntryListQuery,
  between?: Yield,
): Promise<PageSlice<Row>> {
  const page = await readEntryPage(db, rows, organisation, query, between)
  await between?.()
  return { ...page, total: await countEntries(db, rows.entry, organisation, query, between) }
}

/** Counts the entries that match a query, on all pages. */
export async function countEntries(
  db: Db,
  entry: EntryTable,
  organisation: number,
  query: Pick<EntryListQuery, 'query' | 'date'>,
  between?: Yield,
): Promise<number> {
  const { date } = query
  const terms = searchTerms(query.query ?? '')
  if (isCounted(db, terms, date)) return readEntryCount(db, entry, organisation)
  if (await isIndexed(db, entry, terms, date)) {
    const match = await toFtsMatch(db, organisation, entry, terms)
    return between
      ? countHitsInPieces(db, entry, match, between)
      : countSearchHits(db, entry, match)
  }
  const values = await readSearchValues(db, organisation, entry, terms, between)
  const filter = { ...values, organisation, date }
  const [counted] = await rowsCounted(db, filter, filterShape(entry, date, terms))
  return Number(counted!.total)
}

const isCounted = (db: Db, terms: readonly string[], date: string | undefined): boolean =>
  !isPostgres(db) && terms.length === 0 && date === undefined

/** The few entries of a single day are filtered without the index. */
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

const rowsCounted = prepared((db, values: FilterValues, shape: FilterShape) =>
  db
    .selectFrom(shape.entry)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(filterCondition(db, values, shape)),
)

/** The conditions of a list, as SQL on the rows themselves. */
export function filterCondition(
  db: Db,
  values: FilterValues,
  shape: FilterShape,
): RawBuilder<SqlBool> {
  const { entry } = shape
  const conditions = [sql<SqlBool>`${sql.ref(`${entry}.organisation_id`)} = ${values.organisation}`]
  if (shape.ofDay) conditions.push(sql<SqlBool>`${sql.ref(`${entry}.date`)} = ${values.date}`)
  for (let nth = 0; nth < shape.terms; nth++) {
    conditions.push(matchesTerm(db, entry, values, nth))
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The `order by` terms of a list. */
export const orderClause = ({ entry, sortKey, ascending }: PageShape): RawBuilder<unknown> =>
  orderByColumns(entryOrderFor(entry, sortKey).columns, ascending)
