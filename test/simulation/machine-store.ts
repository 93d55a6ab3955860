/**
 * The real store of one simulated machine: the real dialect and statement cache over SQLite in
 * memory, opened from a template instead of migrated, with a gate at every await where the process
 * can die.
 */
import Sqlite from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  type CompiledQuery,
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
  /** For looking on: between events, and in `committed`. */
  readonly sqlite: Sqlite.Database
  /** The process is no more: what it had not committed is not there. */
  end(): void
  hasEnded(): boolean
  /** What is committed, as a file would hold it. */
  bytes(): Buffer
  close(): void
}

const never = new Promise<never>(() => {})

class GatedConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #gate: Gate
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
    const result = await this.#inner.executeQuery<Row>(query)
    if (query.sql === 'begin') this.#gate.began()
    else if (query.sql === 'commit') this.#gate.committed()
    return result
  }

  streamQuery(): never {
    throw new Error('Nothing here reads a stream')
  }
}

class GatedDriver extends SqliteDriver {
  readonly #gate: Gate
  #connection: GatedConnection | undefined
  constructor(config: SqliteDialectConfig, gate: Gate) {
    super(config)
    this.#gate = gate
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new GatedConnection(await super.acquireConnection(), this.#gate)
    return this.#connection
  }
}

/** Compiled queries belong to the adapter: one for all machines, so that each is built once. */
const adapter = new SqliteAdapter()

class GatedDialect extends StoreDialect {
  readonly #config: SqliteDialectConfig
  readonly #gate: Gate
  constructor(config: SqliteDialectConfig, gate: Gate) {
    super(config)
    this.#config = config
    this.#gate = gate
  }
  override createDriver(): SqliteDriver {
    return new GatedDriver(this.#config, this.#gate)
  }
  override createAdapter(): SqliteAdapter {
    return adapter
  }
}

/** Opens a database that was written down as bytes. */
export function openMachineStore(bytes: Buffer, gate: Gate): MachineStore {
  const sqlite = new Sqlite(bytes)
  sqlite.pragma('foreign_keys = ON')
  const db = new Kysely<Database>({
    dialect: new GatedDialect({ database: cacheStatements(sqlite) }, gate),
  })
  let ended = false
  return {
    db,
    sqlite,
    end() {
      if (sqlite.inTransaction) sqlite.exec('rollback')
      ended = true
    },
    hasEnded: () => ended,
    bytes: () => sqlite.serialize(),
    close: () => sqlite.close(),
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
