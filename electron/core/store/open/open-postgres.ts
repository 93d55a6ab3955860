/**
 * Opens a PostgreSQL database as a store, which the service can use instead of a SQLite file.
 * Tables, migrations and queries are the same (SERVICE.md, The service on PostgreSQL).
 */
import { CompiledQuery, Kysely, PostgresDialect, sql, type DatabaseConnection } from 'kysely'
import type { Client, PoolConfig } from 'pg'
import { fail, ok, type Result } from '#shared/errors.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import type { Db } from '../database/db.ts'
import { migrate, type MigrationGroup } from './migrate.ts'
import type { Store } from './open-store.ts'
import { namedStatementClient } from '../database/named-statement-client.ts'
import { postgresFailure, type Destination } from '../database/postgres-failure.ts'
import { wideNumberParsers } from '../database/postgres-type-parsers.ts'
import type { Database } from '../tables/index.ts'

export interface OpenPostgresOptions {
  /** `postgres://user@host:port/name`; missing parts come from libpq's `PG…` variables. */
  address: string
  groups: readonly MigrationGroup[]
  /** Epoch milliseconds, recorded with each migration. */
  now: number
}

/** Number of connections for each process, unless the address has `?connections=`. */
const defaultConnections = 10
/** Milliseconds. */
const limits = {
  /** For a connection: a new one, or one that another request releases. */
  connect: 10_000,
  /** For one statement, also of a migration. */
  statement: 30_000,
  /** For a lock, such as that of an organisation with a write under way. */
  lock: 10_000,
  /**
   * For a connection that is idle inside a transaction, because its process hangs; the server then
   * closes it.
   */
  idleInTransaction: 30_000,
}
/** The oldest version in which the owner of a database may add `pg_trgm` to it. */
const oldestVersion = 13

/**
 * Opens and migrates the database. Fails with `database` when the server cannot be reached, denies
 * access, is too old, does not use UTF-8, or holds tables of a newer program; the message says
 * which.
 */
export async function openPostgres(options: OpenPostgresOptions): Promise<Result<Store>> {
  const config = readAddress(options.address)
  if (!config.ok) return config
  // Imported on demand: the desktop app, and a service on a file, start without it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...config.value,
    Client: namedStatementClient(pg.Client),
    types: {
      getTypeParser: (type, format) =>
        wideNumberParsers.get(type) ?? pg.types.getTypeParser(type, format),
    },
  })
  // An idle connection that the server closed is replaced when one is next needed.
  pool.on('error', () => undefined)
  // A connection in use reports the error to its statement; without a listener the event would also
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool, onCreateConnection: prepareConnection }),
  })
  try {
    const problem = await unfitness(db)
    const migrated = problem ?? (await migrate(db, options.groups, toTimestamp(options.now)))
    if (!migrated.ok) {
      await db.destroy()
      return migrated
    }
    const { max: connections = defaultConnections } = config.value
    return ok({ db, connections, close: () => db.destroy() })
  } catch (cause) {
    await db.destroy()
    return postgresFailure(destinationOf(new pg.Client(config.value)), cause)
  }
}

/** Parses the address for `pg`, including the number of connections. */
function readAddress(address: string): Result<PoolConfig> {
  const url = URL.parse(address)
  const connections = Number(url?.searchParams.get('connections') ?? defaultConnections)
  if (url === null || !Number.isInteger(connections) || connections < 1 || connections > 1000) {
    return fail(
      'database',
      'A PostgreSQL address looks like postgres://user@host:5432/name. If set, “connections” must be from 1 to 1000',
    )
  }
  url.searchParams.delete('connections')
  return ok({
    connectionString: url.href,
    max: connections,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    fallback_application_name: 'stint',
  })
}

const destinationOf = ({ host, port, database = '', user = '' }: Client): Destination => ({
  server: host.startsWith('/') ? host : `${host}:${port}`,
  database,
  user,
})

/**
 * Configures a new connection. Uses statements, because a pooler in between may not pass on startup
 * options.
 */
async function prepareConnection(connection: DatabaseConnection): Promise<void> {
  const settings = {
    // Regardless of the server's default: `writeInTransaction` relies on each statement seeing what
    // is committed.
    default_transaction_isolation: 'read committed',
    statement_timeout: String(limits.statement),
    lock_timeout: String(limits.lock),
    idle_in_transaction_session_timeout: String(limits.idleInTransaction),
  }
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  )
  await connection.executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`))
}

/** Returns why this server is unsuitable for a store, or undefined. */
async function unfitness(db: Db): Promise<Result<never> | undefined> {
  const { rows } = await sql<{ encoding: string; version: string }>`
    select current_setting('server_encoding') as encoding,
      current_setting('server_version_num') as version`.execute(db)
  const { encoding, version } = rows[0]!
  if (encoding.toUpperCase().replace('-', '') !== 'UTF8') {
    return fail(
      'database',
      'This database stores its text as {encoding}. Create one that stores UTF-8: createdb --encoding UTF8 --template template0',
      { encoding },
    )
  }
  if (Number(version) < oldestVersion * 10_000) {
    return fail('database', 'Stint needs PostgreSQL {version} or newer', { version: oldestVersion })
  }
  return undefined
}
