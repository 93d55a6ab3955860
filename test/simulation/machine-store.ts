/**
 * The real store of one simulated machine: the real dialect and statement cache over SQLite in
 * memory, reset to a template instead of being migrated, with a gate at every await where the
 * process can die. No unneeded wait lies between a query and its statement: worlds spent most of
 * their time in Kysely's connection pool, of which there is one connection here.
 */
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  type DatabaseConnection,
  type Driver,
  type QueryCompiler,
  type QueryExecutor,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type SqliteDatabase,
} from 'kysely'
import type { Db } from '#core/store/database/db.ts'
import { StoreDialect } from '#core/store/database/sqlite-dialect.ts'
import type { Database } from '#core/store/tables/index.ts'
import { statementsFor, type Reused } from './databases.ts'

/** The gate between a process and its database. */
export interface Gate {
  /** False when the process died here: the statement is not run, and nothing after it. */
  enter(): boolean
  /** Before a transaction: others may run first. */
  beforeTransaction(): Promise<void> | null
  /** A transaction has begun, or is committed. */
  began(): void
  committed(): void
}

export interface MachineStore {
  readonly db: Db
  /** The process has ended: what it had not committed is rolled back. */
  end(): void
}

/** A new one each time: a single one that all dead processes wait for would keep them in memory. */
const never = () => new Promise<never>(() => {})

class GatedConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #gate: Gate
  /** A transaction is under way. */
  isOpen = false
  constructor(database: SqliteDatabase, gate: Gate) {
    this.#database = database
    this.#gate = gate
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const wait = query.sql === 'begin' ? this.#gate.beforeTransaction() : null
    return wait ? wait.then(() => this.#step<Row>(query)) : this.#step<Row>(query)
  }

  #step<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#gate.enter()) return never()
    try {
      return Promise.resolve(this.#run<Row>(sql, parameters))
    } catch (thrown) {
      return Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    // In memory, or within a transaction, the durability of a commit cannot be set.
    if (sql.startsWith('pragma synchronous')) return { rows: [] }
    switch (sql) {
      case 'begin':
        this.#each(sql)
        this.isOpen = true
        this.#gate.began()
        return { rows: [] }
      case 'commit':
        this.#each(sql)
        this.isOpen = false
        this.#gate.committed()
        return { rows: [] }
      case 'rollback':
        this.#each(sql)
        this.isOpen = false
        return { rows: [] }
    }
    const statement = this.#database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
  }

  #each(sql: string): void {
    for (const text of statementsFor(sql)) this.#database.prepare(text).run([])
  }

  streamQuery(): never {
    throw new Error('Nothing here reads a stream')
  }
}

/** The queue for the one connection, for holders of more than a statement. */
class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  isFree(): boolean {
    return this.#waiting === 0
  }

  /** In the order of their requests. */
  async take<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#last
    this.#waiting++
    const turn = before.then(run, run)
    this.#last = turn
    try {
      return await turn
    } finally {
      this.#waiting--
    }
  }
}

class Executor implements QueryExecutor {
  readonly adapter = adapter
  readonly plugins = []
  readonly #connection: GatedConnection
  /** Null for an executor that has the connection already. */
  readonly #turns: Turns | null
  readonly #within: Executor
  constructor(connection: GatedConnection, turns: Turns | null) {
    this.#connection = connection
    this.#turns = turns
    this.#within = turns ? new Executor(connection, null) : this
  }

  transformQuery<Node extends RootOperationNode>(node: Node): Node {
    return node
  }

  compileQuery<Row>(node: RootOperationNode, id: QueryId): CompiledQuery<Row> {
    return compiler.compileQuery(node, id)
  }

  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const run = () => this.#connection.executeQuery<Row>(query)
    return !this.#turns || this.#turns.isFree() ? run() : this.#turns.take(run)
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const run = () => consumer(this.#connection)
    return this.#turns ? this.#turns.take(run) : run()
  }

  withConnectionProvider(): QueryExecutor {
    return this.#within
  }

  stream(): never {
    return this.#connection.streamQuery()
  }

  withPlugin = without
  withPlugins = without
  withPluginAtFront = without
  withoutPlugins(): QueryExecutor {
    return this
  }
}

function without(): never {
  throw new Error('Nothing here has plugins')
}

/** Compiled queries belong to the adapter: one for all machines, so that each is built once. */
const adapter = new SqliteAdapter()
const compiler: QueryCompiler = new StoreDialect({ database: never }).createQueryCompiler()

const raw = {
  begin: CompiledQuery.raw('begin'),
  commit: CompiledQuery.raw('commit'),
  rollback: CompiledQuery.raw('rollback'),
}

const driverOf = (connection: GatedConnection): Driver => ({
  init: () => Promise.resolve(),
  acquireConnection: () => Promise.resolve(connection),
  beginTransaction: async () => void (await connection.executeQuery(raw.begin)),
  commitTransaction: async () => void (await connection.executeQuery(raw.commit)),
  rollbackTransaction: async () => void (await connection.executeQuery(raw.rollback)),
  releaseConnection: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
})

/** Opens a database for a process; no other has it open. */
export function openMachineStore({ sqlite, statements }: Reused, gate: Gate): MachineStore {
  const dialect = new StoreDialect({ database: statements })
  const connection = new GatedConnection(statements, gate)
  const executor = new Executor(connection, new Turns())
  const driver = driverOf(connection)
  return {
    db: new Kysely<Database>({ config: { dialect }, dialect, driver, executor }),
    end() {
      if (connection.isOpen) for (const text of statementsFor('rollback')) sqlite.exec(text)
    },
  }
}

const open: Gate = {
  enter: () => true,
  beforeTransaction: () => null,
  began() {},
  committed() {},
}
const looking = new WeakMap<SqliteDatabase, Db>()

/** The store for an observer: its queries are no awaits of the process. */
export function lookingStore(database: Reused): Db {
  let db = looking.get(database.statements)
  if (!db) looking.set(database.statements, (db = openMachineStore(database, open).db))
  return db
}
