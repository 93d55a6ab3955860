/** What one unit of an expense costs the client, in the charge's currency and in the project's. */
import { convertAmount, safeAmount, safeTotal } from './money.ts'

/** An amount per unit, in the smallest unit of its currency; null where that is unknown. */
export interface UnitCharge<Currency extends string | null = string> {
  readonly amount: number
  readonly currency: Currency
}

/** The fields of an expense that follow from a charge and a currency, under the expense's names. */
export interface UnitPrice<Currency extends string | null = string> {
  /** Smallest unit of the project's currency. */
  readonly unit_charge: number
  readonly original_unit_charge: number
  readonly original_currency: Currency
  /** Units of the project's currency for one unit of the charge's, decimal text. */
  readonly exchange_rate: string
}

/**
 * Converts a charge into the project's currency, rounded once, half to even (docs/API.md,
 * Expenses).
 * @param rate units of `currency` for one unit of the charge's currency; 1 where they are the same
 * @returns undefined where the amount is not a safe integer
 */
export function convertUnitPrice(
  currency: string,
  charge: UnitCharge,
  rate: string,
): UnitPrice | undefined {
  const unitCharge = safeAmount(convertAmount(charge.amount, charge.currency, currency, rate))
  if (unitCharge === undefined) return undefined
  return {
    unit_charge: unitCharge,
    original_unit_charge: charge.amount,
    original_currency: charge.currency,
    exchange_rate: rate,
  }
}

/**
 * Returns the price of a charge that needs no conversion, such as a one-off in the project's
 * currency.
 */
export const sameCurrencyPrice = <Currency extends string | null>({
  amount,
  currency,
}: UnitCharge<Currency>): UnitPrice<Currency> => ({
  unit_charge: amount,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: '1',
})

/** Placeholder for an unknown rate; no real rate is 0. */
export const unknownRate = '0'

/**
 * Returns the price of a charge for which no exchange rate is known: it counts as 0 until a rate
 * is.
 */
export const unknownRatePrice = <Currency extends string | null>({
  amount,
  currency,
}: UnitCharge<Currency>): UnitPrice<Currency> => ({
  unit_charge: 0,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: unknownRate,
})

/** False where the rate was unknown, so that the amounts have no meaning. */
export const isConverted = ({ exchange_rate }: Pick<UnitPrice, 'exchange_rate'>): boolean =>
  exchange_rate !== unknownRate

/**
 * The currency of what the client pays: the project's, as far as it is known. An unsent price that
 * was typed counts in the currency in which it was typed, even if the project has another one since.
 */
export const chargedCurrency = ({
  charge,
  project,
  original_currency,
  exchange_rate,
  provisional,
}: {
  readonly charge: object | null
  readonly project: { readonly currency: string | null } | null
  readonly original_currency: string | null
  readonly exchange_rate: number | null
  /** It is not sent yet. */
  readonly provisional: boolean
}): string | null => {
  const isTyped = provisional && charge === null && exchange_rate === 1
  const projectCurrency = project?.currency ?? null
  return isTyped ? (original_currency ?? projectCurrency) : (projectCurrency ?? original_currency)
}

/** True when neither total is beyond the largest amount. */
export const isCountable = (
  quantity: number,
  price: Pick<UnitPrice, 'unit_charge' | 'original_unit_charge'>,
): boolean =>
  safeTotal(quantity, price.unit_charge) !== undefined &&
  safeTotal(quantity, price.original_unit_charge) !== undefined
