/** Webhook subscriptions (specification, Webhook). Only listing them is part of it. */
import { id, timestamp, wireId, wireTimestamp } from './fields.ts'
import { z } from './zod.ts'

/** Our service's event catalogue (DECISIONS.md, Webhooks). */
export const webhookEvents = [
  'times.created',
  'times.updated',
  'times.deleted',
  'expenses.created',
  'expenses.updated',
  'expenses.deleted',
  'categories.created',
  'categories.updated',
  'categories.deleted',
  'categories.restored',
] as const

export const webhookRecord = z.strictObject({
  id,
  uri: z.string(),
  events: z.array(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
})
export type WebhookRecord = z.output<typeof webhookRecord>

export const webhookWire = z.object({
  id: wireId,
  uri: z.string(),
  events: z.array(z.string()),
  created_at: wireTimestamp,
  updated_at: wireTimestamp,
})
export type WebhookWire = z.output<typeof webhookWire>
