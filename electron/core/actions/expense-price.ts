/**
 * Computes the price of an expense as far as this computer can (DECISIONS.md, Expenses without
 * the service). The service returns the final price once it has the expense.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { uncountableMessage } from '#shared/rules/expense-fields.ts'
import type { PriceSource } from '#shared/rules/price-source.ts'
import {
  isCountable,
  sameCurrencyPrice,
  convertUnitPrice,
  unknownRatePrice,
  type UnitPrice,
} from '#shared/rules/unit-price.ts'
import type { Db } from '../store/db.ts'
import { readExchangeRate } from '../store/exchange-rates.ts'

type Price = UnitPrice<string | null>

/**
 * Returns the price from this source, or undefined where it stays as it is or is too large to
 * count.
 */
export async function provisionalPrice(
  db: Db,
  organisation: number,
  source: PriceSource,
  problems: FieldTexts,
): Promise<Price | undefined> {
  switch (source.is) {
    case 'unchanged':
      return undefined
    case 'one-off':
      return sameCurrencyPrice(source.charge)
    case 'charge': {
      const { amount, currency: from } = source.charge
      const { currency } = source
      // Where one of the two currencies is unknown, they are assumed to be the same, as they mostly
      // are.
      if (from === null || currency === null || from === currency)
        return sameCurrencyPrice(source.charge)
      const rate = await readExchangeRate(db, organisation, from, currency)
      if (rate === undefined) return unknownRatePrice(source.charge)
      const price = convertUnitPrice(currency, { amount, currency: from }, rate)
      if (!price) problems['quantity'] ??= [uncountableMessage]
      return price
    }
  }
}

/**
 * Adds a problem for `quantity` where a total is not an integer that every client can represent
 * exactly.
 */
export function checkProvisionalTotals(
  quantity: number,
  price: Pick<Price, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountableMessage]
}
