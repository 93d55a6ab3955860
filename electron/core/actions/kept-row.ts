/**
 * What history, undo, redo and the trash need to know of a resource to treat it like every other:
 * how its whole row is read, written and taken away (the list of them: kept-rows.ts).
 */
import type { Db, Trx } from '../store/db.ts'

/** A row as history keeps it: its columns, and what belongs to it and goes with it. */
export interface AnyRow {
  id: number
}

export interface KeptRow<Row extends AnyRow> {
  /**
   * What a change can have changed, in groups that only make sense together; the first field of a
   * group leads, the others follow from it. Taking a change back puts a group back where its
   * leading field is still as the change left it. A list (of ids, or of stretches of time) is a
   * group of its own and is put back member by member.
   */
  readonly groups: readonly (readonly (keyof Row & string)[])[]

  /** The row as it stands, with all that goes with it; undefined when it is gone. */
  read(db: Db, local: number): Promise<Row | undefined>

  /**
   * Writes a row: anew under its id where none stands, else over the one that stands. Columns that
   * are computed (totals, keys of order and search, `tie`) are computed anew. What it cannot be
   * put beside is thrown as a `FailureError`.
   */
  put(trx: Trx, row: Row, stands: Row | undefined): Promise<void>

  /**
   * Takes a row away with all that goes with it; a resource that is archived instead may leave it,
   * marked. What keeps it from going is thrown as a `FailureError`.
   */
  remove(trx: Trx, row: Row): Promise<void>

  /** What the person knows it by, quoted: `“Homepage hero”`. */
  title(db: Db, row: Row): Promise<string>

  /** True for a row that is still there, but archived or deleted softly. */
  isDeleted?(row: Row): boolean

  /** Such a row as it is when it is neither. */
  revived?(row: Row): Row

  /** False when the row that stands is another thing under the same id (a later timer). */
  isSame?(row: Row, other: Row): boolean

  /**
   * What follows when only some groups are put back.
   * @param next the row as it is to be written
   * @param change the row before and after the change that is taken back
   */
  settle?(next: Row, stands: Row, change: { before: Row; after: Row }): Row
}

/** A row without the columns that are undefined, as older versions of the program kept it. */
export function columnsIn<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  const present = columns.filter((column) => row[column] !== undefined)
  return Object.fromEntries(present.map((column) => [column, row[column]])) as Pick<Row, Column>
}

/** Those of the columns in which the one row differs from the other. */
export function columnsThatDiffer<Row extends object, Column extends keyof Row>(
  row: Row,
  stands: Row,
  columns: readonly Column[],
): Partial<Pick<Row, Column>> {
  const differing = columns.filter(
    (column) => row[column] !== undefined && row[column] !== stands[column],
  )
  return Object.fromEntries(differing.map((column) => [column, row[column]])) as Partial<
    Pick<Row, Column>
  >
}
