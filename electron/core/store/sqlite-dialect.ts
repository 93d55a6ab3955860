/** Kysely's SQLite dialect, with parameters that leave a prepared statement prepared. */
import { SqliteDialect, SqliteQueryCompiler, type Driver, type SqliteDialectConfig } from 'kysely'
import { PatientDriver, type Pause } from './patient-driver.ts'

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

export class StoreDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #pause: Pause | undefined

  /** @param pause waits between two tries while another process writes; SQLite waits without it */
  constructor(config: SqliteDialectConfig, pause?: Pause) {
    super(config)
    this.#config = config
    this.#pause = pause
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new OpaqueParameterCompiler()
  }

  override createDriver(): Driver {
    return this.#pause ? new PatientDriver(this.#config, this.#pause) : super.createDriver()
  }
}
