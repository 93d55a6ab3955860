/** Examines an account's database file before it is opened. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openToRead } from '../store/database/sqlite-file.ts'
import { readJournalExtent } from '../backup/journal-format.ts'
import { listBackups } from '../backup/backups.ts'
import type { AccountPaths } from '../backup/account-paths.ts'

/**
 * `fresh`: the account is new and has no data yet. `missing`: it had a database, but the file is
 * absent. `empty`: the file has no content, or has lost its tables. `other`: the file is not a
 * SQLite database, and nothing shows that it ever belonged to Stint. `there`: it can be opened.
 */
export type DatabaseFileState = 'fresh' | 'missing' | 'empty' | 'other' | 'there'

export function databaseFileState(paths: AccountPaths): DatabaseFileState {
  const known = readJournalExtent(paths.journal).database !== null || listBackups(paths).length > 0
  const stats = statSync(paths.database, { throwIfNoEntry: false })
  if (!stats) return known || existsSync(`${paths.database}-wal`) ? 'missing' : 'fresh'
  if (stats.size === 0) return known ? 'empty' : 'fresh'
  const beginning = beginningOf(paths.database)
  if (!known) return isSqlite(beginning) ? 'there' : 'other'
  return isSqlite(beginning) && namesNoTable(beginning) && !tablesInLog(paths) ? 'empty' : 'there'
}

/**
 * Identifies a file, so that its replacement by another one is detected; null when there is none.
 */
export function fileIdentity(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.dev}:${stats.ino}` : null
}

/**
 * Identifies a file and what was last written to it, so that every change of it is detected; null
 * when there is none.
 */
export function fileVersion(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}` : null
}

function beginningOf(file: string): Buffer {
  const beginning = Buffer.alloc(105)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, beginning, 0, beginning.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return beginning
}

const isSqlite = (beginning: Buffer): boolean =>
  beginning.toString('latin1', 0, 16) === 'SQLite format 3\0'

/**
 * The schema's root page follows the header. Without tables it is a leaf without cells (SQLite's
 * file format, offsets 100 and 103). The bytes are read directly because opening a database with a
 * write-ahead log creates files beside it.
 */
const namesNoTable = (beginning: Buffer): boolean =>
  (beginning[100] === 0x0d || beginning[100] === 0) && beginning.readUInt16BE(103) === 0

/**
 * A new database may have its tables only in its write-ahead log. Where a crash truncated the log
 * before the first backup was made, the journal still has everything, and the database stays in
 * use.
 */
function tablesInLog(paths: AccountPaths): boolean {
  if (!existsSync(`${paths.database}-wal`)) return false
  if (listBackups(paths).length === 0) return true
  let database: Sqlite.Database | undefined
  try {
    database = openToRead(paths.database)
    return database.prepare('select count(*) from sqlite_schema').pluck().get() !== 0
  } catch {
    // The file cannot be read here; opening it will report why.
    return true
  } finally {
    database?.close()
  }
}

/**
 * Creates the file of a new database, readable only by this user. SQLite gives its mode to the
 * files that it creates beside it.
 */
export function createPrivateFile(file: string): void {
  // eslint-disable-next-line no-restricted-syntax -- in the account's folder, which is private
  closeSync(openSync(file, 'a', 0o600))
}
