/** Webhook subscriptions (specification, Webhook). The specification covers only listing them. */
import { id, listOf, requiredText, timestamp, wireId, wireText, wireTimestamp } from './fields.ts'
import { z } from './zod.ts'

/** Our service's event catalog (docs/API.md, Webhooks). */
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

export type WebhookEvent = (typeof webhookEvents)[number]

const address = 'Enter a URL that starts with https:// or http://'

/** The fields that the `webhooks` capability accepts (docs/API.md, Webhooks). */
export const webhookCreate = z.object({
  uri: requiredText(2048).refine((uri) => /^https?:\/\/[^\s/?#]\S*$/i.test(uri), address),
  events: listOf(
    z.enum(webhookEvents, `Use one or more of these events: ${webhookEvents.join(', ')}`),
    100,
    'event names',
  )
    .refine((events) => events.length > 0, 'Choose at least one event')
    .transform((events) => [...new Set(events)]),
})
export type WebhookCreate = z.output<typeof webhookCreate>

export const webhookUpdate = webhookCreate.partial()
export type WebhookUpdate = z.output<typeof webhookUpdate>

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
  uri: wireText,
  events: z.array(wireText).max(1_000),
  created_at: wireTimestamp,
  updated_at: wireTimestamp,
})
export type WebhookWire = z.output<typeof webhookWire>

/** The response to storing a webhook. Only this one contains the secret. */
export const webhookStoredRecord = webhookRecord.extend({ secret: z.string() })
export type WebhookStoredRecord = z.output<typeof webhookStoredRecord>

const deliveryStates = ['pending', 'delivered', 'given_up'] as const

/** One event for one webhook, in the delivery log. */
export const webhookDeliveryRecord = z.strictObject({
  id,
  /** The id that the delivered event carries, too. */
  event_id: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Status of the last attempt; null where there was no response. */
  response_status: z.int().nullable(),
  problem: z.string().nullable(),
  created_at: timestamp,
  attempted_at: timestamp.nullable(),
  /** Set while the delivery is pending. */
  next_attempt_at: timestamp.nullable(),
})
export type WebhookDeliveryRecord = z.output<typeof webhookDeliveryRecord>

/** A webhook as the program works with it; only the service creates and changes them. */
export interface Webhook {
  local: number
  id: number | null
  /** Always `synced`, because only the service creates and changes webhooks. */
  state: 'synced'
  uri: string
  events: string[]
  created_at: string | null
  updated_at: string | null
}
