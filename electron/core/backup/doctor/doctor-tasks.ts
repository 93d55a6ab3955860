/**
 * What the doctor looks for in all rows of a database, and in all lines of the journal. Runs on a
 * worker, since it takes more than a frame with many records.
 */
import type Sqlite from 'better-sqlite3'
import { openToRead } from '../../store/database/sqlite-file.ts'
import { readJournal } from '../journal-format.ts'

/** A row that refers to a missing one. */
export interface Orphan {
  table: string
  rowid: number
  /** Number of the reference in the list of its table. */
  fkid: number
}

/** A sync row of a record that no longer exists. */
export interface LeftoverSyncRow {
  resource: keyof typeof tables
  local: number
}

const tables = {
  time: 'time_entry',
  expense: 'expense',
  category: 'category',
  webhook: 'webhook',
  project: 'project',
  client: 'client',
  task: 'task',
  charge: 'charge',
  user: 'user',
} as const

/** SQL that is true for a leftover among the sync rows of a resource. */
export const isLeftoverSql = (resource: LeftoverSyncRow['resource']): string =>
  `deleted = 0 and not exists (select 1 from ${tables[resource]} t where t.id = sync_record.local_id)
  and not exists (
    select 1 from attempt a
    where a.resource = sync_record.resource and a.local_id = sync_record.local_id
  )`

export const findOrphans = ({ file }: { file: string }): Orphan[] =>
  reading(file, (database) =>
    (
      database.pragma('foreign_key_check') as {
        table: string
        rowid: number | null
        fkid: number
      }[]
    )
      .filter(({ rowid }) => rowid !== null)
      .map(({ table, rowid, fkid }) => ({ table, rowid: rowid!, fkid })),
  )

export const findLeftoverSyncRows = ({ file }: { file: string }): LeftoverSyncRow[] =>
  reading(file, (database) =>
    (Object.keys(tables) as LeftoverSyncRow['resource'][]).flatMap((resource) =>
      database
        .prepare<[string], number>(
          `select local_id from sync_record where resource = ? and ${isLeftoverSql(resource)}`,
        )
        .pluck()
        .all(resource)
        .map((local) => ({ resource, local })),
    ),
  )

/** Counts the rows of each table. */
export const countRows = ({ file }: { file: string }): { name: string; rows: number }[] =>
  reading(file, (database) =>
    database
      .prepare<[], string>(
        `select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite%' order by name`,
      )
      .pluck()
      .all()
      .map((name) => {
        const count = database.prepare<[], number>(`select count(*) from "${name}"`).pluck()
        return { name, rows: count.get()! }
      }),
  )

/** Counts the lines of a journal, and those that cannot be read. */
export function countJournal({ file }: { file: string }): { lines: number; torn: number } {
  const { lines, torn } = readJournal(file)
  return { lines: lines.length, torn }
}

function reading<T>(file: string, read: (database: Sqlite.Database) => T): T {
  const database = openToRead(file)
  try {
    return read(database)
  } finally {
    database.close()
  }
}
