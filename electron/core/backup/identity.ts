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
  /** The machine that it is used on; none in one of before that was kept. */
  machine?: string
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
 * be sent in this one's name. `by-records`: of the same service, which names nobody, so that only
 * what both know of it tells. One that does not say whose it is was never an account's.
 */
export function mayReplace(
  backup: Identity | null,
  present: Identity,
): 'yes' | 'no' | 'by-records' {
  if (backup === null) return 'no'
  if (backup.database === present.database) return 'yes'
  if (backup.kind !== present.kind) return 'no'
  if (backup.kind === 'local') return 'yes'
  if (backup.kind !== 'connected' || backup.url !== present.url) return 'no'
  if (backup.user === null || present.user === null) return 'by-records'
  return backup.user === present.user ? 'yes' : 'no'
}

/** How many records of a kind are compared: some may be deleted by now. */
const compared = 50

/**
 * Whether two databases know the same entries of a service: nobody is shown another organisation's,
 * and where a service began anew with the same numbers, its records were made at other times. One
 * that differs tells against it. False where one of the files cannot be read.
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
