/**
 * What an expense is charged as far as this machine can tell (DECISIONS.md, Expenses, Offline). The
 * service says what it really is once it has the expense.
 */
import type { FieldTexts } from '#shared/errors.ts'
import { uncountable } from '#shared/rules/expense-fields.ts'
import type { PriceSource } from '#shared/rules/expense-price.ts'
import {
  isCountable,
  priceAsIs,
  priceIn,
  unconvertedPrice,
  type UnitPrice,
} from '#shared/rules/unit-price.ts'
import type { Db } from '../store/db.ts'
import { rateBetween } from '../store/rates.ts'

type Price = UnitPrice<string | null>

/** The price from this source, or undefined where it stays as it is or cannot be counted. */
export async function provisionalPrice(
  db: Db,
  organisation: number,
  source: PriceSource,
  problems: FieldTexts,
): Promise<Price | undefined> {
  switch (source.is) {
    case 'as it stands':
      return undefined
    case 'one-off':
      return priceAsIs(source.charge)
    case 'charge': {
      const { amount, currency: from } = source.charge
      const { currency } = source
      // Where one of the two currencies was never told, both may be the same: most often they are.
      if (from === null || currency === null || from === currency) return priceAsIs(source.charge)
      const rate = await rateBetween(db, organisation, from, currency)
      if (rate === undefined) return unconvertedPrice(source.charge)
      const price = priceIn(currency, { amount, currency: from }, rate)
      if (!price) problems['quantity'] ??= [uncountable]
      return price
    }
  }
}

/** Names `quantity` where a total is not one that every reader keeps. */
export function checkTotals(
  quantity: number,
  price: Pick<Price, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountable]
}
