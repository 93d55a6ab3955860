/** Asks for the person's consent to many removals at once. */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import { noRecord, raiseCard, resolveCards, type CardBody } from './inbox.ts'
import { prepared } from '../database/prepared-query.ts'
import type { SyncedResource } from '../tables/index.ts'

/** More removals at once than this need consent. */
export const removalsAllowed = 10

/** How long a consent is valid, in milliseconds; after that the person is asked again. */
export const consentLifetime = 24 * 60 * 60_000

type Removals = Extract<CardBody, { kind: 'removals' }>['detail']

/** Reads the removals on the open card; undefined when there is none. */
export async function readOpenRemovalCard(
  db: Db,
  resource: SyncedResource,
): Promise<Removals | undefined> {
  const [row] = await openFor(db, { resource })
  return row && (JSON.parse(row.detail) as Removals)
}

const openFor = prepared((db, values: { resource: SyncedResource }) =>
  db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', values.resource)
    .where('kind', '=', 'removals')
    .where('resolved_at', 'is', null),
)

/** Remote ids of the records to whose removal the person has consented since then. */
export async function readConsentedRemovals(
  db: Db,
  resource: SyncedResource,
  since: number,
): Promise<ReadonlySet<number>> {
  const cards = await answeredSince(db, { since })
  const agreed = cards
    .filter((card) => card.resource === resource)
    .map((card) => JSON.parse(card.detail) as Removals)
  return new Set(agreed.flatMap((card) => (card.agreed ? card.remotes : [])))
}

/** The resources for which the person has answered a card about removals since then. */
export async function removalsAnswered(
  db: Db,
  since: number,
): Promise<ReadonlySet<SyncedResource>> {
  const cards = await answeredSince(db, { since })
  return new Set(cards.map(({ resource }) => resource))
}

const answeredSince = prepared((db, values: { since: number }) =>
  db
    .selectFrom('inbox')
    .select(['resource', 'detail'])
    .where('kind', '=', 'removals')
    .where('resolved_at', '>=', values.since),
)

/**
 * Counts the records that sync removed since then without consent, because a service that deletes
 * many records does not do so in a single moment. Categories do not count: they are archived, and
 * nothing is lost.
 * @param span.own local ids of records removed in that time, regardless of their timestamps
 * @param agreed remote ids of the records to whose removal the person has consented
 */
export async function countRemovedSince(
  db: Db,
  resource: SyncedResource,
  span: { since: number; now: number; own: readonly number[] },
  agreed: ReadonlySet<number>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from trash
    where resource = ${resource} and actor = 'sync'
    and ((deleted_at >= ${span.since} and deleted_at <= ${span.now})
      or local_id in (select value from json_each(${JSON.stringify(span.own)})))
    and json_extract("row", '$.tie') not in (
      select value from json_each(${JSON.stringify([...agreed])})
    )`.execute(db)
  return Number(rows[0]!.n)
}

/** Raises, updates or closes the card that asks for consent. */
export async function raiseRemovalCard(
  trx: Trx,
  resource: SyncedResource,
  removals: Omit<Removals, 'agreed'> | null,
  now: number,
): Promise<void> {
  if (!removals) return resolveCards(trx, resource, noRecord, now, 'removals')
  const detail = { ...removals, agreed: false }
  await raiseCard(trx, resource, noRecord, { kind: 'removals', detail }, now)
}

/** Removes a record from the card, because whether the service has it is known. */
export async function withdrawFromRemovalCard(
  trx: Trx,
  resource: SyncedResource,
  remote: number | null,
  now: number,
): Promise<void> {
  const open = await readOpenRemovalCard(trx, resource)
  if (remote === null || !open?.remotes.includes(remote)) return
  const remotes = open.remotes.filter((other) => other !== remote)
  await raiseRemovalCard(trx, resource, remotes.length > 0 ? { ...open, remotes } : null, now)
}
