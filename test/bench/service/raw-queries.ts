/** The queries of the raw server: the same text on both databases, prepared once. */
import Sqlite from 'better-sqlite3'
import pg from 'pg'

export type Values = readonly (string | number | null)[]

export interface Queries {
  all<Row>(text: string, values: Values): Row[] | Promise<Row[]>
}

export interface RawDatabase extends Queries {
  /** Runs the work in one transaction, as the only writer of the organisation. */
  transaction<Value>(
    organisation: number,
    work: (queries: Queries) => Promise<Value>,
  ): Promise<Value>
}

export const openRawDatabase = (database: string): Promise<RawDatabase> | RawDatabase =>
  /^postgres(ql)?:/.test(database) ? openRawPostgres(database) : openRawSqlite(database)

function openRawSqlite(file: string): RawDatabase {
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -16000')
  const prepared = new Map<string, Sqlite.Statement>()
  const statement = (text: string) => {
    let known = prepared.get(text)
    // `+?`, as the store writes it: a bare one may be prepared again at each call.
    if (!known) prepared.set(text, (known = sqlite.prepare(text.replaceAll(/\$\d+/g, '+?'))))
    return known
  }
  const queries: Queries = {
    all<Row>(text: string, values: Values) {
      const known = statement(text)
      if (known.reader) return known.all(...values) as Row[]
      known.run(...values)
      return []
    },
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...queries,
    // One after the other: a transaction may wait for a promise in its middle.
    transaction(_organisation, work) {
      const next = last.then(async () => {
        sqlite.exec('begin immediate')
        const value = await work(queries)
        sqlite.exec('commit')
        return value
      })
      last = next
      return next
    },
  }
}

async function openRawPostgres(address: string): Promise<RawDatabase> {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    types: {
      // Integers of eight bytes come as text otherwise.
      getTypeParser: (type, format) =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  })
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `q${names.size}`))
    return name
  }
  const on = (client: Pick<pg.PoolClient, 'query'>): Queries => ({
    all: async <Row>(text: string, values: Values) =>
      (await client.query({ name: nameOf(text), text, values: [...values] })).rows as Row[],
  })
  return {
    ...on(pool),
    async transaction(organisation, work) {
      const client = await pool.connect()
      const queries = on(client)
      try {
        await client.query('begin')
        await queries.all('select id from organisation where id = $1 for no key update', [
          organisation,
        ])
        const value = await work(queries)
        await client.query('commit')
        return value
      } finally {
        client.release()
      }
    },
  }
}
