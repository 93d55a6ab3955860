/** Reads an expense from a row of a table: an amount, and its currency in another column. */
import {
  parseForeignCurrency,
  parseForeignDate,
  parseForeignDecimal,
  parseForeignBoolean,
} from '#shared/rules/foreign-formats.ts'
import { currencyPlaces, parseDecimal, safeAmount } from '#shared/rules/money.ts'
import type { UnreadableLine, ParsedExpense, ParsedProject } from './parsed-lines.ts'
import type { TableRowContext } from './table-reader.ts'

export interface ExpenseCellTexts {
  date: string
  name: string
  amount: string
  quantity: string
  currency: string
  chargeable: string
}

export function expenseFromRow(
  { line, order }: TableRowContext,
  { date, name, amount, quantity, currency, chargeable }: ExpenseCellTexts,
  rest: { project: ParsedProject | null; notes: string | null },
): ParsedExpense | UnreadableLine {
  const bad = (reason: string): UnreadableLine => ({ is: 'bad', line, reason })
  const day = parseForeignDate(date, order)
  if (day === undefined) return bad(`date: “${date}” isn’t a date`)
  const code = currency === '' ? null : (parseForeignCurrency(currency) ?? undefined)
  if (code === undefined) return bad(`currency: “${currency}” isn’t a currency code, like USD`)
  const total = smallest(amount, code ?? 'EUR')
  if (total === undefined) return bad(`amount: “${amount}” isn’t an amount`)
  const isCharged = parseForeignBoolean(chargeable)
  if (isCharged === undefined) return bad(`billable: “${chargeable}” isn’t yes or no`)
  const units = Number(quantity)
  // A number of units that does not divide the amount would change it.
  const isCounted = Number.isInteger(units) && units > 1 && total % units === 0
  return {
    ...{ is: 'expense', line, date: day, name: name.slice(0, 255) || 'Expense' },
    quantity: isCounted ? units : 1,
    unit_charge: isCounted ? total / units : total,
    ...{ currency: code, chargeable: isCharged, charge: null, ...rest },
  }
}

/** Parses an amount to the smallest unit; undefined when it has more decimals than the currency. */
function smallest(text: string, currency: string): number | undefined {
  const decimal = parseDecimal(
    parseForeignDecimal(text.replaceAll(/[^\d.,()+\-\s'’]/g, ''), 'groups') ?? '',
  )
  if (!decimal) return undefined
  const shift = currencyPlaces(currency) - decimal.scale
  if (shift >= 0) return safeAmount(decimal.unscaled * 10n ** BigInt(shift))
  const divisor = 10n ** BigInt(-shift)
  return decimal.unscaled % divisor === 0n ? safeAmount(decimal.unscaled / divisor) : undefined
}
