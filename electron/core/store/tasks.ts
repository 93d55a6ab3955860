/** Tasks in the store: the list, one record, and the writes. Both faces answer from here. */
import type { Selectable } from 'kysely'
import type { ListQuery, Slice } from '#shared/resources/page.ts'
import type { TaskSortKey } from '#shared/resources/task.ts'
import type { Db, Trx } from './db.ts'
import { columnsOfChange, keysOfName } from './named-record.ts'
import { prepared } from './prepared.ts'
import { listRecords, standing, type RecordList } from './record-list.ts'
import type { TaskTable } from './tables.ts'
import { placeByItsId, unplaced } from './tie.ts'

/** A task; ids are this store's. */
export interface TaskRow {
  id: number
  name: string
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}

/** What may be written; the keys of order and search are computed here. */
export type TaskValues = Omit<TaskRow, 'id'>
export type NewTask = Partial<TaskValues> & {
  organisation_id: number
  /** Absent on the service: the tie is the id. */
  tie?: number
}
export type TaskChange = Partial<TaskValues> & { tie?: number }

export interface TaskListQuery extends ListQuery<TaskSortKey> {
  /** Deleted ones too. */
  deleted?: boolean | undefined
}

/** One page of an organisation's tasks, by name unless said otherwise. */
export const listTasks = (
  db: Db,
  organisation: number,
  query: TaskListQuery,
): Promise<Slice<TaskRow>> =>
  listRecords(db, taskList, organisation, query, standing('task', query))

const taskList: RecordList<TaskColumns, TaskRow, TaskSortKey> = {
  table: 'task',
  select: (db) => db.selectFrom('task').selectAll(),
  toRow: (row) => toTaskRow(row),
  orders: { name: 'name_fold', updated_at: 'updated_at' },
}

/** One task, deleted or not, or undefined. */
export async function readTask(
  db: Db,
  organisation: number,
  id: number,
): Promise<TaskRow | undefined> {
  const [row] = await taskById(db, { organisation, id })
  return row && toTaskRow(row)
}

const taskById = prepared((db, given: { organisation: number; id: number }) =>
  db
    .selectFrom('task')
    .selectAll()
    .where('organisation_id', '=', given.organisation)
    .where('id', '=', given.id),
)

/** Writes a new task and answers its id. */
export async function insertTask(trx: Trx, task: NewTask): Promise<number> {
  const { name = '', deleted, ...plain } = task
  const { id } = await trx
    .insertInto('task')
    .values({
      ...plain,
      tie: task.tie ?? unplaced,
      name,
      ...keysOfName(name),
      deleted: deleted ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (task.tie === undefined) await placeByItsId(trx, 'task', id)
  return id
}

/** Changes a task; a field that is absent stays as it is. */
export async function updateTask(trx: Trx, id: number, change: TaskChange): Promise<void> {
  const columns = columnsOfChange(change)
  if (!columns) return
  await trx.updateTable('task').set(columns).where('id', '=', id).execute()
}

type TaskColumns = Omit<Selectable<TaskTable>, 'organisation_id' | 'tie' | 'name_fold' | 'search'>

/** The only place where a task's columns become a row. */
const toTaskRow = (row: TaskColumns): TaskRow => ({
  id: row.id,
  name: row.name,
  deleted: row.deleted === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
