/** The running timer. */
import { id, integer, notes } from '../../resources/fields.ts'
import type { TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import { reminderKinds } from '../desktop.ts'
import type { RecentWork, TimerStatus } from '../views.ts'
import { call, instant, nothing, seenValues } from './call.ts'

/** What a running timer works on; projects and tasks by local id. */
const work = z.strictObject({
  project: id.nullable().optional(),
  task: id.nullable().optional(),
  notes: notes.optional(),
})

const timerFields = work.extend({ startedAt: instant.optional() })

/** So many pieces of work a person can pin. */
export const mostPinned = 20
const pinned = z.strictObject({ project: id, task: id, notes: notes.optional() })

export const timerCalls = {
  'timer.status': call<TimerStatus>()(nothing),
  /** Starts now, or at an earlier instant. A running timer is stopped into an entry first. */
  'timer.start': call<TimerStatus>()(work.extend({ at: instant.optional() })),
  /**
   * Changes what the running timer works on, or when it began. `was` has the values that were seen:
   * where others are there by then, the call fails with `stale`.
   */
  'timer.edit': call<TimerStatus>()(
    z.strictObject({ set: timerFields, was: seenValues(timerFields) }),
  ),
  /** Ends the timer and makes its entries (two when it ran over midnight). */
  'timer.stop': call<TimeEntry[]>()(z.strictObject({ at: instant.optional() })),
  'timer.discard': call<TimerStatus>()(nothing),
  /** Starts the timer on the work of an earlier entry. */
  'timer.continue': call<TimerStatus>()(z.strictObject({ local: id.optional() })),
  /**
   * Answers the question about time without anybody: `keep` counts it, `discard` takes it out and
   * goes on, `stop` ends the timer where it began, `split` takes it out and makes an entry of its
   * own of it, `drop` gives up the whole run. Fails with `conflict` when that question is no more.
   */
  'timer.answer': call<TimerStatus>()(
    z.strictObject({
      question: id,
      choice: z.enum(['keep', 'discard', 'stop', 'split', 'drop']),
    }),
  ),
  /** “Not now” to a reminder: every window is told to take it away. */
  'timer.putAside': call<null>()(z.strictObject({ reminder: z.enum(reminderKinds) })),
  /** When the last of today's entries ended, at most now, epoch milliseconds: a start from there. */
  'timer.lastEnd': call<{ at: number | null }>()(nothing),
  /** What one worked on last, newest first, each kind of work once. */
  'timer.recents': call<RecentWork[]>()(z.strictObject({ limit: integer(1, 50) })),
  /** What the person pinned, in their order. */
  'favourites.list': call<RecentWork[]>()(nothing),
  /** Sets what is pinned. With `was`, what others pinned or took out in the meantime stays so. */
  'favourites.set': call<RecentWork[]>()(
    z.strictObject({
      work: z.array(pinned).max(mostPinned, `Choose ${mostPinned} or fewer`),
      was: z.array(pinned).max(100).optional(),
    }),
  ),
} as const
