/**
 * Computes the price of an expense as far as this computer can
 * (docs/decisions/2026-11-21-expenses-without-a-service.md). The service returns the final price
 * once it has the expense.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { uncountableMessage } from '#shared/rules/expense-fields.ts'
import type { PriceSource } from '#shared/rules/price-source.ts'
import {
  isCountable,
  sameCurrencyPrice,
  convertUnitPrice,
  unknownRatePrice,
  type UnitCharge,
  type UnitPrice,
} from '#shared/rules/unit-price.ts'
import type { Db } from '../store/database/db.ts'
import { readExchangeRate } from '../store/resources/exchange-rates.ts'

type Price = UnitPrice<string | null>

const needlessRate =
  'Only a price list item in another currency than its project’s has an exchange rate. Leave it out'

/**
 * Returns the price from this source, or undefined where it stays as it is or is too large to
 * count.
 * @param given the person's exchange rate, decimal text; null for none
 */
export async function provisionalPrice(
  db: Db,
  organisation: number,
  source: PriceSource,
  given: string | null | undefined,
  problems: FieldTexts,
): Promise<Price | undefined> {
  const asItIs = (charge: UnitCharge<string | null>): Price => {
    if (typeof given === 'string') problems['exchange_rate'] ??= [needlessRate]
    return sameCurrencyPrice(charge)
  }
  switch (source.is) {
    case 'unchanged':
      return undefined
    case 'one-off':
      return asItIs(source.charge)
    case 'charge': {
      const { amount, currency: from } = source.charge
      const { currency } = source
      // Where one of the two currencies is unknown, they are assumed to be the same, as they mostly
      // are.
      if (from === null || currency === null || from === currency) return asItIs(source.charge)
      const rate =
        given === undefined ? await readExchangeRate(db, organisation, from, currency) : given
      if (typeof rate !== 'string') return unknownRatePrice(source.charge)
      const price = convertUnitPrice(currency, { amount, currency: from }, rate)
      if (!price) problems['quantity'] ??= [uncountableMessage]
      return price
    }
  }
}

/** Adds a problem for `quantity` where a total is beyond the largest amount. */
export function checkProvisionalTotals(
  quantity: number,
  price: Pick<Price, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountableMessage]
}
