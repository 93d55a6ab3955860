/** Opens SQLite files; nothing else in the program does. */
import Sqlite from 'better-sqlite3'

/**
 * Opens a file without trusting its content: its schema may not call functions with side effects,
 * and corrupt pages are refused. The library also protects SQLite's internal tables (defensive
 * mode). What is deleted or replaced is overwritten with zeros, so that forgotten texts do not stay
 * in unused parts of the file.
 */
export function openFile(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  // eslint-disable-next-line no-restricted-syntax -- this is the way
  const sqlite = new Sqlite(file, options)
  try {
    sqlite.pragma('trusted_schema = off')
    sqlite.pragma('cell_size_check = on')
    sqlite.pragma('secure_delete = on')
    return sqlite
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

/** Opens an existing file for reading. */
export const openToRead = (file: string, options: Sqlite.Options = {}): Sqlite.Database =>
  openFile(file, { ...options, readonly: true, fileMustExist: true })

/**
 * Opens a file of unknown origin for reading. Reading a table must not execute code, so a file with
 * a view or a generated column is refused: this throws, as for a damaged file.
 */
export function openToReadAnything(file: string): Sqlite.Database {
  const sqlite = openToRead(file)
  try {
    const computed = sqlite
      .prepare(
        `select 1 from sqlite_schema where type = 'view'
          or type = 'table' and (sql like '%generated%' or sql like '% as (%' or sql like '% as(%')`,
      )
      .get()
    if (computed === undefined) return sqlite
    throw new Sqlite.SqliteError('the file has views or generated columns', 'SQLITE_CORRUPT')
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}
