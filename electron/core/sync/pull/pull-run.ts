/** Defines what the steps of one read share: what is due, and how its marks are stored. */
import { addDays } from '#shared/rules/calendar.ts'
import { countTimesSince } from '../../store/sync/mapped-records.ts'
import type { SyncContext, SyncFailure } from '../pass/sync-context.ts'
import { timeAdapter } from '../records/time-adapter.ts'
import { allDays, daysAsOf, isStale, withDays } from '../decide/as-of.ts'
import { writeSyncCheckpoint, type SyncCheckpoint } from '../pass/sync-checkpoint.ts'
import { manyEntries, readsAtOnce } from './pull-all-times.ts'
import { daysOf, pullWindow, type PullOutcome, type PullOptions } from './pull-window.ts'
import {
  isJobDue,
  windowsForDates,
  windowsForDays,
  type DateWindow,
  type PullDateRange,
  type PullJob,
} from '../decide/schedule.ts'
import { recentInterval } from '../decide/sync-timings.ts'

export interface PullDueOptions {
  /** On request: everything is read. */
  full: boolean
  /** The last pass failed: only a reply shows that the service can be reached again. */
  retrying: boolean
  watched: PullDateRange | null
  /** Days whose sums the person is looking at: they are read first. */
  requested: PullDateRange | null
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
  due(job: PullJob): boolean
  /**
   * @param first the account is read for the first time: its records are not written to the history
   */
  pull(first: boolean): PullOptions
}

export function createPullRun(
  context: SyncContext,
  memory: SyncCheckpoint,
  options: PullDueOptions,
): PullRun {
  const now = context.clock.now()
  return {
    context,
    memory,
    options,
    now,
    hasRead: false,
    hasAllChanges: false,
    isUnwritten: false,
    due: (job) =>
      isJobDue(memory.marks, job, now) ||
      (options.full && job !== 'everything' && job !== 'allExpenses') ||
      (options.retrying && job === 'near') ||
      (options.requested !== null &&
        (job === 'expenses' || job === 'expenseRanks') &&
        isStale(memory.whole.expense ?? null, now)),
    pull: (first) => ({ first, between: options.between }),
  }
}

/** Long jobs, whose marks are written at once, so that a kill does not cause a repetition. */
const long: readonly PullJob[] = ['everything', 'allExpenses']

/**
 * Marks jobs as done at that time. The marks are written together when the read ends, so that a
 * pass costs one write.
 */
export async function saveMarks(
  reading: PullRun,
  jobs: readonly PullJob[],
  at: number,
): Promise<void> {
  const { context, memory } = reading
  for (const job of jobs) memory.marks[job] = at
  reading.hasRead = true
  // When the watched days were read is not worth a write each time.
  if (jobs.some((job) => job !== 'watched')) reading.isUnwritten = true
  if (jobs.some((job) => long.includes(job))) await writeSyncCheckpoint(context.db, memory)
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
  const rows = await countRows(reading, range)
  return pullTimes(reading, windowsForDates(range, rows.since, rows.after), rows, first)
}

/** Pulls the times of single days, in their order; of very many only the newest. */
export async function pullSingleDays(
  reading: PullRun,
  days: readonly string[],
  first: boolean,
): Promise<PullOutcome | SyncFailure> {
  const [from] = days
  const to = days.at(-1)
  if (from === undefined || to === undefined) return { is: 'pulled', sound: true }
  const rows = await countRows(reading, { from, to })
  return pullTimes(reading, windowsForDays(days, rows.since, rows.after), rows, first)
}

/** Local entries from a day on, and those of them after another one. */
interface RowCounts {
  since: number
  after: number
}

async function countRows({ context }: PullRun, { from, to }: PullDateRange): Promise<RowCounts> {
  const rowsFrom = (day: string) => countTimesSince(context.db, context.organisation, day)
  return { since: await rowsFrom(from), after: await rowsFrom(addDays(to, 1)) }
}

async function pullTimes(
  reading: PullRun,
  windows: readonly DateWindow[],
  rows: RowCounts,
  first: boolean,
): Promise<PullOutcome | SyncFailure> {
  const { context, memory, now, pull } = reading
  const sideBySide = rows.since - rows.after > manyEntries ? { concurrency: readsAtOnce } : {}
  let sound = true
  for (const window of windows) {
    const options = { ...pull(first), ...sideBySide }
    const pulled = await pullWindow(context, timeAdapter, window, options)
    if (pulled.is !== 'pulled') return pulled
    sound &&= pulled.sound
  }
  if (!sound) return { is: 'pulled', sound }
  for (const range of rangesOf(windows)) {
    // Watched days are read all the time, which is not worth a write each time either.
    if (now - (daysAsOf(memory.days, range, now) ?? 0) >= recentInterval) reading.isUnwritten = true
    keepDays(reading, range, now)
  }
  return { is: 'pulled', sound }
}

/** Returns the days that windows show. A list from its newest entry contains all future days. */
function rangesOf(windows: readonly DateWindow[]): PullDateRange[] {
  const ranges: PullDateRange[] = []
  for (const window of windows) {
    const days = daysOf(window)
    const [from, to] = [days.from ?? allDays.from, days.to ?? allDays.to]
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === from) last.to = to
    else ranges.push({ from, to })
  }
  return ranges
}
