/** What is due when. Pure: the times of the last success and the clock are arguments. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import type { DayWindow } from './pull-window.ts'
import {
  categoriesEvery,
  eachCategoryEvery,
  everythingAgain,
  everythingEvery,
  expensesEvery,
  nearEvery,
  ranksEvery,
  recentEvery,
  referenceEvery,
  serviceInfoEvery,
  watchedAtMost,
  watchedEvery,
  webhooksEvery,
} from './timing.ts'

/** Everything that is refreshed by itself. */
export type Duty =
  | 'info'
  | 'reference'
  /** Times of the days on screen, of the last week, of the last 60 days. */
  | 'watched'
  | 'near'
  | 'recent'
  /** What was deleted or added further back, by counting. */
  | 'timeRanks'
  | 'expenseRanks'
  /** Every time, every expense. */
  | 'everything'
  | 'allExpenses'
  /** Expenses that changed. */
  | 'expenses'
  /** The list of categories; each of them by itself. */
  | 'categories'
  | 'eachCategory'
  | 'webhooks'

/** When each was last done, epoch milliseconds. */
export type Marks = Partial<Record<Duty, number>>

export interface DayRange {
  from: string
  to: string
}

const every: Record<Duty, number> = {
  info: serviceInfoEvery,
  reference: referenceEvery,
  watched: watchedEvery,
  near: nearEvery,
  recent: recentEvery,
  timeRanks: ranksEvery,
  expenseRanks: ranksEvery,
  everything: everythingEvery,
  allExpenses: everythingEvery,
  expenses: expensesEvery,
  categories: categoriesEvery,
  eachCategory: eachCategoryEvery,
  webhooks: webhooksEvery,
}

/** What is read again and again, whether a window shows days or not. */
export const readingDuties: readonly Duty[] = [
  'near',
  'recent',
  'timeRanks',
  'expenseRanks',
  'everything',
  'allExpenses',
  'expenses',
  'categories',
  'eachCategory',
  'webhooks',
]

/**
 * The pause between two readings of the days on screen, milliseconds: the longer nothing was found,
 * the longer, and after six minutes half a minute.
 * @param quiet for how long nothing was found, and nobody came back to look
 */
export const watchedPause = (quiet: number): number =>
  Math.min(watchedAtMost, Math.max(watchedEvery, quiet / 12))

/** A mark in the future was made by a clock that was put back since: due. */
export function isDue(marks: Marks, duty: Duty, now: number): boolean {
  const mark = marks[duty]
  return mark === undefined || mark > now || now - mark >= every[duty]
}

/**
 * The mark of a duty that was just done.
 * @param sound whether all was seen; if not, it is done again in ten minutes, or when it is due
 */
export const markFor = (duty: Duty, now: number, sound: boolean): number =>
  sound ? now : now - Math.max(0, every[duty] - everythingAgain)

/** Milliseconds until the first of the duties is due. */
export const untilDue = (marks: Marks, duties: readonly Duty[], now: number): number =>
  Math.min(
    ...duties.map((duty) =>
      isDue(marks, duty, now) ? 0 : every[duty] - (now - (marks[duty] ?? 0)),
    ),
  )

/** The days that are kept close: a week back, and tomorrow for other time zones. */
export const nearDays = (today: string): DayRange => ({
  from: addDays(today, -7),
  to: addDays(today, 1),
})

export const recentFrom = (today: string): string => addDays(today, -60)

const rowsAPage = 100

/**
 * The windows that show a range of days in the fewest requests: one for each day, or the list
 * from its newest entry, or from the page on which the range should begin, back to its first day.
 * @param rowsSince entries that stand here from the range's first day on
 * @param rowsAfter those of them after its last day
 */
export function windowsOf(range: DayRange, rowsSince: number, rowsAfter = 0): DayWindow[] {
  const days = daysBetween(range.from, range.to) + 1
  if (days < 1) return []
  const since = Math.ceil((rowsSince + 1) / rowsAPage)
  // One more: the page on which it begins may be the one before.
  const between = Math.ceil((rowsSince - rowsAfter + 1) / rowsAPage) + 1
  if (since <= between && since < days) return [{ is: 'since', from: range.from }]
  const page = Math.floor(rowsAfter / rowsAPage) + 1
  if (between < days) return [{ is: 'between', ...range, page }]
  return Array.from({ length: days }, (_, day) => ({
    is: 'day' as const,
    date: addDays(range.from, day),
  }))
}
