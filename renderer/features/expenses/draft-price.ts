/** Computes the price of the expense form's draft. */
import type { Charge } from '#shared/resources/charge.ts'
import type { Expense } from '#shared/resources/expense.ts'
import { safeTotal } from '#shared/rules/money.ts'
import { convertUnitPrice } from '#shared/rules/unit-price.ts'
import { parseAmountInput } from '../../ui/amount-input.ts'
import { type DraftMoney, type ExpenseDraft, readDraftQuantity } from './expense-draft.ts'

/** The price of a charge; for an edited expense, the agreed one. */
export interface ChargePrice {
  amount: number
  currency: string | null
}

/** The unit price in its own currency, as far as the form says. */
export function unitPriceOfDraft(
  draft: ExpenseDraft,
  charge: Pick<Charge, 'local' | 'charge' | 'currency'> | undefined,
  before: Expense | undefined,
  { currency }: DraftMoney,
): ChargePrice | undefined {
  if (draft.way === 'one-off') {
    const amount = parseAmountInput(draft.unitCharge, currency)
    return amount === undefined ? undefined : { amount, currency }
  }
  // The agreed price stays, even if the charge's price has changed since.
  if (before?.charge && before.charge.local === draft.charge) {
    return { amount: before.original_unit_charge, currency: before.original_currency }
  }
  return charge && { amount: charge.charge, currency: charge.currency }
}

export interface DraftPrice {
  quantity: number
  each: ChargePrice
  /** In the charge's own currency. */
  total: number
  /** In the project's currency; undefined while no exchange rate is known. */
  price: ChargePrice | undefined
}

/**
 * Computes the price of an expense in its own currency and in the project's.
 * @param currency the project's currency
 * @param rate from the charge's currency to the project's; null where none is known
 * @returns undefined while there is nothing to compute, or the result is too large
 */
export function totalPriceOfDraft(
  draft: Pick<ExpenseDraft, 'quantity'>,
  each: ChargePrice | undefined,
  currency: string | null,
  rate: string | null,
): DraftPrice | undefined {
  const quantity = readDraftQuantity(draft)
  if (quantity === undefined || !each) return undefined
  const total = safeTotal(quantity, each.amount)
  if (total === undefined) return undefined
  const own = { amount: total, currency: each.currency ?? currency }
  if (each.currency === null || currency === null || each.currency === currency) {
    return { quantity, each, total, price: own }
  }
  if (rate === null) return { quantity, each, total, price: undefined }
  const unit = convertUnitPrice(currency, { amount: each.amount, currency: each.currency }, rate)
  const amount = unit && safeTotal(quantity, unit.unit_charge)
  if (amount === undefined) return undefined
  return { quantity, each, total, price: { amount, currency } }
}
