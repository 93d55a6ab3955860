/**
 * Opens a SQLite file as a store: pragmas, migrations, and one typed handle. Used by the app and
 * the service, each with its own groups of migrations.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { openFile } from '../database/sqlite-file.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Db } from '../database/db.ts'
import { migrate, type BeforeMigration, type MigrationGroup } from './migrate.ts'
import { migrations } from '../migrations/index.ts'
import { toOpenFailure, openFailed, type OpenFailed } from './open-failure.ts'
import { sqliteBusyWait, type SleepFunction } from '../database/store-driver.ts'
import { createReadConnection } from '../database/read-connection.ts'
import { schemaProblem } from './schema.ts'
import { StoreDialect } from '../database/sqlite-dialect.ts'
import { cacheStatements } from '../database/statement-cache.ts'
import type { Database } from '../tables/index.ts'

export type { Db, Trx } from '../database/db.ts'

export interface Store {
  readonly db: Db
  /** Number of concurrent connections; null for a file, where queries run one at a time. */
  readonly connections: number | null
  close(): Promise<void>
}

export interface OpenOptions {
  /** Path of the file, created if missing; `:memory:` for a database in memory. */
  file: string
  groups: readonly MigrationGroup[]
  /** Epoch milliseconds, recorded with each migration. */
  now: number
  /**
   * Waits between two attempts while another program writes; without it SQLite blocks the thread.
   */
  pause?: SleepFunction
  /**
   * True where another thread checkpoints the write-ahead log (backup/database-keeper.ts). This one
   * then never does: a checkpoint blocks it for 30 ms and more, and after a transaction of a hundred
   * thousand rows for as long as all of them take.
   */
  checkpointsElsewhere?: boolean
  /** Runs before a database with rows is migrated; its failure leaves the file unchanged. */
  beforeMigration?: BeforeMigration
}

/** Maximum wait for another program's transaction, milliseconds. */
const busyTimeout = 5_000

/**
 * Opens and migrates the database. Fails with `database` when the file is newer than this program,
 * not a database of Stint, damaged, locked, or not writable; `trouble` and the message say which.
 */
export async function openStore(
  options: OpenOptions,
): Promise<{ readonly ok: true; readonly value: Store } | OpenFailed> {
  const { file, groups, pause } = options
  const isFile = file !== ':memory:'
  let sqlite: Sqlite.Database
  try {
    if (isFile) makeFilePrivate(file)
    sqlite = openFile(file, { timeout: pause ? sqliteBusyWait : busyTimeout })
  } catch (cause) {
    return known(file, cause)
  }
  try {
    const stranger = strangerIn(sqlite, groups)
    if (stranger !== undefined) {
      sqlite.close()
      return openFailed('foreign', `${stranger} (${file})`)
    }
    const altered = await alterationIn(sqlite)
    if (altered !== undefined) {
      sqlite.close()
      return openFailed('damaged', `This database was altered: ${altered} (${file})`)
    }
    if (isFile) keepFilePrivate(file)
    sqlite.pragma('journal_mode = WAL')
    // SQLite does not store this setting, so it is set and read back on every opening.
    sqlite.pragma('synchronous = FULL')
    if (sqlite.pragma('synchronous', { simple: true }) !== 2) {
      throw new Error('synchronous isn’t FULL')
    }
    sqlite.pragma('foreign_keys = ON')
    sqlite.pragma('temp_store = MEMORY')
    sqlite.pragma('cache_size = -16000')
    if (options.checkpointsElsewhere) sqlite.pragma('wal_autocheckpoint = 0')
    // Reports a file that is read-only or locked now, and not at the first edit.
    sqlite.exec('begin immediate; rollback')
    const db = new Kysely<Database>({
      dialect: new StoreDialect(
        { database: cacheStatements(sqlite) },
        { pause, reader: pause && createReadConnection(file, pause) },
      ),
    })
    const migrated = await migrate(db, groups, toTimestamp(options.now), options.beforeMigration)
    if (!migrated.ok) {
      await db.destroy()
      return migrated
    }
    return { ok: true, value: { db, connections: null, close: () => db.destroy() } }
  } catch (cause) {
    if (sqlite.open) sqlite.close()
    return known(file, cause)
  }
}

/**
 * Creates an empty file, which SQLite treats as an empty database, unless the file exists. An
 * existing file is not opened, because closing it would drop the locks that this process holds on
 * it.
 */
function makeFilePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists, or SQLite will report why it cannot be created.
  }
}

/**
 * Removes the permissions of group and others, which an older version or a copy may have left.
 * SQLite creates its companion files with the same mode.
 */
function keepFilePrivate(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`]) {
    const current = statSync(one, { throwIfNoEntry: false })
    if (current && (current.mode & 0o077) !== 0) chmodSync(one, current.mode & 0o700)
  }
}

/** Maps an error to a problem. An error that SQLite does not report is a bug and is rethrown. */
function known(file: string, cause: unknown): OpenFailed {
  const problem = toOpenFailure(file, cause)
  if (!problem) throw cause
  return problem
}

/**
 * Checks, before anything is written, whether the file belongs to another program. Returns a
 * sentence if so.
 */
function strangerIn(
  sqlite: Sqlite.Database,
  groups: readonly MigrationGroup[],
): string | undefined {
  const tables = namesIn(sqlite, `select name from sqlite_schema where type = 'table'`)
  if (tables.length === 0) return undefined
  if (!tables.includes('migration')) return 'This file is a database of another program'
  const done = namesIn(sqlite, 'select name from migration')
  const others = migrations.filter(
    ({ name, group }) => !groups.includes(group) && done.includes(name),
  )
  if (others.some(({ group }) => group === 'service')) {
    return 'This file is a Stint service’s database, not the app’s'
  }
  if (others.some(({ group }) => group === 'client')) {
    return 'This file is the database of the Stint app, not of a service'
  }
  return undefined
}

/** Checks for changes to the schema that other programs made. */
const alterationIn = async (sqlite: Sqlite.Database): Promise<string | undefined> =>
  namesIn(sqlite, 'select name from sqlite_schema limit 1').length === 0
    ? undefined
    : schemaProblem(sqlite)

const namesIn = (sqlite: Sqlite.Database, query: string): string[] =>
  sqlite
    .prepare<[], { name: string }>(query)
    .all()
    .map(({ name }) => name)
