/**
 * Expense entries in the store: the list with every sort key of the specification and its search,
 * one record, and the writes. Both faces answer from here.
 */
import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { ExpenseListQuery, ExpenseSortKey } from '#shared/resources/expense.ts'
import type { Slice } from '#shared/resources/page.ts'
import { fold, haystack } from '#shared/rules/text.ts'
import type { Db, Trx } from './db.ts'
import { selectExpenses, toExpenseRow, type ExpenseRow } from './expense-row.ts'
import { orderBy, paging } from './list.ts'
import { prepared } from './prepared.ts'
import { matchesTerm, readSearch, type Searched, type SearchValues } from './search.ts'
import type { ExpenseTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

export type { ExpenseRow } from './expense-row.ts'

/** What is computed here: totals, and the keys of order and search. */
type Computed = 'name_fold' | 'search' | 'total_charge' | 'original_total_charge'

/** Values of a new expense. */
export type NewExpense = Omit<Insertable<ExpenseTable>, 'id' | 'tie' | 'chargeable' | Computed> & {
  chargeable: boolean
  /** Absent on the service: the tie is the id. */
  tie?: number
}
export type ExpenseChange = Omit<
  Updateable<ExpenseTable>,
  'id' | 'organisation_id' | 'chargeable' | Computed
> & { chargeable?: boolean | undefined }

const sortColumns: Record<ExpenseSortKey, readonly string[]> = {
  date: ['expense.date', 'expense.tie'],
  name: ['expense.name_fold', 'expense.tie'],
  updated_at: ['expense.updated_at', 'expense.tie'],
}

/** One page of an organisation's expenses, by date, newest first, unless said otherwise. */
export async function listExpenses(
  db: Db,
  organisation: number,
  query: ExpenseListQuery,
): Promise<Slice<ExpenseRow>> {
  const { page, limit, offset } = paging(query)
  const { sortKey, sortAsc } = query
  const { terms, values } = await readSearch(db, organisation, searched, query.query)
  const given = { ...values, organisation }
  const [counted] = await countOfList(db, given, { terms })
  const rows = await pageOfList(db, { ...given, limit, offset }, { terms, sortKey, sortAsc })
  return { data: rows.map(toExpenseRow), page, limit, total: Number(counted!.total) }
}

const searched: Searched = {
  entry: 'expense',
  names: { project_id: 'project', charge_id: 'charge' },
}

interface FilterValues extends SearchValues {
  organisation: number
}

interface FilterShape {
  terms: number
}

const countOfList = prepared((db, given: FilterValues, shape: FilterShape) =>
  db
    .selectFrom('expense')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(filteredBy(db, given, shape)),
)

const pageOfList = prepared(
  (
    db,
    given: FilterValues & { limit: number; offset: number },
    shape: FilterShape & Pick<ExpenseListQuery, 'sortKey' | 'sortAsc'>,
  ) =>
    selectExpenses(db)
      .where(filteredBy(db, given, shape))
      .orderBy(
        shape.sortKey
          ? orderBy(sortColumns[shape.sortKey], shape.sortAsc ?? true)
          : orderBy(sortColumns.date, shape.sortAsc ?? false),
      )
      .limit(given.limit)
      .offset(given.offset),
)

function filteredBy(db: Db, given: FilterValues, shape: FilterShape): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`expense.organisation_id = ${given.organisation}`]
  for (let term = 0; term < shape.terms; term++) {
    conditions.push(matchesTerm(db, searched, given, term))
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

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

/** Writes a new expense and answers its id. */
export async function insertExpense(trx: Trx, expense: NewExpense): Promise<number> {
  const { id } = await trx
    .insertInto('expense')
    .values({
      ...expense,
      tie: expense.tie ?? unplaced,
      name_fold: fold(expense.name ?? ''),
      search: haystack(expense.name, expense.notes),
      chargeable: expense.chargeable ? 1 : 0,
      total_charge: (expense.quantity ?? 1) * (expense.unit_charge ?? 0),
      original_total_charge: (expense.quantity ?? 1) * (expense.original_unit_charge ?? 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (expense.tie === undefined) await placeByItsId(trx, 'expense', id)
  return id
}

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
