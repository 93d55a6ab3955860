/**
 * The running timer: one row, committed before any screen shows that it runs. Starting, stopping,
 * switching and editing it are ordinary changes, with history and undo.
 */
import { fail, failField, ok, unwrap, type FieldTexts, type Result } from '#shared/errors.ts'
import { changedOrUndefined, changedValues } from '#shared/rules/three-way.ts'
import type { SeenValues } from '#shared/rules/concurrent-edits.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { allowEdit } from '../actions/stale-edit.ts'
import { change, type ActionContext, type ChangeTransaction } from '../actions/change.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { readTimeSnapshotRow } from '../actions/time-writes.ts'
import { writeTimerRow, runningTimer, type TimerRow } from '../actions/timer-row.ts'
import { entryTitle } from '../actions/record-titles.ts'
import type { Trx } from '../store/database/db.ts'
import { findTerms, requireTerms } from '../write/time.ts'
import { closeAbsence, hasOpenAbsence, toWatchedRun } from './absences.ts'
import { stopIntoEntries } from './stop-timer.ts'

/** What the timer runs for; absent means unchanged (or none, when it starts). */
export interface TimerWork {
  project?: number | null | undefined
  task?: number | null | undefined
  notes?: string | null | undefined
}

/**
 * A second start of the same work within this time is a double press, in milliseconds. It would
 * stop the run that has just begun into an entry of a whole increment.
 */
const doublePress = 5_000

const isDoublePress = (running: TimerRow, { project, task, notes }: TimerWork, now: number) =>
  now >= running.started_at &&
  now - running.started_at < doublePress &&
  running.project_id === (project ?? null) &&
  running.task_id === (task ?? null) &&
  running.notes === (notes ?? null)

/**
 * Starts the timer, now or at an earlier instant. A running one is stopped into its entry first, at
 * the instant at which the new one begins; after a double press the first one runs on.
 * Fails with `validation` on `at`, `project` or `task`; the running timer then continues.
 */
export async function startTimer(
  context: ActionContext,
  work: TimerWork & { at?: number | undefined },
): Promise<Result<TimerRow>> {
  const now = context.clock.now()
  const at = work.at ?? now
  if (at > now) return failField('at', 'Enter a time in the past')
  const target = { project: work.project ?? null, task: work.task ?? null, notes: work.notes }
  const subject = await entryTitle(context.db, target)
  const summary = sentence('Started {subject}', { subject })
  let runsOn: TimerRow | undefined
  const started = await change(context, { action: 'timer.start', summary }, async (tx) => {
    // In the transaction: before it, the first start may still be under way.
    const earlier = await runningTimer(tx.trx)
    if (earlier && work.at === undefined && isDoublePress(earlier, work, now)) {
      runsOn = earlier
      return unwrap<TimerRow>(fail('conflict', 'This timer is already running'))
    }
    const { project: project_id, task: task_id } = target
    await requireTerms(tx.writer, { project_id, task_id })
    const running = await touchRunningTimer(tx)
    if (running) {
      const end = work.at ?? Math.max(at, running.started_at)
      await stopIntoEntries(tx, context, running, end)
    }
    const row: TimerRow = {
      id: 1,
      started_at: at,
      zone: context.clock.zone(),
      project_id: target.project,
      task_id: target.task,
      notes: target.notes ?? null,
      heartbeat_at: null,
      run: tx.change,
      breaks: [],
      away: [],
      settled_at: null,
    }
    await writeTimerRow(tx, undefined, row)
    return row
  })
  return runsOn ? ok(runsOn) : started
}

/**
 * Changes what the running timer is for, or when it began. Invalid input never stops the timer.
 * Fails with `stale` when the current values differ from those that the person saw.
 */
export async function editTimer(
  context: ActionContext,
  set: TimerWork & { startedAt?: number | undefined },
  was?: SeenValues,
): Promise<Result<TimerRow>> {
  if (set.startedAt !== undefined && set.startedAt > context.clock.now()) {
    return failField('startedAt', 'Enter a time in the past')
  }
  const summary = sentence('Changed the running timer', {})
  return change(context, { action: 'timer.edit', summary, isEdit: true }, async (tx) => {
    const running = await requireTimer(tx.trx)
    const now = {
      project: running.project_id,
      task: running.task_id,
      notes: running.notes,
      startedAt: running.started_at,
    }
    unwrap(allowEdit(set, was, now))
    // Its own project and task may be deleted by now, so only new ones are checked.
    const work = {
      project_id: changedOrUndefined(set.project, running.project_id),
      task_id: changedOrUndefined(set.task, running.task_id),
    }
    const problems: FieldTexts = {}
    await findTerms(tx.writer, work, problems)
    tx.writer.policy.refuse(problems)
    const row: TimerRow = {
      ...running,
      started_at: set.startedAt ?? running.started_at,
      project_id: set.project === undefined ? running.project_id : set.project,
      task_id: set.task === undefined ? running.task_id : set.task,
      notes: set.notes === undefined ? running.notes : set.notes,
    }
    if (Object.keys(changedValues(running, row)).length > 0) await writeTimerRow(tx, running, row)
    return row
  })
}

/**
 * Stops the timer and returns the local ids of its entries, one for each civil day. Without a
 * project or task they are drafts. Fails with `conflict` when no timer runs.
 */
export async function stopTimer(context: ActionContext, asked?: number): Promise<Result<number[]>> {
  const running = await runningTimer(context.db)
  if (!running) return nothingRuns()
  // A clock that was set back must not prevent stopping the timer.
  const at = asked ?? Math.max(context.clock.now(), running.started_at)
  if (asked !== undefined && asked > context.clock.now())
    return failField('at', 'Enter a time in the past')
  const subject = await entryTitle(context.db, timerWorkOf(running))
  const summary = sentence('Stopped {subject}', { subject })
  return change(context, { action: 'timer.stop', summary }, async (tx) =>
    stopIntoEntries(tx, context, (await touchRunningTimer(tx)) ?? unwrap(nothingRuns()), at),
  )
}

/** Ends the timer without an entry; undo makes it run again. */
export async function discardTimer(context: ActionContext): Promise<Result<null>> {
  const running = await runningTimer(context.db)
  if (!running) return nothingRuns()
  const subject = await entryTitle(context.db, timerWorkOf(running))
  const summary = sentence('Discarded {subject}', { subject })
  return change(context, { action: 'timer.discard', summary }, async (tx) => {
    await writeTimerRow(tx, (await touchRunningTimer(tx)) ?? unwrap(nothingRuns()), undefined)
    return null
  })
}

/** Starts the timer with the work of an entry, by default of the newest. */
export async function continueEntry(
  context: ActionContext,
  local: number | undefined,
): Promise<Result<TimerRow>> {
  const mine = await readCurrentUser(context.db)
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
  const entry = local === undefined ? await newest() : await readTimeSnapshotRow(context.db, local)
  if (!entry) return fail('not-found', 'No entry to continue')
  return startTimer(context, {
    project: entry.project_id,
    task: entry.task_id,
    notes: entry.notes,
  })
}

const nothingRuns = (): Result<never> => fail('conflict', 'No timer is running')

async function requireTimer(trx: Trx): Promise<TimerRow> {
  return (await runningTimer(trx)) ?? unwrap(nothingRuns())
}

/**
 * Reads the running timer for an action, and closes an open absence first: a person who acts is
 * present.
 * Undoing the action does not reopen it.
 */
export async function touchRunningTimer({
  trx,
  at,
}: ChangeTransaction): Promise<TimerRow | undefined> {
  const running = await runningTimer(trx)
  if (!running || !hasOpenAbsence(toWatchedRun(running))) return running
  const away = closeAbsence(toWatchedRun(running), at)
  await trx
    .updateTable('timer')
    .set({ away: JSON.stringify(away) })
    .execute()
  return { ...running, away }
}

/** What the timer runs for. */
export const timerWorkOf = (row: TimerRow) => ({
  project: row.project_id,
  task: row.task_id,
  notes: row.notes,
})
