/**
 * Databases in memory that are reset to their template and reused: opening one, preparing its
 * statements and setting up its observer costs more than all that a machine does with it. What
 * happens in a world lies within a savepoint that is rolled back when the world ends; a machine's
 * transaction is a savepoint within that.
 */
import Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { cacheStatements } from '#core/store/database/statement-cache.ts'

export interface Reused {
  /** For observing. */
  readonly sqlite: Sqlite.Database
  /** The same with its statements prepared once. */
  readonly statements: SqliteDatabase
}

/** All the databases of one template. */
export interface Databases {
  /** A database with the content of the template. */
  take(): Reused
  /** Returns a database that is no longer used. */
  giveBack(database: Reused): void
}

/** The statements of a transaction inside of a world. */
const within: Readonly<Record<string, readonly string[]>> = {
  begin: ['savepoint step'],
  commit: ['release step'],
  rollback: ['rollback to step', 'release step'],
}

/** The statements to run in place of one: everything is within a transaction already. */
export const statementsFor = (text: string): readonly string[] => within[text] ?? [text]

/**
 * @param bytes the template @param opened is called with each database before anything happens in
 *   it
 */
export function reuseDatabases(
  bytes: Buffer,
  opened: (sqlite: Sqlite.Database) => void,
): Databases {
  const free: Reused[] = []

  function open(): Reused {
    const sqlite = new Sqlite(bytes)
    sqlite.pragma('foreign_keys = ON')
    opened(sqlite)
    sqlite.exec('savepoint world')
    return { sqlite, statements: cacheStatements(sqlite) }
  }

  return {
    take: () => free.pop() ?? open(),
    giveBack(database) {
      database.sqlite.exec('rollback to world')
      free.push(database)
    },
  }
}
