/**
 * Queries that are built and compiled once for a database and from then on only run. Building one
 * costs several times what a point read does.
 */
import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/** Stands where a value will be while the query is built. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * @param build makes the query. `given` has no values yet: they may be placed into the query, never
 *   looked at. What changes the query's text comes by `shape`, which is plain data
 * @returns runs the query with these values and answers its rows
 */
export function prepared<Values extends object, Row, Shape = void>(
  build: (db: Db, given: Values, shape: Shape) => { compile(db: Db): CompiledQuery<Row> },
): (db: Db, values: Values, shape: Shape) => Promise<Row[]> {
  const slots = new Proxy({} as Values, { get: (_, name) => new Slot(name) })
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>()

  function compiled(db: Db, shape: Shape): CompiledQuery<Row> {
    // A database and its transactions have the adapter in common.
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

/** Ids that a prepared query is about: one, or any number of them as JSON. */
export interface Ids {
  ids: number | string
}

/**
 * True of a row with one of the ids. A single one is compared as it is: to take a list apart costs
 * about as much as the read itself.
 */
export const isAmong = (
  column: string,
  { ids }: Ids,
  shape: 'one' | 'some',
): RawBuilder<SqlBool> =>
  shape === 'one'
    ? sql`${sql.ref(column)} = ${ids}`
    : sql`${sql.ref(column)} in (select value from json_each(${ids}))`

/** The columns that a row to be written has; one that is undefined is left to its default. */
export const columnsOf = <Row extends object>(row: Row): (keyof Row)[] =>
  (Object.keys(row) as (keyof Row)[]).filter((column) => row[column] !== undefined)

/** These columns of a row that has no values yet. */
export const pick = <Row extends object>(given: Row, columns: readonly (keyof Row)[]): Row =>
  Object.fromEntries(columns.map((column) => [column, given[column]])) as Row
