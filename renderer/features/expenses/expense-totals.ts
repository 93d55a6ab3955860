/** Totals of expenses. Amounts in different currencies are listed separately and never added up. */
import type { CurrencyAmount, Report } from '#shared/ipc/reports.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { netCost } from '#shared/rules/cost-tax.ts'
import { safeSum } from '#shared/rules/money.ts'
import { chargedCurrency } from '#shared/rules/unit-price.ts'
import { formatAmountInput } from '../../ui/amount-input.ts'
import { formatMoney } from '../../ui/format.ts'

/** Formats an amount; with two decimal places where its currency is unknown. */
export const formatAmountOf = (amount: number, currency: string | null): string =>
  currency === null
    ? formatAmountInput(amount, null).replace('-', '−')
    : formatMoney(amount, currency)

/** False where the exchange rate is unknown, and so the price in the project's currency. */
export const hasKnownPrice = ({ exchange_rate }: Pick<Expense, 'exchange_rate'>): boolean =>
  exchange_rate !== null

/** True where the charge is in another currency than the project. */
export const isForeignCurrency = (expense: Expense): boolean =>
  expense.original_currency !== null && expense.original_currency !== chargedCurrency(expense)

export interface ProjectExpenseTotals {
  /** Local id; null for expenses without a project. */
  project: number | null
  name: string | null
  code: string | null
  charged: CurrencyAmount[]
  costs: CurrencyAmount[]
}

export interface ExpenseTotals {
  /** What clients pay. */
  charged: CurrencyAmount[]
  /** What has a price but is not charged. */
  uncharged: CurrencyAmount[]
  /** Without their tax. */
  costs: CurrencyAmount[]
  taxes: CurrencyAmount[]
  /** Number of expenses without a price yet; they count as zero. */
  unpriced: number
  /** The project with the most expenses first. */
  projects: ProjectExpenseTotals[]
}

type Amounts = Map<string | null, number>

/** Sorted by currency code, the unknown currency last. */
const listed = (amounts: Amounts): CurrencyAmount[] =>
  [...amounts]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((one, other) => ((one.currency ?? '~') < (other.currency ?? '~') ? -1 : 1))

/** @returns null where a total is too large to be exact */
export function sumExpenses(expenses: Iterable<Expense>): ExpenseTotals | null {
  const all: Record<'charged' | 'uncharged' | 'costs' | 'taxes', Amounts> = {
    charged: new Map(),
    uncharged: new Map(),
    costs: new Map(),
    taxes: new Map(),
  }
  let unpriced = 0
  let isExact = true
  const add = (amounts: Amounts, currency: string | null, amount: number): void => {
    if (amount === 0) return
    const sum = safeSum(amounts.get(currency) ?? 0, amount)
    if (sum === undefined) isExact = false
    else amounts.set(currency, sum)
  }
  const projects = new Map<
    number | null,
    { expense: Expense; count: number; charged: Amounts; costs: Amounts }
  >()
  for (const expense of expenses) {
    const key = expense.project?.local ?? null
    const share = projects.get(key) ?? { expense, count: 0, charged: new Map(), costs: new Map() }
    projects.set(key, share)
    share.count += 1
    if (!hasKnownPrice(expense)) unpriced += 1
    const charged = expense.chargeable === 1
    add(charged ? all.charged : all.uncharged, chargedCurrency(expense), expense.total_charge)
    if (charged) add(share.charged, chargedCurrency(expense), expense.total_charge)
    const { net, tax } = netCost(expense.total_cost, expense.tax, String(expense.tax_rate))
    add(all.costs, expense.currency, net)
    add(all.taxes, expense.currency, tax)
    add(share.costs, expense.currency, net)
  }
  if (!isExact) return null
  return {
    charged: listed(all.charged),
    uncharged: listed(all.uncharged),
    costs: listed(all.costs),
    taxes: listed(all.taxes),
    unpriced,
    projects: [...projects]
      .toSorted(([, one], [, other]) => other.count - one.count)
      .map(([project, { expense, charged, costs }]) => ({
        project,
        name: expense.project?.name ?? null,
        code: expense.project?.code ?? null,
        charged: listed(charged),
        costs: listed(costs),
      })),
  }
}

/** Computes the same totals from a report by project, where not every expense is read. */
export function totalsFromReport({ rows, total, unpriced }: Report): ExpenseTotals {
  const paid = new Map(total.chargeable.map(({ currency, amount }) => [currency, amount]))
  return {
    charged: total.chargeable,
    uncharged: total.expenses
      .map(({ currency, amount }) => ({ currency, amount: amount - (paid.get(currency) ?? 0) }))
      .filter(({ amount }) => amount !== 0),
    costs: total.costs,
    taxes: total.taxes,
    unpriced,
    projects: rows
      .filter(({ expenses, costs }) => expenses.length > 0 || costs.length > 0)
      .map(({ key, name, code, chargeable, costs }) => ({
        project: typeof key === 'number' ? key : null,
        name,
        code,
        charged: chargeable,
        costs,
      })),
  }
}
