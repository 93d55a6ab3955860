/** Figures of a report for display. Amounts in different currencies are never added up. */
import type { MessageKey } from '../../app/messages/index.ts'
import type { CurrencyAmount, ReportRow, ReportSums } from '#shared/ipc/reports.ts'

export const moneyFields = ['values', 'expenses', 'chargeable', 'costs', 'taxes'] as const
export type MoneyField = (typeof moneyFields)[number]
export const moneyHeads = {
  values: 'reports.value',
  expenses: 'reports.expenses',
  chargeable: 'reports.chargeableHead',
  costs: 'reports.costs',
  taxes: 'reports.taxes',
} as const satisfies Record<MoneyField, MessageKey>

/** The amount in a currency; 0 where there is none. */
export const amountInCurrency = (
  amounts: readonly CurrencyAmount[],
  currency: string | null,
): number => amounts.find((known) => known.currency === currency)?.amount ?? 0

/** All currencies of some sums, sorted by code, the unknown one last. */
export const currenciesIn = (
  sums: ReportSums,
  fields: readonly MoneyField[] = moneyFields,
): (string | null)[] => {
  const all = new Set(fields.flatMap((field) => sums[field].map(({ currency }) => currency)))
  return [...all].toSorted((one, other) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
}

/**
 * Returns the main currency: the one in which most minutes have a value, because amounts in two
 * currencies cannot be compared.
 */
export function mainCurrency(
  rows: readonly ReportSums[],
  total: ReportSums,
): string | null | undefined {
  const minutesIn = (currency: string | null) =>
    rows.reduce(
      (sum, row) =>
        row.values.some((value) => value.currency === currency) ? sum + row.minutes : sum,
      0,
    )
  const known = currenciesIn(total)
  return known.toSorted((one, other) => minutesIn(other) - minutesIn(one))[0]
}

/** Sorts the main currency first. */
export const sortMainCurrencyFirst = (
  amounts: readonly CurrencyAmount[],
  main: string | null | undefined,
): CurrencyAmount[] =>
  amounts.toSorted((one, other) => Number(other.currency === main) - Number(one.currency === main))

/** Percentage of all minutes, rounded; undefined where there are none. */
export const percentOfTotal = (minutes: number, total: number): number | undefined =>
  total === 0 ? undefined : Math.round((minutes / total) * 100)

export type ReportSortField = 'name' | 'minutes' | MoneyField
export interface ReportSorting {
  field: ReportSortField
  ascending: boolean
}

/**
 * Sorts rows by a column. Rows without a name stay last when sorted by name. Money is compared by
 * currency, in the order of `currencies`.
 */
export function sortReportRows(
  rows: readonly ReportRow[],
  { field, ascending }: ReportSorting,
  nameOf: (row: ReportRow) => string,
  currencies: readonly (string | null)[],
): ReportRow[] {
  const sign = ascending ? 1 : -1
  const compared = (one: ReportRow, other: ReportRow): number => {
    if (field === 'minutes') return (one.minutes - other.minutes) * sign
    if (field === 'name') {
      return (
        Number(one.key === null) - Number(other.key === null) ||
        nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true }) * sign
      )
    }
    for (const currency of currencies) {
      const by = amountInCurrency(one[field], currency) - amountInCurrency(other[field], currency)
      if (by !== 0) return by * sign
    }
    return 0
  }
  return rows.toSorted(compared)
}
