/**
 * Parses and formats amounts and numbers in fields, in the person's locale: `1.234,56` where the
 * comma is the decimal separator. Ambiguous text is read by the locale; unreadable text is never
 * guessed. Money stays an integer of the smallest unit.
 */
import { statedCurrencies } from '#shared/rules/currency-signs.ts'
import { currencyPlaces, plainDecimal, toSmallestUnit, type Decimal } from '#shared/rules/money.ts'
import { formatAmount } from '#shared/rules/money-text.ts'
import { readNumber, type WrittenNumber } from '#shared/rules/number-text.ts'
import { currentLocale, formatNumber } from './format.ts'

/** ISO 4217 code for no currency: two decimal places, as most currencies have. */
const noCurrency = 'XXX'

const hasComma = (): boolean => formatNumber(1.5).includes(',')

/** Some countries write amounts with another decimal sign than numbers: fr-CH. */
const amountsHaveComma = (): boolean =>
  new Intl.NumberFormat(currentLocale(), { style: 'currency', currency: noCurrency })
    .format(1.5)
    .includes(',')

/** `12,50` for 1250 of EUR in German; with two places where the currency is unknown. */
export function formatAmountInput(amount: number, currency: string | null): string {
  const text = formatAmount(amount, currency ?? noCurrency)
  return amountsHaveComma() ? text.replace('.', ',') : text
}

/** Formats plain decimal text, such as `7.5`, for the locale. */
export const formatDecimalInput = (text: string): string =>
  hasComma() ? text.replace('.', ',') : text

/** Reads a number by the locale, or in the only way in which it can be read. */
const readDecimal = (
  { point, comma }: WrittenNumber,
  prefersComma: boolean,
): Decimal | undefined => (prefersComma ? (comma ?? point) : (point ?? comma))

/** Parses typed text to plain decimal text, or undefined. */
export function parseDecimalInput(typed: string): string | undefined {
  const written = readNumber(typed)
  if (!written || written.before !== '' || written.after !== '') return undefined
  const decimal = readDecimal(written, hasComma())
  return decimal && plainDecimal(decimal)
}

/** What a typed amount is, or why it is none. */
export type AmountInput =
  | { amount: number; problem?: undefined }
  | { problem: 'unread' }
  /** It names a currency, or a sign of several of them, but not the field’s. */
  | { problem: 'currency'; stated: readonly string[] }

/**
 * Reads an amount in the smallest unit; `12` is twelve whole ones. A sign, a code or a name of its
 * currency may stand beside it.
 * @param currency of the field; null where it is unknown
 */
export function readAmountInput(typed: string, currency: string | null): AmountInput {
  const written = readNumber(typed)
  const decimal = written && readDecimal(written, amountsHaveComma())
  if (!decimal) return { problem: 'unread' }
  const stated = statedCurrencies(written, currency, currentLocale())
  if (stated?.length === 0) return { problem: 'unread' }
  if (stated && !stated.includes(currency ?? '')) return { problem: 'currency', stated }
  const places = currencyPlaces(currency ?? noCurrency)
  const amount =
    decimal.scale > places ? undefined : toSmallestUnit(decimal, currency ?? noCurrency)
  return amount === undefined ? { problem: 'unread' } : { amount }
}

/** Parses an amount of this currency to the smallest unit, or undefined. */
export function parseAmountInput(typed: string, currency: string | null): number | undefined {
  const read = readAmountInput(typed, currency)
  return read.problem === undefined ? read.amount : undefined
}

/** The currencies that a typed amount names where none of them is that of its field. */
export function otherCurrenciesInAmount(typed: string, currency: string | null): string {
  const read = readAmountInput(typed, currency)
  return read.problem === 'currency' ? read.stated.join(' / ') : ''
}

/** The currency that a typed amount names where it is not that of its field, which then follows. */
export function otherCurrencyInAmount(typed: string, currency: string | null): string | undefined {
  const read = readAmountInput(typed, currency)
  return read.problem === 'currency' && read.stated.length === 1 ? read.stated[0] : undefined
}

/** Parses a whole number from 1, or undefined. */
export function parseCountInput(typed: string): number | undefined {
  const text = parseDecimalInput(typed)
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}
