/** Queues webhook deliveries in the transaction of the changes that they report. */
import { randomUUID } from 'node:crypto'
import type { Trx } from '#core/store/database/db.ts'
import {
  countPending,
  forgetOldDeliveries,
  insertWebhookDeliveries,
  readPendingBodies,
  readWebhookTargets,
  replaceDeliveryBody,
} from '#core/store/service/webhook-deliveries.ts'
import { webhookEvents } from '#shared/resources/webhook.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { ResourceChange } from '../changes/resource-change.ts'

/**
 * Maximum of waiting deliveries of an organisation, and of the bytes of their bodies, which are
 * stored until they are sent.
 */
const mostWaiting = { deliveries: 5_000, bytes: 64 * 1024 * 1024 }

/**
 * Share of the deliveries that shorten the log of their webhook, chosen at random: ids do not tell,
 * because with fifty webhooks every fiftieth belongs to the same one.
 */
export const shortenedShare = 0.01

const tooMany = `More than ${mostWaiting.deliveries} deliveries of this organization were waiting`
const tooLong = 'More than 64 MB of deliveries of this organization were waiting'

const catalog: ReadonlySet<string> = new Set(webhookEvents)

interface EventBody {
  data: object | null
}

/**
 * True for a deletion that leaves no row. Others only archive a record, or hide it from new entries.
 */
const isForGood = ({ resource, action }: ResourceChange): boolean =>
  action === 'deleted' && (resource === 'times' || resource === 'expenses')

/** Returns a time or an expense without what someone wrote, in a form that its schema allows. */
const withoutTexts = (record: object | null): object | null =>
  record && {
    ...record,
    notes: null,
    ...('name' in record ? { name: '', unit: null } : {}),
  }

/** Removes a deleted record's texts from the deliveries that wait, which keep their events' ids. */
async function blankDeliveries(
  trx: Trx,
  organisation: number,
  { resource, id }: ResourceChange,
): Promise<void> {
  for (const { delivery, body } of await readPendingBodies(trx, organisation, resource, id)) {
    // eslint-disable-next-line no-restricted-syntax -- a column that the service wrote
    const event = JSON.parse(body) as EventBody
    const blank = { ...event, data: withoutTexts(event.data) }
    await replaceDeliveryBody(trx, delivery, JSON.stringify(blank))
  }
}

/**
 * Queues one delivery for each change and each webhook that listens to it; all deliveries of a
 * change are the same event, with the same id and the same bytes. A record that is deleted for good
 * comes without its texts, in the event of its deletion and in those that still wait. Returns how
 * many deliveries there are.
 */
export async function queueDeliveries(
  trx: Trx,
  organisation_id: number,
  changes: readonly ResourceChange[],
  now: number,
): Promise<number> {
  const events = changes.filter(({ resource, action }) => catalog.has(`${resource}.${action}`))
  const targets = events.length === 0 ? [] : await readWebhookTargets(trx, organisation_id)
  let queued = 0
  let room: { deliveries: number; bytes: number } | undefined
  for (const change of events) {
    const { resource, action, record } = change
    if (isForGood(change) && targets.length > 0) {
      await blankDeliveries(trx, organisation_id, change)
    }
    const event = `${resource}.${action}`
    const listening = targets.filter((target) => target.events.includes(event))
    if (listening.length === 0) continue
    const event_id = randomUUID()
    const data = (await record?.()) ?? null
    const body = JSON.stringify({
      id: event_id,
      event,
      created_at: toTimestamp(now),
      data: isForGood(change) ? withoutTexts(data) : data,
    })
    room ??= await roomFor(trx, organisation_id)
    const size = Buffer.byteLength(body)
    const fitting = { number: room.deliveries, bytes: Math.floor(room.bytes / size) }
    const sent = Math.max(0, Math.min(fitting.number, fitting.bytes))
    const problem = fitting.bytes < fitting.number ? tooLong : tooMany
    const common = {
      organisation_id,
      event_id,
      event,
      body,
      record_id: change.id,
      queued_at: now,
    }
    await insertWebhookDeliveries(
      trx,
      listening.map(({ id }, nth) => ({
        ...common,
        webhook_id: id,
        problem: nth < sent ? null : problem,
      })),
    )
    for (const { id } of listening.slice(sent)) {
      if (Math.random() < shortenedShare) await forgetOldDeliveries(trx, organisation_id, id)
    }
    const added = Math.min(sent, listening.length)
    room = { deliveries: room.deliveries - added, bytes: room.bytes - added * size }
    queued += listening.length
  }
  return queued
}

async function roomFor(
  trx: Trx,
  organisation: number,
): Promise<{ deliveries: number; bytes: number }> {
  const waiting = await countPending(trx, organisation, mostWaiting.deliveries)
  return {
    deliveries: mostWaiting.deliveries - waiting.deliveries,
    bytes: mostWaiting.bytes - waiting.bytes,
  }
}
