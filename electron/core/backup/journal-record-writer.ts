/**
 * Writes a journaled record into a database from its snapshot. Triggers update the counters and the
 * search index.
 */
import type Sqlite from 'better-sqlite3'
import { provisionalTie } from '../store/sync/sync-records.ts'
import {
  attachedTables,
  referenceColumns,
  journaledTable,
  type AttachedTable,
  type ColumnValues,
  type JournaledResource,
  type RecordSnapshot,
} from './record-snapshot.ts'

/** Ids of the journal's records in this database, by `resource:id`. */
export type LocalIdMap = Map<string, number>

export interface JournalRecordWriter {
  /** Returns the local record with this remote id, or undefined. */
  byRemote(resource: JournaledResource, remote: number): number | undefined
  byName(resource: JournaledResource, name: string): number | undefined
  /**
   * For a copy: returns the sync row of the record with this id that was created at the same
   * moment.
   */
  itself(state: RecordSnapshot): ColumnValues | undefined
  remoteOf(resource: JournaledResource, local: number): number | null
  has(resource: JournaledResource, local: number): boolean
  /** Returns an id that no record of the resource has had. */
  freshId(resource: JournaledResource): number
  put(state: RecordSnapshot, local: number, localIds: LocalIdMap): void
  /** Removes a record with everything that is stored for it, unless other records refer to it. */
  remove(resource: JournaledResource, local: number): void
  /** A new database has no organisation yet; its name is written with the account. */
  ensureOrganisation(id: number): void
  /** Ensures that ids up to this one are never issued again. */
  raise(table: string, seq: number): void
}

export function createJournalRecordWriter(database: Sqlite.Database): JournalRecordWriter {
  const one = <Row>(text: string, ...values: (string | number)[]) =>
    database.prepare<(string | number)[], Row>(text).get(...values)
  const run = (text: string, ...values: (string | number | null)[]) =>
    database.prepare(text).run(...values).changes
  const known = new Map<string, Set<string>>()
  const columnsOf = (table: string): Set<string> => {
    let columns = known.get(table)
    if (!columns) {
      const rows = database.pragma(`table_info("${table}")`) as { name: string }[]
      known.set(table, (columns = new Set(rows.map(({ name }) => name))))
    }
    return columns
  }

  /** Inserts only columns that this schema has, because a line may be older or newer than it. */
  function insert(table: string, row: ColumnValues, verb = 'insert'): number {
    const names = Object.keys(row).filter((name) => columnsOf(table).has(name))
    const list = names.map((name) => `"${name}"`).join(', ')
    const values = names.map((name) => row[name]!)
    return run(
      `${verb} into "${table}" (${list}) values (${names.map(() => '?').join(', ')})`,
      ...values,
    )
  }

  function update(table: string, row: ColumnValues, id: number): void {
    const names = Object.keys(row).filter((name) => name !== 'id' && columnsOf(table).has(name))
    const set = names.map((name) => `"${name}" = ?`).join(', ')
    run(`update "${table}" set ${set} where id = ?`, ...names.map((name) => row[name]!), id)
  }

  const has = (resource: JournaledResource, local: number) =>
    one(`select 1 from "${journaledTable(resource)}" where id = ?`, local) !== undefined

  /**
   * Returns the row with its references mapped to the local ids of this database; one that is not
   * found becomes null.
   */
  function placed(
    row: ColumnValues,
    names: Readonly<Record<string, JournaledResource>>,
    localIds: LocalIdMap,
  ): ColumnValues {
    const here = { ...row }
    for (const [column, resource] of Object.entries(names)) {
      const named = row[column]
      if (typeof named !== 'number') continue
      const local = localIds.get(`${resource}:${named}`) ?? named
      here[column] = has(resource, local) ? local : null
    }
    return here
  }

  function clear(resource: JournaledResource, local: number): void {
    run('delete from sync_record where resource = ? and local_id = ?', resource, local)
    for (const { table, of, where } of attachedTables) {
      if (of === 'record') {
        const rest = where ? ` and ${where}` : ''
        run(`delete from ${table} where resource = ? and local_id = ?${rest}`, resource, local)
      } else if (of.resource === resource) {
        run(`delete from ${table} where ${of.column} = ?`, local)
      }
    }
  }

  function attach(
    { table, of, names }: AttachedTable,
    rows: ColumnValues[],
    to: number,
    localIds: LocalIdMap,
  ) {
    for (const { id: _id, ...row } of rows) {
      const owner = of === 'record' ? 'local_id' : of.column
      const here: ColumnValues = { ...placed(row, names ?? {}, localIds), [owner]: to }
      if (Object.keys(names ?? {}).some((column) => here[column] === null)) continue
      // The changes of the lost database do not exist here.
      if (table === 'trash') here['change_id'] = null
      if (table === 'attempt') {
        // No process waits for its reply any more: the sync looks for the outcome.
        here['quarantine_until'] = null
        if (insert(table, here, 'insert or ignore') === 0) insert(table, { ...here, key: null })
      } else {
        insert(table, here, 'insert or ignore')
      }
    }
  }

  return {
    byRemote: (resource, remote) =>
      one<{ local_id: number }>(
        'select local_id from sync_record where resource = ? and remote_id = ?',
        resource,
        remote,
      )?.local_id,
    byName: (resource, name) =>
      one<{ id: number }>(`select id from "${journaledTable(resource)}" where name = ?`, name)?.id,
    itself: ({ resource, local, row }) =>
      columnsOf(journaledTable(resource)).has('created_at')
        ? one<ColumnValues>(
            `select r.* from sync_record r
              join "${journaledTable(resource)}" t on t.id = r.local_id and t.created_at = ?
              where r.resource = ? and r.local_id = ?`,
            row?.['created_at'] ?? '',
            resource,
            local,
          )
        : undefined,
    remoteOf: (resource, local) =>
      one<{ remote_id: number | null }>(
        'select remote_id from sync_record where resource = ? and local_id = ?',
        resource,
        local,
      )?.remote_id ?? null,
    has,
    freshId: (resource) =>
      (one<{ seq: number }>(
        'select seq from sqlite_sequence where name = ?',
        journaledTable(resource),
      )?.seq ?? 0) + 1,
    put(state, local, localIds) {
      const { resource, row, sync } = state
      const table = journaledTable(resource)
      clear(resource, local)
      if (row === null) {
        removeRow(resource, local)
      } else {
        const here: ColumnValues = {
          ...placed(row, referenceColumns[resource], localIds),
          id: local,
        }
        const remote = sync?.['remote_id']
        if ('tie' in row) here['tie'] = typeof remote === 'number' ? remote : provisionalTie(local)
        if (has(resource, local)) update(table, here, local)
        else insert(table, here)
      }
      if (sync) {
        // The card that it waited for does not exist here.
        const parked = sync['parked'] === 'moved' ? null : (sync['parked'] ?? null)
        insert('sync_record', { ...sync, parked, local_id: local })
      }
      for (const attachment of attachedTables) {
        attach(attachment, state.attached[attachment.table] ?? [], local, localIds)
      }
    },
    remove(resource, local) {
      clear(resource, local)
      removeRow(resource, local)
    },
    ensureOrganisation(id) {
      run(`insert or ignore into organisation (id, name) values (?, '')`, id)
    },
    raise(table, seq) {
      const raised = 'update sqlite_sequence set seq = max(seq, ?) where name = ?'
      if (run(raised, seq, table) > 0) return
      run('insert into sqlite_sequence (name, seq) values (?, ?)', table, seq)
    },
  }

  function removeRow(resource: JournaledResource, local: number): void {
    try {
      run(`delete from "${journaledTable(resource)}" where id = ?`, local)
    } catch (thrown) {
      // Another record still refers to it, so it stays.
      if ((thrown as { code?: unknown }).code !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw thrown
    }
  }
}
