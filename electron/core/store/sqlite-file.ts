/** The one way in which a SQLite file is opened. */
import Sqlite from 'better-sqlite3'

/**
 * Opens a file so that nothing in it is trusted: what stands in its schema may call no function
 * that does anything, and pages that cannot be right are refused. Its own tables cannot be written
 * to (defensive mode), which the library sees to.
 */
export function openFile(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  // eslint-disable-next-line no-restricted-syntax -- this is the way
  const sqlite = new Sqlite(file, options)
  try {
    sqlite.pragma('trusted_schema = off')
    sqlite.pragma('cell_size_check = on')
    return sqlite
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

/** Opens a file that is there, to look into it. */
export const openToRead = (file: string, options: Sqlite.Options = {}): Sqlite.Database =>
  openFile(file, { ...options, readonly: true, fileMustExist: true })

/**
 * Opens a file to look into it of which nobody knows whether it is ours. Reading a table must not
 * carry anything out, so one with a view, or a column that is computed, is refused: by throwing, as
 * for a file that is damaged.
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
    throw new Sqlite.SqliteError('the file computes what it says', 'SQLITE_CORRUPT')
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}
