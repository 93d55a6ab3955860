/** Queries for requests by idempotency key, with the stored answers. */
import type { Db, Trx } from './db.ts'
import type { IdempotencyKeyTable } from './tables.ts'

/** Identifies a request: one user, one path, one key. */
export type KeyName = Pick<IdempotencyKeyTable, 'organisation_id' | 'user_id' | 'path' | 'key'>

/** The exclusive right to carry out a request. */
export interface Claim extends KeyName {
  claim: string
}

export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

type KeyRow = Omit<IdempotencyKeyTable, keyof KeyName>

export async function readKey(db: Db, name: KeyName): Promise<KeyRow | undefined> {
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

export type NewClaim = Claim &
  Pick<IdempotencyKeyTable, 'fingerprint' | 'claimed_until' | 'created_at'>

/** Claims an unused key; false when it is in use. */
export async function insertClaim(db: Db, claim: NewClaim): Promise<boolean> {
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
export async function takeOverClaim(
  db: Db,
  from: string,
  claim: NewClaim,
  answered: boolean,
): Promise<boolean> {
  const { fingerprint, claimed_until, created_at } = claim
  const { numUpdatedRows } = await ofClaim(db, { ...claim, claim: from }, answered)
    .set({
      ...{ fingerprint, claimed_until, created_at, claim: claim.claim },
      ...{ status: null, headers: null, body: null },
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the answer of a claim; false when the claim was lost in the meantime. */
export async function keepAnswer(db: Db | Trx, claim: Claim, answer: KeptAnswer): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const ofClaim = (db: Db, claim: Claim, answered = false) =>
  db
    .updateTable('idempotency_key')
    .where('organisation_id', '=', claim.organisation_id)
    .where('user_id', '=', claim.user_id)
    .where('path', '=', claim.path)
    .where('key', '=', claim.key)
    .where('claim', '=', claim.claim)
    .where('status', answered ? 'is not' : 'is', null)

/** Deletes a claim, as if the key had never been used. */
export async function releaseClaim(db: Db, claim: Claim): Promise<void> {
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

/** Deletes all but the newest `kept` answers of a user. */
export async function forgetKeysBeyond(
  db: Db,
  { organisation_id, user_id }: Pick<KeyName, 'organisation_id' | 'user_id'>,
  kept: number,
): Promise<void> {
  const ofUser = db
    .selectFrom('idempotency_key')
    .select('created_at')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
  await db
    .deleteFrom('idempotency_key')
    .where('organisation_id', '=', organisation_id)
    .where('user_id', '=', user_id)
    .where('status', 'is not', null)
    .where('created_at', '<=', ofUser.orderBy('created_at', 'desc').limit(1).offset(kept))
    .execute()
}

/** @param instant epoch milliseconds */
export async function forgetKeysBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', instant).execute()
}
