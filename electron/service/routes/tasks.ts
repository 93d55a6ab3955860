/** Tasks, as the `reference` capability serves them. */
import {
  insertTask,
  listTasks,
  readTask,
  updateTask,
  type TaskRow,
} from '#core/store/resources/tasks.ts'
import { taskCreate, taskUpdate } from '#shared/resources/task.ts'
import { listQueries } from '../http/list-queries.ts'
import { readValidFields } from '../http/read-fields.ts'
import { toTaskRecord } from '../records/reference.ts'
import type { EndpointGroup } from '../openapi/operation.ts'
import type { Service } from '../service-context.ts'
import { differingValues, referenceEndpoints } from './reference-routes.ts'

export const taskEndpoints = (service: Service): EndpointGroup =>
  referenceEndpoints(service, {
    path: 'tasks',
    wrapper: 'task',
    query: listQueries.tasks,
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
    about: 'Kinds of work.',
    examples: {
      store: { name: 'Photography' },
      update: { name: 'Visual design' },
    },
  })
