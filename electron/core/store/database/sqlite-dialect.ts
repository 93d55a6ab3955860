/** Kysely's SQLite dialect, with parameters that do not cause statements to be prepared again. */
import {
  SqliteDialect,
  SqliteQueryCompiler,
  type DialectAdapter,
  type Driver,
  type SqliteDialectConfig,
} from 'kysely'
import { StoreDriver, type SleepFunction } from './store-driver.ts'
import { StoreAdapter } from './store-adapter.ts'
import { QueuedDriver, type ReadConnection } from './queued-driver.ts'
import { ConnectionQueue } from './connection-queue.ts'

/**
 * Writes parameters as `+?`. SQLite, built with STAT4, inspects the value of a bare `?` that may
 * affect the plan (in a condition near a partial index or an outer join) and prepares the statement
 * again whenever it is bound, at ten times the cost of a point read. It does not inspect `+?`,
 * which has the same value. So a partial index is used only for a condition with a literal: `dirty
 * = 1`, not `dirty = ?`.
 */
class OpaqueParameterCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** Options of a dialect beyond the writing connection. */
export interface StoreDialectOptions {
  /**
   * Waits between two attempts while another process writes; without it SQLite blocks the thread.
   */
  pause?: SleepFunction | undefined
  /** Answers queries while a long transaction occupies the connection (connection-queue.ts). */
  reader?: ReadConnection | undefined
}

export class StoreDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #options: StoreDialectOptions
  readonly #turns: ConnectionQueue

  constructor(config: SqliteDialectConfig, options: StoreDialectOptions = {}) {
    super(config)
    this.#config = config
    this.#options = options
    this.#turns = new ConnectionQueue((may) =>
      may ? options.reader?.acquire() : options.reader?.release(),
    )
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new OpaqueParameterCompiler()
  }

  override createDriver(): Driver {
    const { pause, reader } = this.#options
    const driver = new StoreDriver(this.#config, pause)
    return reader ? new QueuedDriver(driver, this.#turns, reader) : driver
  }

  override createAdapter(): DialectAdapter {
    return this.#options.reader ? new StoreAdapter(this.#turns) : super.createAdapter()
  }
}
