/** Selects a time joined with its related records and maps it to a nested row. */
import type { Db } from '../database/db.ts'

/**
 * A time with short forms of its project, task and user, as lists show them, with the ids of this
 * store.
 */
export interface TimeRow {
  id: number
  date: string
  start: number
  total: number
  quantity: number
  increment: number
  rate: number
  notes: string | null
  currency: string | null
  created_at: string | null
  updated_at: string | null
  /** Null on a draft. */
  project: TimeRowProject | null
  task: { id: number; name: string; deleted: boolean } | null
  user: { id: number; name: string } | null
}

export interface TimeRowProject {
  id: number
  name: string
  code: string
  status: string
  type: string
  deleted: boolean
  client: { id: number; name: string; code: string; deleted: boolean } | null
}

export const selectTimes = (db: Db) =>
  db
    .selectFrom('time_entry')
    .leftJoin('project', 'project.id', 'time_entry.project_id')
    .leftJoin('client', 'client.id', 'project.client_id')
    .leftJoin('task', 'task.id', 'time_entry.task_id')
    .leftJoin('user', 'user.id', 'time_entry.user_id')
    .select([
      'time_entry.id',
      'time_entry.date',
      'time_entry.start',
      'time_entry.total',
      'time_entry.quantity',
      'time_entry.increment',
      'time_entry.rate',
      'time_entry.notes',
      'time_entry.currency',
      'time_entry.created_at',
      'time_entry.updated_at',
      'project.id as project_id',
      'project.name as project_name',
      'project.code as project_code',
      'project.status as project_status',
      'project.type as project_type',
      'project.deleted as project_deleted',
      'client.id as client_id',
      'client.name as client_name',
      'client.code as client_code',
      'client.deleted as client_deleted',
      'task.id as task_id',
      'task.name as task_name',
      'task.deleted as task_deleted',
      'user.id as user_id',
      'user.name as user_name',
    ])

type SelectedTime = Awaited<ReturnType<ReturnType<typeof selectTimes>['execute']>>[number]

/**
 * Maps a joined row to a nested one; nothing else does. The joined columns are never null when the
 * id is present.
 */
export function toTimeRow(row: SelectedTime): TimeRow {
  return {
    id: row.id,
    date: row.date,
    start: row.start,
    total: row.total,
    quantity: row.quantity,
    increment: row.increment,
    rate: row.rate,
    notes: row.notes,
    currency: row.currency,
    created_at: row.created_at,
    updated_at: row.updated_at,
    project:
      row.project_id === null
        ? null
        : {
            id: row.project_id,
            name: row.project_name!,
            code: row.project_code!,
            status: row.project_status!,
            type: row.project_type!,
            deleted: row.project_deleted === 1,
            client:
              row.client_id === null
                ? null
                : {
                    id: row.client_id,
                    name: row.client_name!,
                    code: row.client_code!,
                    deleted: row.client_deleted === 1,
                  },
          },
    task:
      row.task_id === null
        ? null
        : { id: row.task_id, name: row.task_name!, deleted: row.task_deleted === 1 },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name! },
  }
}
