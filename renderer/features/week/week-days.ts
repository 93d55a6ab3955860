/** Which days the week calendar shows. */
import { daysBetween, weekday } from '#shared/rules/calendar.ts'

/** How much is on screen at once. */
export type Shown = 'day' | 'five' | 'week'

/** The number of a week by ISO 8601: it is that of its Thursday. */
export function weekNumber(week: readonly string[]): number {
  const thursday = week.find((date) => weekday(date) === 4)!
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/**
 * Where a part of the week begins by itself: so that it holds as many working days as it can, and
 * the earliest of such places.
 */
export function usualOffset(
  week: readonly string[],
  count: number,
  working: readonly number[],
): number {
  const worked = (offset: number) =>
    week.slice(offset, offset + count).filter((date) => working.includes(weekday(date))).length
  let best = 0
  for (let offset = 1; offset + count <= week.length; offset++) {
    if (worked(offset) > worked(best)) best = offset
  }
  return best
}

/** Moves a part of the week as little as it takes for the day at `index` to be in it. */
export function slide(offset: number, index: number, count: number): number {
  if (index < offset) return index
  return index >= offset + count ? index - count + 1 : offset
}
