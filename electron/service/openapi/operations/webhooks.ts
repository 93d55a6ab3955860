import type { Operation } from '../operation.ts'
import { pageParameters, recordIdParameter } from '../shared-parameters.ts'

const tag = 'Webhooks'
const path = '/api/v1/webhooks'
const capability = 'webhooks'

/** Specification, Webhooks: listing them; everything else is the capability `webhooks`. */
export const webhookOperations: readonly Operation[] = [
  {
    id: 'webhooks.list',
    tag,
    method: 'get',
    path,
    summary: 'List webhooks',
    description:
      'Returns a page of webhooks in the order of their IDs. The list can’t be searched or sorted differently.',
    parameters: pageParameters,
    answer: { status: 200, description: 'A page of webhooks', schema: 'WebhookPage' },
    example: { query: { limit: 2 } },
  },
  {
    id: 'webhooks.store',
    tag,
    method: 'post',
    path,
    summary: 'Create a webhook',
    description:
      'Creates a webhook. Only for owners. The response contains the `secret` that signs the deliveries, which isn’t shown again. URLs in private networks are rejected unless the operator allows them.',
    capability,
    body: 'WebhookCreate',
    answer: { status: 201, description: 'The created webhook', schema: 'WebhookStored' },
    refusals: [403],
    example: {
      body: {
        uri: 'https://invoices.fernwood.example/hooks/times',
        events: ['times.created', 'times.updated', 'times.deleted'],
      },
    },
  },
  {
    id: 'webhooks.show',
    tag,
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Get a webhook',
    description: 'Returns a webhook. Only for owners.',
    capability,
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The webhook, without a wrapper', schema: 'Webhook' },
    refusals: [403],
    example: { path: { id: 1 } },
  },
  {
    id: 'webhooks.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a webhook',
    description:
      'Updates one or both fields. Only for owners. A list in the request replaces the current one.',
    capability,
    parameters: [recordIdParameter],
    body: 'WebhookUpdate',
    answer: { status: 200, description: 'The updated webhook', schema: 'WebhookWritten' },
    refusals: [403],
    example: { path: { id: 1 }, body: { events: ['expenses.created'] } },
  },
  {
    id: 'webhooks.deliveries',
    tag,
    method: 'get',
    path: `${path}/{id}/deliveries`,
    summary: 'List deliveries',
    description:
      'Returns a page of what was sent to a webhook in the last 30 days, and the outcome. Only for owners.',
    capability,
    parameters: [recordIdParameter, ...pageParameters],
    answer: { status: 200, description: 'A page of deliveries', schema: 'DeliveryPage' },
    refusals: [403],
    example: { path: { id: 1 } },
  },
  {
    id: 'webhooks.delete',
    tag,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook. Only for owners. Events that haven’t been delivered yet are dropped.',
    capability,
    parameters: [recordIdParameter],
    answer: {
      status: 200,
      description: 'The webhook as it was before it was deleted',
      schema: 'WebhookWritten',
    },
    refusals: [403],
    example: { path: { id: 2 } },
  },
]
