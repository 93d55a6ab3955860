/**
 * Waiting for another process's transaction without holding up this one: SQLite itself waits by
 * sleeping on the thread, so it is told to give up soon, and what it refused is asked again.
 */
import { SqliteDriver, type DatabaseConnection, type SqliteDialectConfig } from 'kysely'

/** Milliseconds that SQLite may sleep by itself: less than a frame. */
export const shortWait = 8
const pauseBetween = 10
/** After so many milliseconds the other program is named as the trouble. */
const patience = 5_000

export type Pause = (milliseconds: number) => Promise<void>

export class PatientDriver extends SqliteDriver {
  readonly #pause: Pause
  #patient: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, pause: Pause) {
    super(config)
    this.#pause = pause
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#patient ??= patiently(await super.acquireConnection(), this.#pause))
  }

  /**
   * A full disk makes SQLite roll back by itself. That there is nothing left to roll back must not
   * take the place of what was really the matter.
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
 * A statement is refused as busy only outside a transaction or at its beginning, since every
 * transaction takes the write lock first: nothing is half done, and asking again is the remedy.
 */
function patiently(connection: DatabaseConnection, pause: Pause): DatabaseConnection {
  const executeQuery: DatabaseConnection['executeQuery'] = (query) =>
    connection.executeQuery<never>(query).catch(async (refusal: unknown) => {
      let last = refusal
      for (let waited = 0; waited < patience; waited += pauseBetween + shortWait) {
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

/** `SQLITE_BUSY_SNAPSHOT` is another story: only a transaction that read first can meet it. */
const isBusy = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === 'SQLITE_BUSY'

const isRolledBack = (thrown: unknown): boolean =>
  String((thrown as { message?: unknown } | null)?.message).includes('no transaction is active')
