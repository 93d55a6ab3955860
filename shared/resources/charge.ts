/** Charges: predefined amounts that expenses use (specification, Charge record). */
import {
  amount,
  currency,
  id,
  requiredText,
  timestamp,
  wireBoolean,
  wireId,
  wireInteger,
  wireTimestamp,
} from './fields.ts'
import { z } from './zod.ts'

export const chargeRecord = z.strictObject({
  id,
  name: requiredText(),
  charge: amount,
  unit: z.string(),
  currency,
  created_at: timestamp,
  updated_at: timestamp,
  deleted: z.boolean(),
})
export type ChargeRecord = z.output<typeof chargeRecord>

export const chargeWire = z.object({
  id: wireId,
  name: z.string().optional(),
  charge: wireInteger.optional(),
  unit: z.string().nullish(),
  currency: z.string().nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  deleted: wireBoolean.optional(),
})
export type ChargeWire = z.output<typeof chargeWire>

export const chargeSortKeys = ['name', 'updated_at'] as const
export type ChargeSortKey = (typeof chargeSortKeys)[number]

/** A charge as the program works with it. */
export interface Charge {
  local: number
  id: number | null
  name: string
  charge: number
  unit: string
  currency: string | null
  deleted: boolean
}
