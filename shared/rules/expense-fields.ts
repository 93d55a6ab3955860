/**
 * The fields of an expense besides its price: what a charge decides of them, and what a cost needs
 * (specification, Expenses; DECISIONS.md, Expenses).
 */
import type { ChargeKind } from './expense-price.ts'

/** Fields that a predefined charge decides about. */
const oneOffFields = ['name', 'unit', 'unit_charge'] as const

/** What an expense takes over from a charge, besides the price. */
export const fieldsOfCharge = (charge: {
  readonly name: string
  readonly unit: string
}): { name: string; unit: string | null } => ({ name: charge.name, unit: charge.unit || null })

/** The real cost and its tax. */
export interface Cost {
  readonly total_cost: number
  readonly tax: string
  /** Per cent, decimal text. */
  readonly tax_rate: string
  readonly currency: string | null
}

/** Of an expense without a cost. */
export const noCost = <Currency extends string | null>(currency: Currency) => ({
  total_cost: 0,
  tax: 'none',
  tax_rate: '0',
  currency,
})

/** As one is made without a cost: then its currency is the project's. */
export const isWithoutCost = ({ total_cost, tax, tax_rate }: Cost): boolean => {
  const none = noCost(null)
  return total_cost === none.total_cost && tax === none.tax && tax_rate === none.tax_rate
}

/** The fields that a change names although they are the charge's to say while it is kept. */
export const fieldsOfKeptCharge = (
  kind: ChargeKind,
  values: { readonly [Field in (typeof oneOffFields)[number]]?: unknown },
): readonly string[] =>
  kind === 'keeps its charge' ? oneOffFields.filter((field) => values[field] !== undefined) : []

/** What `quantity` is told where a total is beyond what every reader keeps. */
export const uncountable = 'The total is too large. Use a smaller number'

/** The values that a change gives, with those of a charge that the expense takes. */
export function changedFields<
  Values extends { name?: string | undefined; unit?: string | null | undefined },
>(
  kind: ChargeKind,
  charge: { readonly name: string; readonly unit: string } | undefined,
  values: Values,
): Omit<Values, 'unit_charge' | 'project_id' | 'charge_id'> {
  const {
    unit_charge: _amount,
    project_id: _project,
    charge_id: _charge,
    ...plain
  } = values as Values & { unit_charge?: unknown; project_id?: unknown; charge_id?: unknown }
  return kind === 'takes a charge' && charge ? { ...plain, ...fieldsOfCharge(charge) } : plain
}

/** Only what is other than it stands. */
export function differences<Values extends object>(stands: object, values: Values): Values {
  const differing = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== (stands as Record<string, unknown>)[field],
  )
  return Object.fromEntries(differing) as Values
}
