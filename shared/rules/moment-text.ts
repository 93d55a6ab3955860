/**
 * Parses when a run began, as people write it: `6pm`, `yesterday 6pm`, `gestern um 18 Uhr`,
 * `Nov 26, 9:30`, `26h ago`, `vor 15m`. Ambiguous text is undefined, never a guess.
 */
import { addDays, civilAt, daysBetween, minutesInDay, toInstant } from './calendar.ts'
import { parseTimeText } from './clock-text.ts'
import { parseDateText, type ReadingContext } from './date-text.ts'
import { parseDuration } from './duration-text.ts'
import { type TextStyle, toPlainText } from './text-style.ts'

/** A day and a minute of it, 0 to 1439. */
export interface CivilMoment {
  date: string
  minute: number
}

/** Days. A run from further back is rather a mistake: it would become an entry for each day. */
const longestRun = 31

export const contextAt = (now: number, zone: string, style: TextStyle): ReadingContext => {
  const { date, minute } = civilAt(now, zone)
  return { today: date, minute, style }
}

/** Parses a day with a time beside it, in either order: `yesterday 6pm`, `18 Uhr gestern`. */
export function parseDayAndTime(
  text: string,
  context: ReadingContext,
  isTime: (text: string) => boolean = () => true,
): CivilMoment | undefined {
  const words = toPlainText(text).split(' ')
  if (words.length > mostWords) return undefined
  for (let at = 1; at < words.length; at++) {
    const sides = [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
    for (const [day, time] of [sides, sides.toReversed() as [string, string]]) {
      const date = parseDateText(day, context)
      if (date === undefined) continue
      const [, prefix, clock] = prefixed.exec(time) ?? []
      // A bare number behind the name of a month may be its year: `Nov 20 9`.
      if (prefix === undefined && /\p{L}\p{L}/u.test(day) && /\d/.test(day) && /^\d+$/.test(time))
        continue
      if (prefix === undefined && !isTime(time)) continue
      const minute = parseTimeText(clock ?? time, context, 'line')
      if (minute !== undefined && minute < minutesInDay) return { date, minute }
    }
  }
  return undefined
}

/** Maximum number of words of a day with a time. */
const mostWords = 9
const prefixed = /^(at|um|from|since|seit|ab) (.+)$/

/** Parses how long ago something was, in minutes: `26h ago`, `vor 15m`. */
export function parseAgo(text: string): number | undefined {
  const [, after, before] = /^(?:vor (.+)|(.+) ago)$/.exec(toPlainText(text)) ?? []
  return parseDuration(after ?? before ?? '')
}

/**
 * Parses the start of a run to epoch milliseconds: a time of today, or of yesterday when that is in
 * the future; a day and a time; or how long ago. Undefined for other text, for the future, and for
 * more than a month ago.
 */
export function parseStartTime(
  text: string,
  now: number,
  zone: string,
  style: TextStyle,
): number | undefined {
  const context = contextAt(now, zone, style)
  const start = startOfRun(readStart(text, context), now, zone)
  if (start === undefined || start > now) return undefined
  const { date, minute } = civilAt(start, zone)
  return mayHaveBegun({ date, minute }, context) ? start : undefined
}

function readStart(text: string, context: ReadingContext): RunStart {
  const minutes = parseAgo(text) ?? (/[hm]/i.test(text) ? parseDuration(text) : undefined)
  if (minutes !== undefined) return { minutes }
  const there = parseDayAndTime(text, context)
  if (there) return { day: there.date, from: there.minute }
  const from = parseTimeText(text, context)
  return from === undefined || from === minutesInDay ? {} : { from }
}

/** When a run began: so many minutes ago, or at a minute of a day; without a day the latest one. */
export interface RunStart {
  minutes?: number | undefined
  day?: string | undefined
  from?: number | undefined
}

/** Returns epoch milliseconds; undefined for now. */
export function startOfRun(
  { minutes, day, from }: RunStart,
  now: number,
  zone: string,
): number | undefined {
  if (minutes !== undefined) return now - minutes * 60_000
  if (from === undefined) return undefined
  const { date: today } = civilAt(now, zone)
  const start = toInstant(day ?? today, from, zone)
  return day === undefined && start > now ? toInstant(addDays(today, -1), from, zone) : start
}

/** True for a moment at which a run that goes on may have begun. */
export function mayHaveBegun({ date, minute }: CivilMoment, context: ReadingContext): boolean {
  const days = daysBetween(date, context.today)
  if (days === 0) return minute <= (context.minute ?? minutesInDay)
  return days > 0 && days <= longestRun
}
