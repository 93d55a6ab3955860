/**
 * Webhooks: the listing comes from synced records, and is all that the specification has of them
 * (Webhooks). Everything else exists only on the service, which is asked at once; when it cannot be
 * reached, or does not offer webhooks, the response says so.
 */
import type { Hono } from 'hono'
import { listQueries } from '#service/http/list-queries.ts'
import { readValidFields } from '#service/http/read-fields.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import { webhookCreate, webhookRecord, webhookUpdate } from '#shared/resources/webhook.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { toApiRecord } from '../api-records.ts'
import { localReads, type LocalBackEnd } from '../back-end.ts'
import type { LocalApiEnv } from '../request-guards.ts'

const toRecord = toApiRecord(webhookRecord)

export const localWebhookRoutes = (backEnd: LocalBackEnd): Hono<LocalApiEnv> =>
  recordRoutes(backEnd, {
    ...localReads('webhooks', 'webhook'),
    query: listQueries.webhooks,
    toListRecord: toRecord,
    toRecord: (_, webhook) => toRecord(webhook),
    writes: {
      async create({ calls }, body) {
        const values = readValidFields(webhookCreate.shape, body)
        const { secret, ...row } = await calls.run('webhooks.add', values)
        return { row, more: { secret } }
      },
      update({ calls }, current, body) {
        const set = readValidFields(webhookUpdate.shape, body)
        const was = wasOf(set, referenceValues.webhook(current))
        return calls.run('webhooks.update', { local: current.local, set, was })
      },
      remove: ({ calls }, { local }) => calls.run('webhooks.delete', { local }),
    },
  })
