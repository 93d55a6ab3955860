/** Parses the start of a running timer as a person types it. */
import { civilAt, toInstant, addDays, minutesInDay } from '#shared/rules/calendar.ts'
import { parseDurationText } from '#shared/rules/duration-text.ts'
import { readClock } from '../../ui/format.ts'

const longestAgo = minutesInDay * 60_000

/**
 * Parses `14:00` (today, or yesterday when that is in the future) or `15m`, `1h30` (this long ago)
 * to epoch milliseconds. Returns undefined for other text.
 */
export function parseStartTime(text: string, now: number, zone: string): number | undefined {
  const ago = /[hm]/i.test(text) ? parseDurationText(text) : undefined
  if (ago !== undefined) return now - ago * 60_000
  const minute = readClock(text)
  if (minute === undefined || minute === minutesInDay) return undefined
  const { date } = civilAt(now, zone)
  const today = toInstant(date, minute, zone)
  const start = today > now ? toInstant(addDays(date, -1), minute, zone) : today
  return now - start <= longestAgo ? start : undefined
}
