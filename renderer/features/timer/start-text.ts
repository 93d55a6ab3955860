/** When a running timer began, as a person types it. */
import { civilAt, instantOf, addDays, minutesInDay } from '#shared/rules/calendar.ts'
import { readDuration } from '#shared/rules/duration-text.ts'
import { readClock } from '../../ui/format.ts'

const longestAgo = minutesInDay * 60_000

/**
 * Epoch milliseconds of `14:00` (today, or yesterday when that is still to come) or of `15m`,
 * `1h30` (so long ago). Undefined when it cannot be read.
 */
export function readStart(text: string, now: number, zone: string): number | undefined {
  const ago = /[hm]/i.test(text) ? readDuration(text) : undefined
  if (ago !== undefined) return now - ago * 60_000
  const minute = readClock(text)
  if (minute === undefined || minute === minutesInDay) return undefined
  const { date } = civilAt(now, zone)
  const today = instantOf(date, minute, zone)
  const start = today > now ? instantOf(addDays(date, -1), minute, zone) : today
  return now - start <= longestAgo ? start : undefined
}
