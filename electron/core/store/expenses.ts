/** Expense entries in the store. */
import type { Insertable } from 'kysely'
import { fold, haystack } from '#shared/rules/text.ts'
import type { Trx } from './db.ts'
import type { ExpenseTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

/** Values of a new expense. The totals and the keys of order and search are computed here. */
export type NewExpense = Omit<
  Insertable<ExpenseTable>,
  'id' | 'tie' | 'name_fold' | 'search' | 'chargeable' | 'total_charge' | 'original_total_charge'
> & {
  chargeable: boolean
  /** Absent on the service: the tie is the id. */
  tie?: number
}

/** Writes a new expense and answers its id. */
export async function insertExpense(trx: Trx, expense: NewExpense): Promise<number> {
  const { id } = await trx
    .insertInto('expense')
    .values({
      ...expense,
      tie: expense.tie ?? unplaced,
      name_fold: fold(expense.name),
      search: haystack(expense.name, expense.notes),
      chargeable: expense.chargeable ? 1 : 0,
      total_charge: expense.quantity * expense.unit_charge,
      original_total_charge: expense.quantity * expense.original_unit_charge,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (expense.tie === undefined) await placeByItsId(trx, 'expense', id)
  return id
}
