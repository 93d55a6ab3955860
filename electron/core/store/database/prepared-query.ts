/**
 * Queries that are built and compiled once for each database. Building one costs several times as
 * much as a point read.
 */
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/** A placeholder for a value while the query is built. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * @param build builds the query. The values of `values` are placeholders: they may be put into the
 *   query but not inspected. What changes the query's text is passed as `shape`, which is plain
 *   data
 * @returns a function that runs the query with the given values and returns its rows
 */
export function prepared<Values extends object, Row, Shape = void>(
  build: (db: Db, values: Values, shape: Shape) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, values: Values, shape: Shape) => Promise<Row[]> {
  const slots = new Proxy({} as Values, { get: (_, name) => new Slot(name) })
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  function compiled(db: Db, shape: Shape): CompiledQuery<Row> {
    // A database and its transactions share the adapter.
    const { adapter } = db.getExecutor()
    let queries = known.get(adapter)
    if (!queries) known.set(adapter, (queries = new Map()))
    const key = shape === undefined ? '' : JSON.stringify(shape)
    let query = queries.get(key)
    if (!query) queries.set(key, (query = build(db, slots, shape).compile(db)))
    return query
  }

  return async (db, values, shape) => {
    const query = compiled(db, shape)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Ids of a prepared query: a single one, or any number as a JSON array. */
export interface Ids {
  ids: number | string
}

/**
 * SQL: the row has one of the ids. A single id is compared directly, because parsing a JSON array
 * costs about as much as the read itself.
 */
export const isAmong = (
  column: string,
  { ids }: Ids,
  shape: 'one' | 'some',
): RawBuilder<SqlBool> =>
  shape === 'one'
    ? sql`${sql.ref(column)} = ${ids}`
    : sql`${sql.ref(column)} in (select value from json_each(${ids}))`

/**
 * The columns that are present in a row to be written; undefined ones are left to their defaults.
 */
export const definedColumns = <Row extends object>(row: Row): (keyof Row)[] =>
  (Object.keys(row) as (keyof Row)[]).filter((column) => row[column] !== undefined)

/** Picks these columns of a placeholder row. */
export const pickColumns = <Row extends object>(
  values: Row,
  columns: readonly (keyof Row)[],
): Row => Object.fromEntries(columns.map((column) => [column, values[column]])) as Row
