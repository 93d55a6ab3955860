/**
 * Inspects a database file: whether it is sound, which account it is of, what it contains. Runs on
 * a worker.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openFile, openToRead } from '../store/database/sqlite-file.ts'
import { migrations } from '../store/migrations/index.ts'
import { schemaProblem } from '../store/open/schema.ts'
import type { TaskSignal } from '../thread.ts'
import { readIdentity, type DatabaseIdentity } from './database-identity.ts'

export interface IntegrityReport {
  /** True when every page can be read and is consistent with the others. */
  sound: boolean
  /** The first few problems that SQLite reports. */
  problems: string[]
}

export interface DatabaseContents {
  identity: DatabaseIdentity | null
  times: number
  expenses: number
  /** Records that the service did not have when the file was written. */
  unsent: number
  /** Newest mark for the journal; 0 from before there were marks. */
  mark: number
}

/** `newer` and `foreign`: this program cannot open it, although it may be sound. */
export type Inspection =
  | { is: 'good'; bytes: number; contents: DatabaseContents }
  | { is: 'damaged' | 'newer' | 'foreign' | 'missing'; why: string }

const told = 20

/**
 * Reads every page, and compares the schema with what the migrations create.
 * @param thorough also compares each index with its table, which takes about four times as long
 */
export async function checkDatabaseFile(
  input: { file: string; thorough: boolean },
  signal: TaskSignal,
): Promise<IntegrityReport> {
  let database: Sqlite.Database | undefined
  try {
    database = openToRead(input.file)
    const altered = await schemaProblem(database)
    if (altered !== undefined) return { sound: false, problems: [altered] }
    return soundnessOf(database, input.thorough, signal)
  } catch (thrown) {
    if (isDamage(thrown)) return unsound(thrown)
    throw thrown
  } finally {
    database?.close()
  }
}

function soundnessOf(
  database: Sqlite.Database,
  thorough: boolean,
  signal: TaskSignal,
): IntegrityReport {
  signal.throwIfAborted()
  const check = thorough ? 'integrity_check' : 'quick_check'
  const rows = database.pragma(`${check}(${told})`) as Record<string, string>[]
  const problems = rows.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok')
  return { sound: problems.length === 0, problems }
}

const unsound = (thrown: unknown): IntegrityReport => ({
  sound: false,
  problems: [(thrown as Error).message],
})

/**
 * Checks a copy from end to end and reads its contents. The file is not changed, and no files are
 * created beside it.
 * @param input.scratch where a database with a write-ahead log is copied to, since reading one
 *   creates files beside it; backups have no log
 */
export async function inspectDatabaseFile(
  input: { file: string; scratch?: string },
  signal: TaskSignal,
): Promise<Inspection> {
  const { file, scratch } = input
  let database: Sqlite.Database | undefined
  try {
    const stats = statSync(file)
    if (stats.isDirectory()) return { is: 'foreign', why: 'it’s a folder' }
    const { size } = stats
    if (size === 0) return { is: 'damaged', why: 'the file is empty' }
    const aside = scratch !== undefined && hasLog(file)
    if (aside) copyDatabaseWithWal(file, scratch)
    database = openFile(aside ? scratch : file, { readonly: !aside, fileMustExist: true })
    const stranger = strangerIn(database)
    if (stranger) return stranger
    const altered = await schemaProblem(database)
    if (altered !== undefined) return { is: 'foreign', why: `it was altered: ${altered}` }
    if (!soundnessOf(database, false, signal).sound) return { is: 'damaged', why: unreadable }
    return { is: 'good', bytes: size, contents: contentsOf(database) }
  } catch (thrown) {
    if (isNoDatabase(thrown)) return { is: 'foreign', why: 'it isn’t a database' }
    // A newer backup may have replaced this one since it was listed.
    if (!existsSync(file)) return { is: 'missing', why: 'the file doesn’t exist' }
    if (isDamage(thrown)) return { is: 'damaged', why: unreadable }
    if (['ENOENT', 'ENOTDIR'].includes(String((thrown as { code?: unknown }).code))) {
      return { is: 'missing', why: 'the file doesn’t exist' }
    }
    throw thrown
  } finally {
    database?.close()
    if (scratch !== undefined) removeDatabase(scratch)
  }
}

const unreadable = 'it’s damaged and can’t be fully read'

/**
 * Reads from the header whether a write-ahead log belongs to the file (SQLite's file format, offset
 * 18).
 */
function hasLog(file: string): boolean {
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return header[18] === 2
}

/** Copies a database with its write-ahead log. */
export function copyDatabaseWithWal(from: string, to: string): void {
  removeDatabase(to)
  copyFileSync(from, to)
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`)
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

function strangerIn(database: Sqlite.Database): Inspection | undefined {
  const names = (query: string) => database.prepare<[], string>(query).pluck().all()
  const tables = names(`select name from sqlite_schema where type = 'table'`)
  const foreign: Inspection = { is: 'foreign', why: 'it isn’t a Stint database' }
  if (!tables.includes('migration')) return foreign
  const done = names('select name from migration')
  const groups = new Map(migrations.map(({ name, group }) => [name, group]))
  if (done.some((name) => groups.get(name) === 'service')) return foreign
  const newer = done.filter((name) => !groups.has(name))
  return newer.length > 0
    ? { is: 'newer', why: `it needs a newer version of Stint (${newer.join(', ')})` }
    : undefined
}

/** A database whose creation was interrupted lacks some tables; those count as empty. */
function contentsOf(database: Sqlite.Database): DatabaseContents {
  const known = new Set(
    database
      .prepare<[], string>(`select name from sqlite_schema where type = 'table'`)
      .pluck()
      .all(),
  )
  const count = (table: string, condition = '1') =>
    known.has(table)
      ? database
          .prepare<[], number>(`select count(*) from ${table} where ${condition}`)
          .pluck()
          .get()!
      : 0
  return {
    identity: known.has('setting') ? readIdentity(database) : null,
    times: count('time_entry'),
    expenses: count('expense'),
    unsent: count('sync_record', 'dirty = 1 or deleted = 1'),
    mark: newestJournalMark(database),
  }
}

/**
 * Returns the newest mark for the journal that a database has issued; 0 from before there were
 * marks.
 */
export const newestJournalMark = (database: Sqlite.Database): number =>
  database
    .prepare<[], number>(`select seq from sqlite_sequence where name = 'journal_mark'`)
    .pluck()
    .get() ?? 0

const isNoDatabase = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === 'SQLITE_NOTADB'

/** True for an error that says something about the file, not about the moment. */
const isDamage = (thrown: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|ERROR|CANTOPEN|CONSTRAINT|SCHEMA|MISMATCH|FORMAT)/.test(
    String((thrown as { code?: unknown } | null)?.code ?? ''),
  )
