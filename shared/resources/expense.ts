/** Expense entries (specification, Expense). */
import { chargeRecord, chargeWire } from './charge.ts'
import {
  amount,
  civilDate,
  currency,
  id,
  timestamp,
  wireBoolean,
  wireDate,
  wireDecimal,
  wireId,
  wireInteger,
  wireOptionalText,
  wireTimestamp,
} from './fields.ts'
import { projectRecord, projectWire } from './project.ts'
import { z } from './zod.ts'

/** Tax types of our service; a client keeps any other value as it is. */
export const taxTypes = ['includes', 'excludes', 'none'] as const

export const expenseRecord = z.strictObject({
  id,
  date: civilDate,
  name: z.string(),
  quantity: z.int(),
  notes: z.string().nullable(),
  /** Sent as a boolean, answered as 1 or 0. */
  chargeable: z.union([z.literal(1), z.literal(0)]),
  total_charge: amount,
  unit_charge: amount,
  unit: z.string().nullable(),
  total_cost: amount,
  tax: z.enum(taxTypes),
  tax_rate: z.number(),
  currency,
  created_at: timestamp,
  updated_at: timestamp,
  original_total_charge: amount,
  original_unit_charge: amount,
  original_currency: currency,
  exchange_rate: z.number(),
  /** Null for a one-off charge. */
  charge: chargeRecord.nullable(),
  project: projectRecord,
})
export type ExpenseRecord = z.output<typeof expenseRecord>

export const expenseWire = z.object({
  id: wireId,
  date: wireDate,
  name: z.string(),
  quantity: wireInteger,
  notes: wireOptionalText,
  chargeable: wireBoolean,
  total_charge: wireInteger,
  unit_charge: wireInteger,
  unit: wireOptionalText,
  total_cost: wireInteger.nullish(),
  tax: wireOptionalText,
  tax_rate: wireDecimal.nullish(),
  currency: wireOptionalText,
  created_at: wireTimestamp,
  updated_at: wireTimestamp,
  original_total_charge: wireInteger.nullish(),
  original_unit_charge: wireInteger.nullish(),
  original_currency: wireOptionalText,
  exchange_rate: wireDecimal.nullish(),
  charge: chargeWire.nullish(),
  project: projectWire,
})
export type ExpenseWire = z.output<typeof expenseWire>

export const expenseSortKeys = ['date', 'name', 'updated_at'] as const
export type ExpenseSortKey = (typeof expenseSortKeys)[number]

/** An expense as the program works with it. */
export interface Expense {
  local: number
  id: number | null
  date: string
  name: string
  quantity: number
  notes: string | null
  chargeable: boolean
  total_charge: number
  unit_charge: number
  currency: string | null
}
