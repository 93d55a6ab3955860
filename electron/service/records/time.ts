/** Time rows as the records that the service answers (specification, Time entry). */
import type { Db } from '#core/store/db.ts'
import { readProject } from '#core/store/projects.ts'
import { readTask } from '#core/store/tasks.ts'
import type { TimeRow } from '#core/store/times.ts'
import type { TimeListRecord, TimeRecord } from '#shared/resources/time.ts'
import { known } from './known.ts'
import { toProjectRecord, toTaskRecord } from './reference.ts'

const fieldsOf = (row: TimeRow, withUser: boolean) => ({
  id: row.id,
  date: row.date,
  start: row.start,
  total: row.total,
  quantity: row.quantity,
  increment: row.increment,
  rate: row.rate,
  notes: row.notes,
  currency: known(row.currency, 'currency of a time'),
  created_at: known(row.created_at, 'created_at of a time'),
  updated_at: known(row.updated_at, 'updated_at of a time'),
  ...(withUser ? { user: row.user } : {}),
})

/** In index responses: short project and task. */
export function toTimeListRecord(row: TimeRow, withUser: boolean): TimeListRecord {
  const project = known(row.project, 'project of a time')
  return {
    ...fieldsOf(row, withUser),
    project: {
      ...project,
      status: project.status as TimeListRecord['project']['status'],
      type: project.type as TimeListRecord['project']['type'],
    },
    task: known(row.task, 'task of a time'),
  }
}

/** In store, show and update responses: the full project, with its client, and the full task. */
export async function toTimeRecord(
  db: Db,
  organisation: number,
  row: TimeRow,
  withUser: boolean,
): Promise<TimeRecord> {
  const project = await readProject(db, organisation, known(row.project, 'project of a time').id)
  const task = await readTask(db, organisation, known(row.task, 'task of a time').id)
  return {
    ...fieldsOf(row, withUser),
    project: toProjectRecord(known(project, 'project of a time')),
    task: toTaskRecord(known(task, 'task of a time')),
  }
}
