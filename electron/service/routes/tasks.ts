/** Tasks, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import { insertTask, listTasks, readTask, updateTask, type TaskRow } from '#core/store/tasks.ts'
import { requiredText } from '#shared/resources/fields.ts'
import { taskSortKeys } from '#shared/resources/task.ts'
import { readValidFields } from '../http/fields.ts'
import { toTaskRecord } from '../records/reference.ts'
import type { Env, Service } from '../service.ts'
import { changes, referenceRoutes } from './reference.ts'

const storeShape = { name: requiredText() }
const updateShape = { name: requiredText().optional() }

/** What requests may say, for the reference. */
export const taskBodies = { store: storeShape, update: updateShape }

export const taskRoutes = (service: Service): Hono<Env> =>
  referenceRoutes(service, {
    path: 'tasks',
    wrapper: 'task',
    sortKeys: taskSortKeys,
    list: listTasks,
    read: readTask,
    toRecord: toTaskRecord,
    writable: (row) => !row.deleted,
    store: ({ trx, caller, body, now }) =>
      insertTask(trx, {
        ...readValidFields(storeShape, body),
        organisation_id: caller.organisation,
        created_at: now,
        updated_at: now,
      }),
    async update({ trx, body, now }, row) {
      const changed = changes(readValidFields(updateShape, body), { ...row })
      if (changed) await updateTask(trx, row.id, { ...changed, updated_at: now })
    },
    async remove({ trx, now }, row): Promise<TaskRow> {
      await updateTask(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
  })
