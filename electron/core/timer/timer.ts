/**
 * The running timer: one row, committed before any screen says "running". Starting, stopping,
 * switching and editing it are changes like any other, with history and undo.
 */
import { fail, failField, unwrap, type Result } from '#shared/errors.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import { change, type ActionContext, type Doing } from '../actions/change.ts'
import { me } from '../store/me.ts'
import { addTime, readTimeRow } from '../actions/time-rows.ts'
import { putTimer, runningTimer, type TimerRow } from '../actions/timer-row.ts'
import { projectTerms, requireTask } from '../actions/times.ts'
import { entryTitle } from '../actions/titles.ts'
import { readSetting } from '../store/settings.ts'
import type { Db, Trx } from '../store/db.ts'
import { deriveEntries } from './derive.ts'

/** What the timer runs for; absent means unchanged (or nothing, when it starts). */
export interface Work {
  project?: number | null | undefined
  task?: number | null | undefined
  notes?: string | null | undefined
}

/**
 * Starts the timer, now or at an earlier instant. A running one is stopped into its entry first,
 * at the instant at which the new one begins.
 * Fails with `validation` on `at`, `project` or `task`; the running timer then goes on.
 */
export async function startTimer(
  context: ActionContext,
  work: Work & { at?: number | undefined },
): Promise<Result<TimerRow>> {
  const now = context.clock.now()
  const at = work.at ?? now
  if (at > now) return failField('at', 'Needs a time that has passed already')
  const target = { project: work.project ?? null, task: work.task ?? null, notes: work.notes }
  const summary = `Started ${await entryTitle(context.db, target)}`
  return change(context, { action: 'timer.start', summary }, async (doing) => {
    await projectTerms(doing.trx, target.project)
    await requireTask(doing.trx, target.task)
    const running = await runningTimer(doing.trx)
    if (running) {
      const end = work.at ?? Math.max(at, running.started_at)
      await stopInto(doing, context, running, end)
    }
    const row: TimerRow = {
      id: 1,
      started_at: at,
      zone: context.clock.zone(),
      project_id: target.project,
      task_id: target.task,
      notes: target.notes ?? null,
      heartbeat_at: null,
      run: doing.change,
    }
    await putTimer(doing, undefined, row)
    return row
  })
}

/** Changes what the running timer is for, or when it began. The timer never stops over bad input. */
export async function editTimer(
  context: ActionContext,
  set: Work & { startedAt?: number | undefined },
): Promise<Result<TimerRow>> {
  if (set.startedAt !== undefined && set.startedAt > context.clock.now()) {
    return failField('startedAt', 'Needs a time that has passed already')
  }
  const what = { action: 'timer.edit', summary: 'Changed the running timer' }
  return change(context, what, async (doing) => {
    const running = await requireTimer(doing.trx)
    if (set.project !== undefined) await projectTerms(doing.trx, set.project)
    if (set.task !== undefined) await requireTask(doing.trx, set.task)
    const row: TimerRow = {
      ...running,
      started_at: set.startedAt ?? running.started_at,
      project_id: set.project === undefined ? running.project_id : set.project,
      task_id: set.task === undefined ? running.task_id : set.task,
      notes: set.notes === undefined ? running.notes : set.notes,
    }
    await putTimer(doing, running, row)
    return row
  })
}

/**
 * Stops the timer and answers the local ids of its entries, one for each civil day. Without a
 * project or task they are drafts. Fails with `conflict` when no timer runs.
 */
export async function stopTimer(context: ActionContext, asked?: number): Promise<Result<number[]>> {
  const running = await runningTimer(context.db)
  if (!running) return nothingRuns()
  // A clock that was put back must not keep the timer from stopping.
  const at = asked ?? Math.max(context.clock.now(), running.started_at)
  if (asked !== undefined && asked > context.clock.now())
    return failField('at', 'Needs a time that has passed already')
  const summary = `Stopped ${await entryTitle(context.db, workOf(running))}`
  return change(context, { action: 'timer.stop', summary }, async (doing) =>
    stopInto(doing, context, await requireTimer(doing.trx), at),
  )
}

/** Ends the timer without an entry; undo brings it back running. */
export async function discardTimer(context: ActionContext): Promise<Result<null>> {
  const running = await runningTimer(context.db)
  if (!running) return nothingRuns()
  const summary = `Discarded ${await entryTitle(context.db, workOf(running))}`
  return change(context, { action: 'timer.discard', summary }, async (doing) => {
    await putTimer(doing, await requireTimer(doing.trx), undefined)
    return null
  })
}

/** Starts the timer on the work of an entry; of the newest one when none is named. */
export async function continueEntry(
  context: ActionContext,
  local: number | undefined,
): Promise<Result<TimerRow>> {
  const mine = await me(context.db)
  const newest = () =>
    context.db
      .selectFrom('time_entry')
      .selectAll()
      .where('organisation_id', '=', context.organisation)
      .$if(mine !== null, (entries) =>
        entries.where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', mine)])),
      )
      .orderBy('date', 'desc')
      .orderBy('start', 'desc')
      .orderBy('tie', 'desc')
      .limit(1)
      .executeTakeFirst()
  const entry = local === undefined ? await newest() : await readTimeRow(context.db, local)
  if (!entry) return fail('not-found', 'There is no entry to continue here')
  return startTimer(context, {
    project: entry.project_id,
    task: entry.task_id,
    notes: entry.notes,
  })
}

/** A sign of life of the host, so that its next start knows until when the timer surely ran. */
export async function writeHeartbeat(db: Db, now: number): Promise<void> {
  await db.updateTable('timer').set({ heartbeat_at: now }).execute()
}

const nothingRuns = (): Result<never> => fail('conflict', 'No timer is running')

async function requireTimer(trx: Trx): Promise<TimerRow> {
  return (await runningTimer(trx)) ?? unwrap(nothingRuns())
}

const workOf = (row: TimerRow) => ({
  project: row.project_id,
  task: row.task_id,
  notes: row.notes,
})

async function stopInto(
  doing: Doing,
  context: ActionContext,
  running: TimerRow,
  at: number,
): Promise<number[]> {
  if (at < running.started_at) {
    unwrap(failField('at', 'Needs a time after the running timer’s start'))
  }
  const terms = await projectTermsOfRunning(doing.trx, running.project_id)
  const rule = await readSetting<RoundingRule>(doing.trx, 'rounding', 'up')
  const run = { startedAt: running.started_at, stoppedAt: at, zone: running.zone }
  const locals: number[] = []
  for (const part of deriveEntries(run, terms.increment, rule)) {
    const local = await addTime(
      doing,
      {
        organisation_id: context.organisation,
        user_id: await me(doing.trx),
        project_id: running.project_id,
        task_id: running.task_id,
        date: part.date,
        start: part.start,
        quantity: part.quantity,
        notes: running.notes,
        ...terms,
      },
      { started_at: part.startedAt, stopped_at: part.stoppedAt, zone: running.zone },
    )
    locals.push(local)
  }
  await putTimer(doing, running, undefined)
  return locals
}

/** A project that was deleted while the timer ran does not keep it from stopping. */
async function projectTermsOfRunning(db: Db, project: number | null) {
  const row =
    project === null
      ? undefined
      : await db
          .selectFrom('project')
          .select(['increment', 'rate', 'currency'])
          .where('id', '=', project)
          .executeTakeFirst()
  return row ?? projectTerms(db, null)
}
