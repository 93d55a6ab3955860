/** Webhook subscriptions in the store. */
import type { Trx } from './db.ts'
import { placeByItsId, unplaced } from './tie.ts'

export interface NewWebhook {
  organisation_id: number
  /** Address that receives events. */
  uri: string
  events: readonly string[]
  created_at: string
  updated_at: string
}

/** Writes a new webhook and answers its id. */
export async function insertWebhook(trx: Trx, webhook: NewWebhook): Promise<number> {
  const { id } = await trx
    .insertInto('webhook')
    .values({ ...webhook, tie: unplaced, events: JSON.stringify(webhook.events) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await placeByItsId(trx, 'webhook', id)
  return id
}
