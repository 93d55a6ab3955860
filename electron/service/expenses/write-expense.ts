/**
 * Creates and changes expenses by the rules of `core/write/expense.ts` (docs/API.md, Expenses).
 * Everything runs inside the caller's transaction; a refusal throws and rolls it back.
 */
import type { Trx } from '#core/store/database/db.ts'
import {
  insertExpense,
  readExpense,
  updateExpense,
  type ExpenseRow,
} from '#core/store/resources/expenses.ts'
import { expenseChange, newExpense } from '#core/write/expense.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { expenseCreate, expenseUpdate } from '#shared/resources/expense.ts'
import { readFields } from '../http/read-fields.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'
import { callerWriter } from '../write-rules.ts'

type Body = Record<string, unknown>

/**
 * Writes a new expense of the caller and returns its id.
 * @param known problems of the body that are reported with those that are found here
 */
export async function createExpenseForCaller(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<number> {
  const { values, problems } = readFields(expenseCreate.shape, body, known)
  const expense = await newExpense(callerWriter(trx, caller), values, problems)
  const dated = { created_at: now, updated_at: now }
  return insertExpense(trx, { ...expense, user_id: caller.user.id, ...dated })
}

/**
 * Changes the fields in the body of `current`, which the caller may write, and what depends on
 * them. Values equal to the current ones change nothing.
 */
export async function updateExpenseForCaller(
  trx: Trx,
  caller: Caller,
  current: ExpenseRow,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<ExpenseRow> {
  const { values, problems } = readFields(expenseUpdate.shape, body, known)
  const change = await expenseChange(callerWriter(trx, caller), current, values, problems)
  if (Object.keys(change).length > 0) {
    await updateExpense(trx, current.id, { ...change, updated_at: now })
  }
  return requireKnown(await readExpense(trx, caller.organisation, current.id), 'expense')
}

/** Reads the expense that a request is about. A member may write their own, an owner everyone's. */
export async function requireWritableExpense(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<ExpenseRow> {
  const expense = id === undefined ? undefined : await readExpense(trx, caller.organisation, id)
  if (!expense) throw notFound()
  if (!caller.user.owner && expense.user?.id !== caller.user.id) {
    throw forbidden(
      'This expense is someone else’s. Only they or an owner of the organization can change it.',
    )
  }
  return expense
}
