/** Calls about the running timer and pinned work. */
import { id, integer, notes } from '../../resources/fields.ts'
import type { TimeEntry } from '../../resources/time.ts'
import { z } from '../../resources/zod.ts'
import { reminderKinds } from '../desktop.ts'
import type { LastUse, RecentWork, TimerStatus } from '../call-results.ts'
import { call, instantArgument, noArguments, seenValues } from './call.ts'

/** What the running timer works on; project and task by local id. */
const work = z.strictObject({
  project: id.nullable().optional(),
  task: id.nullable().optional(),
  notes: notes.optional(),
})

const timerFields = work.extend({ startedAt: instantArgument.optional() })

/** Maximum number of pinned works. */
export const mostPinned = 20
const pinned = z.strictObject({ project: id, task: id, notes: notes.optional() })

export const timerCalls = {
  'timer.status': call<TimerStatus>()(noArguments),
  /**
   * Starts the timer now, or at an earlier instant. A running timer is stopped first, which creates
   * its entry.
   */
  'timer.start': call<TimerStatus>()(work.extend({ at: instantArgument.optional() })),
  /**
   * Changes what the running timer works on, or when it began. `was` has the values that the caller
   * read; if one has changed since, the call fails with `stale`.
   */
  'timer.edit': call<TimerStatus>()(
    z.strictObject({ set: timerFields, was: seenValues(timerFields) }),
  ),
  /** Stops the timer and creates its entries (two when it ran over midnight). */
  'timer.stop': call<TimeEntry[]>()(z.strictObject({ at: instantArgument.optional() })),
  'timer.discard': call<TimerStatus>()(noArguments),
  /** Starts the timer with the work of an earlier entry. */
  'timer.continue': call<TimerStatus>()(z.strictObject({ local: id.optional() })),
  /**
   * Answers the question about an absence: `keep` counts it, `discard` excludes it and the timer
   * goes on, `stop` ends the timer where the absence began, `split` excludes it and makes it an
   * entry of its own, `drop` discards the whole run. Fails with `conflict` when the question is no
   * longer open.
   */
  'timer.answer': call<TimerStatus>()(
    z.strictObject({
      question: id,
      choice: z.enum(['keep', 'discard', 'stop', 'split', 'drop']),
    }),
  ),
  /** Dismisses a reminder (“Not now”) in every window. */
  'timer.dismissReminder': call<null>()(z.strictObject({ reminder: z.enum(reminderKinds) })),
  /**
   * When the last of today's entries ended, at most now, epoch milliseconds: where a start can be
   * continued from.
   */
  'timer.lastEntryEnd': call<{ at: number | null }>()(noArguments),
  /** Lists the work done last, newest first, each once. */
  'timer.recents': call<RecentWork[]>()(z.strictObject({ limit: integer(1, 50) })),
  /** Says when each project and task was last used; those that never were are left out. */
  'timer.lastUses': call<Record<'project' | 'task', LastUse[]>>()(noArguments),
  /** Lists the pinned work in the person's order. */
  'favorites.list': call<RecentWork[]>()(noArguments),
  /**
   * Sets the pinned work. With `was`, additions and removals made elsewhere in the meantime are
   * kept.
   */
  'favorites.set': call<RecentWork[]>()(
    z.strictObject({
      work: z.array(pinned).max(mostPinned, `Choose ${mostPinned} or fewer`),
      was: z.array(pinned).max(100).optional(),
    }),
  ),
} as const
