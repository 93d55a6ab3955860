/** As of when what stands here is what the service had: which days were read when. Pure. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import type { DaysRead, Memory } from './memory.ts'
import type { DayRange } from './schedule.ts'
import { staleAfter } from './timing.ts'

export const allDays: DayRange = { from: '0000-01-01', to: '9999-12-31' }

/** So many readings are kept; of the few days of one that is dropped an older one tells. */
const mostKept = 20

/** What was read so far and these days besides. What they cover and is older says nothing more. */
export function withDays(read: readonly DaysRead[], days: DaysRead): DaysRead[] {
  const isCovered = (older: DaysRead) =>
    days.from <= older.from && older.to <= days.to && older.at <= days.at
  return [days, ...read.filter((older) => !isCovered(older))]
    .toSorted((one, other) => daysBetween(other.from, other.to) - daysBetween(one.from, one.to))
    .slice(0, mostKept)
}

/**
 * As of when all of these days are here; null where some were never read. What says that it was
 * read later than now was read by a clock that was put back since: nobody knows when.
 */
export function daysAsOf(read: readonly DaysRead[], days: DayRange, now: number): number | null {
  let missing = [days]
  const known = read.filter(({ at }) => at <= now)
  for (const { from, to, at } of known.toSorted((one, other) => other.at - one.at)) {
    missing = missing.flatMap((part) => without(part, { from, to }))
    if (missing.length === 0) return at
  }
  return null
}

/** What is left of a stretch of days. */
const without = (part: DayRange, taken: DayRange): DayRange[] =>
  taken.to < part.from || part.to < taken.from
    ? [part]
    : [
        ...(part.from < taken.from ? [{ from: part.from, to: addDays(taken.from, -1) }] : []),
        ...(taken.to < part.to ? [{ from: addDays(taken.to, 1), to: part.to }] : []),
      ]

/** As of when everything that the service has is here; null while it was never read to the end. */
export function completeAsOf(
  { days, whole }: Pick<Memory, 'days' | 'whole'>,
  now: number,
): number | null {
  const parts = [daysAsOf(days, allDays, now), whole.expense ?? null, whole.category ?? null]
  return parts.every((part) => part !== null) ? Math.min(...parts) : null
}

/**
 * As of when the entries and expenses of these days are here; null while some were never read to
 * the end.
 */
export function sumsAsOf(
  { days, whole }: Pick<Memory, 'days' | 'whole'>,
  range: DayRange,
  now: number,
): number | null {
  const times = daysAsOf(days, range, now)
  return times === null || whole.expense === undefined ? null : Math.min(times, whole.expense)
}

/** So old, or unknown, that whoever shows it says so. */
export const isStale = (asOf: number | null, now: number): boolean =>
  asOf === null || asOf > now || now - asOf >= staleAfter
