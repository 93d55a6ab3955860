/** The actions on expenses (specification, Expenses; docs/API.md, Expenses). */
import { failMissing, ok, unwrap, type Result } from '#shared/errors.ts'
import type { expenseValues, SeenValues } from '#shared/rules/concurrent-edits.ts'
import { isConverted } from '#shared/rules/unit-price.ts'
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Text } from '#shared/sentences/sentence.ts'
import { readCharge } from '../store/resources/charges.ts'
import type { Db } from '../store/database/db.ts'
import { readExpense, type ExpenseRow } from '../store/resources/expenses.ts'
import { waitsForAnswer } from '../store/sync/sync-records.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import { expenseChange } from '../write/expense.ts'
import {
  toExpenseValues,
  writeExpenseChange,
  writeExpenseRemoval,
  writeNewExpense,
  type ExpenseInput,
} from './expense-writes.ts'
import { expenseTitle, readExpenseSnapshot } from './expense-history.ts'
import { requireEntryWritable } from './entry-permission.ts'
import { allowEdit, type SeenRecord } from './stale-edit.ts'

export type { ExpenseInput } from './expense-writes.ts'

/** Creates an expense and returns its local id. Fails with `validation` on fields of the API. */
export async function createExpense(
  context: ActionContext,
  input: ExpenseInput,
): Promise<Result<number>> {
  const charge =
    typeof input.charge === 'number'
      ? await readCharge(context.db, context.organisation, input.charge)
      : undefined
  const subject = expenseTitle({ name: charge?.name ?? input.name ?? '' })
  const summary = sentence('Added {subject}', { subject })
  return change(context, { action: 'expenses.create', summary }, (tx) => writeNewExpense(tx, input))
}

/**
 * Changes an expense; fields that are not given stay, except for those that depend on the given
 * ones. Fails with `validation` on fields of the API.
 */
export async function updateExpenseEntry(
  context: ActionContext,
  local: number,
  set: Partial<ExpenseInput>,
  was?: SeenValues,
): Promise<Result<number>> {
  const updated = await updateExpenses(context, [{ local, was }], set)
  return updated.ok ? ok(local) : updated
}

/**
 * Changes several expenses in the same way, as one change. Fails with `not-found` where one does
 * not exist here, with `validation` where a value does not suit one of them, and with `stale` where
 * one differs from what the person saw; then none is changed.
 * @returns the number of expenses that changed
 */
export async function updateExpenses(
  context: ActionContext,
  expenses: readonly SeenRecord[],
  set: Partial<ExpenseInput>,
): Promise<Result<number>> {
  const locals = expenses.map(({ local }) => local)
  const subject = await subjectOf(context.db, locals, set.name)
  if (!subject.ok) return subject
  const summary = sentence('Changed {subject}', { subject: subject.value })
  return change(context, { action: 'expenses.update', summary, isEdit: true }, async (tx) => {
    const seen = new Map(expenses.map((expense) => [expense.local, expense.was]))
    let changed = 0
    for (const [local, was] of seen) {
      if (await updateExpenseInTransaction(tx, context, { local, was }, set)) changed += 1
    }
    if (changed > 1) {
      const subject = countSubject(changed, 'expense')
      await tx.setSummary(sentence('Changed {subject}', { subject }))
    }
    return changed
  })
}

/** Deletes an expense. The deletion can be undone, and the expense stays in the trash. */
export async function deleteExpenseEntry(
  context: ActionContext,
  local: number,
): Promise<Result<number>> {
  const deleted = await deleteExpenses(context, [local])
  return deleted.ok ? ok(local) : deleted
}

/** Deletes several expenses as one change. Fails with `not-found` where one does not exist here. */
export async function deleteExpenses(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<null>> {
  const subject = await subjectOf(context.db, locals)
  if (!subject.ok) return subject
  const summary = sentence('Deleted {subject}', { subject: subject.value })
  return change(context, { action: 'expenses.delete', summary }, async (tx) => {
    for (const local of new Set(locals)) {
      if (!(await writeExpenseRemoval(tx, local))) unwrap(failMissing('expense', local))
    }
    return null
  })
}

/**
 * Returns the subject of a change's summary: a single expense by its name, several by their number.
 */
async function subjectOf(db: Db, locals: readonly number[], name?: string): Promise<Result<Text>> {
  const { size } = new Set(locals)
  if (size > 1) return ok(countSubject(size, 'expense'))
  const local = locals[0]!
  const row = await readExpenseSnapshot(db, local)
  return row ? ok(expenseTitle({ name: name ?? row.name })) : failMissing('expense', local)
}

/**
 * Changes one expense as part of a larger change. Throws failures.
 * @returns false when it has these values already, and waits for no answer about them
 */
export async function updateExpenseInTransaction(
  tx: ChangeTransaction,
  context: ActionContext,
  { local, was }: SeenRecord,
  set: Partial<ExpenseInput>,
): Promise<boolean> {
  const row = await readExpenseSnapshot(tx.trx, local)
  const current = await readExpense(tx.trx, context.organisation, local)
  if (!row || !current) return unwrap(failMissing('expense', local))
  await requireEntryWritable(tx.trx, row.user_id)
  unwrap(allowEdit(comparable(set), was, valuesOf(current)))
  const patch = await expenseChange(tx.writer, current, toExpenseValues(set))
  const isSame = Object.keys(patch).length === 0
  if (isSame && !(await waitsForAnswer(tx.trx, 'expense', local))) return false
  await writeExpenseChange(tx, row, patch)
  return true
}

/** Returns the values of a row in the form that `expenseValues` returns. */
const valuesOf = (row: ExpenseRow): ReturnType<typeof expenseValues> => ({
  ...row,
  project: row.project?.id ?? null,
  charge: row.charge?.id ?? null,
  tax_rate: Number(row.tax_rate),
  exchange_rate: isConverted(row) ? Number(row.exchange_rate) : null,
})
const comparable = ({ tax_rate, exchange_rate, ...set }: Partial<ExpenseInput>) => ({
  ...set,
  tax_rate: numberOf(tax_rate),
  exchange_rate: numberOf(exchange_rate),
})
const numberOf = (text: string | null | undefined) => text && Number(text)
