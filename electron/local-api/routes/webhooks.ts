/**
 * Webhooks: the listing comes from synced records, and is all that the specification has of them
 * (Webhooks). Everything else exists only on the service, which is asked at once; when it cannot be
 * reached, or does not offer webhooks, the response says so.
 */
import { Hono } from 'hono'
import { readValidFields } from '#service/http/read-fields.ts'
import { readObject, withBody } from '#service/http/read-json-body.ts'
import { readPageQuery } from '#service/http/parameters.ts'
import { webhookCreate, webhookUpdate } from '#shared/resources/webhook.ts'
import { referenceValues, wasOf } from '#shared/rules/concurrent-edits.ts'
import { localInPath, only, pageOf } from '../local-route-helpers.ts'
import type { Calls } from '../core-calls.ts'
import type { Env } from '../request-guards.ts'
import { webhookRecord } from '../api-records.ts'

export function webhookRoutes(calls: Calls): Hono<Env> {
  const routes = new Hono<Env>()

  routes.get('/', async (context) => {
    const page = await calls.run('webhooks.list', readPageQuery(context))
    return context.json(pageOf(context, 'webhooks', page, webhookRecord))
  })

  routes.post('/', withBody, async (context) => {
    const body = readValidFields(webhookCreate.shape, await readObject(context))
    const { secret, ...made } = await calls.run('webhooks.add', body)
    return context.json({ success: true, webhook: { ...webhookRecord(made), secret } }, 201)
  })

  routes.get('/:id', async (context) => {
    const local = await localInPath(calls, 'webhook', context)
    return context.json(webhookRecord(await calls.run('webhooks.show', { local })))
  })

  routes.put('/:id', withBody, async (context) => {
    const body = await readObject(context)
    const local = await localInPath(calls, 'webhook', context)
    const before = await calls.run('webhooks.show', { local })
    const set = readValidFields(webhookUpdate.shape, body)
    const was = wasOf(set, referenceValues.webhook(before))
    const webhook = webhookRecord(await calls.run('webhooks.update', { local, set, was }))
    return context.json({ success: true, webhook })
  })

  routes.delete('/:id', async (context) => {
    const local = await localInPath(calls, 'webhook', context)
    await calls.run('webhooks.show', { local })
    const webhook = webhookRecord(await calls.run('webhooks.delete', { local }))
    return context.json({ success: true, webhook })
  })

  routes.all('/', only('GET', 'HEAD', 'POST'))
  routes.all('/:id', only('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}
