/**
 * Adapts the database for Kysely's SQLite dialect and caches prepared statements. Kysely would
 * prepare a statement on each call, which costs more than a point read itself. Nothing else may use
 * the connection: a statement in between would run inside an open transaction and read uncommitted
 * data.
 */
import type SqliteDatabase from 'better-sqlite3'
import type { SqliteDatabase as KyselyDatabase, SqliteStatement } from 'kysely'

/**
 * Maximum number of cached statements. The app has far fewer, so the limit only guards against
 * mistakes.
 */
const capacity = 500

export function cacheStatements(database: SqliteDatabase.Database): KyselyDatabase {
  const statements = new Map<string, SqliteStatement>()

  return {
    prepare(text) {
      // A deferred transaction that starts to write after a foreign commit fails at once, without
      // waiting for the busy timeout. So the write lock is taken at the beginning.
      const source = text === 'begin' ? 'begin immediate' : text
      const known = statements.get(source)
      if (known) return known
      const statement = database.prepare(source) as unknown as SqliteStatement
      if (statements.size >= capacity) {
        const oldest = statements.keys().next().value
        if (oldest !== undefined) statements.delete(oldest)
      }
      statements.set(source, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}
