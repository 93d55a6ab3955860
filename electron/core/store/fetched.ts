/** Transactions that write only what can be fetched again. */
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'

/**
 * Runs a transaction whose loss in a power cut costs nothing but fetching once more. It does not
 * wait for the disk, which is where most of a page's time goes. A kill of the program loses nothing
 * at all, and whatever is committed after it in the usual way makes it last, too: the log is
 * written in order, so what stands there is always a prefix of what was committed. SQLite only.
 */
export const inFetched = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
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
