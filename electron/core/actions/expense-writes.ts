/** The writes that the actions on expenses share. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import type { Trx } from '../store/database/db.ts'
import { insertExpense, updateExpense, type ExpenseChange } from '../store/resources/expenses.ts'
import { markDirty, provisionalTie } from '../store/sync/sync-records.ts'
import { newExpense, type ExpenseValues } from '../write/expense.ts'
import type { ChangeTransaction } from './change.ts'
import { readExpenseSnapshot, type ExpenseSnapshot } from './expense-history.ts'
import { requireEntryWritable } from './entry-permission.ts'
import { removeSnapshot } from './snapshot-writes.ts'

/**
 * An expense as a person enters it: project and charge by local id; no project on a draft, no
 * charge on a one-off.
 */
export interface ExpenseInput extends Omit<
  ExpenseValues,
  'project_id' | 'charge_id' | 'date' | 'chargeable'
> {
  project: number | null
  charge?: number | null | undefined
  date: string
  chargeable: boolean
}

/** The same under the names of the API, as the rules of a write take it. */
export const toExpenseValues = ({
  project: project_id,
  charge: charge_id,
  ...values
}: Partial<ExpenseInput>): ExpenseValues => ({ ...values, project_id, charge_id })

async function mustRead(trx: Trx, local: number): Promise<ExpenseSnapshot> {
  const row = await readExpenseSnapshot(trx, local)
  if (!row) throw new Error(`expense ${local} is gone inside its own transaction`)
  return row
}

/**
 * Inserts an expense of the current user, with its history and dirty mark. Throws a `validation`
 * failure that names the API's fields.
 * @returns its local id
 */
export async function writeNewExpense(tx: ChangeTransaction, input: ExpenseInput): Promise<number> {
  const expense = await newExpense(tx.writer, toExpenseValues(input))
  const user_id = await readCurrentUser(tx.trx)
  const now = toTimestamp(tx.at)
  const dated = { created_at: now, updated_at: now }
  const local = await insertExpense(tx.trx, { ...expense, user_id, ...dated })
  await updateExpense(tx.trx, local, { tie: provisionalTie(local) })
  const after = await mustRead(tx.trx, local)
  await tx.recordRow({ resource: 'expense', local, before: null, after })
  await markDirty(tx.trx, 'expense', local, tx.change)
  return local
}

/** Changes an expense, with its history and dirty mark. */
export async function writeExpenseChange(
  tx: ChangeTransaction,
  before: ExpenseSnapshot,
  set: ExpenseChange,
): Promise<void> {
  const local = before.id
  await updateExpense(tx.trx, local, { ...set, updated_at: toTimestamp(tx.at) })
  const after = await mustRead(tx.trx, local)
  await tx.recordRow({ resource: 'expense', local, before, after })
  await markDirty(tx.trx, 'expense', local, tx.change)
}

/**
 * Deletes an expense: writes its history, its trash item, and the pending deletion that is sent to
 * the service when the grace period is over. Returns false when there is no such expense.
 */
export async function writeExpenseRemoval(tx: ChangeTransaction, local: number): Promise<boolean> {
  const current = await readExpenseSnapshot(tx.trx, local)
  if (current) {
    await requireEntryWritable(tx.trx, current.user_id)
    await removeSnapshot(tx, 'expense', current)
  }
  return current !== undefined
}
