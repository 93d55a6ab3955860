/** Reads an expense from a row of a table: an amount, and its currency in it or in another column. */
import { statedCurrencies } from '#shared/rules/currency-signs.ts'
import {
  parseForeignBoolean,
  parseForeignCurrency,
  parseForeignDate,
} from '#shared/rules/foreign-formats.ts'
import { currencyPlaces, maximumAmount, toSmallestUnit } from '#shared/rules/money.ts'
import { formatAmount, moneyText } from '#shared/rules/money-text.ts'
import {
  decideNumber,
  readNumber,
  type DecimalSign,
  type WrittenNumber,
} from '#shared/rules/number-text.ts'
import type { ExpensePrice, ParsedExpense, ParsedProject, UnreadableLine } from './parsed-lines.ts'
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
  { line, order, decimalSign, options }: TableRowContext,
  { date, name, amount, quantity, currency, chargeable }: ExpenseCellTexts,
  rest: { project: ParsedProject | null; notes: string | null },
): ParsedExpense | UnreadableLine {
  const bad = (reason: string): UnreadableLine => ({ is: 'bad', line, reason })
  const day = parseForeignDate(date, order)
  if (day === undefined) return bad(`date: “${date}” isn’t a date`)
  const total = readNumber(amount)
  if (!total) return bad(noAmount(amount, decimalSign))
  const usual = options.currency ?? null
  const column = currency === '' ? undefined : parseForeignCurrency(currency, usual)
  if (currency !== '' && column === undefined) {
    return bad(`currency: “${currency}” isn’t a currency code, like USD`)
  }
  const stated = statedCurrencies(total, column ?? usual, null)
  if (stated && stated.length !== 1) {
    return bad(
      stated.length === 0
        ? noAmount(amount, decimalSign)
        : `amount: “${amount}” could be in ${stated.slice(0, 5).join(', ')}. Choose the currency`,
    )
  }
  const cell = stated?.[0]
  if (cell !== undefined && column !== undefined && cell !== column) {
    return bad(`is in ${column}, but the amount is “${amount}”`)
  }
  const units = quantity === '' ? 1 : readUnits(quantity, decimalSign)
  if (units === undefined) return bad(`quantity: “${quantity}” isn’t a number`)
  const isCharged = parseForeignBoolean(chargeable)
  if (isCharged === undefined) return bad(`billable: “${chargeable}” isn’t yes or no`)
  return {
    is: 'expense',
    line,
    date: day.date,
    name: name.slice(0, 255) || 'Expense',
    priceIn: (code) => priceOf(amount, total, units, decimalSign, code),
    currency: cell ?? column ?? null,
    chargeable: isCharged,
    charge: null,
    ...rest,
  }
}

/** An amount as the file writes them. */
const exampleIn = (currency: string, sign: DecimalSign | undefined): string =>
  formatAmount(125_000, currency).replace('.', sign ?? '.')

const noAmount = (text: string, sign: DecimalSign | undefined): string =>
  `amount: “${text}” isn’t an amount. Write it like ${exampleIn('USD', sign)}`

/** A number of units; one with decimals, or an ambiguous one, counts as one unit. */
function readUnits(text: string, sign: DecimalSign | undefined): number | undefined {
  const written = readNumber(text)
  if (!written) return undefined
  const decimal = decideNumber(written, sign)
  if (decimal === 'open' || decimal === undefined) return decimal === undefined ? undefined : 1
  const divisor = 10n ** BigInt(decimal.scale)
  return decimal.unscaled % divisor === 0n ? Number(decimal.unscaled / divisor) : 1
}

/** @returns the price in this currency, or why the text is none in it */
function priceOf(
  text: string,
  total: WrittenNumber,
  units: number,
  sign: DecimalSign | undefined,
  currency: string,
): ExpensePrice | string {
  // A currency without decimal places leaves only one reading of three digits after a separator.
  const decided = decideNumber(total, sign)
  const decimal =
    decided === 'open' && currencyPlaces(currency) === 0
      ? [total.point!, total.comma!].find(({ scale }) => scale === 0)!
      : decided
  if (decimal === 'open') {
    const readings = [total.point!, total.comma!].flatMap((one) => {
      const amount = toSmallestUnit(one, currency)
      return amount === undefined ? [] : [formatAmount(amount, currency)]
    })
    return `amount: “${text}” could be ${readings.join(' or ')}. Choose the decimal sign`
  }
  const amount = decimal && toSmallestUnit(decimal, currency)
  if (amount === undefined) {
    return `amount: “${text}” isn’t an amount of ${currency}. Write it like ${exampleIn(currency, sign)}`
  }
  if (Math.abs(amount) > maximumAmount) {
    return `amount: “${text}” is too large. The most is ${moneyText(maximumAmount, currency)}`
  }
  // A number of units that does not divide the amount would change it.
  const isCounted = units > 1 && amount % units === 0
  return isCounted
    ? { quantity: units, unit_charge: amount / units }
    : { quantity: 1, unit_charge: amount }
}
