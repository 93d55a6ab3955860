/** Which database a file is: a name of its own, and the account that it was made for. */
import type Sqlite from 'better-sqlite3'
import { openToReadAnything } from '../store/sqlite-file.ts'

export interface Identity {
  /** Chosen by chance when the database is made; copies have the same. */
  database: string
  kind: 'connected' | 'local' | 'demo'
  /** Address of the service, and the person there, as far as it names one. */
  url: string | null
  user: string | null
}

/** Under which setting it stands. */
export const identityKey = 'database'

/** Under which setting the account's record stands, for a list of accounts that was lost. */
export const accountKey = 'account'

/** What a file says of the account that it was made for, as far as it does. */
export interface Stated {
  identity: Identity | null
  name: string | null
  /** As it was written; null in one of before it was. */
  account: object | null
}

/** Null where the file cannot be read, or says nothing. */
export function statedIn(file: string): Stated | null {
  let database: Sqlite.Database | undefined
  try {
    database = openToReadAnything(file)
    const text = (query: string, ...given: string[]) =>
      database!
        .prepare<string[], string>(query)
        .pluck()
        .get(...given) ?? null
    const written = text('select value from setting where key = ?', accountKey)
    return {
      identity: identityIn(database),
      name: text('select name from organisation order by id limit 1'),
      account: written === null ? null : (JSON.parse(written) as object),
    }
  } catch {
    return null
  } finally {
    database?.close()
  }
}

/** The identity that a file states; null for one of before there were any. */
export function identityIn(database: Sqlite.Database): Identity | null {
  const row = database
    .prepare<[string], { value: string }>('select value from setting where key = ?')
    .get(identityKey)
  return row ? (JSON.parse(row.value) as Identity) : null
}

/**
 * Whether a backup may take the place of a database. Another account's never: its records would
 * be sent in this one's name. On a service that names nobody only the same database is certain.
 * One that does not say whose it is was never an account's.
 */
export function mayReplace(backup: Identity | null, present: Identity): boolean {
  if (backup === null) return false
  if (backup.database === present.database) return true
  if (backup.kind !== present.kind) return false
  if (backup.kind === 'local') return true
  return backup.url === present.url && backup.user !== null && backup.user === present.user
}
