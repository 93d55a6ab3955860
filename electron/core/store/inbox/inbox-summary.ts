/** Counts and lists the cards of the inbox, without their details. */
import type { Db } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'

/** The number of cards ever created. */
export async function countCardsEverRaised(db: Db): Promise<number> {
  const [row] = await newestCard(db, {})
  return Number(row?.made ?? 0)
}

const newestCard = prepared((db) =>
  db.selectFrom('inbox').select((eb) => eb.fn.max('id').as('made')),
)

export interface OpenCardSummary {
  kind: string
  resource: string
  local: number
  /** Epoch milliseconds. */
  since: number
}

/** Lists open cards, oldest first, without their details. */
export async function listOpenCards(db: Db, limit: number): Promise<OpenCardSummary[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['kind', 'resource', 'local_id', 'created_at'])
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    resource: row.resource,
    local: row.local_id,
    since: row.created_at,
  }))
}
