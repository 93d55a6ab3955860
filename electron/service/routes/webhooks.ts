/**
 * Webhooks: the listing, which is all that the specification has of them (Webhooks), and with the
 * capability `webhooks` the rest, for owners.
 */
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
import { listQueries } from '../http/list-queries.ts'
import { idFromPath } from '../http/parameters.ts'
import { answerPage } from '../http/route-helpers.ts'
import {
  queryParameters,
  recordIdParameter,
  type RecordDescription,
} from '../openapi/describe-records.ts'
import type { DescribedEndpoint, EndpointGroup } from '../openapi/operation.ts'
import { requireKnown } from '../records/require-known.ts'
import { toWebhookDeliveryRecord, toWebhookRecord } from '../records/webhook.ts'
import type { ReadScope, Service } from '../service-context.ts'
import { isPublicAddress, literalAddress } from '../webhooks/public-address.ts'
import { makeWebhookSecret } from '../webhooks/signature.ts'
import { finder, recordGroup, serviceBackEnd } from './back-end.ts'
import { differingValues } from './reference-routes.ts'

/** Maximum of one organisation. */
const mostWebhooks = 50

const findWebhook = finder(readWebhook)

const description: RecordDescription = {
  tag: { name: 'Webhooks', description: 'Subscriptions to events.' },
  one: 'a webhook',
  many: 'webhooks',
  schema: 'Webhook',
  operations: {
    list: {
      description:
        'Returns a page of webhooks in the order of their IDs. The list can’t be searched or sorted differently.',
      example: { query: { limit: 2 } },
    },
    store: {
      description:
        'Creates a webhook. Only for owners. The response contains the `secret` that signs the deliveries, which isn’t shown again. URLs in private networks are rejected unless the operator allows them.',
      answer: { status: 201, description: 'The created webhook', schema: 'WebhookStored' },
      refusals: [403],
      example: {
        body: {
          uri: 'https://invoices.fernwood.example/hooks/times',
          events: ['times.created', 'times.updated', 'times.deleted'],
        },
      },
    },
    show: { description: 'Returns a webhook. Only for owners.', refusals: [403] },
    update: {
      description:
        'Updates one or both fields. Only for owners. A list in the request replaces the current one.',
      refusals: [403],
      example: { path: { id: 1 }, body: { events: ['expenses.created'] } },
    },
    delete: {
      description:
        'Deletes a webhook. Only for owners. Events that haven’t been delivered yet are dropped.',
      answer: {
        status: 200,
        description: 'The webhook as it was before it was deleted',
        schema: 'WebhookWritten',
      },
      refusals: [403],
    },
  },
}

export function webhookEndpoints(service: Service): EndpointGroup {
  const group = recordGroup(
    service,
    {
      path: 'webhooks',
      wrapper: 'webhook',
      query: listQueries.webhooks,
      list: ({ db, caller }, query) => listWebhooks(db, caller.organisation, query),
      toListRecord: toWebhookRecord,
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
    },
    description,
  )
  const { endpoints } = group
  return {
    ...group,
    endpoints: service.capabilities.has('webhooks')
      ? endpoints.toSpliced(-1, 0, deliveries(service))
      : endpoints.slice(0, 1),
  }
}

const deliveries = (service: Service): DescribedEndpoint => ({
  method: 'get',
  path: '/:id/deliveries',
  async handler(context) {
    const reading = serviceBackEnd(service).read(context)
    const { id } = await find(reading, idFromPath(context))
    const { db, caller } = reading
    const query = listQueries.webhooks(context)
    const slice = await listWebhookDeliveries(db, caller.organisation, id, query)
    const resource = `webhooks/${id}/deliveries`
    return answerPage(service, context, resource, slice, toWebhookDeliveryRecord, reading.pause)
  },
  operation: {
    id: 'webhooks.deliveries',
    summary: 'List deliveries',
    description:
      'Returns a page of what was sent to a webhook in the last 30 days, and the outcome. Only for owners.',
    parameters: [recordIdParameter, ...queryParameters(listQueries.webhooks.parameters)],
    answer: { status: 200, description: 'A page of deliveries', schema: 'DeliveryPage' },
    refusals: [403],
    example: { path: { id: 1 } },
  },
})

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
