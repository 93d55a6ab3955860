/**
 * Webhooks: the listing, which is all that the specification has of them (Webhooks), and with the
 * capability `webhooks` the rest, for owners.
 */
import { Hono } from 'hono'
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
import { webhookCreate, webhookUpdate } from '#shared/resources/webhook.ts'
import { changedOrUndefined } from '#shared/rules/three-way.ts'
import type { WriteScope } from '../changes/commit-write.ts'
import { requireOwner } from '../http/authenticate.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { idFromPath, readPageQuery, type PageQuery } from '../http/parameters.ts'
import { answerIndex, recordRoutes } from '../http/record-routes.ts'
import { answerPage, onlyMethods } from '../http/route-helpers.ts'
import { requireKnown } from '../records/require-known.ts'
import { toWebhookDeliveryRecord, toWebhookRecord } from '../records/webhook.ts'
import type { ReadScope, ServiceEnv, Service } from '../service-context.ts'
import { isPublicAddress, literalAddress } from '../webhooks/public-address.ts'
import { makeWebhookSecret } from '../webhooks/signature.ts'
import { finder, serviceBackEnd } from './back-end.ts'
import { differingValues } from './reference-routes.ts'

/** Maximum of one organisation. */
const mostWebhooks = 50

const findWebhook = finder(readWebhook)

export function webhookRoutes(service: Service): Hono<ServiceEnv> {
  const backEnd = serviceBackEnd(service)
  const index = {
    path: 'webhooks',
    // Neither searchable nor sortable: `query`, `sortKey` and `sortAsc` are unknown here, so ignored.
    query: readPageQuery,
    list: ({ db, caller }: ReadScope, query: PageQuery) =>
      listWebhooks(db, caller.organisation, query),
    toListRecord: toWebhookRecord,
  }
  if (!service.capabilities.has('webhooks')) {
    return new Hono<ServiceEnv>()
      .get('/', answerIndex(backEnd, index))
      .all('/', onlyMethods('GET', 'HEAD'))
  }

  const routes = recordRoutes(backEnd, {
    ...index,
    wrapper: 'webhook',
    find,
    toRecord: (_, row) => toWebhookRecord(row),
    writes: {
      permit: (context) => requireOwner(context.get('caller')),
      create: (writing, body) => create(service, writing, body),
      update: (writing, current, body) => update(service, writing, current, body),
      async remove({ trx, caller }, current) {
        await deleteWebhookTarget(trx, caller.organisation, current.id)
        await deleteWebhook(trx, current.id)
        return current
      },
    },
  })
  routes.get('/:id/deliveries', async (context) => {
    const reading = backEnd.read(context)
    const { id } = await find(reading, idFromPath(context))
    const { db, caller } = reading
    const slice = await listWebhookDeliveries(db, caller.organisation, id, readPageQuery(context))
    const resource = `webhooks/${id}/deliveries`
    return answerPage(service, context, resource, slice, toWebhookDeliveryRecord, reading.pause)
  })
  routes.all('/:id/deliveries', onlyMethods('GET', 'HEAD'))
  return routes
}

function find(reading: ReadScope, id: number | undefined): Promise<WebhookRow> {
  requireOwner(reading.caller)
  return findWebhook(reading, id)
}

async function create(
  service: Service,
  { trx, caller: { organisation }, now }: WriteScope,
  body: Record<string, unknown>,
) {
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
  const row = requireKnown(await readWebhook(trx, organisation, id), 'webhook')
  return { row, more: { secret } }
}

async function update(
  service: Service,
  { trx, caller, now }: WriteScope,
  current: WebhookRow,
  body: Record<string, unknown>,
): Promise<WebhookRow> {
  const { values, problems } = readFields(webhookUpdate.shape, body)
  checkAddress(service, changedOrUndefined(values.uri, current.uri), problems)
  refuseProblems(problems)
  const changed = differingValues(values, { ...current })
  if (changed) await updateWebhook(trx, current.id, { ...changed, updated_at: now })
  if (changed?.uri !== undefined) await clearTargetHold(trx, current.id)
  return requireKnown(await readWebhook(trx, caller.organisation, current.id), 'webhook')
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
