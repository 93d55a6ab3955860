/** Converts webhook rows to the records that the service returns (specification, Webhook). */
import type { DeliveryRow } from '#core/store/service/webhook-deliveries.ts'
import type { WebhookRow } from '#core/store/resources/webhooks.ts'
import type { WebhookDeliveryRecord, WebhookRecord } from '#shared/resources/webhook.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { requireKnown } from './require-known.ts'

export const toWebhookRecord = (row: WebhookRow): WebhookRecord => ({
  id: row.id,
  uri: row.uri,
  events: row.events,
  created_at: requireKnown(row.created_at, 'created_at of a webhook'),
  updated_at: requireKnown(row.updated_at, 'updated_at of a webhook'),
})

export const toWebhookDeliveryRecord = (row: DeliveryRow): WebhookDeliveryRecord => ({
  id: row.id,
  event_id: row.event_id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  response_status: row.response_status,
  problem: row.problem,
  created_at: toTimestamp(row.queued_at),
  attempted_at: row.attempted_at === null ? null : toTimestamp(row.attempted_at),
  next_attempt_at: row.state === 'pending' ? toTimestamp(row.due_at) : null,
})
