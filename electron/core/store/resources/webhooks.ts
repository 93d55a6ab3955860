/** Queries for webhook subscriptions. */
import type { Selectable } from 'kysely'
import type { PageSlice } from '#shared/resources/page.ts'
import type { Db, Trx } from '../database/db.ts'
import { resolvePaging, type PageRequest } from '../lists/list-query.ts'
import type { WebhookTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A webhook, with the ids of this store. */
export interface WebhookRow {
  id: number
  /** URL that receives events. */
  uri: string
  events: string[]
  created_at: string | null
  updated_at: string | null
}

export interface NewWebhook {
  organisation_id: number
  /** URL that receives events. */
  uri: string
  events: readonly string[]
  created_at: string
  updated_at: string
}

export async function countWebhooks(db: Db, organisation: number): Promise<number> {
  const { total } = await db
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organisation_id', '=', organisation)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists one page of an organisation's webhooks, in order of creation. */
export async function listWebhooks(
  db: Db,
  organisation: number,
  request: PageRequest,
): Promise<PageSlice<WebhookRow>> {
  const { page, limit, offset } = resolvePaging(request)
  const total = await countWebhooks(db, organisation)
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .orderBy('tie')
    .limit(limit)
    .offset(offset)
    .execute()
  return { data: rows.map(toWebhookRow), page, limit, total }
}

/** Reads one webhook, or undefined. */
export async function readWebhook(
  db: Db,
  organisation: number,
  id: number,
): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWebhookRow(row)
}

/** Inserts a webhook and returns its id. */
export async function insertWebhook(trx: Trx, webhook: NewWebhook): Promise<number> {
  const { id } = await trx
    .insertInto('webhook')
    .values({ ...webhook, tie: unassignedTie, events: JSON.stringify(webhook.events) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setTieToId(trx, 'webhook', id)
  return id
}

/** Updates a webhook; absent fields keep their values. */
export async function updateWebhook(
  trx: Trx,
  id: number,
  change: { uri?: string; events?: readonly string[]; updated_at: string },
): Promise<void> {
  const { events, ...plain } = change
  await trx
    .updateTable('webhook')
    .set({ ...plain, ...(events && { events: JSON.stringify(events) }) })
    .where('id', '=', id)
    .execute()
}

/** Deletes a webhook; its delivery data must be deleted first. */
export async function deleteWebhook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('webhook').where('id', '=', id).execute()
}

const toWebhookRow = (row: Pick<Selectable<WebhookTable>, keyof WebhookRow>): WebhookRow => ({
  id: row.id,
  uri: row.uri,
  events: JSON.parse(row.events) as string[],
  created_at: row.created_at,
  updated_at: row.updated_at,
})
