/** The queue of webhook deliveries, and the outcome of each. */
import { sql, type Insertable, type Selectable } from 'kysely'
import type { PageSlice } from '#shared/resources/page.ts'
import { preparedBatch } from '../database/batch-insert.ts'
import type { Db, Trx } from '../database/db.ts'
import { resolvePaging, type PageRequest } from '../lists/list-query.ts'
import { prepared } from '../database/prepared-query.ts'
import type { WebhookDeliveryTable } from '../tables/index.ts'

/** A webhook that receives events. */
export interface WebhookTarget {
  id: number
  events: string[]
}

/** Lists the webhooks of an organisation that receive events: those with a secret. */
export async function readWebhookTargets(db: Db, organisation: number): Promise<WebhookTarget[]> {
  const rows = await targetsOf(db, { organisation })
  return rows.map((row) => ({ id: row.id, events: JSON.parse(row.events) as string[] }))
}

const targetsOf = prepared((db, values: { organisation: number }) =>
  db
    .selectFrom('webhook_target as t')
    .innerJoin('webhook as w', 'w.id', 't.webhook_id')
    .select(['w.id', 'w.events'])
    .where('t.organisation_id', '=', values.organisation)
    .orderBy('w.id'),
)

export async function insertWebhookTarget(
  trx: Trx,
  target: { webhook_id: number; organisation_id: number; secret: string },
): Promise<void> {
  await trx.insertInto('webhook_target').values(target).execute()
}

/** Ends the backoff of a webhook, because its URL was changed. */
export async function clearTargetHold(trx: Trx, webhook: number): Promise<void> {
  await trx
    .updateTable('webhook_target')
    .set({ failures: 0, held_until: 0 })
    .where('webhook_id', '=', webhook)
    .execute()
}

/** Deletes the delivery data of a webhook, including pending deliveries. */
export async function deleteWebhookTarget(
  trx: Trx,
  organisation: number,
  webhook: number,
): Promise<void> {
  await trx
    .deleteFrom('webhook_delivery')
    .where('organisation_id', '=', organisation)
    .where('webhook_id', '=', webhook)
    .execute()
  await trx.deleteFrom('webhook_target').where('webhook_id', '=', webhook).execute()
}

export interface NewDelivery {
  organisation_id: number
  webhook_id: number
  event_id: string
  event: string
  record_id: number
  body: string
  /** Epoch milliseconds. */
  queued_at: number
  /** Reason for giving the delivery up at once; null to send it. */
  problem: string | null
}

export async function insertWebhookDeliveries(
  trx: Trx,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const rows = deliveries.map((delivery) => ({
    ...delivery,
    due_at: delivery.queued_at,
    ...(delivery.problem === null
      ? { state: 'pending' as const }
      : { state: 'given_up' as const, body: null }),
  }))
  await insertRows(trx, rows)
}

const insertRows = preparedBatch((db, rows: Insertable<WebhookDeliveryTable>[]) =>
  db.insertInto('webhook_delivery').values(rows),
)

/** Reads the bodies of waiting deliveries about a record, by `delivery`, their id. */
export async function readPendingBodies(
  trx: Trx,
  organisation: number,
  resource: string,
  record: number,
): Promise<{ delivery: number; body: string }[]> {
  const { rows } = await sql<{ delivery: number; body: string }>`
    select id as delivery, body from webhook_delivery
    where organisation_id = ${organisation} and record_id = ${record} and state = 'pending'
    and event like ${`${resource}.%`}`.execute(trx)
  return rows
}

export async function replaceDeliveryBody(trx: Trx, delivery: number, body: string): Promise<void> {
  await trx.updateTable('webhook_delivery').set({ body }).where('id', '=', delivery).execute()
}

/** A claimed attempt: no other process makes one until `due_at`. */
export interface ClaimedDelivery {
  id: number
  /** Also distinguishes this claim from the next one of the same delivery. */
  attempts: number
  organisation_id: number
  webhook_id: number
  uri: string
  secret: string
  /** How often in a row its webhook could not be reached before. */
  failures: number
  body: string
  queued_at: number
}

/** A delivery that may be claimed. */
export interface DueDelivery {
  id: number
  organisation_id: number
  uri: string
}

/** Maximum number of deliveries of one organisation that are candidates for a claim. */
const dueOfOrganisation = 50

/**
 * Lists due deliveries, at most one of each webhook, so that a slow webhook does not displace
 * others. Round robin: the oldest of each organisation, then the second ones. Reads as much as there
 * are webhooks with waiting deliveries, however many deliveries wait and webhooks exist.
 */
export async function dueDeliveries(db: Db, now: number, most: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with recursive waiting (webhook_id) as (
      select min(webhook_id) from webhook_delivery where state = 'pending'
      union all
      select (
        select min(d.webhook_id) from webhook_delivery d
        where d.state = 'pending' and d.webhook_id > waiting.webhook_id
      ) from waiting where webhook_id is not null
    )
    select due as id, organisation_id, uri from (
      select due, organisation_id, uri,
        row_number() over (partition by organisation_id order by due) as nth
      from (
        select t.organisation_id, w.uri, (
          select d.id from webhook_delivery d
          where d.webhook_id = t.webhook_id and d.state = 'pending' and d.due_at <= ${now}
          order by d.due_at, d.id limit 1
        ) as due
        from waiting
        cross join webhook_target t
        join webhook w on w.id = t.webhook_id
        where t.webhook_id = waiting.webhook_id and t.held_until <= ${now}
      ) candidates
      where due is not null
    ) ranked
    where nth <= ${dueOfOrganisation} order by nth, due limit ${most}`.execute(db)
  return rows
}

/**
 * Claims those of the deliveries that are still due.
 * @param until epoch milliseconds after which another process may make the next attempt
 */
export async function claimWebhookDeliveries(
  db: Db,
  ids: readonly number[],
  now: number,
  until: number,
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return []
  // A concurrent update of the same row evaluates the condition again: a delivery that another
  // process has claimed is not due.
  const { rows } = await sql<{ id: number }>`
    update webhook_delivery set due_at = ${until}, attempts = attempts + 1, attempted_at = ${now}
    where state = 'pending' and due_at <= ${now} and id in (${sql.join(ids)})
    returning id`.execute(db)
  if (rows.length === 0) return []
  const claimed = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .innerJoin('webhook_target as t', 't.webhook_id', 'd.webhook_id')
    .select(['d.id', 'd.attempts', 'd.organisation_id', 'd.webhook_id', 'd.body', 'd.queued_at'])
    .select(['w.uri', 't.secret', 't.failures'])
    .where(
      'd.id',
      'in',
      rows.map((row) => row.id),
    )
    .where('d.state', '=', 'pending')
    .orderBy('d.id')
    .execute()
  return claimed.map((row) => ({ ...row, body: row.body ?? '' }))
}

/** The outcome of an attempt. */
export type DeliveryOutcome =
  | { state: 'delivered' | 'given_up'; response_status: number | null; problem: string | null }
  | { state: 'pending'; response_status: number | null; problem: string; due_at: number }

/** Writes the outcome of an attempt, unless another process has made the next one. */
export async function recordDeliveryOutcome(
  trx: Trx,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  settlement: DeliveryOutcome,
): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ ...settlement, ...(settlement.state === 'pending' ? {} : { body: null }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'pending')
    .execute()
}

/** Stores whether a webhook could be reached, and until when nothing is sent to it. */
export async function recordReachability(
  trx: Trx,
  webhook: number,
  reach: { failures: number; held_until: number },
): Promise<void> {
  await trx.updateTable('webhook_target').set(reach).where('webhook_id', '=', webhook).execute()
}

/**
 * Gives up deliveries that were queued before an instant, at most `limit`, because their webhooks
 * were never reached. Returns how many there were.
 */
export async function abandonDeliveriesBefore(
  db: Db,
  instant: number,
  problem: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ state: 'given_up', body: null, problem: sql`coalesce(problem, ${problem})` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('state', '=', sql.lit('pending'))
        .where('queued_at', '<', instant)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lines that the log of one webhook keeps. */
const loggedDeliveries = 1_000

/** Deletes all but the newest lines of a webhook's log. */
export async function forgetOldDeliveries(
  db: Db,
  organisation: number,
  webhook: number,
): Promise<void> {
  const ofWebhook = sql`organisation_id = ${organisation} and webhook_id = ${webhook}`
  await sql`
    delete from webhook_delivery where ${ofWebhook} and state <> 'pending' and id <= (
      select id from webhook_delivery where ${ofWebhook} and state <> 'pending'
      order by id desc limit 1 offset ${loggedDeliveries}
    )`.execute(db)
}

/** Counts the pending deliveries of an organisation, up to a limit. */
export async function countPending(
  db: Db,
  organisation: number,
  upTo: number,
): Promise<{ deliveries: number; bytes: number }> {
  const { rows } = await sql<{ deliveries: number; bytes: number }>`
    select count(*) as deliveries, coalesce(sum(bytes), 0) as bytes from (
      select octet_length(d.body) as bytes
      from webhook_delivery d join webhook_target t on t.webhook_id = d.webhook_id
      where t.organisation_id = ${organisation} and d.state = 'pending' limit ${upTo}
    ) pending`.execute(db)
  return { deliveries: Number(rows[0]!.deliveries), bytes: Number(rows[0]!.bytes) }
}

/**
 * Deletes the log of deliveries that were queued before an instant, at most `limit` lines, and
 * returns how many there were.
 */
export async function pruneDeliveriesBefore(
  db: Db,
  instant: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_delivery')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('queued_at', '<', instant)
        .where('state', '!=', sql.lit('pending'))
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type DeliveryRow = Pick<
  Selectable<WebhookDeliveryTable>,
  | 'id'
  | 'event_id'
  | 'event'
  | 'state'
  | 'attempts'
  | 'due_at'
  | 'queued_at'
  | 'attempted_at'
  | 'response_status'
  | 'problem'
>

/** Lists one page of a webhook's deliveries, newest first. */
export async function listWebhookDeliveries(
  db: Db,
  organisation: number,
  webhook: number,
  query: PageRequest,
): Promise<PageSlice<DeliveryRow>> {
  const { page, limit, offset } = resolvePaging(query)
  const ofWebhook = db
    .selectFrom('webhook_delivery')
    .where('organisation_id', '=', organisation)
    .where('webhook_id', '=', webhook)
  const { total } = await ofWebhook
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await ofWebhook
    .select(['id', 'event_id', 'event', 'state', 'attempts', 'due_at', 'queued_at'])
    .select(['attempted_at', 'response_status', 'problem'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { data, page, limit, total: Number(total) }
}
