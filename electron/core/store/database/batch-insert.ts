/**
 * Inserts many rows with few statements. Each statement has its own cost: the full-text index, for
 * example, flushes its pending data before each one.
 */
import type { CompiledQuery } from 'kysely'
import type { Db, Trx } from './db.ts'
import { definedColumns, prepared } from './prepared-query.ts'

/** Rows for each statement; few sizes, so that few statements have to be cached. */
const sizes = [100, 64, 32, 16, 8, 4, 2, 1] as const

interface Shape {
  columns: readonly string[]
  count: number
}

/**
 * @param build builds the statement for placeholder rows, which have no values yet
 * @returns a function that writes rows with equal columns and returns the rows that the statement
 *   returns
 */
export function preparedBatch<Row extends object, Made>(
  build: (db: Db, rows: Row[]) => { compile(db: Db): CompiledQuery<Made> },
): (trx: Trx, rows: readonly Row[]) => Promise<Made[]> {
  const written = prepared((db, values: readonly unknown[], { columns, count }: Shape) =>
    build(
      db,
      Array.from({ length: count }, (_, row) =>
        Object.fromEntries(
          columns.map((column, place) => [column, values[row * columns.length + place]]),
        ),
      ) as Row[],
    ),
  )

  return async (trx, rows) => {
    const made: Made[] = []
    const columns = rows[0] ? definedColumns(rows[0]) : []
    for (let from = 0; from < rows.length;) {
      const count = sizes.find((size) => size <= rows.length - from)!
      const values = rows
        .slice(from, from + count)
        .flatMap((row) => columns.map((column) => row[column]))
      const ids = await written(trx, values, { columns: columns as string[], count })
      for (const id of ids) made.push(id)
      from += count
    }
    return made
  }
}
