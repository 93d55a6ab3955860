/**
 * The real store of one simulated machine: the real dialect and statement cache over SQLite in
 * memory, that begins as a template instead of being migrated, with a gate at every await where the
 * process can die.
 */
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDialectConfig,
} from 'kysely'
import { migrate } from '#core/store/migrate.ts'
import type { Db } from '#core/store/db.ts'
import { StoreDialect } from '#core/store/sqlite-dialect.ts'
import { cacheStatements } from '#core/store/statement-cache.ts'
import type { Database } from '#core/store/tables.ts'
import { unwrap } from '#shared/errors.ts'
import { statementsFor, type Reused } from './databases.ts'

/** What stands between a process and its database. */
export interface Gate {
  /** False when the process died here: the statement is not run, and nothing after it. */
  enter(): boolean
  /** Before a transaction: others may come first. */
  beforeTransaction(): Promise<void> | null
  /** A transaction has begun, or stands. */
  began(): void
  committed(): void
}

export interface MachineStore {
  readonly db: Db
  /** The process is no more: what it had not committed is not there. */
  end(): void
}

const never = new Promise<never>(() => {})

class GatedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #gate: Gate
  /** A transaction is under way. */
  isOpen = false
  constructor(inner: DatabaseConnection, gate: Gate) {
    this.#inner = inner
    this.#gate = gate
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql === 'begin') {
      const wait = this.#gate.beforeTransaction()
      if (wait) await wait
    }
    if (!this.#gate.enter()) return never
    // How safely it is written to the disk cannot be said in memory, nor within a transaction.
    if (query.sql.startsWith('pragma synchronous')) return { rows: [] }
    const [first, ...more] = statementsFor(query.sql)
    const result = await this.#inner.executeQuery<Row>(
      first === query.sql ? query : CompiledQuery.raw(first!),
    )
    for (const text of more) await this.#inner.executeQuery(CompiledQuery.raw(text))
    if (query.sql === 'begin') {
      this.isOpen = true
      this.#gate.began()
    } else if (query.sql === 'commit') {
      this.isOpen = false
      this.#gate.committed()
    } else if (query.sql === 'rollback') {
      this.isOpen = false
    }
    return result
  }

  streamQuery(): never {
    throw new Error('Nothing here reads a stream')
  }
}

class GatedDriver extends SqliteDriver {
  readonly #gate: Gate
  readonly #connected: (connection: GatedConnection) => void
  #connection: GatedConnection | undefined
  constructor(
    config: SqliteDialectConfig,
    gate: Gate,
    connected: (connection: GatedConnection) => void,
  ) {
    super(config)
    this.#gate = gate
    this.#connected = connected
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) {
      this.#connection = new GatedConnection(await super.acquireConnection(), this.#gate)
      this.#connected(this.#connection)
    }
    return this.#connection
  }
}

/** Compiled queries belong to the adapter: one for all machines, so that each is built once. */
const adapter = new SqliteAdapter()

class GatedDialect extends StoreDialect {
  readonly #driver: () => SqliteDriver
  constructor(config: SqliteDialectConfig, driver: () => SqliteDriver) {
    super(config)
    this.#driver = driver
  }
  override createDriver(): SqliteDriver {
    return this.#driver()
  }
  override createAdapter(): SqliteAdapter {
    return adapter
  }
}

/** A process opens a database; nobody else has it open. */
export function openMachineStore({ sqlite, statements }: Reused, gate: Gate): MachineStore {
  const config = { database: statements }
  let connection: GatedConnection | undefined
  const db = new Kysely<Database>({
    dialect: new GatedDialect(
      config,
      () => new GatedDriver(config, gate, (made) => (connection = made)),
    ),
  })
  return {
    db,
    end() {
      if (connection?.isOpen) for (const text of statementsFor('rollback')) sqlite.exec(text)
    },
  }
}

/** A migrated database with what `fill` puts in, as bytes. */
export async function makeTemplate(now: string, fill: (db: Db) => Promise<void>): Promise<Buffer> {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Database>({
    dialect: new StoreDialect({ database: cacheStatements(sqlite) }),
  })
  unwrap(await migrate(db, ['model', 'client'], now))
  await fill(db)
  const bytes = sqlite.serialize()
  await db.destroy()
  return bytes
}
