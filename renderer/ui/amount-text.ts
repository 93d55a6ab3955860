/**
 * Amounts and numbers in fields, as this person's locale writes them: `1.234,56` where the comma is
 * the decimal sign. What could mean two things is read by the locale, what cannot be read is not
 * guessed. Money stays an integer of the smallest unit.
 */
import { readDecimal } from '#shared/rules/foreign-text.ts'
import { currencyPlaces, parseDecimal, safeAmount } from '#shared/rules/money.ts'
import { writeAmount } from '#shared/rules/money-text.ts'
import { numberOf } from './format.ts'

/** ISO 4217 for no currency: two places, as most have. */
const noCurrency = 'XXX'

const hasComma = (): boolean => numberOf(1.5).includes(',')

/** `12,50` for 1250 of EUR in German; with two places where the currency is not known. */
export function writeAmountText(amount: number, currency: string | null): string {
  const text = writeAmount(amount, currency ?? noCurrency)
  return hasComma() ? text.replace('.', ',') : text
}

/** Plain decimal text, such as `7.5`, as the locale writes it. */
export const writeDecimalText = (text: string): string =>
  hasComma() ? text.replace('.', ',') : text

/** Plain decimal text of what was typed, or undefined. */
export function readDecimalText(typed: string): string | undefined {
  const text = typed.trim().replace('−', '-')
  if (!hasComma()) return readDecimal(text, 'groups')
  const isGrouped = /^-?\d{1,3}(\.\d{3})+$/.test(text)
  return readDecimal(isGrouped ? text.replaceAll('.', '') : text, 'decimals')
}

/** The sign or the code of a currency before the number, or after it: `NZ$`, `€`, `EUR`. */
const beside = /^(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3})|(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3})$/u

/**
 * The amount in the smallest unit; `12` is twelve whole ones. A currency's sign or code beside the
 * number is passed over.
 */
export function readAmountText(typed: string, currency: string | null): number | undefined {
  const number = typed.trim().replace(beside, '').trim()
  const decimal = parseDecimal(readDecimalText(number) ?? '')
  const places = currencyPlaces(currency ?? noCurrency)
  if (!decimal || decimal.scale > places) return undefined
  return safeAmount(decimal.unscaled * 10n ** BigInt(places - decimal.scale))
}

/** A whole number from 1, or undefined. */
export function readCount(typed: string): number | undefined {
  const text = readDecimalText(typed)
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}
