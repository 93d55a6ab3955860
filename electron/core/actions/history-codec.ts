/**
 * The history codec of a resource: how undo, redo and the trash read, write and remove a whole row
 * of it (registry: history-codecs.ts).
 */
import type { Db, Trx } from '../store/database/db.ts'

/**
 * A row as the history stores it: its columns, and everything that belongs to it and is removed
 * with it.
 */
export interface SnapshotRow {
  id: number
}

export interface HistoryCodec<Row extends SnapshotRow> {
  /**
   * What a change can alter, in groups that only make sense together; the first field of a group
   * leads, the others follow from it. Undo restores a group where its leading field is still as the
   * change left it.
   */
  readonly groups: readonly (readonly (keyof Row & string)[])[]

  /** Groups of one list, of ids or intervals, whose members are restored one by one. */
  readonly lists?: readonly (keyof Row & string)[]

  /** Reads the row with everything that belongs to it; undefined when it does not exist. */
  read(db: Db, local: number): Promise<Row | undefined>

  /**
   * Writes a row: inserts it under its id, or updates the existing one. Computed columns (totals,
   * sort keys, search text, `tie`) are recomputed. Throws a `FailureError` when it conflicts with
   * another row.
   */
  write(trx: Trx, row: Row, current: Row | undefined): Promise<void>

  /**
   * Removes a row with everything that belongs to it; a resource that is archived instead may keep
   * the row, marked. Throws a `FailureError` where something prevents the removal.
   */
  remove(trx: Trx, row: Row): Promise<void>

  /** Returns the name by which the person knows it, quoted: `“Homepage hero”`. */
  title(db: Db, row: Row): Promise<string>

  /** True for a row that still exists, but is archived or soft-deleted. */
  isDeleted?(row: Row): boolean

  /** Returns such a row as it is when active. */
  toLive?(row: Row): Row

  /** False when the existing row is a different thing under the same id (a later timer). */
  isSameSubject?(row: Row, other: Row): boolean

  /**
   * Adjusts the row when only some groups are restored.
   * @param next the row that will be written
   * @param change the row before and after the change that is undone
   */
  adjustPartialRevert?(next: Row, current: Row, change: { before: Row; after: Row }): Row
}

/**
 * Returns these columns of a row without undefined ones: rows that older versions stored lack some.
 */
export function presentColumns<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  const present = columns.filter((column) => row[column] !== undefined)
  return Object.fromEntries(present.map((column) => [column, row[column]])) as Pick<Row, Column>
}

/** Returns those of the columns in which the row differs from the existing one. */
export function changedColumns<Row extends object, Column extends keyof Row>(
  row: Row,
  current: Row,
  columns: readonly Column[],
): Partial<Pick<Row, Column>> {
  const differing = columns.filter(
    (column) => row[column] !== undefined && row[column] !== current[column],
  )
  return Object.fromEntries(differing.map((column) => [column, row[column]])) as Partial<
    Pick<Row, Column>
  >
}
