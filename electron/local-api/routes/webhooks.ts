/**
 * Webhooks: the listing comes from synced records, and is all that the specification has of them
 * (Webhooks). Everything else exists only on the service, which is asked at once; when it cannot be
 * reached, or does not offer webhooks, the response says so.
 */
import { Hono } from 'hono'
import { readValidFields } from '#service/http/read-fields.ts'
import { readJsonObject, withBody } from '#service/http/read-json-body.ts'
import { readPageQuery } from '#service/http/parameters.ts'
import { webhookCreate, webhookUpdate } from '#shared/resources/webhook.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { localIdFromPath, allowOnlyMethods, toApiPage } from '../local-route-helpers.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { toApiWebhookRecord } from '../api-records.ts'

export function localWebhookRoutes(calls: CoreCalls): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()

  routes.get('/', async (context) => {
    const page = await calls.run('webhooks.list', readPageQuery(context))
    return context.json(toApiPage(context, 'webhooks', page, toApiWebhookRecord))
  })

  routes.post('/', withBody, async (context) => {
    const body = readValidFields(webhookCreate.shape, await readJsonObject(context))
    const { secret, ...made } = await calls.run('webhooks.add', body)
    return context.json({ success: true, webhook: { ...toApiWebhookRecord(made), secret } }, 201)
  })

  routes.get('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'webhook', context)
    return context.json(toApiWebhookRecord(await calls.run('webhooks.show', { local })))
  })

  routes.put('/:id', withBody, async (context) => {
    const body = await readJsonObject(context)
    const local = await localIdFromPath(calls, 'webhook', context)
    const before = await calls.run('webhooks.show', { local })
    const set = readValidFields(webhookUpdate.shape, body)
    const was = wasOf(set, referenceValues.webhook(before))
    const webhook = toApiWebhookRecord(await calls.run('webhooks.update', { local, set, was }))
    return context.json({ success: true, webhook })
  })

  routes.delete('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'webhook', context)
    await calls.run('webhooks.show', { local })
    const webhook = toApiWebhookRecord(await calls.run('webhooks.delete', { local }))
    return context.json({ success: true, webhook })
  })

  routes.all('/', allowOnlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', allowOnlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}
