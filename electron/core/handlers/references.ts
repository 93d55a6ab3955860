/** Calls on projects and tasks, and looking records up by the service's ids. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { referenceCalls } from '#shared/ipc/calls/references.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import { envelope, type Page } from '#shared/resources/page.ts'
import type { Project } from '#shared/resources/project.ts'
import type { Task } from '#shared/resources/task.ts'
import { addProject, addTask } from '../actions/references.ts'
import type { ActionContext } from '../actions/change.ts'
import { listProjects, readProject } from '../store/projects.ts'
import { findLocal } from '../store/sync-records.ts'
import { listTasks, readTask } from '../store/tasks.ts'
import type { Desk } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'
import { toProjects, toTasks } from './entities.ts'
import { given } from './times.ts'

export const referenceHandlers = ({ inAccount }: Desk): HandlersOf<typeof referenceCalls> => ({
  'records.find': (input) => inAccount(({ context }) => find(context, input)),
  'projects.list': (query) => inAccount(({ context }) => projectList(context, query)),
  'projects.show': ({ local }) => inAccount(({ context }) => projectShow(context, local)),
  'projects.add': (input) => inAccount(({ context }) => projectAdd(context, input)),
  'tasks.list': (query) => inAccount(({ context }) => taskList(context, query)),
  'tasks.show': ({ local }) => inAccount(({ context }) => taskShow(context, local)),
  'tasks.add': (input) => inAccount(({ context }) => taskAdd(context, input)),
})

async function projectList(
  context: ActionContext,
  query: CallArguments<'projects.list'>,
): Promise<Result<Page<Project>>> {
  const slice = await listProjects(context.db, context.organisation, query)
  const data = await toProjects(context.db, slice.data)
  return ok(envelope({ ...slice, data }, '/api/v1/projects', given(query)))
}

async function projectShow(context: ActionContext, local: number): Promise<Result<Project>> {
  const row = await readProject(context.db, context.organisation, local)
  const [project] = row ? await toProjects(context.db, [row]) : []
  return project ? ok(project) : fail('not-found', `There is no project ${local} here`)
}

async function projectAdd(
  context: ActionContext,
  input: CallArguments<'projects.add'>,
): Promise<Result<Project>> {
  const added = await addProject(context, input)
  return added.ok ? projectShow(context, added.value) : added
}

async function taskList(
  context: ActionContext,
  query: CallArguments<'tasks.list'>,
): Promise<Result<Page<Task>>> {
  const slice = await listTasks(context.db, context.organisation, query)
  const data = await toTasks(context.db, slice.data)
  return ok(envelope({ ...slice, data }, '/api/v1/tasks', given(query)))
}

async function taskShow(context: ActionContext, local: number): Promise<Result<Task>> {
  const row = await readTask(context.db, context.organisation, local)
  const [task] = row ? await toTasks(context.db, [row]) : []
  return task ? ok(task) : fail('not-found', `There is no task ${local} here`)
}

async function taskAdd(
  context: ActionContext,
  input: CallArguments<'tasks.add'>,
): Promise<Result<Task>> {
  const added = await addTask(context, input)
  return added.ok ? taskShow(context, added.value) : added
}

async function find(
  context: ActionContext,
  { resource, remote }: CallArguments<'records.find'>,
): Promise<Result<{ local: number }>> {
  const local = await findLocal(context.db, resource, remote)
  return local === undefined
    ? fail('not-found', `No ${resource} here has the service’s id ${remote}`)
    : ok({ local })
}
