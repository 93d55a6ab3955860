/** Counts the requests of tokens against their rate limit, by minute. */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

export interface RequestAllotment {
  organisation_id: number
  token_id: number
  /** Minutes since 1970. */
  minute: number
  requests: number
}

/** Counts requests of a token in a minute; returns the new count. */
export async function takeRequestAllotment(db: Db, share: RequestAllotment): Promise<number> {
  const { requests } = await db
    .insertInto('request_count')
    .values(share)
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'token_id', 'minute']).doUpdateSet({
        requests: sql`request_count.requests + excluded.requests`,
      }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow()
  return Number(requests)
}

export async function pruneRequestCountsBefore(db: Db, minute: number): Promise<void> {
  await db.deleteFrom('request_count').where('minute', '<', minute).execute()
}
