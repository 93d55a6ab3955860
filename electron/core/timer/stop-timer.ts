/** Ends a run: turns its exact instants into entries, once. */
import { failField, unwrap } from '#shared/errors.ts'
import type { TimerBreak } from '#shared/ipc/desktop.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import type { ActionContext, ChangeTransaction } from '../actions/change.ts'
import { writeNewTime } from '../actions/time-writes.ts'
import { writeTimerRow, type TimerRow } from '../actions/timer-row.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { readSetting } from '../store/account/settings.ts'
import { readProject } from '../store/resources/projects.ts'
import { termsOf } from '../write/time.ts'
import { deriveEntries } from './derive-entries.ts'

/**
 * Stops the running timer into its entries and returns their local ids. Fails with `validation` on
 * `at` before its start.
 */
export async function stopIntoEntries(
  tx: ChangeTransaction,
  context: ActionContext,
  running: TimerRow,
  at: number,
): Promise<number[]> {
  if (at < running.started_at) {
    unwrap(failField('at', 'Enter a time after the timer started'))
  }
  const { project_id, task_id, notes, zone, breaks } = running
  const locals = await insertRunEntries(tx, context, {
    project_id,
    task_id,
    notes,
    zone,
    breaks,
    startedAt: running.started_at,
    stoppedAt: at,
  })
  await writeTimerRow(tx, running, undefined)
  return locals
}

interface TimedRun {
  startedAt: number
  stoppedAt: number
  zone: string
  breaks: readonly TimerBreak[]
  project_id: number | null
  task_id: number | null
  notes: string | null
}

/** Creates the entries of a run. Returns their local ids. */
export async function insertRunEntries(
  tx: ChangeTransaction,
  context: ActionContext,
  run: TimedRun,
): Promise<number[]> {
  const { project_id, task_id, notes, zone } = run
  // A project that was deleted while the timer ran does not prevent stopping it.
  const project =
    project_id === null ? undefined : await readProject(tx.trx, context.organisation, project_id)
  const terms = termsOf(project)
  const rule = await readSetting<RoundingRule>(tx.trx, 'rounding', 'up')
  const user_id = await readCurrentUser(tx.trx)
  const locals: number[] = []
  for (const { date, start, quantity, segments } of deriveEntries(run, terms.increment, rule)) {
    const entry = { organisation_id: context.organisation, user_id, project_id, task_id, notes }
    const local = await writeNewTime(
      tx,
      { ...entry, date, start, quantity, ...terms },
      segments.map((part) => ({ started_at: part.startedAt, stopped_at: part.stoppedAt, zone })),
    )
    locals.push(local)
  }
  return locals
}
