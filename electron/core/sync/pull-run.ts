/** Defines what the steps of one read share: what is due, and how its marks are stored. */
import { addDays } from '#shared/rules/calendar.ts'
import { countTimesSince } from '../store/mapped-records.ts'
import type { SyncContext, SyncFailure } from './sync-context.ts'
import { timeAdapter } from './adapters/time-adapter.ts'
import { allDays, daysAsOf, withDays } from './as-of.ts'
import { writeSyncCheckpoint, type SyncCheckpoint } from './sync-checkpoint.ts'
import { manyEntries, readsAtOnce } from './pull-all-times.ts'
import { pullWindow, type PullOutcome, type PullOptions } from './pull-window.ts'
import { windowsForDates, type PullDateRange, type PullJob } from './schedule.ts'
import { recentInterval } from './sync-timings.ts'

export interface PullDueOptions {
  /** On request: everything is read. */
  full: boolean
  /** The last pass failed: only a reply shows that the service can be reached again. */
  retrying: boolean
  watched: PullDateRange | null
  /** Days whose sums the person is looking at: they are read first. */
  wanted: PullDateRange | null
  /** Called between two pages, for work that cannot wait for a long list. */
  between(): Promise<SyncFailure | null>
}

export interface PullRun {
  context: SyncContext
  memory: SyncCheckpoint
  options: PullDueOptions
  /** When the read began, epoch milliseconds. */
  now: number
  /** Every changed expense was read. */
  hasAllChanges: boolean
  /** Something was read. */
  hasRead: boolean
  /** `memory` has changes that must be written. */
  isUnwritten: boolean
  due(duty: PullJob): boolean
  /**
   * @param first the account is read for the first time: its records are not written to the history
   */
  pull(first: boolean): PullOptions
}

/** Long duties, whose marks are written at once, so that a kill does not cause a repetition. */
const long: readonly PullJob[] = ['everything', 'allExpenses']

/**
 * Marks duties as done at that time. The marks are written together when the read ends, so that a
 * pass costs one write.
 */
export async function saveMarks(
  reading: PullRun,
  marks: readonly PullJob[],
  at: number,
): Promise<void> {
  const { context, memory } = reading
  for (const mark of marks) memory.marks[mark] = at
  reading.hasRead = true
  // When the watched days were read is not worth a write each time.
  if (marks.some((mark) => mark !== 'watched')) reading.isUnwritten = true
  if (marks.some((mark) => long.includes(mark))) await writeSyncCheckpoint(context.db, memory)
}

/** Notes that all entries of these days are here as of that time. */
export function keepDays({ memory }: PullRun, days: PullDateRange, at: number): void {
  memory.days = withDays(memory.days, { ...days, at })
}

/** Writes the changed checkpoint when the read ends. */
export async function writePendingCheckpoint(reading: PullRun): Promise<void> {
  if (!reading.isUnwritten) return
  reading.isUnwritten = false
  await writeSyncCheckpoint(reading.context.db, reading.memory)
}

/** Pulls the times of a range of days. */
export async function pullTimesOfDays(
  reading: PullRun,
  range: PullDateRange,
  first: boolean,
): Promise<PullOutcome | SyncFailure> {
  const { context, memory, now, pull } = reading
  const rowsFrom = (day: string) => countTimesSince(context.db, context.organisation, day)
  const [since, after] = [await rowsFrom(range.from), await rowsFrom(addDays(range.to, 1))]
  const sideBySide = since - after > manyEntries ? { concurrency: readsAtOnce } : {}
  let sound = true
  const windows = windowsForDates(range, since, after)
  for (const window of windows) {
    const options = { ...pull(first), ...sideBySide }
    const pulled = await pullWindow(context, timeAdapter, window, options)
    if (pulled.is !== 'pulled') return pulled
    sound &&= pulled.sound
  }
  if (sound) {
    // Watched days are read all the time, which is not worth a write each time either.
    if (now - (daysAsOf(memory.days, range, now) ?? 0) >= recentInterval) reading.isUnwritten = true
    // A list from its newest entry also contains all future days.
    const to = windows.some(({ is }) => is === 'since') ? allDays.to : range.to
    keepDays(reading, { ...range, to }, now)
  }
  return { is: 'pulled', sound }
}
