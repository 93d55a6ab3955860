/** Reads facts from an account's database without changing it, even while a process has it open. */
import { existsSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { openToReadAnything } from '../database/sqlite-file.ts'
import { dateTrustKey, type DateTrust } from '../sync/record-identity.ts'
import {
  collectKnownRecords,
  hasEntriesSql,
  type KnownRecord,
  type ServiceFingerprint,
} from './service-fingerprint.ts'

/** What exists only on this computer. */
export interface UnsentSummary {
  /** Number of records that the service lacks, or has in another version. */
  changes: number
  /** Whether a timer runs. */
  timer: boolean
}

/**
 * Reads the evidence about the service, up to `limit` of the newest records of each resource; null
 * where the file cannot be read.
 */
export const peekServiceFingerprint = (file: string, limit: number): ServiceFingerprint | null =>
  reading(file, (sqlite) => {
    const trust = sqlite
      .prepare<[string], string>('select value from setting where key = ?')
      .pluck()
      .get(dateTrustKey)
    return {
      known: collectKnownRecords(limit, (query) => sqlite.prepare<[], KnownRecord>(query).all()),
      isEmpty: sqlite.prepare(hasEntriesSql).pluck().get() === 0,
      trust: trust === undefined ? 'exact' : (JSON.parse(trust) as DateTrust),
    }
  })

const listed = {
  time: 'time_entry',
  expense: 'expense',
  category: 'category',
  client: 'client',
  project: 'project',
  task: 'task',
  charge: 'charge',
}

/**
 * Counts what would be lost with the file, including drafts and records that refer to unsent ones.
 * Null where the file cannot be read.
 */
export const peekUnsent = (file: string): UnsentSummary | null =>
  reading(file, (sqlite) => {
    const onlyHere = Object.entries(listed).map(
      ([resource, table]) => `select '${resource}', t.id from ${table} t where not exists (
        select 1 from sync_record r where r.resource = '${resource}'
        and r.local_id = t.id and r.remote_id is not null)`,
    )
    const changes = sqlite
      .prepare<[], number>(
        `select count(*) from (
          select resource, local_id from sync_record
          where (dirty = 1 or deleted = 1) and resource in ('time', 'expense', 'category')
          union select resource, local_id from attempt
          union ${onlyHere.join(' union ')})`,
      )
      .pluck()
      .get()!
    const timer = sqlite.prepare<[], number>('select exists (select 1 from timer)').pluck().get()
    return { changes, timer: timer === 1 }
  })

/**
 * When the running timer started, epoch milliseconds; null where none runs or the file cannot be
 * read.
 */
export const peekTimerStart = (file: string): number | null =>
  reading(
    file,
    (sqlite) => sqlite.prepare<[], number>('select started_at from timer').pluck().get() ?? null,
  )

/** Returns null where the file does not exist or cannot be read. */
function reading<T>(file: string, read: (sqlite: Sqlite.Database) => T): T | null {
  if (!existsSync(file)) return null
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = openToReadAnything(file)
    return read(sqlite)
  } catch {
    return null
  } finally {
    sqlite?.close()
  }
}
