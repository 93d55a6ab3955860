/**
 * Parses and formats amounts and numbers in fields, in the person's locale: `1.234,56` where the
 * comma is the decimal separator. Ambiguous text is read by the locale; unreadable text is never
 * guessed. Money stays an integer of the smallest unit.
 */
import { parseForeignDecimal } from '#shared/rules/foreign-formats.ts'
import { currencyPlaces, parseDecimal, safeAmount } from '#shared/rules/money.ts'
import { formatAmount } from '#shared/rules/money-text.ts'
import { formatNumber } from './format.ts'

/** ISO 4217 code for no currency: two decimal places, as most currencies have. */
const noCurrency = 'XXX'

const hasComma = (): boolean => formatNumber(1.5).includes(',')

/** `12,50` for 1250 of EUR in German; with two places where the currency is unknown. */
export function formatAmountInput(amount: number, currency: string | null): string {
  const text = formatAmount(amount, currency ?? noCurrency)
  return hasComma() ? text.replace('.', ',') : text
}

/** Formats plain decimal text, such as `7.5`, for the locale. */
export const formatDecimalInput = (text: string): string =>
  hasComma() ? text.replace('.', ',') : text

/** Parses typed text to plain decimal text, or undefined. */
export function parseDecimalInput(typed: string): string | undefined {
  const text = typed.trim().replace('−', '-')
  if (!hasComma()) return parseForeignDecimal(text, 'groups')
  const isGrouped = /^-?\d{1,3}(\.\d{3})+$/.test(text)
  return parseForeignDecimal(isGrouped ? text.replaceAll('.', '') : text, 'decimals')
}

/** The symbol or the code of a currency before or after the number: `NZ$`, `€`, `EUR`. */
const beside = /^(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3})|(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3})$/u

/**
 * Parses an amount to the smallest unit; `12` is twelve whole ones. Ignores a currency symbol or
 * code next to the number.
 */
export function parseAmountInput(typed: string, currency: string | null): number | undefined {
  const number = typed.trim().replace(beside, '').trim()
  const decimal = parseDecimal(parseDecimalInput(number) ?? '')
  const places = currencyPlaces(currency ?? noCurrency)
  if (!decimal || decimal.scale > places) return undefined
  return safeAmount(decimal.unscaled * 10n ** BigInt(places - decimal.scale))
}

/** Parses a whole number from 1, or undefined. */
export function parseCountInput(typed: string): number | undefined {
  const text = parseDecimalInput(typed)
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}
