/** How many requests tokens have had out of their limits, minute by minute. */
import { sql } from 'kysely'
import type { Db } from './db.ts'

export interface Share {
  organisation_id: number
  token_id: number
  /** Minutes since 1970. */
  minute: number
  requests: number
}

/** Takes a share of a token's requests in a minute; answers how many are taken with it. */
export async function takeRequests(db: Db, share: Share): Promise<number> {
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

export async function forgetRequestsBefore(db: Db, minute: number): Promise<void> {
  await db.deleteFrom('request_count').where('minute', '<', minute).execute()
}
