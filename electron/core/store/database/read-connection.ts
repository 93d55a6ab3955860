/** A second connection to a store's file, for reading during a long transaction on the first. */
import type Sqlite from 'better-sqlite3'
import { Kysely, type CompiledQuery, type QueryResult } from 'kysely'
import { openToRead } from './sqlite-file.ts'
import { sqliteBusyWait, type SleepFunction } from './store-driver.ts'
import { StoreDialect } from './sqlite-dialect.ts'
import { cacheStatements } from './statement-cache.ts'
import type { ReadConnection } from './queued-driver.ts'

/**
 * Creates a reader whose connection is opened by the first query and closed when no more are
 * expected.
 */
export function createReadConnection(file: string, pause: SleepFunction): ReadConnection {
  let open: { sqlite: Sqlite.Database; db: Kysely<object> } | undefined
  let asked = 0
  let isHeld = false

  function opened(): Kysely<object> {
    if (!open) {
      const sqlite = openToRead(file, { timeout: sqliteBusyWait })
      sqlite.pragma('temp_store = MEMORY')
      const dialect = new StoreDialect({ database: cacheStatements(sqlite) }, { pause })
      open = { sqlite, db: new Kysely<object>({ dialect }) }
    }
    return open.db
  }

  function closeUnlessUsed() {
    if (isHeld || asked > 0) return
    open?.sqlite.close()
    open = undefined
  }

  return {
    async read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      asked += 1
      try {
        return await opened().getExecutor().executeQuery<Row>(query)
      } finally {
        asked -= 1
        closeUnlessUsed()
      }
    },
    acquire() {
      isHeld = true
    },
    release() {
      isHeld = false
      closeUnlessUsed()
    },
  }
}
