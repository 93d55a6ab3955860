/** Finds the times of the day at which the palette offers to log its line. Pure. */
import { civilAt, minutesInDay } from '#shared/rules/calendar.ts'
import { type EntryTime, resolveEntryTime } from '#shared/rules/entry-text.ts'
import { maximum } from '#shared/rules/extremes.ts'
import { gapsBetween, type DayInterval } from '../../../app/entries/day-intervals.ts'
import type { ParsedEntryLine } from '../entry/parse-entry-line.ts'

/** An interval of the day that is occupied. */
export interface OccupiedInterval extends DayInterval {
  /** Its name in a warning about an overlap. */
  name: string
}

export interface LogSuggestion extends EntryTime {
  /**
   * `as-typed`: as the line says; `now`: ending now; `after`: after the last entry; `gap`: in the
   * latest gap.
   */
  is: 'as-typed' | 'now' | 'after' | 'gap'
  /** The name of the entry that it would overlap. */
  over: string | undefined
}

/**
 * @param taken occupied intervals of today, including the running timer
 * @returns suggestions, the likeliest first; none while the line has no length
 */
export function suggestLogTimes(
  line: Pick<ParsedEntryLine<unknown, unknown>, 'minutes' | 'from' | 'day'>,
  taken: readonly OccupiedInterval[],
  now: number,
  zone: string,
): LogSuggestion[] {
  const when = resolveEntryTime(line, now, zone)
  if (!when) return []
  const { minutes } = when
  const today = civilAt(now, zone)
  const wayAt = (is: LogSuggestion['is'], from: number, date = today.date): LogSuggestion => ({
    is,
    date,
    from,
    minutes,
    over:
      date === today.date
        ? taken.find((one) => one.from < from + minutes && from < one.to)?.name
        : undefined,
  })
  if (line.from !== undefined || line.day !== undefined)
    return [wayAt('as-typed', when.from, when.date)]

  const ways = [wayAt('now', when.from, when.date)]
  const lastEnd = maximum(taken.map(({ to }) => to).filter((to) => to <= today.minute))
  if (Number.isFinite(lastEnd) && lastEnd < minutesInDay) ways.push(wayAt('after', lastEnd))
  const gap = gapsBetween(taken).findLast(
    ({ from, to }) => to - from >= minutes && to <= today.minute,
  )
  if (gap) ways.push(wayAt('gap', gap.from))
  // Suggestions at the same time are merged.
  return ways.filter(
    (way, index) =>
      ways.findIndex(({ date, from }) => date === way.date && from === way.from) === index,
  )
}
