/** Sums that grow while the parts of a report are read. */
import { FailureError, type Failure } from '#shared/errors.ts'
import type { CurrencyAmount, ReportSums } from '#shared/ipc/reports.ts'
import { safeSum } from '#shared/rules/money.ts'

/** By currency; null where it is unknown. */
type Amounts = Map<string | null, number>

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
  values: new Map(),
  expenses: new Map(),
  chargeable: new Map(),
  costs: new Map(),
  taxes: new Map(),
})

/** Adds an amount; 0 adds no currency. Throws when the sum would not be exact. */
export function addAmount(amounts: Amounts, currency: string | null, amount: number): void {
  if (amount === 0) return
  const sum = safeSum(amounts.get(currency) ?? 0, amount)
  if (sum === undefined) throw new FailureError(beyondNumbers)
  amounts.set(currency, sum)
}

const beyondNumbers: Failure = {
  code: 'validation',
  message:
    'The amounts of these days add up to more than Stint can show exactly. Choose fewer days',
}

/**
 * Awaits sums of SQLite. A sum beyond SQLite's integers fails like one beyond those of a report.
 */
export async function summed<Rows>(rows: Promise<Rows>): Promise<Rows> {
  try {
    return await rows
  } catch (thrown) {
    const isOverflow = thrown instanceof Error && thrown.message === 'integer overflow'
    throw isOverflow ? new FailureError(beyondNumbers) : thrown
  }
}

export function addSums(to: RunningSums, from: RunningSums): void {
  to.minutes += from.minutes
  to.entries += from.entries
  for (const name of ['values', 'expenses', 'chargeable', 'costs', 'taxes'] as const) {
    for (const [currency, amount] of from[name]) addAmount(to[name], currency, amount)
  }
}

/** The sums under a key, created when first requested. */
export function ensureSumsAt<Key>(all: Map<Key, RunningSums>, key: Key): RunningSums {
  const sums = all.get(key) ?? emptySums()
  all.set(key, sums)
  return sums
}

/** Currencies in the order of their codes, the unknown one last. */
const toList = (amounts: Amounts): CurrencyAmount[] =>
  [...amounts]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((one, other) => ((one.currency ?? '~') < (other.currency ?? '~') ? -1 : 1))

export const toReportSums = ({ minutes, entries, ...amounts }: RunningSums): ReportSums => ({
  minutes,
  entries,
  values: toList(amounts.values),
  expenses: toList(amounts.expenses),
  chargeable: toList(amounts.chargeable),
  costs: toList(amounts.costs),
  taxes: toList(amounts.taxes),
})
