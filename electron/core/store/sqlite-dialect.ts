/** Kysely's SQLite dialect, with parameters that leave a prepared statement prepared. */
import {
  SqliteDialect,
  SqliteQueryCompiler,
  type DialectAdapter,
  type Driver,
  type SqliteDialectConfig,
} from 'kysely'
import { PatientDriver, type Pause } from './patient-driver.ts'
import { StoreAdapter } from './store-adapter.ts'
import { TurnDriver, type Reader } from './turn-driver.ts'
import { Turns } from './turns.ts'

/**
 * SQLite, built with STAT4, looks at the value of a bare `?` that might decide about the plan (in a
 * condition, where a partial index or an outer join is near) and prepares the statement again
 * whenever it is bound: ten times the cost of a point read. It does not look into `+?`, which is
 * the same value. So a partial index is found only by a condition that is written out: `dirty = 1`,
 * not `dirty = ?`.
 */
class OpaqueParameterCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** What a dialect has beyond the connection that writes. */
export interface StoreDialectOptions {
  /** Waits between two tries while another process writes; SQLite waits without it. */
  pause?: Pause | undefined
  /** Answers questions while a long transaction has the connection (turns.ts). */
  reader?: Reader | undefined
}

export class StoreDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #options: StoreDialectOptions
  readonly #turns: Turns

  constructor(config: SqliteDialectConfig, options: StoreDialectOptions = {}) {
    super(config)
    this.#config = config
    this.#options = options
    this.#turns = new Turns((may) => (may ? options.reader?.hold() : options.reader?.letGo()))
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new OpaqueParameterCompiler()
  }

  override createDriver(): Driver {
    const { pause, reader } = this.#options
    const driver = pause ? new PatientDriver(this.#config, pause) : super.createDriver()
    return reader ? new TurnDriver(driver, this.#turns, reader) : driver
  }

  override createAdapter(): DialectAdapter {
    return this.#options.reader ? new StoreAdapter(this.#turns) : super.createAdapter()
  }
}
