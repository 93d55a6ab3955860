/** Tasks, as the `reference` capability serves them. */
import type { Hono } from 'hono'
import {
  insertTask,
  listTasks,
  readTask,
  updateTask,
  type TaskRow,
} from '#core/store/resources/tasks.ts'
import { taskCreate, taskSortKeys, taskUpdate } from '#shared/resources/task.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toTaskRecord } from '../records/reference.ts'
import type { ServiceEnv, Service } from '../service-context.ts'
import { differingValues, referenceRoutes } from './reference-routes.ts'

export const taskRoutes = (service: Service): Hono<ServiceEnv> =>
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
        ...readValidFields(taskCreate.shape, body),
        organisation_id: caller.organisation,
        created_at: now,
        updated_at: now,
      }),
    async update({ trx, body, now }, row) {
      const changed = differingValues(readValidFields(taskUpdate.shape, body), { ...row })
      if (changed) await updateTask(trx, row.id, { ...changed, updated_at: now })
    },
    async remove({ trx, now }, row): Promise<TaskRow> {
      await updateTask(trx, row.id, { deleted: true, updated_at: now })
      return { ...row, deleted: true, updated_at: now }
    },
  })
