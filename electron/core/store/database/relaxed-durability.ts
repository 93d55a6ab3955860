/** Transactions for data that can be fetched again. */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared-query.ts'

/**
 * Runs a transaction without waiting for the disk, for data that can be fetched again. Waiting
 * would take most of the time of a page. A power cut may lose the transaction, a crash of the
 * program cannot; any later regular commit makes it durable too, because the log is written in
 * order: what it contains is always a prefix of what was committed. SQLite only.
 */
export const refetchableTransaction = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await hastily(connection, {})
    try {
      return await connection.transaction().execute(run)
    } finally {
      await lastingly(connection, {})
    }
  })

const hastily = prepared(() => sql`pragma synchronous = normal`)
const lastingly = prepared(() => sql`pragma synchronous = full`)
