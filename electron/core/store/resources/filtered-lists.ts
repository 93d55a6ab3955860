/**
 * Lists the times or expenses that a filter leaves, in every order that lists have. Which those are
 * is read by their days, as for reports and exports. SQLite only.
 */
import { sql } from 'kysely'
import type { PageSlice } from '#shared/resources/page.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { searchTerms } from '#shared/rules/search-text.ts'
import type { Db } from '../database/db.ts'
import type { EntryListQuery } from '../lists/entry-list.ts'
import { entryOrderFor, type EntryOrder, type EntryTable } from '../lists/entry-order.ts'
import { orderByColumns, resolvePaging, type Yield } from '../lists/list-query.ts'
import type { HitRange } from '../lists/search-index.ts'
import { chunkDateRange } from './date-chunks.ts'
import { readEntryIds, readEntryScope } from './entries-of-days.ts'
import { readExpensesByIds, type ExpenseRow } from './expenses.ts'
import { readTimesByIds, type TimeRow } from './times.ts'

/** A query of a list that also has a filter. */
export interface FilteredListQuery extends EntryListQuery {
  filter: EntryFilter
}

/** Lists one page of the times that fit, with their total. */
export const listFilteredTimes = (
  db: Db,
  organisation: number,
  query: FilteredListQuery,
  between: Yield,
): Promise<PageSlice<TimeRow>> =>
  listFiltered(db, organisation, 'time_entry', query, between, (ids) => readTimesByIds(db, ids))

/** Lists one page of the expenses that fit, with their total. */
export const listFilteredExpenses = (
  db: Db,
  organisation: number,
  query: FilteredListQuery,
  between: Yield,
): Promise<PageSlice<ExpenseRow>> =>
  listFiltered(db, organisation, 'expense', query, between, (ids) => readExpensesByIds(db, ids))

async function listFiltered<Row extends { id: number }>(
  db: Db,
  organisation: number,
  entry: EntryTable,
  query: FilteredListQuery,
  between: Yield,
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<PageSlice<Row>> {
  const { page, limit, offset } = resolvePaging(query)
  const { sortKey } = query
  const ascending = query.sortAsc ?? sortKey !== undefined
  const order = entryOrderFor(entry, sortKey)
  const fitting = await fittingIds(db, organisation, entry, query, between)
  let ids: number[]
  if (order === entryOrderFor(entry, undefined)) {
    ids = (ascending ? fitting : fitting.toReversed()).slice(offset, offset + limit)
  } else ids = await sortedIds(db, entry, fitting, order, { ascending, limit, offset })
  await between()
  const rows = new Map((await read(ids)).map((row) => [row.id, row]))
  return { data: ids.flatMap((id) => rows.get(id) ?? []), page, limit, total: fitting.length }
}

const allDays = { from: '0000-01-01', to: '9999-12-31' }

/** The ids of all that fit, in chronological order. */
async function fittingIds(
  db: Db,
  organisation: number,
  entry: EntryTable,
  { filter, query = '', date }: FilteredListQuery,
  between: Yield,
): Promise<number[]> {
  const words: EntryFilter = searchTerms(query).length > 0 ? [{ kind: 'words', text: query }] : []
  const choice = { organisation, user: undefined, filter: [...filter, ...words] }
  const scope = await readEntryScope(db, entry, choice, between)
  const range = date === undefined ? allDays : { from: date, to: date }
  const found: number[] = []
  for (const days of await chunkDateRange(db, organisation, entry, range)) {
    for (const id of await readEntryIds(db, entry, scope, days, { newestFirst: false })) {
      found.push(id)
    }
    await between()
  }
  return found
}

/** Those of the entries that are on a page in this order. */
async function sortedIds(
  db: Db,
  entry: EntryTable,
  ids: readonly number[],
  { columns, counted }: EntryOrder,
  { ascending, limit, offset }: HitRange,
): Promise<number[]> {
  const table = sql.table(entry)
  const record = sql.table(counted.kind)
  const named =
    counted.by === 'record'
      ? sql`left join ${record} on ${record}.id = ${table}.${sql.ref(counted.reference)}`
      : sql``
  const { rows } = await sql<{ id: number }>`
    select ${table}.id from ${table} ${named}
    where ${table}.id in (select value from json_each(${JSON.stringify(ids)}))
    order by ${orderByColumns(columns, ascending)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
