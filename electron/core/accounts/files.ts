/** An account's files before they are opened: what is there. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openToRead } from '../store/sqlite-file.ts'
import { journalEnds } from '../backup/journal-lines.ts'
import { listBackups } from '../backup/backups.ts'
import type { Places } from '../backup/places.ts'

/**
 * `fresh`: nothing is known of the account yet. `missing`: it had a database, and has no file.
 * `empty`: its file has no content, or no table where there were some. `other`: what stands there is
 * no SQLite file, and nothing says that it ever was ours. `there`: to be opened.
 */
export type FileState = 'fresh' | 'missing' | 'empty' | 'other' | 'there'

export function fileState(places: Places): FileState {
  const known = journalEnds(places.journal).database !== null || listBackups(places).length > 0
  const stands = statSync(places.database, { throwIfNoEntry: false })
  if (!stands) return known || existsSync(`${places.database}-wal`) ? 'missing' : 'fresh'
  if (stands.size === 0) return known ? 'empty' : 'fresh'
  const beginning = beginningOf(places.database)
  if (!known) return isSqlite(beginning) ? 'there' : 'other'
  return isSqlite(beginning) && namesNoTable(beginning) && !tablesInLog(places) ? 'empty' : 'there'
}

/** Tells a file from any other that takes its place; null when there is none. */
export function fileIdentity(file: string): string | null {
  const stands = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stands ? `${stands.dev}:${stands.ino}` : null
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
 * The schema's page follows the header: it is a leaf without a cell (the file format of SQLite,
 * offsets 100 and 103). Read here because opening a file with a log makes others beside it.
 */
const namesNoTable = (beginning: Buffer): boolean =>
  (beginning[100] === 0x0d || beginning[100] === 0) && beginning.readUInt16BE(103) === 0

/**
 * A young database has its tables in its log alone. Where that was cut in a crash and there never
 * was a backup, the journal still has everything, and the file goes on.
 */
function tablesInLog(places: Places): boolean {
  if (!existsSync(`${places.database}-wal`)) return false
  if (listBackups(places).length === 0) return true
  let database: Sqlite.Database | undefined
  try {
    database = openToRead(places.database)
    return database.prepare('select count(*) from sqlite_schema').pluck().get() !== 0
  } catch {
    // Whoever opens it says what is the matter.
    return true
  } finally {
    database?.close()
  }
}

/** Makes the file of a new database, so that SQLite gives its mode to all that it makes. */
export function touchPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}
