/** Queries for tasks: list, single record, writes. Used by both the app and the service. */
import type { Selectable } from 'kysely'
import type { ListQuery, PageSlice } from '#shared/resources/page.ts'
import type { TaskSortKey } from '#shared/resources/task.ts'
import type { Db, Trx } from '../database/db.ts'
import { toColumnPatch, nameKeys } from './name-columns.ts'
import { prepared } from '../database/prepared-query.ts'
import { listReferences, liveReferencesFilter, type ReferenceListSource } from './reference-list.ts'
import type { TaskTable } from '../tables/index.ts'
import { setTieToId, unassignedTie } from './tie-breaker.ts'

/** A task, with the ids of this store. */
export interface TaskRow {
  id: number
  name: string
  deleted: boolean
  created_at: string | null
  updated_at: string | null
}

/** Writable columns; sort and search keys are computed here. */
export type TaskValues = Omit<TaskRow, 'id'>
export type NewTask = Partial<TaskValues> & {
  organisation_id: number
  /** Absent on the service, where the tie is the id. */
  tie?: number
}
export type TaskChange = Partial<TaskValues> & { tie?: number }

export interface TaskListQuery extends ListQuery<TaskSortKey> {
  /** Include deleted tasks. */
  deleted?: boolean | undefined
}

/** Lists one page of an organisation's tasks, by name unless a sort key is given. */
export const listTasks = (
  db: Db,
  organisation: number,
  query: TaskListQuery,
): Promise<PageSlice<TaskRow>> =>
  listReferences(db, taskList, organisation, query, liveReferencesFilter('task', query))

const taskList: ReferenceListSource<TaskColumns, TaskRow, TaskSortKey> = {
  table: 'task',
  select: (db) => db.selectFrom('task').selectAll(),
  toRow: (row) => toTaskRow(row),
  orders: { name: 'name_fold', updated_at: 'updated_at' },
}

/** Reads one task, deleted or not; undefined when there is none. */
export async function readTask(
  db: Db,
  organisation: number,
  id: number,
): Promise<TaskRow | undefined> {
  const [row] = await taskById(db, { organisation, id })
  return row && toTaskRow(row)
}

const taskById = prepared((db, values: { organisation: number; id: number }) =>
  db
    .selectFrom('task')
    .selectAll()
    .where('organisation_id', '=', values.organisation)
    .where('id', '=', values.id),
)

/** Inserts a task and returns its id. */
export async function insertTask(trx: Trx, task: NewTask): Promise<number> {
  const { name = '', deleted, ...plain } = task
  const { id } = await trx
    .insertInto('task')
    .values({
      ...plain,
      tie: task.tie ?? unassignedTie,
      name,
      ...nameKeys(name),
      deleted: deleted ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (task.tie === undefined) await setTieToId(trx, 'task', id)
  return id
}

/** Updates a task; absent fields keep their values. */
export async function updateTask(trx: Trx, id: number, change: TaskChange): Promise<void> {
  const columns = toColumnPatch(change)
  if (!columns) return
  await trx.updateTable('task').set(columns).where('id', '=', id).execute()
}

type TaskColumns = Omit<Selectable<TaskTable>, 'organisation_id' | 'tie' | 'name_fold' | 'search'>

const toTaskRow = (row: TaskColumns): TaskRow => ({
  id: row.id,
  name: row.name,
  deleted: row.deleted === 1,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
