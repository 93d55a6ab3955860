/** Charges: predefined amounts that expenses use (specification, Charge record). */
import {
  amount,
  currency,
  id,
  optionalText,
  requiredText,
  timestamp,
  wireAmount,
  wireBoolean,
  wireId,
  wireText,
  wireTimestamp,
} from './fields.ts'
import type { ReferenceState } from './reference-state.ts'
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
  name: wireText.optional(),
  charge: wireAmount.optional(),
  unit: wireText.nullish(),
  currency: wireText.nullish(),
  created_at: wireTimestamp.optional(),
  updated_at: wireTimestamp.optional(),
  deleted: wireBoolean.optional(),
} satisfies Record<keyof ChargeRecord, unknown>)
export type ChargeWire = z.output<typeof chargeWire>

export const chargeSortKeys = ['name', 'updated_at'] as const
export type ChargeSortKey = (typeof chargeSortKeys)[number]

/** The fields of a request that changes a charge (docs/API.md, Reference records). */
export const chargeUpdate = z.object({
  name: requiredText().optional(),
  charge: amount.optional(),
  unit: optionalText(255)
    .transform((unit) => unit ?? '')
    .optional(),
  currency: currency.optional(),
})
export type ChargeUpdate = z.output<typeof chargeUpdate>

/** The fields of a request that creates a charge. */
export const chargeCreate = chargeUpdate.extend({ name: requiredText(), charge: amount, currency })
export type ChargeCreate = z.output<typeof chargeCreate>

/** A charge as the program works with it. */
export interface Charge {
  local: number
  id: number | null
  state: ReferenceState
  name: string
  /** Smallest currency unit, per unit. */
  charge: number
  unit: string
  currency: string | null
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}
