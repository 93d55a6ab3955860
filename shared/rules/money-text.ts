/** Formats and parses amounts as people write them: `12.50`, and never a float in between. */
import { currencyPlaces, safeAmount } from './money.ts'
import { readNumber, toPlainCharacters } from './number-text.ts'

/** Formats an amount: `12.50` for 1250 of EUR, `1250` of JPY, `-0.05` for -5 of EUR. */
export function formatAmount(amount: number, currency: string): string {
  const places = currencyPlaces(currency)
  const digits = String(Math.abs(amount)).padStart(places + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return places === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Formats an amount with the code of its currency: `12.50 EUR`. */
export const moneyText = (amount: number, currency: string): string =>
  `${formatAmount(amount, currency)} ${currency}`

/**
 * Parses an amount: a whole number is in the smallest unit, as in the API; one with a decimal point
 * has all decimal places of its currency, so that neither can be mistaken for the other.
 * @param currency null where it is unknown: then only whole numbers are accepted
 * @returns the amount in the smallest unit, or undefined
 */
export function parseAmount(text: string, currency: string | null): number | undefined {
  const plain = toPlainCharacters(text)
  const decimal = /^[-+]?[\d.]+-?$/.test(plain) ? readNumber(plain)?.point : undefined
  if (!decimal) return undefined
  const hasAllPlaces =
    currency !== null && decimal.scale > 0 && decimal.scale === currencyPlaces(currency)
  if (plain.includes('.') && !hasAllPlaces) return undefined
  return safeAmount(decimal.unscaled)
}
