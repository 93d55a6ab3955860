/** Expenses. */
import { civilDate, currency, id, requiredText } from '../../resources/fields.ts'
import { expenseCreate, expenseSortKeys, type Expense } from '../../resources/expense.ts'
import type { Page } from '../../resources/page.ts'
import { z } from '../../resources/zod.ts'
import type { ExpenseRange } from '../views.ts'
import { batchEdit, byLocal, byLocals, call, list, recordEdit } from './call.ts'

const { project_id: _project, charge_id: _charge, ...plain } = expenseCreate.shape

/** An expense as a person makes it here: project and charge by local id. */
const expense = z.strictObject({
  ...plain,
  /** May come later. */
  project: id.nullable(),
  /** Null or absent: a one-off charge, which needs `name` and `unit_charge`. */
  charge: id.nullable().optional(),
  /** One of ours, or one that the service uses. */
  tax: requiredText().optional(),
})

export const expenseCalls = {
  'expenses.list': call<Page<Expense>>()(list(expenseSortKeys)),
  /** The expenses of some days, the person's own unless asked for everyone's, newest first. */
  'expenses.days': call<ExpenseRange>()(
    z.strictObject({
      from: civilDate,
      to: civilDate,
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  /** Units of `to` for one unit of `from`, decimal text; null where no rate is known here. */
  'expenses.rate': call<{ value: string | null }>()(
    z.strictObject({ from: currency, to: currency }),
  ),
  'expenses.show': call<Expense>()(byLocal),
  /** Refusals name fields as the API does: `project_id`, `charge_id`, `unit_charge`, … */
  'expenses.create': call<Expense>()(expense),
  'expenses.update': call<Expense>()(recordEdit(expense)),
  'expenses.delete': call<Expense>()(byLocal),
  /** Changes several expenses alike, as one change: all of them, or none. */
  'expenses.updateMany': call<{ changed: number }>()(batchEdit(expense)),
  'expenses.deleteMany': call<{ deleted: number }>()(byLocals),
} as const
