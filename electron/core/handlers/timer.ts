/** Handlers of the calls on the timer. */
import { ok, type Result } from '#shared/errors.ts'
import type { timerCalls } from '#shared/ipc/calls/timer.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import { pendingQuestion, toWatchedRun } from '../timer/absences.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { readLastEntryEnd } from './reminders.ts'
import {
  saveFavorites,
  listFavorites,
  listLastUses,
  listRecents,
  toShownProject,
  toShownTask,
} from './recent-work.ts'

/** The rules of an entry, which a command that only reads the timer does without. */
const loadActions = () => import('../timer/timer-actions.ts')

export const timerHandlers = ({
  withOpenAccount,
  withTimerBroadcast,
  emit,
}: HandlerContext): HandlersOf<typeof timerCalls> => ({
  'timer.status': () => withOpenAccount(async ({ context }) => ok(await readTimerStatus(context))),
  'timer.start': (work) =>
    withTimerBroadcast(async ({ context }) => {
      const { startTimer } = await loadActions()
      return statusAfter(context, await startTimer(context, work))
    }),
  'timer.edit': ({ set, was }) =>
    withTimerBroadcast(async ({ context }) => {
      const { editTimer } = await loadActions()
      return statusAfter(context, await editTimer(context, set, was))
    }),
  'timer.stop': ({ at }) =>
    withTimerBroadcast(async ({ context }) => {
      const [{ stopTimer }, { showTimes }] = await Promise.all([
        loadActions(),
        import('./times.ts'),
      ])
      const stopped = await stopTimer(context, at)
      return stopped.ok ? showTimes(context, stopped.value) : stopped
    }),
  'timer.discard': () =>
    withTimerBroadcast(async ({ context }) => {
      const { discardTimer } = await loadActions()
      return statusAfter(context, await discardTimer(context))
    }),
  'timer.continue': ({ local }) =>
    withTimerBroadcast(async ({ context }) => {
      const { continueEntry } = await loadActions()
      return statusAfter(context, await continueEntry(context, local))
    }),
  'timer.answer': ({ question, choice }) =>
    withTimerBroadcast(async ({ context }) => {
      const { answerQuestion } = await import('../timer/answer-question.ts')
      return statusAfter(context, await answerQuestion(context, question, choice))
    }),
  'timer.dismissReminder': ({ reminder }) => {
    emit({ event: 'reminder-dismissed', reminder })
    return Promise.resolve(ok(null))
  },
  'timer.lastEntryEnd': () =>
    withOpenAccount(async ({ context }) => ok({ at: await readLastEntryEnd(context) })),
  'timer.recents': ({ limit }) =>
    withOpenAccount(async ({ context }) => ok(await listRecents(context, limit))),
  'timer.lastUses': () => withOpenAccount(async ({ context }) => ok(await listLastUses(context))),
  'favorites.list': () => withOpenAccount(async ({ context }) => ok(await listFavorites(context))),
  'favorites.set': (values) =>
    withOpenAccount(async ({ context }) => {
      const kept = await saveFavorites(context, values)
      emit({ event: 'app-state-changed' })
      return ok(kept)
    }),
})

export async function readTimerStatus(context: ActionContext): Promise<TimerStatus> {
  const timer = await runningTimer(context.db)
  if (!timer) return { running: false }
  const found = timer.project_id === null ? null : await toShownProject(context, timer.project_id)
  return {
    running: true,
    run: timer.run,
    startedAt: timer.started_at,
    zone: timer.zone,
    project: found?.project ?? null,
    task: timer.task_id === null ? null : await toShownTask(context, timer.task_id),
    notes: timer.notes,
    increment: found?.increment ?? defaultIncrement,
    breaks: timer.breaks,
    question: pendingQuestion(toWatchedRun(timer)),
  }
}

/** Returns the timer's status after an action on it, or the action's failure. */
const statusAfter = async (
  context: ActionContext,
  done: Result<unknown>,
): Promise<Result<TimerStatus>> => (done.ok ? ok(await readTimerStatus(context)) : done)
