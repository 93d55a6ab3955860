/** The person's consent to removals that are many at once. */
import type { Db, Trx } from './db.ts'
import { nowhere, raiseCard, resolveCards, type Card } from './inbox.ts'
import type { SyncedResource } from './tables.ts'

type Removals = Extract<Card, { kind: 'removals' }>['detail']

/** What the person is asked to consent to, or undefined. */
export async function openRemovals(
  db: Db,
  resource: SyncedResource,
): Promise<Removals | undefined> {
  const row = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('kind', '=', 'removals')
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row && (JSON.parse(row.detail) as Removals)
}

/** The service's ids of records to whose removal the person has consented since then. */
export async function agreedRemovals(
  db: Db,
  resource: SyncedResource,
  since: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('inbox')
    .select('detail')
    .where('resource', '=', resource)
    .where('kind', '=', 'removals')
    .where('resolved_at', '>=', since)
    .execute()
  const cards = rows.map((row) => JSON.parse(row.detail) as Removals)
  return new Set(cards.flatMap((card) => (card.agreed ? card.remotes : [])))
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
