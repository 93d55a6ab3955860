/** Calls on the timer. */
import { ok, type Result } from '#shared/errors.ts'
import type { timerCalls } from '#shared/ipc/calls/timer.ts'
import type { TimerStatus } from '#shared/ipc/views.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import type { ActionContext } from '../actions/change.ts'
import { readProject } from '../store/projects.ts'
import { remoteIds } from '../store/sync-records.ts'
import { readTask } from '../store/tasks.ts'
import { runningTimer } from '../actions/timer-row.ts'
import { continueEntry, discardTimer, editTimer, startTimer, stopTimer } from '../timer/timer.ts'
import type { Desk } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'
import { toProjects } from './reference-entities.ts'
import { showAll } from './times.ts'

export const timerHandlers = ({ inAccount, onTimer }: Desk): HandlersOf<typeof timerCalls> => ({
  'timer.status': () => inAccount(async ({ context }) => ok(await timerStatus(context))),
  'timer.start': (work) => onTimer(({ context }) => afterwards(context, startTimer(context, work))),
  'timer.edit': (set) => onTimer(({ context }) => afterwards(context, editTimer(context, set))),
  'timer.stop': ({ at }) =>
    onTimer(async ({ context }) => {
      const stopped = await stopTimer(context, at)
      return stopped.ok ? showAll(context, stopped.value) : stopped
    }),
  'timer.discard': () => onTimer(({ context }) => afterwards(context, discardTimer(context))),
  'timer.continue': ({ local }) =>
    onTimer(({ context }) => afterwards(context, continueEntry(context, local))),
})

export async function timerStatus(context: ActionContext): Promise<TimerStatus> {
  const timer = await runningTimer(context.db)
  if (!timer) return { running: false }
  const project =
    timer.project_id === null
      ? undefined
      : await readProject(context.db, context.organisation, timer.project_id)
  const task =
    timer.task_id === null
      ? undefined
      : await readTask(context.db, context.organisation, timer.task_id)
  const [entity] = project ? await toProjects(context.db, [project]) : []
  return {
    running: true,
    startedAt: timer.started_at,
    zone: timer.zone,
    project: entity
      ? {
          local: entity.local,
          id: entity.id,
          name: entity.name,
          code: entity.code,
          status: entity.status,
          type: entity.type,
          deleted: entity.deleted,
          client: entity.client,
        }
      : null,
    task: task
      ? {
          local: task.id,
          id: (await remoteIds(context.db, 'task', [task.id])).get(task.id) ?? null,
          name: task.name,
          deleted: task.deleted,
        }
      : null,
    notes: timer.notes,
    increment: entity?.increment ?? defaultIncrement,
  }
}

/** The timer's status after an action on it, or the action's failure. */
async function afterwards(
  context: ActionContext,
  action: Promise<Result<unknown>>,
): Promise<Result<TimerStatus>> {
  const done = await action
  return done.ok ? ok(await timerStatus(context)) : done
}
