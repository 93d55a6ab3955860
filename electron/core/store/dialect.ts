/** Which database stands behind a handle, for the few places where the two differ. */
import { PostgresAdapter, type Kysely } from 'kysely'

/** True on PostgreSQL, and on what speaks its protocol; false on SQLite. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- asked of every handle, whatever its tables
export const isPostgres = (db: Kysely<any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * SQLSTATEs of a transaction that did nothing and may do better when it is run again: it could not
 * be put in an order with another one, each waited for the other, another took a unique value
 * between our look and our write, which a second look will find, or a newer process changed a table
 * under a kept plan.
 */
const lost = new Set(['40001', '40P01', '23505', '0A000'])

/** SQLite's, the system's, and PostgreSQL's (class 53) word for a disk that is full. */
const outOfRoom = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100$)/

/** True when something could not be kept because there is no room for it. */
export const isOutOfRoom = (cause: unknown): boolean =>
  cause instanceof Error && outOfRoom.test(String((cause as { code?: unknown }).code))

/** True when running the same transaction again, from its beginning, is the remedy. */
export const isLostRace = (cause: unknown): boolean =>
  cause instanceof Error && lost.has(String((cause as { code?: unknown }).code))
