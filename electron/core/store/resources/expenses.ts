/**
 * Queries for expenses: the list with every sort key of the specification and its search, single
 * record, writes. Used by both the app and the service.
 */
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { ExpenseListQuery } from '#shared/resources/expense.ts'
import type { PageSlice } from '#shared/resources/page.ts'
import { fold, toHaystack } from '#shared/rules/search-text.ts'
import type { Db, Trx } from '../database/db.ts'
import {
  countEntries,
  filterCondition,
  listEntries,
  orderClause,
  readEntryPage,
  type EntryListSource,
  type PageShape,
  type PageValues,
  type UncountedSlice,
} from '../lists/entry-list.ts'
import { entryOrderFor } from '../lists/entry-order.ts'
import { selectExpenses, toExpenseRow, type ExpenseRow } from './expense-row.ts'
import { orderByColumns, type Yield } from '../lists/list-query.ts'
import { preparedBatch } from '../database/batch-insert.ts'
import { prepared } from '../database/prepared-query.ts'
import type { ExpenseTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

export type { ExpenseRow } from './expense-row.ts'

/** Columns computed here: totals, sort and search keys. */
type Computed = 'name_fold' | 'search' | 'total_charge' | 'original_total_charge'

/** The columns of an expense that writing it sets. */
export type ExpenseColumns = Omit<
  Selectable<ExpenseTable>,
  'id' | 'organisation_id' | 'tie' | Computed
>

/** Values of a new expense; without an id, the database assigns one. */
export type NewExpense = Omit<ExpenseColumns, 'chargeable'> & {
  id?: number
  organisation_id: number
  chargeable: boolean
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
/** The same; columns that are left out are null. */
type InsertedExpense = Pick<NewExpense, 'chargeable' | 'tie'> &
  Omit<Insertable<ExpenseTable>, 'chargeable' | 'tie' | Computed>
export type ExpenseChange = Omit<
  Updateable<ExpenseTable>,
  'id' | 'organisation_id' | 'chargeable' | Computed
> & { chargeable?: boolean | undefined }

/** Lists one page of an organisation's expenses, newest date first unless a sort key is given. */
export const listExpenses = (
  db: Db,
  organisation: number,
  query: ExpenseListQuery,
  between?: Yield,
): Promise<PageSlice<ExpenseRow>> => listEntries(db, expenseRows, organisation, query, between)

/**
 * Reads a page without the total: the newest hits of a search are found long before all hits are
 * counted.
 */
export const readExpensePage = (
  db: Db,
  organisation: number,
  query: ExpenseListQuery,
): Promise<UncountedSlice<ExpenseRow>> => readEntryPage(db, expenseRows, organisation, query)

/** Counts the expenses that match a query, on all pages. */
export const countExpenses = (
  db: Db,
  organisation: number,
  query: Pick<ExpenseListQuery, 'query'>,
): Promise<number> => countEntries(db, 'expense', organisation, query)

const expenseRows: EntryListSource<ExpenseRow> = {
  entry: 'expense',
  page: async (db, values, shape) => (await expensesOfPage(db, values, shape)).map(toExpenseRow),
  byIds: async (db, ids) => (await expensesByIds(db, { ids })).map(toExpenseRow),
}

const expensesOfPage = prepared((db, values: PageValues, shape: PageShape) =>
  selectExpenses(db)
    .where(filterCondition(db, values, shape))
    .orderBy(orderClause(shape))
    .limit(values.limit)
    .offset(values.offset),
)

/** Reads the expenses with these ids, in no particular order. SQLite only. */
export const readExpensesByIds = async (db: Db, ids: readonly number[]): Promise<ExpenseRow[]> =>
  (await expensesByIds(db, { ids: JSON.stringify(ids) })).map(toExpenseRow)

const expensesByIds = prepared((db, values: { ids: string }) =>
  selectExpenses(db).where(
    sql<SqlBool>`expense.id in (select value from json_each(${values.ids}))`,
  ),
)

/** Lists all expenses of a range of civil days, newest first. */
export async function readExpensesBetween(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<ExpenseRow[]> {
  const rows = await expensesOfDays(db, { organisation, from, to })
  return rows.map(toExpenseRow)
}

const expensesOfDays = prepared((db, values: { organisation: number; from: string; to: string }) =>
  selectExpenses(db)
    .where('expense.organisation_id', '=', values.organisation)
    .where('expense.date', '>=', values.from)
    .where('expense.date', '<=', values.to)
    .orderBy(orderByColumns(entryOrderFor('expense', undefined).columns, false)),
)

/** Reads one expense with its relations, or undefined. */
export async function readExpense(
  db: Db,
  organisation: number,
  id: number,
): Promise<ExpenseRow | undefined> {
  const [row] = await expenseById(db, { organisation, id })
  return row && toExpenseRow(row)
}

const expenseById = prepared((db, values: { organisation: number; id: number }) =>
  selectExpenses(db)
    .where('expense.organisation_id', '=', values.organisation)
    .where('expense.id', '=', values.id),
)

const rowOf = (expense: InsertedExpense): Insertable<ExpenseTable> => ({
  ...expense,
  tie: expense.tie ?? unassignedTie,
  name_fold: fold(expense.name ?? ''),
  search: toHaystack(expense.name, expense.notes),
  chargeable: expense.chargeable ? 1 : 0,
  total_charge: (expense.quantity ?? 1) * (expense.unit_charge ?? 0),
  original_total_charge: (expense.quantity ?? 1) * (expense.original_unit_charge ?? 0),
})

/** Inserts an expense and returns its id. */
export async function insertExpense(trx: Trx, expense: InsertedExpense): Promise<number> {
  const [made] = await insertedExpenses(trx, [rowOf(expense)])
  if (expense.tie === undefined) await setTieToId(trx, 'expense', made!.id)
  return made!.id
}

/** Inserts expenses that each have a unique tie; returns their ids by tie. */
export async function insertExpenses(
  trx: Trx,
  expenses: readonly (InsertedExpense & { tie: number })[],
): Promise<Map<number, number>> {
  const made = await insertedExpenses(trx, expenses.map(rowOf))
  return new Map(made.map(({ id, tie }) => [tie, id]))
}

const insertedExpenses = preparedBatch((db, rows: Insertable<ExpenseTable>[]) =>
  db.insertInto('expense').values(rows).returning(['id', 'tie']),
)

/** Updates an expense, including its totals and its sort and search keys. */
export async function updateExpense(trx: Trx, id: number, change: ExpenseChange): Promise<void> {
  const { chargeable, ...plain } = change
  await trx
    .updateTable('expense')
    .set({
      ...plain,
      ...(chargeable === undefined ? {} : { chargeable: chargeable ? 1 : 0 }),
      ...(await changedKeys(trx, id, change)),
    })
    .where('id', '=', id)
    .execute()
  const { quantity, unit_charge, original_unit_charge } = change
  if ([quantity, unit_charge, original_unit_charge].every((value) => value === undefined)) return
  await trx
    .updateTable('expense')
    .set({
      total_charge: sql`quantity * unit_charge`,
      original_total_charge: sql`quantity * original_unit_charge`,
    })
    .where('id', '=', id)
    .execute()
}

async function changedKeys(trx: Trx, id: number, change: ExpenseChange) {
  if (change.name === undefined && change.notes === undefined) return {}
  const current = await trx
    .selectFrom('expense')
    .select(['name', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const name = change.name ?? current.name
  const notes = change.notes === undefined ? current.notes : change.notes
  return { name_fold: fold(name), search: toHaystack(name, notes) }
}

/** Deletes an expense. Writing history, trash and tombstones is up to the caller. */
export async function deleteExpense(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('expense').where('id', '=', id).execute()
}
