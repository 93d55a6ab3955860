/** Projects, clients, tasks, charges and users; and looking records up by the service's ids. */
import { id } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { increment, projectCreate, projectSortKeys, type Project } from '../../resources/project.ts'
import { taskCreate, taskSortKeys, type Task } from '../../resources/task.ts'
import { z } from '../../resources/zod.ts'
import { byLocal, call, list } from './call.ts'

export const referenceCalls = {
  /** The local id of a record that the service names by `remote`. */
  'records.find': call<{ local: number }>()(
    z.strictObject({ resource: z.enum(['time', 'project', 'task']), remote: id }),
  ),

  'projects.list': call<Page<Project>>()(list(projectSortKeys)),
  'projects.add': call<Project>()(
    z.union([
      /** Its increment, where the person knows it: a bare service tells only with an entry. */
      z.strictObject({ remote: id, increment: increment.optional() }),
      projectCreate.strict(),
    ]),
  ),
  'projects.show': call<Project>()(byLocal),
  'tasks.list': call<Page<Task>>()(list(taskSortKeys)),
  'tasks.add': call<Task>()(z.union([z.strictObject({ remote: id }), taskCreate.strict()])),
  'tasks.show': call<Task>()(byLocal),
} as const
