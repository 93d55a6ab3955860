/** The running timer. */
import { id, notes } from '../../resources/fields.ts'
import type { TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import type { TimerStatus } from '../views.ts'
import { call, instant, nothing } from './call.ts'

/** What a running timer works on; projects and tasks by local id. */
const work = z.strictObject({
  project: id.nullable().optional(),
  task: id.nullable().optional(),
  notes: notes.optional(),
})

export const timerCalls = {
  'timer.status': call<TimerStatus>()(nothing),
  /** Starts now, or at an earlier instant. A running timer is stopped into an entry first. */
  'timer.start': call<TimerStatus>()(work.extend({ at: instant.optional() })),
  /** Changes what the running timer works on, or when it began. */
  'timer.edit': call<TimerStatus>()(work.extend({ startedAt: instant.optional() })),
  /** Ends the timer and makes its entries (two when it ran over midnight). */
  'timer.stop': call<TimeEntry[]>()(z.strictObject({ at: instant.optional() })),
  'timer.discard': call<TimerStatus>()(nothing),
  /** Starts the timer on the work of an earlier entry. */
  'timer.continue': call<TimerStatus>()(z.strictObject({ local: id.optional() })),
} as const
