/** State of the running timer's form. */
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { dayTimeLabel } from '../../app/labels/timer-question-text.ts'

export type Running = Extract<TimerStatus, { running: true }>

/** Tells a run from the one after it. */
export const runKey = ({ run, startedAt }: Running): number => run ?? startedAt

export interface TimerDraft {
  project: number | null
  task: number | null
  notes: string
  /** As typed; parsed when it is saved. With the day where that is not today. */
  start: string
}

export const toTimerDraft = (
  { project, task, notes, startedAt, zone }: Running,
  now: number,
): TimerDraft => ({
  project: project?.local ?? null,
  task: task?.local ?? null,
  notes: notes ?? '',
  start: dayTimeLabel(startedAt, zone, now),
})
