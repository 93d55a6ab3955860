/**
 * Databases in memory that begin as their template again and again: to open one, prepare its
 * statements and set up who looks on costs more than all that a machine does with it. What happens
 * in a world lies within a savepoint that is taken back when the world ends; a machine's
 * transaction is a savepoint within that.
 */
import Sqlite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { cacheStatements } from '#core/store/statement-cache.ts'

export interface Reused {
  /** For looking on. */
  readonly sqlite: Sqlite.Database
  /** The same with its statements prepared once. */
  readonly statements: SqliteDatabase
}

/** All the databases of one template. */
export interface Databases {
  /** One that holds what the template holds. */
  take(): Reused
  /** Nobody works with it any more. */
  giveBack(database: Reused): void
}

/** How a transaction reads inside of a world. */
const within: Readonly<Record<string, readonly string[]>> = {
  begin: ['savepoint step'],
  commit: ['release step'],
  rollback: ['rollback to step', 'release step'],
}

/** The statements that stand for one: there is a transaction around everything already. */
export const statementsFor = (text: string): readonly string[] => within[text] ?? [text]

/** @param bytes the template @param opened hears of each database, before anything happens in it */
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
