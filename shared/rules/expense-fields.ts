/**
 * The fields of an expense besides its price: those that a charge determines, and those that a cost
 * needs (specification, Expenses; docs/API.md, Expenses).
 */
import type { ChargeChangeKind } from './price-source.ts'

/** Fields that a predefined charge determines. */
const oneOffFields = ['name', 'unit', 'unit_charge'] as const

/** Returns the fields that an expense takes from a charge, besides the price. */
export const fieldsFromCharge = (charge: {
  readonly name: string
  readonly unit: string
}): { name: string; unit: string | null } => ({ name: charge.name, unit: charge.unit || null })

/** The actual cost and its tax. */
export interface ExpenseCostValues {
  readonly total_cost: number
  readonly tax: string
  /** Percent, decimal text. */
  readonly tax_rate: string
  readonly currency: string | null
}

/** Returns the fields of an expense without a cost. */
export const emptyCost = <Currency extends string | null>(currency: Currency) => ({
  total_cost: 0,
  tax: 'none',
  tax_rate: '0',
  currency,
})

/** True for the fields of `emptyCost`; its currency is then the project's. */
export const hasNoCost = ({ total_cost, tax, tax_rate }: ExpenseCostValues): boolean => {
  const none = emptyCost(null)
  return total_cost === none.total_cost && tax === none.tax && tax_rate === none.tax_rate
}

/**
 * Returns the fields that a change sets although the charge that the expense keeps determines them.
 */
export const conflictingChargeFields = (
  kind: ChargeChangeKind,
  values: { readonly [Field in (typeof oneOffFields)[number]]?: unknown },
): readonly string[] =>
  kind === 'kept' ? oneOffFields.filter((field) => values[field] !== undefined) : []

/** The message for `quantity` where the total is beyond the largest amount. */
export const uncountableMessage = 'The total is too large. Use a smaller number'
