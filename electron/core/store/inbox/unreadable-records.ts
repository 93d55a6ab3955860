/** Stores records of the service that cannot be read as cards of the inbox, with their text. */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { noRecord, type CardBody } from './inbox.ts'
import { prepared } from '../database/prepared-query.ts'
import type { SyncedResource } from '../tables/index.ts'

export type UnreadableRecord = Pick<
  Extract<CardBody, { kind: 'bad-record' }>['detail'],
  'remote' | 'raw' | 'why'
>

/** Maximum number of open cards of a resource; one additional card says that there are more. */
export const maxUnreadableCards = 20

/** How long the additional card is not raised again after the person left it out, milliseconds. */
const longEnough = 24 * 60 * 60_000

/**
 * Raises a card for an unreadable record, unless there is one or the person left out exactly this
 * text. True when a card was raised.
 */
export async function raiseUnreadableCard(
  trx: Trx,
  resource: SyncedResource,
  bad: UnreadableRecord,
  now: number,
): Promise<boolean> {
  const open = await openCards(trx, resource)
  if (open.some((card) => (bad.remote ? card.remote === bad.remote : card.raw === bad.raw))) {
    return false
  }
  const wasLeft = sql<SqlBool>`json_extract(detail, '$.leftOut') = 1`
  const left = trx
    .selectFrom('inbox')
    .select('id')
    .where('resource', '=', resource)
    .where('kind', '=', 'bad-record')
    .where('resolved_at', 'is not', null)
    .where(wasLeft)
  const isLeft = left.where(sql<SqlBool>`json_extract(detail, '$.raw') = ${bad.raw}`)
  if (await isLeft.executeTakeFirst()) return false
  if (open.length < maxUnreadableCards) {
    await insertCard(trx, resource, { ...bad }, now)
    return true
  }
  if (open.some((card) => card.more)) return false
  const isMore = sql<SqlBool>`json_extract(detail, '$.more') = 1`
  const recent = left.where(isMore).where('resolved_at', '>', now - longEnough)
  if (await recent.executeTakeFirst()) return false
  await insertCard(trx, resource, { remote: null, raw: '', why: '', more: true }, now)
  return true
}

async function insertCard(
  trx: Trx,
  resource: SyncedResource,
  detail: Extract<CardBody, { kind: 'bad-record' }>['detail'],
  now: number,
): Promise<void> {
  await trx
    .insertInto('inbox')
    .values({
      resource,
      local_id: noRecord,
      kind: 'bad-record',
      detail: JSON.stringify(detail),
      created_at: now,
      resolved_at: null,
    })
    .execute()
}

/** Closes the cards of records that are readable again. True when there were any. */
export async function closeReadableCards(
  trx: Trx,
  resource: SyncedResource,
  remotes: ReadonlySet<number>,
  now: number,
): Promise<boolean> {
  const over = (await openCards(trx, resource)).filter(
    (card) => card.remote !== null && remotes.has(card.remote),
  )
  for (const { id } of over) {
    await trx.updateTable('inbox').set({ resolved_at: now }).where('id', '=', id).execute()
  }
  return over.length > 0
}

async function openCards(
  db: Db,
  resource: SyncedResource,
): Promise<{ id: number; remote: number | null; raw: string; more?: true }[]> {
  const cards = await openOf(db, { resource })
  return cards.map(({ id, detail }) => ({
    id,
    ...(JSON.parse(detail) as Extract<CardBody, { kind: 'bad-record' }>['detail']),
  }))
}

const openOf = prepared((db, values: { resource: SyncedResource }) =>
  db
    .selectFrom('inbox')
    .select(['id', 'detail'])
    .where('resource', '=', values.resource)
    .where('local_id', '=', noRecord)
    .where('kind', '=', 'bad-record')
    .where('resolved_at', 'is', null),
)
