/** The five endpoints of times (specification, Times), from the local store. */
import { Hono } from 'hono'
import { readFields, refuseProblems } from '#service/http/read-fields.ts'
import { readJsonObject, withBody } from '#service/http/read-json-body.ts'
import { readListQuery } from '#service/http/parameters.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { civilDate } from '#shared/resources/fields.ts'
import {
  quantityProblem,
  timeCreate,
  timeSortKeys,
  timeUpdate,
  type TimeEntry,
} from '#shared/resources/time.ts'
import { timeValues, wasOfTime } from '#shared/rules/concurrent-edits.ts'
import {
  localIdFromPath,
  allowOnlyMethods,
  toApiPage,
  isUserRequested,
} from '../local-route-helpers.ts'
import type { CoreCalls } from '../core-calls.ts'
import type { LocalApiEnv } from '../request-guards.ts'
import { toApiTimeListRecord, toApiTimeRecord, toApiUserRecord } from '../api-records.ts'
import { resolveUsableReference } from '../resolve-request-references.ts'

export function localTimeRoutes(calls: CoreCalls): Hono<LocalApiEnv> {
  const routes = new Hono<LocalApiEnv>()

  routes.get('/', async (context) => {
    const query = readListQuery(context, timeSortKeys, { date: civilDate.optional() })
    const page = await calls.run('times.list', query)
    return context.json(
      toApiPage(context, 'times', page, toApiTimeListRecord(isUserRequested(context))),
    )
  })

  routes.post('/', withBody, async (context) => {
    const entry = await create(calls, await readJsonObject(context))
    const time = await inFull(calls, entry, isUserRequested(context))
    return context.json({ success: true, time }, 201)
  })

  routes.get('/:id', async (context) => {
    const entry = await calls.run('times.show', {
      local: await localIdFromPath(calls, 'time', context),
    })
    return context.json(await inFull(calls, entry, isUserRequested(context)))
  })

  routes.put('/:id', withBody, async (context) => {
    const body = await readJsonObject(context)
    const local = await localIdFromPath(calls, 'time', context)
    const entry = await update(calls, await calls.run('times.show', { local }), body)
    const time = await inFull(calls, entry, isUserRequested(context))
    return context.json({ success: true, time })
  })

  // The specification returns a user under `time` here: the owner of the entry.
  routes.delete('/:id', async (context) => {
    const local = await localIdFromPath(calls, 'time', context)
    const { user } = await calls.run('times.delete', { local })
    const owner = user ? await calls.find('users.show', { local: user.local }) : undefined
    return context.json({ success: true, time: owner ? toApiUserRecord(owner) : null })
  })

  routes.all('/', allowOnlyMethods('GET', 'HEAD', 'POST'))
  routes.all('/:id', allowOnlyMethods('GET', 'HEAD', 'PUT', 'DELETE'))
  return routes
}

async function inFull(calls: CoreCalls, entry: TimeEntry, withUser: boolean) {
  const { project, task } = entry
  return toApiTimeRecord(
    entry,
    project ? await calls.find('projects.show', { local: project.local }) : undefined,
    task ? await calls.find('tasks.show', { local: task.local }) : undefined,
    withUser,
  )
}

async function create(calls: CoreCalls, body: Record<string, unknown>): Promise<TimeEntry> {
  const { values, problems } = readFields(timeCreate.shape, body)
  const { project_id, task_id, ...plain } = values
  const project = await resolveUsableReference(calls, 'project', project_id, problems)
  const task = await resolveUsableReference(calls, 'task', task_id, problems)
  checkQuantity(plain.quantity, project?.increment, problems)
  refuseProblems(problems)
  return calls.run('times.create', {
    ...(plain as Required<typeof plain>),
    project: project!.local,
    task: task!.local,
  })
}

/**
 * Updates an entry. Values equal to the current ones change nothing and add nothing to the history.
 */
async function update(
  calls: CoreCalls,
  current: TimeEntry,
  body: Record<string, unknown>,
): Promise<TimeEntry> {
  const { values, problems } = readFields(timeUpdate.shape, body)
  const { project_id, task_id, ...plain } = values
  const project = await resolveUsableReference(
    calls,
    'project',
    project_id,
    problems,
    current.project?.local,
  )
  const task = await resolveUsableReference(calls, 'task', task_id, problems, current.task?.local)
  const moves = project !== undefined && project.local !== current.project?.local
  const recounts = plain.quantity !== undefined && plain.quantity !== current.quantity
  // Without the project it is not known how long an increment is.
  if ((moves || recounts) && !problems['quantity'] && !problems['project_id']) {
    const { increment } = moves ? project : current
    checkQuantity(plain.quantity ?? current.quantity, increment, problems)
  }
  refuseProblems(problems)

  const set = {
    ...plain,
    ...(task && task.local !== current.task?.local ? { task: task.local } : {}),
    // The service keeps the number of increments where the core would keep the minutes.
    ...(moves ? { project: project.local, quantity: plain.quantity ?? current.quantity } : {}),
  }
  const changes = Object.entries(set).some(
    ([field, value]) => !(field in current) || current[field as keyof TimeEntry] !== value,
  )
  const was = wasOfTime(set, timeValues(current))
  return changes ? calls.run('times.update', { local: current.local, set, was }) : current
}

function checkQuantity(
  quantity: number | undefined,
  increment: number | undefined,
  problems: FieldTexts,
): void {
  if (quantity === undefined || increment === undefined) return
  const problem = quantityProblem(quantity, increment)
  if (problem !== undefined) problems['quantity'] = [problem]
}
