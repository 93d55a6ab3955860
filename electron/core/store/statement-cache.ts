/**
 * The database as Kysely's SQLite dialect wants it, with every statement prepared once. Kysely
 * asks for a fresh statement on each call, which costs more than a point read itself
 * (DECISIONS.md, Statement cache). Nothing else may touch the connection: a raw statement during
 * an awaited transaction would read what is not committed.
 */
import type SqliteDatabase from 'better-sqlite3'
import type { SqliteDatabase as KyselyDatabase, SqliteStatement } from 'kysely'

/** Distinct statements that are kept; the app's own are far fewer, so this only bounds accidents. */
const capacity = 500

export function cacheStatements(database: SqliteDatabase.Database): KyselyDatabase {
  const statements = new Map<string, SqliteStatement>()

  return {
    prepare(text) {
      // A deferred transaction that turns into a writer after a foreign commit is refused at once,
      // without waiting for the busy timeout: ask for the write lock from the start.
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
