/** Handlers of the calls on the timer. */
import { ok, type Result } from '#shared/errors.ts'
import type { timerCalls } from '#shared/ipc/calls/timer.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import { answerQuestion } from '../timer/answer-question.ts'
import { pendingQuestion } from '../timer/absences.ts'
import {
  continueEntry,
  discardTimer,
  editTimer,
  startTimer,
  stopTimer,
  toWatchedRun,
} from '../timer/timer-actions.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { readLastEntryEnd } from './reminders.ts'
import { showTimes } from './times.ts'
import {
  saveFavorites,
  listFavorites,
  listLastUses,
  listRecents,
  toShownProject,
  toShownTask,
} from './recent-work.ts'

export const timerHandlers = ({
  withOpenAccount,
  withTimerBroadcast,
  emit,
}: HandlerContext): HandlersOf<typeof timerCalls> => ({
  'timer.status': () => withOpenAccount(async ({ context }) => ok(await readTimerStatus(context))),
  'timer.start': (work) =>
    withTimerBroadcast(({ context }) => afterwards(context, startTimer(context, work))),
  'timer.edit': ({ set, was }) =>
    withTimerBroadcast(({ context }) => afterwards(context, editTimer(context, set, was))),
  'timer.stop': ({ at }) =>
    withTimerBroadcast(async ({ context }) => {
      const stopped = await stopTimer(context, at)
      return stopped.ok ? showTimes(context, stopped.value) : stopped
    }),
  'timer.discard': () =>
    withTimerBroadcast(({ context }) => afterwards(context, discardTimer(context))),
  'timer.continue': ({ local }) =>
    withTimerBroadcast(({ context }) => afterwards(context, continueEntry(context, local))),
  'timer.answer': ({ question, choice }) =>
    withTimerBroadcast(({ context }) =>
      afterwards(context, answerQuestion(context, question, choice)),
    ),
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
async function afterwards(
  context: ActionContext,
  action: Promise<Result<unknown>>,
): Promise<Result<TimerStatus>> {
  const done = await action
  return done.ok ? ok(await readTimerStatus(context)) : done
}
