/** The five endpoints of times (specification, Times), from the local store. */
import type { Hono } from 'hono'
import { listQueries } from '#service/http/list-queries.ts'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { recordRoutes } from '#service/http/record-routes.ts'
import {
  checkQuantity,
  timeCreate,
  timeListRecord,
  timeRecord,
  timeUpdate,
  type TimeEntry,
} from '#shared/resources/time.ts'
import { userRecord } from '#shared/resources/user.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import { isNobody, toApiRecord } from '../api-records.ts'
import { isEmpty, localReads, type LocalBackEnd } from '../back-end.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { findUsable } from '../resolve-request-references.ts'

const toShown = toApiRecord(timeRecord)
const toUser = toApiRecord(userRecord)

export const localTimeRoutes = (backEnd: LocalBackEnd): Hono<LocalApiEnv> =>
  recordRoutes(backEnd, {
    ...localReads('times', 'time'),
    query: listQueries.times,
    toListRecord: toApiRecord(timeListRecord),
    async toRecord({ calls }, { project, task, ...entry }: TimeEntry, withUser) {
      const full = {
        ...entry,
        project: project && (await calls.find('projects.show', { local: project.local })),
        task: task && (await calls.find('tasks.show', { local: task.local })),
      }
      return toShown(full, withUser)
    },
    writes: {
      create: async ({ calls }, body) => ({ row: await create(calls, body) }),
      update: ({ calls }, current, body) => update(calls, current, body),
      remove: ({ calls }, { local }) => calls.run('times.delete', { local }),
      // The specification returns a user under `time` here: the owner of the entry.
      async toRemovedRecord({ calls }, { user }) {
        const owner = user && (await calls.find('users.show', { local: user.local }))
        return owner && !isNobody(owner) ? toUser(owner) : null
      },
    },
  })

async function create(calls: CoreCalls, body: Record<string, unknown>): Promise<TimeEntry> {
  const { values, problems } = readFields(timeCreate.shape, body)
  const { project_id, task_id, ...plain } = values
  const project = await findUsable(calls, 'project', project_id, problems)
  const task = await findUsable(calls, 'task', task_id, problems)
  if (project && plain.quantity !== undefined) {
    checkQuantity(plain.quantity, project.increment, problems)
  }
  refuseProblems(problems)
  return calls.run('times.create', {
    ...(plain as Required<typeof plain>),
    project: project!.local,
    task: task!.local,
  })
}

async function update(
  calls: CoreCalls,
  current: TimeEntry,
  body: Record<string, unknown>,
): Promise<TimeEntry> {
  const { values, problems } = readFields(timeUpdate.shape, body)
  const { project_id, task_id, ...plain } = values
  const project = await findUsable(calls, 'project', project_id, problems, current.project)
  const task = await findUsable(calls, 'task', task_id, problems, current.task)
  const moves = project !== undefined && project.local !== current.project?.local
  const { quantity = current.quantity } = plain
  // Without the project it is not known how long an increment is.
  if ((moves || quantity !== current.quantity) && !problems['project_id']) {
    checkQuantity(quantity, (moves ? project : current).increment, problems)
  }
  refuseProblems(problems)
  const set = {
    ...plain,
    ...(task ? { task: task.local } : {}),
    // The service keeps the number of increments where the core would keep the minutes.
    ...(moves ? { project: project.local, quantity } : {}),
  }
  const { local } = current
  const was = wasOfTime(set, timeValues(current))
  return isEmpty(set) ? current : calls.run('times.update', { local, set, was })
}
