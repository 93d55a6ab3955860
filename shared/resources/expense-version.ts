/**
 * An expense as the two sides compare it: only what a person decides, with the service's ids, each
 * meaning written in one way. Local, base and remote versions all take this shape.
 */
import { normaliseNote, withoutTrailing } from '../rules/text.ts'
import type { ExpenseWire } from './expense.ts'

/** In place of an id that the service gives: the record stands on this machine alone. */
export const unmatched = 0

export interface ExpenseVersion {
  /** The service's ids; `unmatched` while only this machine knows the record. */
  project_id: number | null
  /** Which charges and costs are converted into; null where nothing says so. */
  project_currency: string | null
  /** Null for a one-off charge. */
  charge_id: number | null
  /** Null with a predefined charge, which decides about the three. */
  name: string | null
  unit_charge: number | null
  unit: string | null
  date: string
  quantity: number
  total_cost: number
  /** Null where there is no cost: tax, rate and currency then say nothing. */
  tax: string | null
  /** Decimal text without needless zeros. */
  tax_rate: string | null
  currency: string | null
  chargeable: boolean
  notes: string | null
}

/** The values of an expense before each meaning has one form. */
export interface ExpenseValues {
  project_id: number | null
  project_currency?: string | null | undefined
  charge_id: number | null
  name: string
  unit_charge: number
  unit: string | null
  date: string
  quantity: number
  total_cost?: number | null | undefined
  tax?: string | null | undefined
  tax_rate?: string | null | undefined
  currency?: string | null | undefined
  chargeable: boolean
  notes: string | null
}

/** The version of these values. */
export function expenseVersion(values: ExpenseValues): ExpenseVersion {
  const oneOff = values.charge_id === null
  const total_cost = values.total_cost ?? 0
  const costs = total_cost !== 0
  return {
    project_id: values.project_id,
    project_currency: values.project_currency ?? null,
    charge_id: values.charge_id,
    name: oneOff ? (normaliseNote(values.name) ?? '') : null,
    unit_charge: oneOff ? values.unit_charge : null,
    unit: oneOff ? normaliseNote(values.unit) : null,
    date: values.date,
    quantity: values.quantity,
    total_cost,
    tax: costs ? (values.tax ?? 'none') : null,
    tax_rate: costs ? plainDecimal(values.tax_rate ?? '0') : null,
    currency: costs ? (values.currency ?? null) : null,
    chargeable: values.chargeable,
    notes: normaliseNote(values.notes),
  }
}

/** The version inside a record of the service. */
export const expenseVersionOf = (wire: ExpenseWire): ExpenseVersion =>
  expenseVersion({
    ...wire,
    project_id: wire.project.id,
    project_currency: wire.project.currency,
    charge_id: wire.charge?.id ?? null,
  })

/** `10.50` as `10.5`, `007` as `7`, `-0` as `0`. */
export function plainDecimal(text: string): string {
  const [matched, sign = '', digits = '', places = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (matched === undefined) return text
  const whole = digits.replace(/^0+(?=\d)/, '')
  const fraction = withoutTrailing(places, '0')
  const plain = fraction === '' ? whole : `${whole}.${fraction}`
  return plain === '0' ? plain : sign + plain
}
