/**
 * An expense as sync compares it: only what people decide, with the service's ids, in one normal
 * form. Local, base and remote versions all have this shape.
 */
import { covering } from '../rules/field-groups.ts'
import { normalizeNote, withoutTrailing } from '../rules/search-text.ts'
import type { ExpenseWire } from './expense.ts'

/** Placeholder for the service's id of a record that exists only locally. */
export const unmatchedId = 0

export interface ExpenseVersion {
  /** The service's ids; `unmatchedId` for records that exist only locally. */
  project_id: number | null
  /** The currency into which charges and costs are converted; null where unknown. */
  project_currency: string | null
  /** Null for a one-off charge. */
  charge_id: number | null
  /** Null with a predefined charge, which determines all three. */
  name: string | null
  unit_charge: number | null
  unit: string | null
  date: string
  quantity: number
  total_cost: number
  /** Null where there is no cost; tax, rate and currency have no meaning then. */
  tax: string | null
  /** Decimal text without redundant zeros. */
  tax_rate: string | null
  currency: string | null
  chargeable: boolean
  notes: string | null
}

/**
 * What is merged together, in the order in which natural keys, which are stored, contain the fields.
 * Undo's groups are other ones (`expenseHistoryCodec`).
 */
export const expenseGroups = covering<keyof ExpenseVersion>()([
  { name: 'project', fields: ['project_id'], along: ['project_currency'] },
  { name: 'charge', fields: ['charge_id', 'name', 'unit_charge', 'unit'] },
  { name: 'date', fields: ['date'] },
  { name: 'quantity', fields: ['quantity'] },
  { name: 'cost', fields: ['total_cost', 'tax', 'tax_rate', 'currency'] },
  { name: 'chargeable', fields: ['chargeable'] },
  { name: 'notes', fields: ['notes'] },
])

/** The values of an expense before they are normalized. */
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

/** Normalizes the values into a version. */
export function toExpenseVersion(values: ExpenseValues): ExpenseVersion {
  const oneOff = values.charge_id === null
  const total_cost = values.total_cost ?? 0
  const costs = total_cost !== 0
  return {
    project_id: values.project_id,
    project_currency: values.project_currency ?? null,
    charge_id: values.charge_id,
    name: oneOff ? (normalizeNote(values.name) ?? '') : null,
    unit_charge: oneOff ? values.unit_charge : null,
    unit: oneOff ? normalizeNote(values.unit) : null,
    date: values.date,
    quantity: values.quantity,
    total_cost,
    tax: costs ? (values.tax ?? 'none') : null,
    tax_rate: costs ? canonicalDecimal(values.tax_rate ?? '0') : null,
    currency: costs ? (values.currency ?? null) : null,
    chargeable: values.chargeable,
    notes: normalizeNote(values.notes),
  }
}

/** Returns the version in a record of the service. */
export const expenseVersionFromWire = (wire: ExpenseWire): ExpenseVersion =>
  toExpenseVersion({
    ...wire,
    project_id: wire.project.id,
    project_currency: wire.project.currency,
    charge_id: wire.charge?.id ?? null,
  })

/** Normalizes decimal text: `10.50` to `10.5`, `007` to `7`, `-0` to `0`. */
export function canonicalDecimal(text: string): string {
  const [matched, sign = '', digits = '', places = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (matched === undefined) return text
  const whole = digits.replace(/^0+(?=\d)/, '')
  const fraction = withoutTrailing(places, '0')
  const plain = fraction === '' ? whole : `${whole}.${fraction}`
  return plain === '0' ? plain : sign + plain
}
