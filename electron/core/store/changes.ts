/**
 * History: every change with the rows before and after, so that it can be told and taken back.
 * Written in the same transaction as the change itself.
 */
import type { Db, Trx } from './db.ts'
import { prepared } from './prepared.ts'
import type { ChangeTable, HistoryResource, HistoryTable } from './tables.ts'
import type { Insertable, Selectable } from 'kysely'

export interface NewChange {
  /** Epoch milliseconds. */
  at: number
  actor: 'person' | 'sync' | 'import'
  /** Such as `times.create`. */
  action: string
  /** In plain words. */
  summary: string
  undoes?: number
}

export interface RecordedRow {
  resource: HistoryResource
  local: number
  before: object | null
  after: object | null
}

/** Begins a change and answers its number; rows follow with `recordRow`. */
export async function recordChange(trx: Trx, change: NewChange): Promise<number> {
  const [made] = await insertedChange(trx, { ...change, undoes: change.undoes ?? null })
  return made!.id
}

const insertedChange = prepared(
  (db, given: Omit<NewChange, 'undoes'> & { undoes: number | null }) => {
    const { at, actor, action, summary, undoes } = given
    return db
      .insertInto('change')
      .values({ at, actor, action, summary, undoes, undone_by: null })
      .returning('id')
  },
)

export async function recordRow(trx: Trx, change: number, row: RecordedRow): Promise<void> {
  await insertedRow(trx, {
    change_id: change,
    resource: row.resource,
    local_id: row.local,
    before: row.before && JSON.stringify(row.before),
    after: row.after && JSON.stringify(row.after),
  })
}

const insertedRow = prepared((db, given: Omit<Insertable<HistoryTable>, 'id'>) => {
  const { change_id, resource, local_id, before, after } = given
  return db.insertInto('history').values({ change_id, resource, local_id, before, after })
})

/** The rows of a change, in the order in which they were written. */
export async function rowsOfChange(db: Db, change: number): Promise<RecordedRow[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('change_id', '=', change)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    resource: row.resource,
    local: row.local_id,
    before: row.before === null ? null : (JSON.parse(row.before) as object),
    after: row.after === null ? null : (JSON.parse(row.after) as object),
  }))
}

export type Change = Selectable<ChangeTable>

export const readChange = (db: Db, change: number): Promise<Change | undefined> =>
  db.selectFrom('change').selectAll().where('id', '=', change).executeTakeFirst()

/** Newest first. */
export const listChanges = (db: Db, limit: number): Promise<Change[]> =>
  db.selectFrom('change').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** The newest change of a person that stands and is not itself an undo. */
export const lastUndoable = (db: Db): Promise<Change | undefined> =>
  db
    .selectFrom('change')
    .selectAll()
    .where('actor', '=', 'person')
    .where('undone_by', 'is', null)
    .where('undoes', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest undo that stands, as long as no change was made after it. */
export async function lastRedoable(db: Db): Promise<Change | undefined> {
  const newest = await db
    .selectFrom('change')
    .selectAll()
    .where('actor', '=', 'person')
    .where('undone_by', 'is', null)
    .where('action', '!=', 'redo')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && newest.undoes !== null ? newest : undefined
}

export async function markUndone(trx: Trx, change: number, by: number | null): Promise<void> {
  await trx.updateTable('change').set({ undone_by: by }).where('id', '=', change).execute()
}
