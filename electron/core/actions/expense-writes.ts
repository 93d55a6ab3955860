/** The writes that the actions on expenses share. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Trx } from '../store/db.ts'
import {
  insertExpense,
  updateExpense,
  type ExpenseChange,
  type NewExpense,
} from '../store/expenses.ts'
import { markDirty, provisionalTie } from '../store/sync-records.ts'
import type { ChangeTransaction } from './change.ts'
import { readExpenseSnapshot, type ExpenseSnapshot } from './expense-history.ts'
import { requireEntryWritable } from './entry-permission.ts'
import { removeSnapshot } from './snapshot-writes.ts'

async function mustRead(trx: Trx, local: number): Promise<ExpenseSnapshot> {
  const row = await readExpenseSnapshot(trx, local)
  if (!row) throw new Error(`expense ${local} is gone inside its own transaction`)
  return row
}

/** Inserts an expense, with its history and dirty mark. Returns its local id. */
export async function writeNewExpense(
  doing: ChangeTransaction,
  expense: Omit<NewExpense, 'created_at' | 'updated_at'>,
): Promise<number> {
  const now = toTimestamp(doing.at)
  const local = await insertExpense(doing.trx, { ...expense, created_at: now, updated_at: now })
  await updateExpense(doing.trx, local, { tie: provisionalTie(local) })
  const after = await mustRead(doing.trx, local)
  await doing.recordRow({ resource: 'expense', local, before: null, after })
  await markDirty(doing.trx, 'expense', local, doing.change)
  return local
}

/** Changes an expense, with its history and dirty mark. */
export async function writeExpenseChange(
  doing: ChangeTransaction,
  before: ExpenseSnapshot,
  set: ExpenseChange,
): Promise<void> {
  const local = before.id
  await updateExpense(doing.trx, local, { ...set, updated_at: toTimestamp(doing.at) })
  const after = await mustRead(doing.trx, local)
  await doing.recordRow({ resource: 'expense', local, before, after })
  await markDirty(doing.trx, 'expense', local, doing.change)
}

/**
 * Deletes an expense: writes its history, its trash item, and the pending deletion that is sent to
 * the service when the grace period is over. Returns false when there is no such expense.
 */
export async function writeExpenseRemoval(
  doing: ChangeTransaction,
  local: number,
): Promise<boolean> {
  const stands = await readExpenseSnapshot(doing.trx, local)
  if (stands) {
    await requireEntryWritable(doing.trx, stands.user_id)
    await removeSnapshot(doing, 'expense', stands)
  }
  return stands !== undefined
}
