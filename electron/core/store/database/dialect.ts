/**
 * Tells the two databases apart, and the meaning of their errors, for the few places where they
 * differ.
 */
import { PostgresAdapter, type Kysely } from 'kysely'

/** True on PostgreSQL and databases that speak its protocol; false on SQLite. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- called with every handle, regardless of its tables
export const isPostgres = (db: Kysely<any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * SQLSTATEs of a transaction that changed nothing and may succeed when it is repeated: a
 * serialization failure, a deadlock, a unique violation (another transaction inserted the value
 * after this one had looked, and a repeated lookup will find it), and a cached plan that is
 * outdated because a newer process changed a table.
 */
const lost = new Set(['40001', '40P01', '23505', '0A000'])

/** Codes for a full disk, of SQLite, of the operating system, and of PostgreSQL (class 53). */
const outOfRoom = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100$)/

/** True when a write failed because the disk is full. */
export const isOutOfRoom = (cause: unknown): boolean =>
  cause instanceof Error && outOfRoom.test(String((cause as { code?: unknown }).code))

/** True when the whole transaction should be repeated. */
export const isSerializationFailure = (cause: unknown): boolean =>
  cause instanceof Error && lost.has(String((cause as { code?: unknown }).code))
