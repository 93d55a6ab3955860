/**
 * Webhooks: the listing, which is all that the specification has of them (Webhooks), and with the
 * capability `webhooks` the rest, for owners.
 */
import { Hono, type Context } from 'hono'
import type { Db } from '#core/store/database/db.ts'
import {
  deleteWebhookTarget,
  insertWebhookTarget,
  listWebhookDeliveries,
  clearTargetHold,
} from '#core/store/service/webhook-deliveries.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  readWebhook,
  updateWebhook,
  type WebhookRow,
} from '#core/store/resources/webhooks.ts'
import type { FieldTexts } from '#shared/errors.ts'
import {
  webhookCreate,
  webhookUpdate,
  type WebhookStoredRecord,
} from '#shared/resources/webhook.ts'
import { changedOrUndefined } from '#shared/rules/three-way.ts'
import { commitWrite } from '../changes/commit-write.ts'
import { requireOwner } from '../http/authenticate.ts'
import { respondWithRecord, requireIfMatch } from '../http/entity-tags.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { readJsonObject } from '../http/read-json-body.ts'
import { idFromPath, readPageQuery } from '../http/parameters.ts'
import { notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import { toWebhookDeliveryRecord, toWebhookRecord } from '../records/webhook.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { isPublicAddress, literalAddress } from '../webhooks/public-address.ts'
import { makeWebhookSecret } from '../webhooks/signature.ts'
import { differingValues } from './reference-routes.ts'
import { onlyMethods, answerPage } from './route-helpers.ts'

/** Maximum of one organisation. */
const mostWebhooks = 50

export function webhookRoutes(service: Service): Hono<ServiceEnv> {
  const { db } = service
  const routes = new Hono<ServiceEnv>()

  // Neither searchable nor sortable: `query`, `sortKey` and `sortAsc` are unknown here, so ignored.
  routes.get('/', async (context) => {
    const { organisation } = context.get('caller')
    const slice = await listWebhooks(db, organisation, readPageQuery(context))
    return answerPage(service, context, 'webhooks', slice, toWebhookRecord)
  })

  if (service.capabilities.has('webhooks')) {
    addWriting(service, routes)
    routes.all('/', onlyMethods('GET', 'HEAD', 'POST'))
    routes.all('/:id', onlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
    routes.all('/:id/deliveries', onlyMethods('GET', 'HEAD'))
  } else {
    routes.all('/', onlyMethods('GET', 'HEAD'))
  }
  return routes
}

function addWriting(service: Service, routes: Hono<ServiceEnv>): void {
  const { db } = service

  routes.post('/', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readJsonObject(context)
    return commitWrite(service, context, async ({ trx, caller: { organisation }, now }) => {
      const { values, problems } = readFields(webhookCreate.shape, body)
      checkAddress(service, values.uri, problems)
      refuseProblems(problems)
      if ((await countWebhooks(trx, organisation)) >= mostWebhooks) {
        refuseProblems({ uri: [`There are ${mostWebhooks} webhooks already. Delete one first`] })
      }
      const id = await insertWebhook(trx, {
        organisation_id: organisation,
        uri: requireKnown(values.uri, 'uri'),
        events: requireKnown(values.events, 'events'),
        created_at: now,
        updated_at: now,
      })
      const secret = makeWebhookSecret()
      await insertWebhookTarget(trx, { webhook_id: id, organisation_id: organisation, secret })
      const record = toWebhookRecord(
        requireKnown(await readWebhook(trx, organisation, id), 'webhook'),
      )
      const webhook: WebhookStoredRecord = { ...record, secret }
      return { status: 201, body: { success: true, webhook }, tagged: record }
    })
  })

  routes.get('/:id', async (context) => {
    requireOwner(context.get('caller'))
    return respondWithRecord(service, context, toWebhookRecord(await find(db, context)))
  })

  routes.put('/:id', async (context) => {
    requireOwner(context.get('caller'))
    const body = await readJsonObject(context)
    return commitWrite(service, context, async ({ trx, caller, now }) => {
      const current = await find(trx, context)
      await requireIfMatch(service, context, () => [toWebhookRecord(current)])
      const { values, problems } = readFields(webhookUpdate.shape, body)
      checkAddress(service, changedOrUndefined(values.uri, current.uri), problems)
      refuseProblems(problems)
      const changed = differingValues(values, { ...current })
      if (changed) await updateWebhook(trx, current.id, { ...changed, updated_at: now })
      if (changed?.uri !== undefined) await clearTargetHold(trx, current.id)
      const row = requireKnown(await readWebhook(trx, caller.organisation, current.id), 'webhook')
      const webhook = toWebhookRecord(row)
      return { body: { success: true, webhook }, tagged: webhook }
    })
  })

  routes.delete('/:id', (context) => {
    requireOwner(context.get('caller'))
    return commitWrite(service, context, async ({ trx, caller }) => {
      const current = await find(trx, context)
      await requireIfMatch(service, context, () => [toWebhookRecord(current)])
      await deleteWebhookTarget(trx, caller.organisation, current.id)
      await deleteWebhook(trx, current.id)
      return { body: { success: true, webhook: toWebhookRecord(current) } }
    })
  })

  routes.get('/:id/deliveries', async (context) => {
    requireOwner(context.get('caller'))
    const { id } = await find(db, context)
    const { organisation } = context.get('caller')
    const slice = await listWebhookDeliveries(db, organisation, id, readPageQuery(context))
    const resource = `webhooks/${id}/deliveries`
    return answerPage(service, context, resource, slice, toWebhookDeliveryRecord)
  })
}

async function find(db: Db, context: Context<ServiceEnv>): Promise<WebhookRow> {
  const id = idFromPath(context)
  const { organisation } = context.get('caller')
  const row = id === undefined ? undefined : await readWebhook(db, organisation, id)
  if (!row) throw notFound()
  return row
}

/**
 * Checks what is known before anything is sent; what a name resolves to is checked at each
 * delivery.
 */
function checkAddress(service: Service, uri: string | undefined, problems: FieldTexts): void {
  if (uri === undefined) return
  const url = URL.parse(uri)
  if (url === null) {
    problems['uri'] = ['Enter a URL that starts with https:// or http://']
  } else if (url.username !== '' || url.password !== '') {
    problems['uri'] = [
      'Use an address without a username or password, and check the signature instead',
    ]
  } else if (!service.allowPrivateWebhooks && isPrivate(url)) {
    problems['uri'] = ['Use an address on the public internet']
  }
}

function isPrivate(url: URL): boolean {
  const literal = literalAddress(url)
  return literal === undefined
    ? /(^|\.)localhost\.?$/i.test(url.hostname)
    : !isPublicAddress(literal)
}
