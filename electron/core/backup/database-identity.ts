/** Identifies a database: by an id of its own, and by the account that it was made for. */
import type Sqlite from 'better-sqlite3'
import { parseJson } from '#shared/rules/parse-json.ts'
import { openToReadAnything } from '../store/database/sqlite-file.ts'

export interface DatabaseIdentity {
  /** Random, chosen when the database is created; copies have the same. */
  database: string
  kind: 'connected' | 'local' | 'demo'
  /** URL of the service, and the user there, where it names one. */
  url: string | null
  user: string | null
  /** The computer that it is used on; absent in databases from before this was stored. */
  machine?: string
}

/** Key of the setting that holds the identity. */
export const databaseIdentityKey = 'database'

/**
 * Key of the setting that holds the account's record, from which a lost list of accounts is
 * rebuilt.
 */
export const accountRecordKey = 'account'

/** What a file states about the account that it was made for. */
export interface StatedIdentity {
  identity: DatabaseIdentity | null
  name: string | null
  /** As it was written; null in files from before it was stored. */
  account: object | null
}

/** Reads what a file states. Null where the file cannot be read or states nothing. */
export function readStatedIdentity(file: string): StatedIdentity | null {
  let database: Sqlite.Database | undefined
  try {
    database = openToReadAnything(file)
    const text = (query: string, ...values: string[]) =>
      database!
        .prepare<string[], string>(query)
        .pluck()
        .get(...values) ?? null
    const written = text('select value from setting where key = ?', accountRecordKey)
    return {
      identity: readIdentity(database),
      name: text('select name from organisation order by id limit 1'),
      account: written === null ? null : (parseJson(written) as object),
    }
  } catch {
    return null
  } finally {
    database?.close()
  }
}

/** Returns the identity that a file states; null for one from before there were identities. */
export function readIdentity(database: Sqlite.Database): DatabaseIdentity | null {
  const row = database
    .prepare<[string], { value: string }>('select value from setting where key = ?')
    .get(databaseIdentityKey)
  return row ? (parseJson(row.value) as DatabaseIdentity) : null
}

/**
 * Decides whether a backup may replace a database. Another account's never may: its records would
 * be sent in this account's name. `by-records`: it is of the same service, which does not name
 * users, so that only the records that both have can decide. A file that does not state an account
 * never belonged to one.
 */
export function canReplaceDatabase(
  backup: DatabaseIdentity | null,
  present: DatabaseIdentity,
): 'yes' | 'no' | 'by-records' {
  if (backup === null) return 'no'
  if (backup.database === present.database) return 'yes'
  if (backup.kind !== present.kind) return 'no'
  if (backup.kind === 'local') return 'yes'
  if (backup.kind !== 'connected' || backup.url !== present.url) return 'no'
  if (backup.user === null || present.user === null) return 'by-records'
  return backup.user === present.user ? 'yes' : 'no'
}

/** How many records of each resource are compared, since some may be deleted by now. */
const compared = 50

/**
 * Decides whether two databases have the same entries of a service. Another organisation's entries
 * are never returned, and where a service was reset and gave out the same ids again, its records
 * have other creation times. A single difference decides against it. False where one of the files
 * cannot be read.
 */
export function knowsTheSame(one: string, other: string): boolean {
  let databases: Sqlite.Database[] = []
  try {
    databases = [openToReadAnything(one), openToReadAnything(other)]
    const [newest, madeAt] = [
      `select remote_id as id, json_extract(base, '$.created_at') as at from sync_record
        where resource = ? and remote_id is not null and base is not null
        order by remote_id desc limit ${compared}`,
      `select json_extract(base, '$.created_at') from sync_record
        where resource = ? and remote_id = ? and base is not null`,
    ] as const
    const known = databases[0]!.prepare<[string], { id: number; at: string }>(newest)
    const found = databases[1]!.prepare<[string, number], string>(madeAt).pluck()
    const agree = ['time', 'expense', 'category'].flatMap((resource) =>
      known.all(resource).flatMap(({ id, at }) => {
        const there = found.get(resource, id)
        return there === undefined ? [] : there === at
      }),
    )
    return agree.length > 0 && agree.every(Boolean)
  } catch {
    return false
  } finally {
    for (const database of databases) database.close()
  }
}
