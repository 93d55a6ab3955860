/**
 * Opens a SQLite file as a store: pragmas, migrations, and one typed handle. Both faces use it,
 * each with its own groups of migrations.
 */
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { fail, ok, type Result } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Db } from './db.ts'
import { migrate, type MigrationGroup } from './migrate.ts'
import { StoreDialect } from './sqlite-dialect.ts'
import { cacheStatements } from './statement-cache.ts'
import type { Database } from './tables.ts'

export type { Db, Trx } from './db.ts'

export interface Store {
  readonly db: Db
  /** Changes whenever another process commits to the file; equal while only this one does. */
  foreignVersion(): number
  close(): Promise<void>
}

export interface OpenOptions {
  /** Path of the file, made when absent; `:memory:` for none. */
  file: string
  groups: readonly MigrationGroup[]
  /** Epoch milliseconds, for the migration's record. */
  now: number
}

/** How long a write waits for another process's transaction. */
const busyTimeout = 5_000

/**
 * Opens and migrates.
 * Fails with `database` when the file is newer than this program, not a database, locked, or
 * cannot be written; the message says which.
 */
export async function openStore(options: OpenOptions): Promise<Result<Store>> {
  let sqlite: Sqlite.Database
  try {
    sqlite = new Sqlite(options.file, { timeout: busyTimeout })
  } catch (cause) {
    return databaseFailure(options.file, cause)
  }
  try {
    sqlite.pragma('journal_mode = WAL')
    // SQLite forgets this when a WAL file is opened again, so it is set and read back every time.
    sqlite.pragma('synchronous = FULL')
    if (sqlite.pragma('synchronous', { simple: true }) !== 2) {
      throw new Error('synchronous is not FULL')
    }
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma('cache_size = -16000')
    const db = new Kysely<Database>({
      dialect: new StoreDialect({ database: cacheStatements(sqlite) }),
    })
    const migrated = await migrate(db, options.groups, toTimestamp(options.now))
    if (!migrated.ok) {
      await db.destroy()
      return migrated
    }
    return ok({
      db,
      foreignVersion: () => Number(sqlite.pragma('data_version', { simple: true })),
      close: () => db.destroy(),
    })
  } catch (cause) {
    if (sqlite.open) sqlite.close()
    return databaseFailure(options.file, cause)
  }
}

/** A plain sentence for what SQLite reports; anything unknown is a bug and is thrown on. */
function databaseFailure(file: string, cause: unknown): Result<never> {
  const code = (cause as { code?: string }).code ?? ''
  const say = (text: string) => fail('database', `${text} (${file})`)
  if (code.startsWith('SQLITE_NOTADB')) return say('This file is not a Stint database')
  if (code.startsWith('SQLITE_CORRUPT')) return say('This database file is damaged')
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return say('Another program holds this database; close it and try again')
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return say('This database file cannot be opened for writing; check the folder’s permissions')
  }
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) {
    return say('The disk did not take the write; check that it has space left')
  }
  if (cause instanceof TypeError && cause.message.includes('directory')) {
    return say('The folder of this database does not exist')
  }
  throw cause
}
