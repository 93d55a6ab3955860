/** State of the running timer's form. */
import type { TimerStatus } from '#shared/ipc/call-results.ts'
import { formatTimeOfDay } from '../../ui/format.ts'

export type Running = Extract<TimerStatus, { running: true }>

export interface TimerDraft {
  project: number | null
  task: number | null
  notes: string
  /** As typed; parsed when it is saved. */
  start: string
}

export const toTimerDraft = ({ project, task, notes, startedAt, zone }: Running): TimerDraft => ({
  project: project?.local ?? null,
  task: task?.local ?? null,
  notes: notes ?? '',
  start: formatTimeOfDay(startedAt, zone),
})
