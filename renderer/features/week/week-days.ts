/** Selects which days the week calendar shows. */
import { daysBetween, weekdayNumber } from '#shared/rules/calendar.ts'

/** Number of days on screen at once. */
export type CalendarSpan = 'day' | 'five' | 'week'

/** The ISO 8601 number of a week: that of its Thursday. */
export function weekNumber(week: readonly string[]): number {
  const thursday = week.find((date) => weekdayNumber(date) === 4)!
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/**
 * The default offset of a part of the week: the earliest one with as many working days as possible.
 */
export function defaultWeekOffset(
  week: readonly string[],
  count: number,
  working: readonly number[],
): number {
  const worked = (offset: number) =>
    week.slice(offset, offset + count).filter((date) => working.includes(weekdayNumber(date)))
      .length
  let best = 0
  for (let offset = 1; offset + count <= week.length; offset++) {
    if (worked(offset) > worked(best)) best = offset
  }
  return best
}

/** Moves a part of the week by as little as needed to include the day at `index`. */
export function scrollToDay(offset: number, index: number, count: number): number {
  if (index < offset) return index
  return index >= offset + count ? index - count + 1 : offset
}
