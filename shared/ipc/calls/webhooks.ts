/** Calls about webhooks: listed from the store, created and changed on the service at once. */
import { integer } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { webhookCreate, webhookUpdate, type Webhook } from '../../resources/webhook.ts'
import { z } from '../../resources/zod.ts'
import { byLocalId, call, pageNumber, recordEdit } from './call.ts'

export const webhookCalls = {
  'webhooks.list': call<Page<Webhook>>()(
    z.strictObject({ page: pageNumber.optional(), limit: integer(1, 100).optional() }),
  ),
  'webhooks.show': call<Webhook>()(byLocalId),
  /** Creates the webhook on the service at once; its secret is returned only this once. */
  'webhooks.add': call<Webhook & { secret: string | null }>()(webhookCreate.strict()),
  'webhooks.update': call<Webhook>()(recordEdit(webhookUpdate.strict())),
  'webhooks.delete': call<Webhook>()(byLocalId),
} as const
