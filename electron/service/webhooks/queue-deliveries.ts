/** Queues webhook deliveries in the transaction of the changes that they report. */
import { randomUUID } from 'node:crypto'
import type { Trx } from '#core/store/db.ts'
import {
  countPending,
  insertWebhookDelivery,
  readWebhookTargets,
} from '#core/store/webhook-deliveries.ts'
import { webhookEvents } from '#shared/resources/webhook.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { ResourceChange } from '../changes/resource-change.ts'

/**
 * Maximum of waiting deliveries of an organisation, whose bodies are stored until they are sent.
 */
const mostWaiting = 5_000

const tooMany = `More than ${mostWaiting} deliveries of this organization were waiting`

const catalogue: ReadonlySet<string> = new Set(webhookEvents)

/**
 * Queues one delivery for each change and each webhook that listens to it; all deliveries of a
 * change are the same event, with the same id and the same bytes. Returns how many there are.
 */
export async function queueDeliveries(
  trx: Trx,
  organisation_id: number,
  changes: readonly ResourceChange[],
  now: number,
): Promise<number> {
  const events = changes.filter(({ resource, action }) => catalogue.has(`${resource}.${action}`))
  const targets = events.length === 0 ? [] : await readWebhookTargets(trx, organisation_id)
  let queued = 0
  let room: number | undefined
  for (const { resource, action, record } of events) {
    const event = `${resource}.${action}`
    const listening = targets.filter((target) => target.events.includes(event))
    if (listening.length === 0) continue
    const event_id = randomUUID()
    const body = JSON.stringify({
      id: event_id,
      event,
      created_at: toTimestamp(now),
      data: (await record?.()) ?? null,
    })
    room ??= mostWaiting - (await countPending(trx, organisation_id, mostWaiting))
    for (const { id } of listening) {
      const delivery = { organisation_id, webhook_id: id, event_id, event, body, queued_at: now }
      await insertWebhookDelivery(trx, delivery, room > 0 ? undefined : tooMany)
      room -= 1
      queued++
    }
  }
  return queued
}
