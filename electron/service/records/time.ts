/** Converts time rows to the records that the service returns (specification, Time entry). */
import type { Db } from '#core/store/database/db.ts'
import { readProject } from '#core/store/resources/projects.ts'
import { readTask } from '#core/store/resources/tasks.ts'
import type { TimeRow } from '#core/store/resources/times.ts'
import type { TimeListRecord, TimeRecord } from '#shared/resources/time.ts'
import type { WithUid } from '../uids.ts'
import { requireKnown } from './require-known.ts'
import { toProjectRecord, toTaskRecord } from './reference.ts'

const fieldsOf = (row: WithUid<TimeRow>, withUser: boolean) => ({
  id: row.id,
  date: row.date,
  start: row.start,
  total: row.total,
  quantity: row.quantity,
  increment: row.increment,
  rate: row.rate,
  notes: row.notes,
  currency: requireKnown(row.currency, 'currency of a time'),
  created_at: requireKnown(row.created_at, 'created_at of a time'),
  updated_at: requireKnown(row.updated_at, 'updated_at of a time'),
  uid: row.uid,
  ...(withUser ? { user: row.user } : {}),
})

/** In index responses: short project and task. */
export function toTimeListRecord(row: WithUid<TimeRow>, withUser: boolean): TimeListRecord {
  const project = requireKnown(row.project, 'project of a time')
  return {
    ...fieldsOf(row, withUser),
    project: {
      ...project,
      status: project.status as TimeListRecord['project']['status'],
      type: project.type as TimeListRecord['project']['type'],
    },
    task: requireKnown(row.task, 'task of a time'),
  }
}

/** In store, show and update responses: the full project, with its client, and the full task. */
export const toTimeRecord = (
  db: Db,
  organisation: number,
  row: WithUid<TimeRow>,
  withUser: boolean,
): Promise<TimeRecord> => createTimeRecordReader(db, organisation, withUser)(row)

/** The same for many times: reads each project and each task once. */
export function createTimeRecordReader(
  db: Db,
  organisation: number,
  withUser: boolean,
): (row: WithUid<TimeRow>) => Promise<TimeRecord> {
  const project = once((id) => readProject(db, organisation, id))
  const task = once((id) => readTask(db, organisation, id))
  return async (row) => ({
    ...fieldsOf(row, withUser),
    project: toProjectRecord(
      requireKnown(
        await project(requireKnown(row.project, 'project of a time').id),
        'project of a time',
      ),
    ),
    task: toTaskRecord(
      requireKnown(await task(requireKnown(row.task, 'task of a time').id), 'task of a time'),
    ),
  })
}

function once<Row>(read: (id: number) => Promise<Row>): (id: number) => Promise<Row> {
  const known = new Map<number, Promise<Row>>()
  return (id) => {
    let reading = known.get(id)
    if (!reading) known.set(id, (reading = read(id)))
    return reading
  }
}
