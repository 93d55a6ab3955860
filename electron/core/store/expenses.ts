/**
 * Expense entries in the store: the list with every sort key of the specification and its search,
 * one record, and the writes. Both faces answer from here.
 */
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { ExpenseListQuery } from '#shared/resources/expense.ts'
import type { Slice } from '#shared/resources/page.ts'
import { fold, haystack } from '#shared/rules/text.ts'
import type { Db, Trx } from './db.ts'
import {
  countEntries,
  filteredBy,
  listEntries,
  orderedBy,
  pageOfEntries,
  type EntryRows,
  type PageShape,
  type PageValues,
  type UncountedSlice,
  type Yield,
} from './entry-list.ts'
import { orderOf } from './entry-order.ts'
import { selectExpenses, toExpenseRow, type ExpenseRow } from './expense-row.ts'
import { orderBy } from './list.ts'
import { preparedRows } from './many-rows.ts'
import { prepared } from './prepared.ts'
import type { ExpenseTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

export type { ExpenseRow } from './expense-row.ts'

/** What is computed here: totals, and the keys of order and search. */
type Computed = 'name_fold' | 'search' | 'total_charge' | 'original_total_charge'

/** Values of a new expense; without an id the database numbers it. */
export type NewExpense = Omit<Insertable<ExpenseTable>, 'tie' | 'chargeable' | Computed> & {
  chargeable: boolean
  /** Absent on the service: the tie is the id. */
  tie?: number
}
export type ExpenseChange = Omit<
  Updateable<ExpenseTable>,
  'id' | 'organisation_id' | 'chargeable' | Computed
> & { chargeable?: boolean | undefined }

/** One page of an organisation's expenses, by date, newest first, unless said otherwise. */
export const listExpenses = (
  db: Db,
  organisation: number,
  query: ExpenseListQuery,
  between?: Yield,
): Promise<Slice<ExpenseRow>> => listEntries(db, expenseRows, organisation, query, between)

/** The page alone: the newest hits of a search are found long before all of them are counted. */
export const pageOfExpenses = (
  db: Db,
  organisation: number,
  query: ExpenseListQuery,
): Promise<UncountedSlice<ExpenseRow>> => pageOfEntries(db, expenseRows, organisation, query)

/** How many expenses a query finds, on all its pages. */
export const countExpenses = (
  db: Db,
  organisation: number,
  query: Pick<ExpenseListQuery, 'query'>,
): Promise<number> => countEntries(db, 'expense', organisation, query)

const expenseRows: EntryRows<ExpenseRow> = {
  entry: 'expense',
  page: async (db, given, shape) => (await expensesOfPage(db, given, shape)).map(toExpenseRow),
  byIds: async (db, ids) => (await expensesByIds(db, { ids })).map(toExpenseRow),
}

const expensesOfPage = prepared((db, given: PageValues, shape: PageShape) =>
  selectExpenses(db)
    .where(filteredBy(db, given, shape))
    .orderBy(orderedBy(shape))
    .limit(given.limit)
    .offset(given.offset),
)

const expensesByIds = prepared((db, given: { ids: string }) =>
  selectExpenses(db).where(sql<SqlBool>`expense.id in (select value from json_each(${given.ids}))`),
)

/** Every expense of some civil days, newest first. */
export async function expensesBetween(
  db: Db,
  organisation: number,
  from: string,
  to: string,
): Promise<ExpenseRow[]> {
  const rows = await expensesOfDays(db, { organisation, from, to })
  return rows.map(toExpenseRow)
}

const expensesOfDays = prepared((db, given: { organisation: number; from: string; to: string }) =>
  selectExpenses(db)
    .where('expense.organisation_id', '=', given.organisation)
    .where('expense.date', '>=', given.from)
    .where('expense.date', '<=', given.to)
    .orderBy(orderBy(orderOf('expense', undefined).columns, false)),
)

/** One expense with its relations, or undefined. */
export async function readExpense(
  db: Db,
  organisation: number,
  id: number,
): Promise<ExpenseRow | undefined> {
  const [row] = await expenseById(db, { organisation, id })
  return row && toExpenseRow(row)
}

const expenseById = prepared((db, given: { organisation: number; id: number }) =>
  selectExpenses(db)
    .where('expense.organisation_id', '=', given.organisation)
    .where('expense.id', '=', given.id),
)

const rowOf = (expense: NewExpense): Insertable<ExpenseTable> => ({
  ...expense,
  tie: expense.tie ?? unplaced,
  name_fold: fold(expense.name ?? ''),
  search: haystack(expense.name, expense.notes),
  chargeable: expense.chargeable ? 1 : 0,
  total_charge: (expense.quantity ?? 1) * (expense.unit_charge ?? 0),
  original_total_charge: (expense.quantity ?? 1) * (expense.original_unit_charge ?? 0),
})

/** Writes a new expense and answers its id. */
export async function insertExpense(trx: Trx, expense: NewExpense): Promise<number> {
  const [made] = await insertedExpenses(trx, [rowOf(expense)])
  if (expense.tie === undefined) await placeByItsId(trx, 'expense', made!.id)
  return made!.id
}

/** Writes new expenses that each have a tie of their own; answers their ids by it. */
export async function insertExpenses(
  trx: Trx,
  expenses: readonly (NewExpense & { tie: number })[],
): Promise<Map<number, number>> {
  const made = await insertedExpenses(trx, expenses.map(rowOf))
  return new Map(made.map(({ id, tie }) => [tie, id]))
}

const insertedExpenses = preparedRows((db, rows: Insertable<ExpenseTable>[]) =>
  db.insertInto('expense').values(rows).returning(['id', 'tie']),
)

/** Changes an expense; totals and the keys of order and search follow what they are made of. */
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
  const stands = await trx
    .selectFrom('expense')
    .select(['name', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const name = change.name ?? stands.name
  const notes = change.notes === undefined ? stands.notes : change.notes
  return { name_fold: fold(name), search: haystack(name, notes) }
}

/** Removes an expense; what remembers it is the caller's. */
export async function deleteExpense(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('expense').where('id', '=', id).execute()
}
