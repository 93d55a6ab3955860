/** Places among equals. The service's are the ids; the client hands in its own. */
import { sql } from 'kysely'
import type { Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { Database } from './tables.ts'

/** Tables whose records people list. */
export type ListedTable = {
  [Table in keyof Database]: Database[Table] extends { tie: number } ? Table : never
}[keyof Database]

/** Stands in the row between its insertion and `placeByItsId`. */
export const unplaced = 0

/** Makes a new row's id its tie. */
export async function placeByItsId(trx: Trx, table: ListedTable, id: number): Promise<void> {
  await placedByItsId(trx, { id }, table)
}

const placedByItsId = prepared(
  (_, given: { id: number }, table: ListedTable) =>
    sql`update ${sql.table(table)} set tie = id where id = ${given.id}`,
)
