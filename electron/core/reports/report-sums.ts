/** Sums that grow while the parts of a report are read. */
import type { CurrencyAmount, ReportSums } from '#shared/ipc/reports.ts'
import { netCost } from '#shared/rules/cost-tax.ts'
import { exactSum } from './exact-sum.ts'
import type { ExpenseFact } from './expense-facts.ts'
import type { TimeFact } from './time-facts.ts'

/** Day, or local id; null: entries without one. */
export type GroupKey = string | number | null

/** One of each currency, in most reports a single one. */
type Amounts = CurrencyAmount[]

export interface RunningSums {
  minutes: number
  entries: number
  values: Amounts
  expenses: Amounts
  chargeable: Amounts
  costs: Amounts
  taxes: Amounts
}

export const emptySums = (): RunningSums => ({
  minutes: 0,
  entries: 0,
  values: [],
  expenses: [],
  chargeable: [],
  costs: [],
  taxes: [],
})

/** Adds an amount, exactly; 0 adds no currency. */
export function addAmount(amounts: Amounts, currency: string | null, amount: number): void {
  if (amount === 0) return
  for (const known of amounts) {
    if (known.currency !== currency) continue
    known.amount = exactSum(known.amount, amount)
    return
  }
  amounts.push({ currency, amount: exactSum(0, amount) })
}

export function addSums(to: RunningSums, from: RunningSums): void {
  to.minutes += from.minutes
  to.entries += from.entries
  for (const name of ['values', 'expenses', 'chargeable', 'costs', 'taxes'] as const) {
    for (const { currency, amount } of from[name]) addAmount(to[name], currency, amount)
  }
}

export function addTime(sums: RunningSums, { minutes, entries, currency, value }: TimeFact): void {
  sums.minutes += minutes
  sums.entries += entries
  addAmount(sums.values, currency, value)
}

/** Adds what the client is charged, and the cost in a currency of its own. */
export function addExpense(sums: RunningSums, fact: ExpenseFact): void {
  addAmount(sums.expenses, fact.chargedIn, fact.charged)
  if (fact.chargeable === 1) addAmount(sums.chargeable, fact.chargedIn, fact.charged)
  if (fact.cost === 0) return
  const { net, tax } = netCost(fact.cost, fact.tax, fact.taxRate)
  addAmount(sums.costs, fact.currency, net)
  addAmount(sums.taxes, fact.currency, tax)
}

/** The sums under a key, created when first requested. */
export function ensureSumsAt(all: Map<GroupKey, RunningSums>, key: GroupKey): RunningSums {
  let sums = all.get(key)
  if (!sums) all.set(key, (sums = emptySums()))
  return sums
}

/** The sums under two keys. */
export type Cells = Map<GroupKey, Map<GroupKey, RunningSums>>

/** The sums under these keys, created when first requested. */
export function ensureCell(cells: Cells, one: GroupKey, other: GroupKey): RunningSums {
  let row = cells.get(one)
  if (!row) cells.set(one, (row = new Map()))
  return ensureSumsAt(row, other)
}

/** Currencies in the order of their codes, the unknown one last. */
const toList = (amounts: Amounts): CurrencyAmount[] =>
  amounts.length < 2
    ? amounts
    : amounts.toSorted((one, other) => ((one.currency ?? '~') < (other.currency ?? '~') ? -1 : 1))

export const toReportSums = ({ minutes, entries, ...amounts }: RunningSums): ReportSums => ({
  minutes,
  entries,
  values: toList(amounts.values),
  expenses: toList(amounts.expenses),
  chargeable: toList(amounts.chargeable),
  costs: toList(amounts.costs),
  taxes: toList(amounts.taxes),
})
