/** Handlers of the calls on the timer. */
import { ok, type Result } from '#shared/errors.ts'
import type { timerCalls } from '#shared/ipc/calls/timer.ts'
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import type { ActionContext } from '../actions/change.ts'
import { runningTimer } from '../actions/timer-row.ts'
import { answerQuestion } from '../timer/answer-question.ts'
import { questionOf } from '../timer/absences.ts'
import {
  continueEntry,
  discardTimer,
  editTimer,
  startTimer,
  stopTimer,
  watched,
} from '../timer/timer-actions.ts'
import type { Desk } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { lastEnd } from './reminders.ts'
import { showAll } from './times.ts'
import {
  keepFavourites,
  listFavourites,
  listRecents,
  shownProject,
  shownTask,
} from './recent-work.ts'

export const timerHandlers = ({
  inAccount,
  onTimer,
  emit,
}: Desk): HandlersOf<typeof timerCalls> => ({
  'timer.status': () => inAccount(async ({ context }) => ok(await timerStatus(context))),
  'timer.start': (work) => onTimer(({ context }) => afterwards(context, startTimer(context, work))),
  'timer.edit': ({ set, was }) =>
    onTimer(({ context }) => afterwards(context, editTimer(context, set, was))),
  'timer.stop': ({ at }) =>
    onTimer(async ({ context }) => {
      const stopped = await stopTimer(context, at)
      return stopped.ok ? showAll(context, stopped.value) : stopped
    }),
  'timer.discard': () => onTimer(({ context }) => afterwards(context, discardTimer(context))),
  'timer.continue': ({ local }) =>
    onTimer(({ context }) => afterwards(context, continueEntry(context, local))),
  'timer.answer': ({ question, choice }) =>
    onTimer(({ context }) => afterwards(context, answerQuestion(context, question, choice))),
  'timer.putAside': ({ reminder }) => {
    emit({ event: 'put-aside', reminder })
    return Promise.resolve(ok(null))
  },
  'timer.lastEnd': () => inAccount(async ({ context }) => ok({ at: await lastEnd(context) })),
  'timer.recents': ({ limit }) =>
    inAccount(async ({ context }) => ok(await listRecents(context, limit))),
  'favourites.list': () => inAccount(async ({ context }) => ok(await listFavourites(context))),
  'favourites.set': (given) =>
    inAccount(async ({ context }) => {
      const kept = await keepFavourites(context, given)
      emit({ event: 'app' })
      return ok(kept)
    }),
})

export async function timerStatus(context: ActionContext): Promise<TimerStatus> {
  const timer = await runningTimer(context.db)
  if (!timer) return { running: false }
  const found = timer.project_id === null ? null : await shownProject(context, timer.project_id)
  return {
    running: true,
    startedAt: timer.started_at,
    zone: timer.zone,
    project: found?.project ?? null,
    task: timer.task_id === null ? null : await shownTask(context, timer.task_id),
    notes: timer.notes,
    increment: found?.increment ?? defaultIncrement,
    breaks: timer.breaks,
    question: questionOf(watched(timer)),
  }
}

/** Returns the timer's status after an action on it, or the action's failure. */
async function afterwards(
  context: ActionContext,
  action: Promise<Result<unknown>>,
): Promise<Result<TimerStatus>> {
  const done = await action
  return done.ok ? ok(await timerStatus(context)) : done
}
