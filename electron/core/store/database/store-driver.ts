/**
 * Kysely's SQLite driver, which reports a full disk as such, and can wait for another process's
 * transaction without blocking this thread. SQLite itself would sleep on the thread, so its timeout
 * is short then, and statements that it refused as busy are retried.
 */
import { SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely'

/** Milliseconds for which SQLite may block the thread: less than a frame. */
export const sqliteBusyWait = 8
const pauseBetween = 10
/** After this many milliseconds the database is reported as locked. */
const patience = 5_000

export type SleepFunction = (milliseconds: number) => Promise<void>

export class StoreDriver extends SqliteDriver {
  readonly #pause: SleepFunction | undefined
  #patient: DatabaseConnection | undefined

  /** @param pause waits between two attempts; without it SQLite blocks the thread */
  constructor(config: SqliteDialectConfig, pause?: SleepFunction) {
    super(config)
    this.#pause = pause
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return this.#pause ? (this.#patient ??= patiently(connection, this.#pause)) : connection
  }

  /**
   * Rolls back. On a full disk SQLite has already done so; the resulting error must not hide the
   * original one.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (thrown) {
      if (!isRolledBack(thrown)) throw thrown
    }
  }
}

/**
 * Retries statements that are refused as busy. This is safe, because every transaction takes the
 * write lock first: a statement is only refused outside of a transaction or at its beginning,
 * before anything is done.
 */
function patiently(connection: DatabaseConnection, pause: SleepFunction): DatabaseConnection {
  const executeQuery: DatabaseConnection['executeQuery'] = (query) =>
    connection.executeQuery<never>(query).catch(async (refusal: unknown) => {
      let last = refusal
      for (let waited = 0; waited < patience; waited += pauseBetween + sqliteBusyWait) {
        if (!isBusy(last)) throw last
        await pause(pauseBetween)
        try {
          return await connection.executeQuery<never>(query)
        } catch (thrown) {
          last = thrown
        }
      }
      throw last
    })
  return { executeQuery, streamQuery: connection.streamQuery.bind(connection) }
}

/** Not `SQLITE_BUSY_SNAPSHOT`, which only occurs in a transaction that read first. */
const isBusy = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === 'SQLITE_BUSY'

const isRolledBack = (thrown: unknown): boolean =>
  String((thrown as { message?: unknown } | null)?.message).includes('no transaction is active')
