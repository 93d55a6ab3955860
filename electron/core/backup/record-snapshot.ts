/**
 * The snapshot of what only this computer knows of a record: its row, its sync row, and its open
 * attempts. It is read in the database's own columns, so that a column of a later version needs no
 * line here.
 */
import type Sqlite from 'better-sqlite3'

/** Resources that are journaled; `timer` is the running timer, of which there is one. */
export type JournaledResource =
  | 'user'
  | 'client'
  | 'project'
  | 'task'
  | 'charge'
  | 'category'
  | 'webhook'
  | 'time'
  | 'expense'
  | 'timer'

export type ColumnValues = Record<string, string | number | null>

export interface RecordSnapshot {
  resource: JournaledResource
  local: number
  /** Null: deleted here, or it does not exist. */
  row: ColumnValues | null
  /** Its row in `sync_record`; null when the record is not synced. */
  sync: ColumnValues | null
  /** Rows of other tables that belong to the record, by table. */
  attached: Record<string, ColumnValues[]>
}

/** Resources whose records others refer to come first: a journal is replayed in this order. */
export const journaledResources: readonly JournaledResource[] = [
  'user',
  'client',
  'project',
  'task',
  'charge',
  'category',
  'webhook',
  'time',
  'expense',
  'timer',
]

export const journaledTable = (resource: JournaledResource): string =>
  resource === 'time' ? 'time_entry' : resource

/** Columns of a record's row that refer to other records. */
export const referenceColumns: Readonly<
  Record<JournaledResource, Readonly<Record<string, JournaledResource>>>
> = {
  user: {},
  client: {},
  project: { client_id: 'client' },
  task: {},
  charge: {},
  category: {},
  webhook: {},
  time: { project_id: 'project', task_id: 'task', user_id: 'user' },
  expense: { project_id: 'project', charge_id: 'charge', user_id: 'user' },
  timer: { project_id: 'project', task_id: 'task' },
}

/** A table with rows that belong to a record: how they are found, and what else they refer to. */
export interface AttachedTable {
  readonly table: string
  /** Columns that identify the record they belong to. */
  readonly of: 'record' | { readonly resource: JournaledResource; readonly column: string }
  readonly where?: string
  readonly names?: Readonly<Record<string, JournaledResource>>
}

export const attachedTables: readonly AttachedTable[] = [
  { table: 'attempt', of: 'record' },
  { table: 'sent_twice', of: 'record' },
  { table: 'retired_remote', of: 'record' },
  { table: 'inbox', of: 'record', where: 'resolved_at is null' },
  { table: 'trash', of: 'record' },
  { table: 'entry_uid', of: 'record' },
  {
    table: 'split_half',
    of: { resource: 'time', column: 'local_id' },
    names: { first_id: 'time' },
  },
  { table: 'segment', of: { resource: 'time', column: 'time_entry_id' } },
  {
    table: 'category_task',
    of: { resource: 'category', column: 'category_id' },
    names: { task_id: 'task' },
  },
  {
    table: 'category_charge',
    of: { resource: 'category', column: 'category_id' },
    names: { charge_id: 'charge' },
  },
]

export interface SnapshotReader {
  /**
   * Reads one record. The caller reads records that belong together inside one read transaction.
   */
  read(resource: JournaledResource, local: number): RecordSnapshot
}

/** Prepares the statements that read a record. */
export function createSnapshotReader(database: Sqlite.Database): SnapshotReader {
  const many = (text: string) => database.prepare<(string | number)[], ColumnValues>(text)
  const rows = new Map(
    journaledResources.map((resource) => [
      resource,
      many(`select * from "${journaledTable(resource)}" where id = ?`),
    ]),
  )
  const sync = many('select * from sync_record where resource = ? and local_id = ?')
  // A file of an older version may lack some of them.
  const tables = many(`select name from sqlite_schema where type = 'table'`).all()
  const known = attachedTables.filter(({ table }) => tables.some(({ name }) => name === table))
  const attached = known.map((attachment) => {
    const { table, of, where } = attachment
    const owner = of === 'record' ? 'resource = ? and local_id = ?' : `${of.column} = ?`
    const text = `select * from ${table} where ${owner}${where ? ` and ${where}` : ''}`
    return { attachment, rows: many(text) }
  })
  return {
    read(resource, local) {
      const state: RecordSnapshot = {
        resource,
        local,
        row: rows.get(resource)!.get(local) ?? null,
        sync: sync.get(resource, local) ?? null,
        attached: {},
      }
      for (const { attachment, rows } of attached) {
        const { table, of } = attachment
        if (of !== 'record' && of.resource !== resource) continue
        const found = of === 'record' ? rows.all(resource, local) : rows.all(local)
        if (found.length > 0) state.attached[table] = found
      }
      return state
    },
  }
}

/** Returns the records that a record's row and its attached rows refer to. */
export function referencedRecords(
  state: RecordSnapshot,
): { resource: JournaledResource; local: number }[] {
  const named: { resource: JournaledResource; local: number }[] = []
  const look = (row: ColumnValues, columns: Readonly<Record<string, JournaledResource>>) => {
    for (const [column, resource] of Object.entries(columns)) {
      const local = row[column]
      if (typeof local === 'number') named.push({ resource, local })
    }
  }
  if (state.row) look(state.row, referenceColumns[state.resource])
  for (const { table, names } of attachedTables) {
    if (names) for (const row of state.attached[table] ?? []) look(row, names)
  }
  return named
}
