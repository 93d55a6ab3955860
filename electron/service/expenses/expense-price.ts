/**
 * What an expense is charged when it is made or changed, at the organisation's rates (DECISIONS.md,
 * Expenses). What stands in the way is named in `problems`.
 */
import type { ChargeRow } from '#core/store/charges.ts'
import type { Trx } from '#core/store/db.ts'
import type { ExpenseRow } from '#core/store/expenses.ts'
import { rateBetween } from '#core/store/rates.ts'
import type { FieldTexts } from '#shared/errors.ts'
import type { ExpenseUpdate } from '#shared/resources/expense.ts'
import { known } from '../records/known.ts'
import type { Caller } from '../service.ts'
import { isCountable, oneOffPrice, priceIn, type UnitCharge, type UnitPrice } from './unit-price.ts'

/** The price of a new expense; undefined where something that it is made of needs another value. */
export async function priceOfNew(
  trx: Trx,
  caller: Caller,
  project: { currency: string | null } | undefined,
  charge: ChargeRow | undefined,
  unitCharge: number | undefined,
  problems: FieldTexts,
): Promise<UnitPrice | undefined> {
  if (!project || problems['charge_id']) return undefined
  const currency = known(project.currency, 'currency of a project')
  if (charge) return convertedPrice(trx, caller, unitChargeOf(charge), currency, problems)
  return unitCharge === undefined ? undefined : oneOffPrice({ amount: unitCharge, currency })
}

/** What an update makes of an expense's charge. */
export type Kind = 'keeps its charge' | 'takes a charge' | 'is one-off'

export function kindOf(stands: ExpenseRow, charge_id: number | null | undefined): Kind {
  if (typeof charge_id === 'number') return 'takes a charge'
  return stands.charge === null || charge_id === null ? 'is one-off' : 'keeps its charge'
}

/** The price after a change, or undefined where it stays as it is. */
export async function changedPrice(
  trx: Trx,
  caller: Caller,
  change: {
    stands: ExpenseRow
    values: ExpenseUpdate
    kind: Kind
    charge: ChargeRow | undefined
    /** To another project. */
    moves: boolean
    /** Of the project that the expense will be on. */
    currency: string
    problems: FieldTexts
  },
): Promise<UnitPrice | undefined> {
  const { stands, values, kind, charge, moves, currency, problems } = change
  switch (kind) {
    case 'takes a charge':
      return convertedPrice(trx, caller, unitChargeOf(known(charge, 'charge')), currency, problems)
    case 'keeps its charge':
      // What was agreed holds, until the expense goes where another currency is used.
      return currency === stands.project?.currency
        ? undefined
        : convertedPrice(
            trx,
            caller,
            {
              amount: stands.original_unit_charge,
              currency: known(stands.original_currency, 'original_currency of an expense'),
            },
            currency,
            problems,
          )
    case 'is one-off': {
      const stays = stands.charge === null && !moves
      return oneOffPrice({
        amount: values.unit_charge ?? stands.unit_charge,
        currency: (stays && stands.original_currency) || currency,
      })
    }
  }
}

const unitChargeOf = (charge: ChargeRow): UnitCharge => ({
  amount: charge.charge,
  currency: known(charge.currency, 'currency of a charge'),
})

/** A charge in a currency, at the organisation's rate; what is missing is named in `problems`. */
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
      : await rateBetween(trx, caller.organisation, charge.currency, currency)
  if (rate === undefined) {
    problems['charge_id'] = [
      `Needs an exchange rate from ${charge.currency} to ${currency}, which the organisation does not have yet`,
    ]
    return undefined
  }
  const price = priceIn(currency, charge, rate)
  if (!price) problems['quantity'] ??= [uncountable]
  return price
}

const uncountable = 'Makes a total that is too large to be counted exactly; it needs to be smaller'

/** Names `quantity` where a total is not one that every reader keeps. */
export function checkTotals(
  quantity: number,
  price: Pick<UnitPrice, 'unit_charge' | 'original_unit_charge'> | undefined,
  problems: FieldTexts,
): void {
  if (price && !isCountable(quantity, price)) problems['quantity'] ??= [uncountable]
}
