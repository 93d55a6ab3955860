/** Places among equals. The service's are the ids; the client hands in its own. */
import { sql } from 'kysely'
import type { Trx } from './db.ts'
import type { Database } from './tables.ts'

/** Tables whose records people list. */
export type ListedTable = {
  [Table in keyof Database]: Database[Table] extends { tie: number } ? Table : never
}[keyof Database]

/** Stands in the row between its insertion and `placeByItsId`. */
export const unplaced = 0

/** Makes a new row's id its tie. */
export async function placeByItsId(trx: Trx, table: ListedTable, id: number): Promise<void> {
  await sql`update ${sql.table(table)} set tie = id where id = ${id}`.execute(trx)
}
