/** The orders in which expenses can be listed. */
import type { Expense } from '#shared/resources/expense.ts'
import { fold } from '#shared/rules/search-text.ts'
import { chargedCurrency } from '#shared/rules/unit-price.ts'

export const expenseOrders = ['date', 'name', 'project', 'charged', 'cost'] as const
export type ExpenseOrder = (typeof expenseOrders)[number]

/** Orders available for a list of any length; the others need all of its expenses. */
export const longListOrders = ['date', 'name'] as const satisfies readonly ExpenseOrder[]

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorts amounts by currency, the largest first. */
const byMoney = (
  [currency, amount]: [string | null, number],
  [otherCurrency, otherAmount]: [string | null, number],
): number => byText(currency ?? '~', otherCurrency ?? '~') || otherAmount - amount

const compare: Record<Exclude<ExpenseOrder, 'date'>, (one: Expense, other: Expense) => number> = {
  name: (one, other) => byText(fold(one.name), fold(other.name)),
  project: (one, other) =>
    byText(
      fold(one.project?.code || one.project?.name || '~'),
      fold(other.project?.code || other.project?.name || '~'),
    ),
  charged: (one, other) =>
    other.chargeable - one.chargeable ||
    byMoney([chargedCurrency(one), one.total_charge], [chargedCurrency(other), other.total_charge]),
  cost: (one, other) => byMoney([one.currency, one.total_cost], [other.currency, other.total_cost]),
}

/**
 * @param expenses sorted newest first
 * @returns in this order; equal ones stay newest first
 */
export const sortExpenses = (
  expenses: readonly Expense[],
  order: ExpenseOrder,
): readonly Expense[] => (order === 'date' ? expenses : expenses.toSorted(compare[order]))
