/**
 * Ties, which order records that are otherwise equal. On the service a tie is the id; the client
 * provides its own.
 */
import { sql } from 'kysely'
import type { Trx } from '../database/db.ts'
import { prepared } from '../database/prepared-query.ts'
import type { Database } from '../tables/index.ts'

/** Tables of records that are listed. */
export type TableWithTie = {
  [Table in keyof Database]: Database[Table] extends { tie: number } ? Table : never
}[keyof Database]

/** The tie of a row between its insertion and `setTieToId`. */
export const unassignedTie = 0

/** Sets the tie of a new row to its id. */
export async function setTieToId(trx: Trx, table: TableWithTie, id: number): Promise<void> {
  await placedByItsId(trx, { id }, table)
}

const placedByItsId = prepared(
  (_, values: { id: number }, table: TableWithTie) =>
    sql`update ${sql.table(table)} set tie = id where id = ${values.id}`,
)
