/**
 * Parses and formats times and durations as people type them. Everything is minutes: of the day (0
 * to 1439, or 1440 for its end) or of a duration. Unreadable text is undefined, never a guess.
 */
import { minutesInDay } from './calendar.ts'
import { parseClock, parseDuration, parseHalfClock } from './entry-text.ts'
import { maximumEntryMinutes } from './increments.ts'

/** A parsed minute interval: `9-10:30` is 540 to 630. `to` may pass midnight (beyond 1440). */
export interface MinuteInterval {
  from: number
  to: number
}

const compact = /^(\d{1,2})(\d{2})$/

/**
 * Parses a minute of the day from a field that contains nothing else: `9`, `9:30`, `9.30`, `0930`,
 * `9am`, `12:15 p.m.`, `9.30 Uhr`; `24:00` is the day's end, 1440.
 */
export function parseMinuteText(text: string): number | undefined {
  const typed = text
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/([ap])\.?m\.?$/, '$1m')
    .replace(/uhr$/, '')
    .replace('.', ':')
  const half = /^(.+)(am|pm)$/.exec(typed)
  if (half) return parseHalfClock(half[1]!, half[2] as 'am' | 'pm')
  if (/^24(?::?00)?$/.test(typed)) return minutesInDay
  return parseClock(typed.replace(compact, '$1:$2').replace(/^(\d{1,2}):$/, '$1'))
}

/**
 * Parses a duration in minutes from a field that contains nothing else: `1:15`, `90m`, `1.5h`,
 * `1,5`, `1h30`, `1 h 30 min`; a bare whole number is minutes. Between one minute and the longest
 * entry.
 */
export function parseDurationText(text: string): number | undefined {
  const typed = text.toLowerCase().replaceAll(/\s/g, '').replace(/min$/, 'm')
  const minutes = parseDuration(withUnit(typed))
  return minutes !== undefined && minutes <= maximumEntryMinutes ? minutes : undefined
}

/** Adds the implied unit to a bare number, and the leading zero to `.5`. */
function withUnit(typed: string): string {
  if (/^\d+$/.test(typed)) return `${typed}m`
  const decimal = /^(\d*)([.,]\d+)h?$/.exec(typed)
  return decimal ? `${decimal[1] || '0'}${decimal[2]}h` : typed
}

/**
 * Parses from and to: `9-10:30`, `9:00 – 10.30`, `22:30-0:30` (the end falls on the next day).
 * Undefined when either side is unreadable or both are equal.
 */
export function parseIntervalText(text: string): MinuteInterval | undefined {
  const parts = text.split(/-|–|—|\b(?:to|bis)\b/)
  if (parts.length !== 2) return undefined
  const from = parseMinuteText(parts[0]!)
  const end = parseMinuteText(parts[1]!)
  if (from === undefined || end === undefined || from === minutesInDay || from === end) {
    return undefined
  }
  return { from, to: end > from ? end : end + minutesInDay }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats a minute of the day as `09:05`; minutes past midnight begin again at `00:00`. */
export const formatMinuteText = (minute: number): string => {
  const within = minute === minutesInDay ? minute : minute % minutesInDay
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`
}

/** Formats a duration as `1:05`; negative ones carry a minus sign. */
export const formatDurationText = (minutes: number): string => {
  const whole = Math.abs(minutes)
  return `${minutes < 0 ? '−' : ''}${Math.floor(whole / 60)}:${two(whole % 60)}`
}
