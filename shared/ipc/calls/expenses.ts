/** Calls about expenses. */
import { civilDate, currency, id, requiredText } from '../../resources/fields.ts'
import { expenseCreate, expenseSortKeys, type Expense } from '../../resources/expense.ts'
import type { Page } from '../../resources/page.ts'
import { rateValue } from '../../resources/rate.ts'
import { z } from '../../resources/zod.ts'
import type { ExpensesInRange } from '../call-results.ts'
import { batchEdit, byLocalId, byLocalIds, call, listArguments, recordEdit } from './call.ts'
import { entryFilter } from './entry-filter.ts'

const { project_id: _project, charge_id: _charge, ...plain } = expenseCreate.shape

/** An expense as the person enters it: project and charge by local id. */
const expense = z.strictObject({
  ...plain,
  /** Null on a draft. */
  project: id.nullable(),
  /** Null or absent: a one-off charge, which needs `name` and `unit_charge`. */
  charge: id.nullable().optional(),
  /** A tax type of ours, or any that the service uses. */
  tax: requiredText().optional(),
  /**
   * Units of the project's currency for one unit of the charge's, decimal text; null for none. Only
   * in an account without a service, which would decide it, and where the two currencies differ.
   */
  exchange_rate: rateValue.nullable().optional(),
})

export const expenseCalls = {
  'expenses.list': call<Page<Expense>>()(
    listArguments(expenseSortKeys).extend({ filter: entryFilter.optional() }),
  ),
  /**
   * Lists the expenses of a date range, newest first: the person's own, or everyone's on request.
   */
  'expenses.inDateRange': call<ExpensesInRange>()(
    z.strictObject({
      from: civilDate,
      to: civilDate,
      whose: z.enum(['mine', 'everyone']).optional(),
    }),
  ),
  /**
   * Units of `to` for one unit of `from`, decimal text; null where no rate is stored. Without a
   * service, the newest rate that the person gave for this pair, as a suggestion.
   */
  'expenses.exchangeRate': call<{ value: string | null }>()(
    z.strictObject({ from: currency, to: currency }),
  ),
  'expenses.show': call<Expense>()(byLocalId),
  /** Failures name fields as the API does: `project_id`, `charge_id`, `unit_charge`, … */
  'expenses.create': call<Expense>()(expense),
  'expenses.update': call<Expense>()(recordEdit(expense)),
  'expenses.delete': call<Expense>()(byLocalId),
  /** Applies one edit to several expenses, as one change: all or none. */
  'expenses.updateMany': call<{ changed: number }>()(batchEdit(expense)),
  'expenses.deleteMany': call<{ deleted: number }>()(byLocalIds),
} as const
