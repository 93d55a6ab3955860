/** The person's consent to removals that are many at once. */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { nowhere, raiseCard, resolveCards, type Card } from './inbox.ts'
import { prepared } from './prepared.ts'
import type { SyncedResource } from './tables.ts'

type Removals = Extract<Card, { kind: 'removals' }>['detail']

/** What the person is asked to consent to, or undefined. */
export async function openRemovals(
  db: Db,
  resource: SyncedResource,
): Promise<Removals | undefined> {
  const [row] = await openFor(db, { resource })
  return row && (JSON.parse(row.detail) as Removals)
}

const openFor = prepared((db, given: { resource: SyncedResource }) =>
  db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', given.resource)
    .where('kind', '=', 'removals')
    .where('resolved_at', 'is', null),
)

/** The service's ids of records to whose removal the person has consented since then. */
export async function agreedRemovals(
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

/** The kinds of records about whose removal the person has answered since then. */
export async function removalsAnswered(
  db: Db,
  since: number,
): Promise<ReadonlySet<SyncedResource>> {
  const cards = await answeredSince(db, { since })
  return new Set(cards.map(({ resource }) => resource))
}

const answeredSince = prepared((db, given: { since: number }) =>
  db
    .selectFrom('inbox')
    .select(['resource', 'detail'])
    .where('kind', '=', 'removals')
    .where('resolved_at', '>=', given.since),
)

/**
 * How many records the sync took away since then without being asked to: a service that deletes many
 * does not do so in one moment. Categories are archived, which takes nothing away.
 * @param span.own local ids of those that went in that time whatever their date says
 * @param agreed those that the person has consented to
 */
export async function removedSince(
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

/** Asks, or no longer asks, for the person's consent to so many removals. */
export async function askForRemovals(
  trx: Trx,
  resource: SyncedResource,
  removals: { remotes: number[]; of: number } | null,
  now: number,
): Promise<void> {
  if (!removals) return resolveCards(trx, resource, nowhere, now, 'removals')
  const detail = { ...removals, agreed: false }
  await raiseCard(trx, resource, nowhere, { kind: 'removals', detail }, now)
}

/** What became of this record is known: nobody has to consent to its removal any more. */
export async function noLongerAsked(
  trx: Trx,
  resource: SyncedResource,
  remote: number | null,
  now: number,
): Promise<void> {
  const open = await openRemovals(trx, resource)
  if (remote === null || !open?.remotes.includes(remote)) return
  const remotes = open.remotes.filter((other) => other !== remote)
  await askForRemovals(trx, resource, remotes.length > 0 ? { ...open, remotes } : null, now)
}
