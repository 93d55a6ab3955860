/**
 * Decides where the price of an expense comes from when it is created or changed (docs/API.md,
 * Expenses). The service and an offline client decide alike; each looks up rates in its own way.
 */
import { isConverted, type UnitCharge } from './unit-price.ts'

/** Null where the service did not report the currency to a client. */
type Currency = string | null

export type PriceSource =
  | { readonly is: 'unchanged' }
  /** In the project's own currency. */
  | { readonly is: 'one-off'; readonly charge: UnitCharge<Currency> }
  /** To be converted into `currency`, which is the project's. */
  | {
      readonly is: 'charge'
      readonly charge: UnitCharge<Currency>
      readonly currency: Currency
    }

/** The parts of a predefined charge that an expense takes over. */
export interface PricedCharge {
  readonly charge: number
  readonly currency: Currency
}

const unitChargeOf = ({ charge, currency }: PricedCharge): UnitCharge<Currency> => ({
  amount: charge,
  currency,
})

/**
 * Returns the price source of a new expense; undefined where it has neither a charge nor an amount.
 * @param currency the project's
 */
export function priceSourceOfNew(
  charge: PricedCharge | undefined,
  unit_charge: number | undefined,
  currency: Currency,
): PriceSource | undefined {
  if (charge) return { is: 'charge', charge: unitChargeOf(charge), currency }
  return unit_charge === undefined
    ? undefined
    : { is: 'one-off', charge: { amount: unit_charge, currency } }
}

/** What a change does to an expense's charge. */
export type ChargeChangeKind = 'kept' | 'replaced' | 'one-off'

/** @param charge_id undefined where the change does not set it, or sets the current one */
export function classifyChargeChange(
  current: { readonly charge: object | null },
  charge_id: number | null | undefined,
): ChargeChangeKind {
  if (typeof charge_id === 'number') return 'replaced'
  return current.charge === null || charge_id === null ? 'one-off' : 'kept'
}

/** The expense before a change. */
interface CurrentExpense {
  readonly charge: object | null
  readonly project: { readonly currency: Currency } | null
  readonly unit_charge: number
  readonly original_unit_charge: number
  readonly original_currency: Currency
  readonly exchange_rate: string
}

/** Returns the price source of a changed expense. */
export function priceSourceOfChange(change: {
  current: CurrentExpense
  kind: ChargeChangeKind
  /** The charge that it takes. */
  charge: PricedCharge | undefined
  /** The amount that the change sets. */
  unit_charge: number | undefined
  /** True when it moves to another project. */
  moves: boolean
  /** Currency of the project after the change. */
  currency: Currency
}): PriceSource {
  const { current, kind, charge, unit_charge, moves, currency } = change
  switch (kind) {
    case 'replaced':
      return charge ? { is: 'charge', charge: unitChargeOf(charge), currency } : { is: 'unchanged' }
    case 'kept': {
      // The agreed price holds until the expense moves to a project with another currency.
      const sameCurrency = current.project !== null && currency === current.project.currency
      if (sameCurrency && isConverted(current)) return { is: 'unchanged' }
      const { original_unit_charge: amount, original_currency } = current
      return { is: 'charge', charge: { amount, currency: original_currency }, currency }
    }
    case 'one-off': {
      // An amount stays as it was set, in the currency that the project had then.
      const stays = current.charge === null && !moves
      if (stays && unit_charge === undefined && isConverted(current)) return { is: 'unchanged' }
      const kept = stays ? current.original_currency : null
      return {
        is: 'one-off',
        charge:
          unit_charge === undefined
            ? { amount: current.unit_charge, currency: kept ?? currency }
            : { amount: unit_charge, currency: currency ?? kept },
      }
    }
  }
}
