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
    description: 'One page, by id. It is neither searched nor sorted otherwise.',
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
      'Owners only. The answer shows the `secret` that signs the deliveries, this once. Addresses of private networks are refused unless the operator allows them.',
    capability,
    body: 'WebhookCreate',
    answer: { status: 201, description: 'The webhook that was made', schema: 'WebhookStored' },
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
    summary: 'Show a webhook',
    description: 'Owners only.',
    capability,
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The webhook, with no wrapper', schema: 'Webhook' },
    refusals: [403],
    example: { path: { id: 1 } },
  },
  {
    id: 'webhooks.update',
    tag,
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Update a webhook',
    description: 'Owners only. Either field, or both; a list that is sent replaces the old one.',
    capability,
    parameters: [recordIdParameter],
    body: 'WebhookUpdate',
    answer: { status: 200, description: 'The webhook as it stands now', schema: 'WebhookWritten' },
    refusals: [403],
    example: { path: { id: 1 }, body: { events: ['expenses.created'] } },
  },
  {
    id: 'webhooks.deliveries',
    tag,
    method: 'get',
    path: `${path}/{id}/deliveries`,
    summary: 'List deliveries',
    description: 'Owners only. What was sent to a webhook in the last 30 days, and how it ended.',
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
    description: 'Owners only. What is not delivered yet is given up.',
    capability,
    parameters: [recordIdParameter],
    answer: { status: 200, description: 'The webhook as it was', schema: 'WebhookWritten' },
    refusals: [403],
    example: { path: { id: 2 } },
  },
]
