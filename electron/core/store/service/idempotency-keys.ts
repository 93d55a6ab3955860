/** Queries for requests by idempotency key, with the stored answers. */
import { sql } from 'kysely'
import type { Db, Trx } from '../database/db.ts'
import type { IdempotencyKeyTable } from '../tables/index.ts'

/** Identifies a request: one user, one path, one key. */
export type IdempotencyKeyName = Pick<
  IdempotencyKeyTable,
  'organisation_id' | 'user_id' | 'path' | 'key'
>

/** The exclusive right to carry out a request. */
export interface IdempotencyClaim extends IdempotencyKeyName {
  claim: string
}

export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
}

type KeyRow = Omit<IdempotencyKeyTable, keyof IdempotencyKeyName>

export async function readIdempotencyKey(
  db: Db,
  name: IdempotencyKeyName,
): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'claim', 'claimed_until', 'created_at', 'status', 'headers', 'body'])
    .where('organisation_id', '=', name.organisation_id)
    .where('user_id', '=', name.user_id)
    .where('path', '=', name.path)
    .where('key', '=', name.key)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      claimed_until: Number(row.claimed_until),
      created_at: Number(row.created_at),
    }
  )
}

export type NewIdempotencyClaim = IdempotencyClaim &
  Pick<IdempotencyKeyTable, 'fingerprint' | 'claimed_until' | 'created_at'>

/** Claims an unused key; false when it is in use. */
export async function insertIdempotencyClaim(db: Db, claim: NewIdempotencyClaim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_key')
    .values({ ...claim, status: null, headers: null, body: null })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'user_id', 'path', 'key']).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Takes a key over from another claim. False when another request was faster, or when the claim was
 * answered in the meantime.
 * @param answered true for a claim with an answer, which is discarded
 */
export async function takeOverIdempotencyClaim(
  db: Db,
  from: string,
  claim: NewIdempotencyClaim,
  answered: boolean,
): Promise<boolean> {
  const { fingerprint, claimed_until, created_at } = claim
  const { numUpdatedRows } = await ofClaim(db, { ...claim, claim: from }, answered)
    .set({
      fingerprint,
      claimed_until,
      created_at,
      claim: claim.claim,
      status: null,
      headers: null,
      body: null,
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the answer of a claim; false when the claim was lost in the meantime. */
export async function storeResponse(
  db: Db | Trx,
  claim: IdempotencyClaim,
  answer: StoredResponse,
): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const ofClaim = (db: Db, claim: IdempotencyClaim, answered = false) =>
  db
    .updateTable('idempotency_key')
    .where('organisation_id', '=', claim.organisation_id)
    .where('user_id', '=', claim.user_id)
    .where('path', '=', claim.path)
    .where('key', '=', claim.key)
    .where('claim', '=', claim.claim)
    .where('status', answered ? 'is not' : 'is', null)

/** Deletes a claim, as if the key had never been used. */
export async function releaseIdempotencyClaim(db: Db, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('organisation_id', '=', claim.organisation_id)
    .where('user_id', '=', claim.user_id)
    .where('path', '=', claim.path)
    .where('key', '=', claim.key)
    .where('claim', '=', claim.claim)
    .where('status', 'is', null)
    .execute()
}

/** Deletes all but the newest answers of a user: so many, and so many bytes of their bodies. */
export async function deleteSurplusKeys(
  db: Db,
  { organisation_id, user_id }: Pick<IdempotencyKeyName, 'organisation_id' | 'user_id'>,
  kept: { answers: number; bytes: number },
): Promise<void> {
  const ofUser = sql`organisation_id = ${organisation_id} and user_id = ${user_id}
    and status is not null`
  await sql`
    delete from idempotency_key where ${ofUser} and created_at <= (
      select max(created_at) from (
        select created_at, row_number() over newest as place,
          sum(octet_length(coalesce(body, ''))) over newest as bytes
        from idempotency_key where ${ofUser}
        window newest as (order by created_at desc, path, key)
      ) answer
      where place > ${kept.answers} or bytes > ${kept.bytes})`.execute(db)
}

/**
 * Deletes keys, at most `limit`, and returns how many there were.
 * @param instant epoch milliseconds
 */
export async function pruneIdempotencyKeysBefore(
  db: Db,
  instant: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where(
      sql<boolean>`(organisation_id, user_id, path, key) in (
        select organisation_id, user_id, path, key from idempotency_key
        where created_at < ${instant} limit ${limit})`,
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
