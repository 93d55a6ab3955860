/** Computes as of when the local data matches the service, from which days were read when. Pure. */
import { addDays, daysBetween } from '#shared/rules/calendar.ts'
import { minimum } from '#shared/rules/extremes.ts'
import type { PullDateRange } from './schedule.ts'
import { staleAfter } from './sync-timings.ts'

/** All entries of these days were read; `at`: when that read began, epoch milliseconds. */
export interface DaysRead extends PullDateRange {
  at: number
}

/** What was read, and when. */
export interface CompletedReads {
  /** The days of which all times were read, and when. */
  days: DaysRead[]
  /**
   * When all expenses or all categories were read last, or everything that can have changed since.
   */
  whole: Partial<Record<'expense' | 'category', number>>
}

export const allDays: PullDateRange = { from: '0000-01-01', to: '9999-12-31' }

/**
 * Maximum number of reads that are stored. The shortest are dropped first; their few days then
 * count as of an older read.
 */
const mostReads = 20

/** Adds a read of these days, and drops older reads of days that it covers. */
export function withDays(read: readonly DaysRead[], days: DaysRead): DaysRead[] {
  const isCovered = (older: DaysRead) =>
    days.from <= older.from && older.to <= days.to && older.at <= days.at
  return [days, ...read.filter((older) => !isCovered(older))]
    .toSorted((one, other) => daysBetween(other.from, other.to) - daysBetween(one.from, one.to))
    .slice(0, mostReads)
}

/**
 * Returns the instant as of which all of these days are here; null where some were never read. A
 * read dated later than `now` was made before the clock was set back: its real time is unknown, so
 * it is ignored.
 */
export function daysAsOf(
  read: readonly DaysRead[],
  days: PullDateRange,
  now: number,
): number | null {
  let missing = [days]
  const usable = read.filter(({ at }) => at <= now)
  for (const { from, to, at } of usable.toSorted((one, other) => other.at - one.at)) {
    missing = missing.flatMap((part) => without(part, { from, to }))
    if (missing.length === 0) return at
  }
  return null
}

/** Returns what is left of a range of days without another one. */
const without = (part: PullDateRange, taken: PullDateRange): PullDateRange[] =>
  taken.to < part.from || part.to < taken.from
    ? [part]
    : [
        ...(part.from < taken.from ? [{ from: part.from, to: addDays(taken.from, -1) }] : []),
        ...(taken.to < part.to ? [{ from: addDays(taken.to, 1), to: part.to }] : []),
      ]

/**
 * Returns as of when everything that the service has is here; null while it was never read to the
 * end.
 */
export function completeAsOf({ days, whole }: CompletedReads, now: number): number | null {
  const parts = [daysAsOf(days, allDays, now), whole.expense ?? null, whole.category ?? null]
  return parts.every((part) => part !== null) ? minimum(parts) : null
}

/**
 * Returns as of when the entries and expenses of these days are here; null while some were never
 * read to the end.
 */
export function sumsAsOf(
  { days, whole }: CompletedReads,
  range: PullDateRange,
  now: number,
): number | null {
  const times = daysAsOf(days, range, now)
  return times === null || whole.expense === undefined ? null : Math.min(times, whole.expense)
}

/** Returns true when data is so old, or of so unknown an age, that views point it out. */
export const isStale = (asOf: number | null, now: number): boolean =>
  asOf === null || asOf > now || now - asOf >= staleAfter
