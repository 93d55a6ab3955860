/**
 * Projects and tasks that a person adds: made here, where they stay until the service knows them,
 * or named by the service's id, so that an empty or bare service can be used too.
 */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { ProjectCreate } from '#shared/resources/project.ts'
import type { TaskCreate } from '#shared/resources/task.ts'
import { toTimestamp } from '#shared/rules/calendar.ts'
import { insertProject, updateProject } from '../store/projects.ts'
import { findLocal, linkRemote, unsentTie } from '../store/sync-records.ts'
import { insertTask, updateTask } from '../store/tasks.ts'
import type { Db } from '../store/db.ts'
import { change, type ActionContext, type Doing } from './change.ts'

/** By the service's id, or as made here. */
export type ProjectInput = { remote: number; increment?: number | undefined } | ProjectCreate
export type TaskInput = { remote: number } | TaskCreate

/** Adds a project and answers its local id; one that is known by its remote id already is answered as it is. */
export async function addProject(
  context: ActionContext,
  input: ProjectInput,
): Promise<Result<number>> {
  if ('remote' in input) {
    return addByRemote(context, 'project', input.remote, (doing) =>
      insertProject(doing.trx, {
        organisation_id: context.organisation,
        name: `Project ${input.remote}`,
        tie: input.remote,
        ...(input.increment === undefined ? {} : { increment: input.increment }),
      }),
    )
  }
  const summary = `Added project “${input.name}”`
  return change(context, { action: 'projects.create', summary }, async (doing) => {
    const now = toTimestamp(context.clock.now())
    const local = await insertProject(doing.trx, {
      organisation_id: context.organisation,
      name: input.name,
      code: input.code,
      increment: input.increment,
      currency: input.currency,
      created_at: now,
      updated_at: now,
    })
    await updateProject(doing.trx, local, { tie: unsentTie(local) })
    await record(doing, 'project', local)
    return local
  })
}

/** Adds a task and answers its local id. */
export async function addTask(context: ActionContext, input: TaskInput): Promise<Result<number>> {
  if ('remote' in input) {
    return addByRemote(context, 'task', input.remote, (doing) =>
      insertTask(doing.trx, {
        organisation_id: context.organisation,
        name: `Task ${input.remote}`,
        tie: input.remote,
      }),
    )
  }
  const summary = `Added task “${input.name}”`
  return change(context, { action: 'tasks.create', summary }, async (doing) => {
    const now = toTimestamp(context.clock.now())
    const local = await insertTask(doing.trx, {
      organisation_id: context.organisation,
      name: input.name,
      created_at: now,
      updated_at: now,
    })
    await updateTask(doing.trx, local, { tie: unsentTie(local) })
    await record(doing, 'task', local)
    return local
  })
}

async function addByRemote(
  context: ActionContext,
  resource: 'project' | 'task',
  remote: number,
  insert: (doing: Doing) => Promise<number>,
): Promise<Result<number>> {
  const known = await findLocal(context.db, resource, remote)
  if (known !== undefined) return ok(known)
  const what = {
    action: `${resource}s.create`,
    summary: `Added ${resource} ${remote} of the service`,
  }
  return change(context, what, async (doing) => {
    const local = await insert(doing)
    await linkRemote(doing.trx, resource, local, remote)
    await record(doing, resource, local, remote)
    return local
  })
}

/** What history keeps of an added project or task: its row, and the service's id if it came by one. */
type AddedRow = object & { remote: number | null }

async function record(
  doing: Doing,
  resource: 'project' | 'task',
  local: number,
  remote: number | null = null,
): Promise<void> {
  const row = await doing.trx
    .selectFrom(resource)
    .selectAll()
    .where('id', '=', local)
    .executeTakeFirstOrThrow()
  const after: AddedRow = { ...row, remote }
  await doing.record({ resource, local, before: null, after })
}

/** Brings back what `removeReference` took away. */
export async function restoreReference(
  doing: Doing,
  resource: 'project' | 'task',
  local: number,
  added: object,
): Promise<void> {
  const { remote, ...row } = added as AddedRow
  await doing.trx
    .insertInto(resource)
    .values(row as never)
    .execute()
  if (remote !== null) await linkRemote(doing.trx, resource, local, remote)
}

/** Takes a project or task away again that nothing uses; fails with `conflict` when something does. */
export async function removeReference(
  doing: Doing,
  resource: 'project' | 'task',
  local: number,
): Promise<Result<null>> {
  if (await isUsed(doing.trx, resource, local)) {
    return fail('conflict', `Entries use this ${resource}. Move or delete them first`)
  }
  await doing.trx
    .deleteFrom('sync_record')
    .where('resource', '=', resource)
    .where('local_id', '=', local)
    .execute()
  await doing.trx.deleteFrom(resource).where('id', '=', local).execute()
  return ok(null)
}

async function isUsed(db: Db, resource: 'project' | 'task', local: number): Promise<boolean> {
  const column = resource === 'project' ? ('project_id' as const) : ('task_id' as const)
  const entry = await db
    .selectFrom('time_entry')
    .select('id')
    .where(column, '=', local)
    .limit(1)
    .executeTakeFirst()
  const timer = await db
    .selectFrom('timer')
    .select('id')
    .where(column, '=', local)
    .executeTakeFirst()
  return entry !== undefined || timer !== undefined
}
