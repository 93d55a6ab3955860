/** The places of the day in which the palette offers to log what its line says. Pure. */
import { civilAt, minutesInDay } from '#shared/rules/calendar.ts'
import { gapsBetween, type Stretch } from '../../../app/entries/stretches.ts'
import { type ReadLine, type When, whenWas } from '../entry/entry-line.ts'

/** What lies in a day already. */
export interface Taken extends Stretch {
  /** What it is called when something would overlap with it. */
  name: string
}

export interface LogWay extends When {
  /** `told`: where the line says; `now`: ending now; `after`: the last entry; `gap`: the latest. */
  is: 'told' | 'now' | 'after' | 'gap'
  /** Minutes that it would take up. */
  total: number
  /** What it would overlap with. */
  over: string | undefined
}

/**
 * @param total minutes that the line's length counts as
 * @param taken of today, the running timer included
 * @returns the likeliest first; none while the line says no length
 */
export function logWays(
  line: Pick<ReadLine<unknown, unknown>, 'minutes' | 'from' | 'day'>,
  total: number,
  taken: readonly Taken[],
  now: number,
  zone: string,
): LogWay[] {
  const when = whenWas(line, now, zone)
  if (!when) return []
  const today = civilAt(now, zone)
  const wayAt = (is: LogWay['is'], from: number, date = today.date): LogWay => ({
    is,
    date,
    from,
    minutes: when.minutes,
    total,
    over:
      date === today.date
        ? taken.find((one) => one.from < from + total && from < one.to)?.name
        : undefined,
  })
  if (line.from !== undefined || line.day !== undefined)
    return [wayAt('told', when.from, when.date)]

  const ways = [wayAt('now', when.from, when.date)]
  const lastEnd = Math.max(...taken.map(({ to }) => to).filter((to) => to <= today.minute))
  if (Number.isFinite(lastEnd) && lastEnd < minutesInDay) ways.push(wayAt('after', lastEnd))
  const gap = gapsBetween(taken).findLast(
    ({ from, to }) => to - from >= total && to <= today.minute,
  )
  if (gap) ways.push(wayAt('gap', gap.from))
  // Two ways to the same place are one.
  return ways.filter(
    (way, index) =>
      ways.findIndex(({ date, from }) => date === way.date && from === way.from) === index,
  )
}
