/** What is due when. Pure: the times of the last success and the clock are arguments. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import type { Window } from './pages.ts'
import {
  everythingEvery,
  nearEvery,
  recentEvery,
  referenceEvery,
  serviceInfoEvery,
  watchedEvery,
} from './timing.ts'

/** Everything that is refreshed by itself. */
export type Duty = 'info' | 'reference' | 'watched' | 'near' | 'recent' | 'everything'

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
  everything: everythingEvery,
}

/** A mark in the future was made by a clock that was put back since: due. */
export function isDue(marks: Marks, duty: Duty, now: number): boolean {
  const mark = marks[duty]
  return mark === undefined || mark > now || now - mark >= every[duty]
}

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
 * from its newest entry back to the range's first day.
 * @param rowsSince entries that stand here from the range's first day on
 */
export function windowsOf(range: DayRange, rowsSince: number): Window[] {
  const days = daysBetween(range.from, range.to) + 1
  if (days < 1) return []
  if (Math.ceil((rowsSince + 1) / rowsAPage) < days) return [{ is: 'since', from: range.from }]
  return Array.from({ length: days }, (_, day) => ({
    is: 'day' as const,
    date: addDays(range.from, day),
  }))
}
