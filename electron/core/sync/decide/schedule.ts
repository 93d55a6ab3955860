/** Computes what is due when. Pure: the times of the last success and the clock are arguments. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import { minimum } from '#shared/rules/extremes.ts'
import {
  categoriesInterval,
  eachCategoryInterval,
  fullPullRetryDelay,
  fullPullInterval,
  expensesInterval,
  nearInterval,
  positionCheckInterval,
  recentInterval,
  referenceInterval,
  serviceInfoInterval,
  watchedAtMost,
  watchedInterval,
  webhooksInterval,
} from './sync-timings.ts'

/** Everything that is refreshed automatically. */
export type PullJob =
  | 'info'
  | 'reference'
  /** Times of the watched days, of the last week, of the last 60 days. */
  | 'watched'
  | 'near'
  | 'recent'
  /** What was deleted or added further back, found by counting. */
  | 'timeRanks'
  | 'expenseRanks'
  /** All times, all expenses, all categories. */
  | 'everything'
  | 'allExpenses'
  | 'allCategories'
  /** Changed expenses. */
  | 'expenses'
  /** The list of categories; each category by its id. */
  | 'categories'
  | 'eachCategory'
  | 'webhooks'

/** When each job was last done, epoch milliseconds. */
export type JobMarks = Partial<Record<PullJob, number>>

export interface PullDateRange {
  from: string
  to: string
}

/** A window of a list over days. */
export type DateWindow =
  /** One civil day (times only). */
  | { is: 'day'; date: string }
  /** By date, newest first, back to a day; null: everything. */
  | { is: 'since'; from: string | null }
  /** By date, newest first, between two days that are searched for around a page. */
  | { is: 'between'; from: string; to: string; page: number }

const every: Record<PullJob, number> = {
  info: serviceInfoInterval,
  reference: referenceInterval,
  watched: watchedInterval,
  near: nearInterval,
  recent: recentInterval,
  timeRanks: positionCheckInterval,
  expenseRanks: positionCheckInterval,
  everything: fullPullInterval,
  allExpenses: fullPullInterval,
  allCategories: fullPullInterval,
  expenses: expensesInterval,
  categories: categoriesInterval,
  eachCategory: eachCategoryInterval,
  webhooks: webhooksInterval,
}

/** Duties that are done regularly, whether or not a window shows days. */
export const recurringJobs: readonly PullJob[] = [
  'near',
  'recent',
  'timeRanks',
  'expenseRanks',
  'everything',
  'allExpenses',
  'allCategories',
  'expenses',
  'categories',
  'eachCategory',
  'webhooks',
]

/**
 * Returns the pause between two reads of the watched days, in milliseconds: it grows while nothing
 * is found, to half a minute after six minutes.
 * @param quiet for how many milliseconds nothing was found, and the person did not come back to
 *   look
 */
export const watchedPause = (quiet: number): number =>
  Math.min(watchedAtMost, Math.max(watchedInterval, quiet / 12))

/**
 * Returns true when a job is due, also when its mark is in the future: that mark was made before
 * the clock was set back.
 */
export function isJobDue(marks: JobMarks, job: PullJob, now: number): boolean {
  const doneAt = marks[job]
  return doneAt === undefined || doneAt > now || now - doneAt >= every[job]
}

/**
 * Returns the mark of a job that was just done.
 * @param sound whether everything was seen; if not, the job is repeated in ten minutes, or when it
 *   is due
 */
export const markAfterJob = (job: PullJob, now: number, sound: boolean): number =>
  sound ? now : now - Math.max(0, every[job] - fullPullRetryDelay)

/** Returns the milliseconds until the first of the jobs is due. */
export const millisecondsUntilDue = (
  marks: JobMarks,
  jobs: readonly PullJob[],
  now: number,
): number =>
  minimum(
    jobs.map((job) => (isJobDue(marks, job, now) ? 0 : every[job] - (now - (marks[job] ?? 0)))),
  )

/** Returns the near days: a week back, and tomorrow for other time zones. */
export const nearDates = (today: string): PullDateRange => ({
  from: addDays(today, -7),
  to: addDays(today, 1),
})

export const recentStart = (today: string): string => addDays(today, -60)

const rowsAPage = 100

/**
 * Returns the windows that show a range of days with the fewest requests: one for each day, or the
 * list from its newest entry, or from the page on which the range should begin, back to its first
 * day.
 * @param rowsSince local entries from the range's first day on
 * @param rowsAfter those of them after its last day
 */
export function windowsForDates(
  range: PullDateRange,
  rowsSince: number,
  rowsAfter = 0,
): DateWindow[] {
  const days = daysBetween(range.from, range.to) + 1
  if (days < 1) return []
  const list = listForDates(range, days, rowsSince, rowsAfter)
  if (list) return [list]
  return Array.from({ length: days }, (_, day) => ({
    is: 'day' as const,
    date: addDays(range.from, day),
  }))
}

/** Maximum number of requests for single days. */
const mostSingleDays = 31

/**
 * Returns the same for single days, in their order; of too many that no list shows with fewer
 * requests, only the newest.
 */
export function windowsForDays(
  days: readonly string[],
  rowsSince: number,
  rowsAfter = 0,
): DateWindow[] {
  const [from] = days
  const to = days.at(-1)
  if (from === undefined || to === undefined) return []
  const read = days.slice(-mostSingleDays)
  const list = listForDates({ from, to }, read.length, rowsSince, rowsAfter)
  return list ? [list] : read.map((date) => ({ is: 'day', date }))
}

/** Returns the window of a list that shows the range with fewer requests than this. */
function listForDates(
  range: PullDateRange,
  requests: number,
  rowsSince: number,
  rowsAfter: number,
): DateWindow | null {
  const since = Math.ceil((rowsSince + 1) / rowsAPage)
  // One more, because the range may begin on the page before.
  const between = Math.ceil((rowsSince - rowsAfter + 1) / rowsAPage) + 1
  if (since <= between && since < requests) return { is: 'since', from: range.from }
  const page = Math.floor(rowsAfter / rowsAPage) + 1
  return between < requests ? { is: 'between', ...range, page } : null
}
