/** What one unit of an expense costs the client, in the charge's currency and in the project's. */
import { convert, safeAmount, totalOf } from './money.ts'

/** An amount for each unit, in the smallest unit of its currency; null where that is not known. */
export interface UnitCharge<Currency extends string | null = string> {
  readonly amount: number
  readonly currency: Currency
}

/** The fields of an expense that follow from a charge and a currency; named as they are there. */
export interface UnitPrice<Currency extends string | null = string> {
  /** Smallest unit of the project's currency. */
  readonly unit_charge: number
  readonly original_unit_charge: number
  readonly original_currency: Currency
  /** Units of the project's currency for one unit of the charge's, decimal text. */
  readonly exchange_rate: string
}

/**
 * A charge in the project's currency, rounded once, half to even (DECISIONS.md, Expenses).
 * @param rate units of `currency` for one unit of the charge's currency; 1 where they are the same
 * @returns undefined where the amount is beyond what can be counted exactly
 */
export function priceIn(currency: string, charge: UnitCharge, rate: string): UnitPrice | undefined {
  const unitCharge = safeAmount(convert(charge.amount, charge.currency, currency, rate))
  if (unitCharge === undefined) return undefined
  return {
    unit_charge: unitCharge,
    original_unit_charge: charge.amount,
    original_currency: charge.currency,
    exchange_rate: rate,
  }
}

/** The price of a charge that needs no conversion, such as a one-off in the project's currency. */
export const priceAsIs = <Currency extends string | null>({
  amount,
  currency,
}: UnitCharge<Currency>): UnitPrice<Currency> => ({
  unit_charge: amount,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: '1',
})

/** In place of a rate that is not known; no rate is 0. */
export const unknownRate = '0'

/** The price of a charge that nobody here can convert: it counts as nothing until somebody does. */
export const unconvertedPrice = <Currency extends string | null>({
  amount,
  currency,
}: UnitCharge<Currency>): UnitPrice<Currency> => ({
  unit_charge: 0,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: unknownRate,
})

/** False where the rate was not known, so that the amounts say nothing. */
export const isConverted = ({ exchange_rate }: Pick<UnitPrice, 'exchange_rate'>): boolean =>
  exchange_rate !== unknownRate

/** True when both totals are integers that every reader keeps. */
export const isCountable = (
  quantity: number,
  price: Pick<UnitPrice, 'unit_charge' | 'original_unit_charge'>,
): boolean =>
  totalOf(quantity, price.unit_charge) !== undefined &&
  totalOf(quantity, price.original_unit_charge) !== undefined
