/**
 * Prices an expense that is created or changed, at the organisation's rates (docs/API.md,
 * Expenses). Obstacles are reported in `problems`.
 */
import type { Trx } from '#core/store/database/db.ts'
import { readExchangeRate } from '#core/store/resources/exchange-rates.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { uncountableMessage } from '#shared/rules/expense-fields.ts'
import type { PriceSource } from '#shared/rules/price-source.ts'
import {
  isCountable,
  sameCurrencyPrice,
  convertUnitPrice,
  type UnitCharge,
  type UnitPrice,
} from '#shared/rules/unit-price.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'

/**
 * Returns the price from this source, or undefined when it stays as it is or cannot be determined.
 */
export async function resolveExpensePrice(
  trx: Trx,
  caller: Caller,
  source: PriceSource,
  problems: FieldTexts,
): Promise<UnitPrice | undefined> {
  switch (source.is) {
    case 'unchanged':
      return undefined
    case 'one-off':
      return sameCurrencyPrice(complete(source.charge))
    case 'charge':
      return convertedPrice(
        trx,
        caller,
        complete(source.charge),
        requireKnown(source.currency, 'currency of a project'),
        problems,
      )
  }
}

const complete = ({ amount, currency }: UnitCharge<string | null>): UnitCharge => ({
  amount,
  currency: requireKnown(currency, 'currency of a charge'),
})

/**
 * Converts a charge to a currency at the organisation's rate; what is missing is reported in
 * `problems`.
 */
async function convertedPrice(
  trx: Trx,
  caller: Caller,
  charge: UnitCharge,
  currency: string,
  problems: FieldTexts,
): Promise<UnitPrice | undefined> {
  const rate =
    charge.currency === currency
      ? '1'
      : await readExchangeRate(trx, caller.organisation, charge.currency, currency)
  if (rate === undefined) {
    problems['charge_id'] = [
      `Needs an exchange rate from ${charge.currency} to ${currency}, which the organization doesn’t have yet`,
    ]
    return undefined
  }
  const price = convertUnitPrice(currency, charge, rate)
  if (!price) problems['quantity'] ??= [uncountableMessage]
  return price
}

/** Reports `quantity` when a total is beyond the largest amount. */
export function checkExpenseTotals(
  quantity: number,
  price: Pick<UnitPrice, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountableMessage]
}
