/**
 * Queries for the service's access tokens, by their hashes; the tokens themselves are not stored.
 */
import type { Db, Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import { toUserRow, type UserRow } from '../resources/users.ts'

export interface TokenOwner {
  /** Id of the token. */
  token: number
  organisation: number
  user: UserRow
  /** As stored, for a constant-time comparison. */
  hash: string
}

export interface NewToken {
  organisation_id: number
  user_id: number
  /** SHA-256 of the token, hex. */
  hash: string
  created_at: string
}

export async function insertToken(trx: Trx, token: NewToken): Promise<void> {
  await trx
    .insertInto('token')
    .values({ ...token, revoked_at: null })
    .execute()
}

/** Reads the owner of the token with this hash; undefined when it is unknown or revoked. */
export async function readTokenOwner(db: Db, hash: string): Promise<TokenOwner | undefined> {
  const [row] = await ownerOfHash(db, { hash })
  return (
    row && {
      token: row.token,
      organisation: row.organisation,
      user: toUserRow(row),
      hash: row.hash,
    }
  )
}

const ownerOfHash = prepared((db, values: { hash: string }) =>
  db
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .selectAll('user')
    .select(['token.organisation_id as organisation', 'token.hash', 'token.id as token'])
    .where('token.hash', '=', values.hash)
    .where('token.revoked_at', 'is', null),
)

/** Revokes one token; false when there is no such valid token. */
export async function revokeTokenByHash(trx: Trx, hash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('token')
    .set({ revoked_at: at })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes a user's tokens except the newest `keep`; returns how many. */
export async function revokeTokensOfUser(
  trx: Trx,
  user: number,
  at: string,
  keep = 0,
): Promise<number> {
  const oldestKept = await trx
    .selectFrom('token')
    .select('id')
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(Math.max(0, keep - 1))
    .executeTakeFirst()
  // There are fewer than `keep`: all of them stay valid.
  if (keep > 0 && oldestKept === undefined) return 0
  const { numUpdatedRows } = await trx
    .updateTable('token')
    .set({ revoked_at: at })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .$if(keep > 0, (update) => update.where('id', '<', oldestKept!.id))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
