/**
 * Money: integers in the smallest unit of a currency, and decimals (rates, percentages) as text.
 * Everything is computed with BigInt, so that no digit is lost; a value that leaves as a JSON
 * number has been checked to be exact in every reader.
 */
import { divideHalfEven } from './increments.ts'

/** Currency of local projects and charges until the person chooses another. */
export const defaultCurrency = 'EUR'

/** Decimal places of the currencies that do not have two (ISO 4217). */
const places: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
}

/** Returns the number of decimal places of a currency: its smallest unit is 10^-places of it. */
export const currencyPlaces = (currency: string): number =>
  Object.hasOwn(places, currency) ? places[currency]! : 2

/** An exact decimal: `unscaled × 10^-scale`. */
export interface Decimal {
  readonly unscaled: bigint
  readonly scale: number
}

const written = /^(-?)(\d+)(?:\.(\d+))?$/

/** Parses plain decimal text, such as `1.85` or `-0.5`; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const [matched, sign = '', whole = '', fraction = ''] = written.exec(text) ?? []
  if (matched === undefined) return undefined
  const unscaled = BigInt(whole + fraction)
  return { unscaled: sign === '' ? unscaled : -unscaled, scale: fraction.length }
}

/** Formats an exact decimal as plain text, which `parseDecimal` reads back. */
export function plainDecimal({ unscaled, scale }: Decimal): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const [whole, fraction] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ]
  return `${unscaled < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`
}

/**
 * Converts units of a currency to its smallest unit. Decimal places beyond those of the currency
 * have to be zeros.
 * @returns undefined where they are not, or where the amount is no safe integer
 */
export function toSmallestUnit({ unscaled, scale }: Decimal, currency: string): number | undefined {
  const shift = currencyPlaces(currency) - scale
  if (shift >= 0) return safeAmount(unscaled * 10n ** BigInt(shift))
  const divisor = 10n ** BigInt(-shift)
  return unscaled % divisor === 0n ? safeAmount(unscaled / divisor) : undefined
}

/** Writes a JSON number without an exponent, where it is below 10^21: `0.0000005` for 5e-7. */
export function plainNumber(value: number): string {
  const [digits = '', exponent = '0'] = String(value).split('e-')
  const { unscaled, scale } = parseDecimal(digits) ?? { unscaled: 0n, scale: 0 }
  return exponent === '0' ? digits : plainDecimal({ unscaled, scale: scale + Number(exponent) })
}

/**
 * Returns a JSON number as the plain decimal text from which it was parsed; undefined when it has
 * more decimal places than `most`. JavaScript formats a number as the shortest text that parses to
 * it.
 */
export function decimalText(value: number, most: number): string | undefined {
  const text = String(value)
  const decimal = parseDecimal(text)
  return decimal && decimal.scale <= most ? text : undefined
}

/**
 * Converts an amount into another currency, in its smallest unit, rounded once, half to even.
 * @param amount smallest unit of `from`
 * @param rate units of `to` for one unit of `from`, plain decimal text
 * @returns possibly more than a JSON number can represent: see `safeAmount`
 */
export function convertAmount(amount: number, from: string, to: string, rate: string): bigint {
  const decimal = parseDecimal(rate)
  if (!decimal) throw new Error(`${rate} is not a rate`)
  const product = BigInt(amount) * decimal.unscaled
  const shift = currencyPlaces(to) - currencyPlaces(from) - decimal.scale
  return shift >= 0
    ? product * 10n ** BigInt(shift)
    : divideHalfEven(product, 10n ** BigInt(-shift))
}

/** Returns an amount as a number, or undefined where it is not a safe integer. */
export function safeAmount(amount: bigint): number | undefined {
  const value = Number(amount)
  return Number.isSafeInteger(value) ? value : undefined
}

/**
 * The largest amount, above or below 0. At a rate of this much per hour, the value of the longest
 * entry is still exact, and so is the sum of 9,000 such amounts.
 */
export const maximumAmount = 10 ** 12

/** Returns the sum of two amounts, or undefined where JavaScript does not have it exactly. */
export function safeSum(one: number, other: number): number | undefined {
  // An amount beyond 2^53 was rounded already, so its sum with a negative one is not exact.
  const sum = Number.isSafeInteger(one) && Number.isSafeInteger(other) ? one + other : NaN
  return Number.isSafeInteger(sum) ? sum : undefined
}

/** Returns `quantity × amount`, or undefined where that is beyond `maximumAmount`. */
export function safeTotal(quantity: number, amount: number): number | undefined {
  const total = safeAmount(BigInt(quantity) * BigInt(amount))
  return total !== undefined && Math.abs(total) <= maximumAmount ? total : undefined
}
