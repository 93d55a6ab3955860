/**
 * Parses and formats times and durations as people type them. Everything is minutes: of the day (0
 * to 1439, or 1440 for its end) or of a duration. Unreadable text is undefined, never a guess.
 */
import { minutesInDay } from './calendar.ts'
import { maximumEntryMinutes } from './increments.ts'
import { toPlainText } from './text-style.ts'

const hourUnits = 'h|hrs?|hours?|std|stunden?'
const minuteUnits = 'm|mins?|minutes?|minuten?'
const worded = new RegExp(
  String.raw`^(?:(?<hours>\d{1,3}) ?(?:${hourUnits})\.?(?: ?(?:and |und )?(?<rest>\d{1,2}) ?(?:${minuteUnits})\.?)?|(?<minutes>\d{1,4}) ?(?:${minuteUnits})\.?|(?<decimal>\d{1,3}[.,]\d{1,2}) ?(?:${hourUnits})\.?)$`,
)
const clock = /^(?<hours>\d{1,3})(?::|h)(?<rest>\d{1,2})$/

/**
 * Parses a duration as people write it: `15m`, `1h`, `1h30`, `1 h 30 min`, `1:30`, `1.5h`, `1,5
 * Std.`. Returns minutes; undefined for anything else, for zero (`0m`), and for what rounds to no
 * whole minute.
 */
export function parseDuration(text: string): number | undefined {
  const plain = toPlainText(text)
  const groups = (worded.exec(plain) ?? clock.exec(plain))?.groups
  if (!groups || /:\d$/.test(plain)) return undefined
  const { hours, rest, minutes, decimal } = groups
  const below60 = Number(rest ?? 0)
  if (below60 > 59) return undefined
  const total =
    decimal === undefined
      ? Number(hours ?? 0) * 60 + below60 + Number(minutes ?? 0)
      : Math.round(Number(decimal.replace(',', '.')) * 60)
  return total > 0 ? total : undefined
}

/**
 * Parses a duration in minutes from a field that contains nothing else: `1:15`, `90m`, `1.5h`,
 * `1,5`, `1h30`, `1 h 30 min`; a bare whole number is minutes. At least one minute.
 * @param longest minutes; those of the longest entry unless given
 */
export function parseDurationText(text: string, longest = maximumEntryMinutes): number | undefined {
  const minutes = parseDuration(withUnit(text.trim()))
  return minutes !== undefined && minutes <= longest ? minutes : undefined
}

/** Adds the implied unit to a bare number, and the leading zero to `.5` and `:30`. */
function withUnit(typed: string): string {
  if (/^\d+$/.test(typed)) return `${typed}m`
  const decimal = /^(\d*)([.,]\d+)\s?h?$/i.exec(typed)
  if (decimal) return `${decimal[1] || '0'}${decimal[2]}h`
  return typed.startsWith(':') ? `0${typed}` : typed
}

/** True for a text that is meant as a duration, whether or not it can be parsed. */
export const looksLikeDuration = (text: string): boolean => likeDuration.test(toPlainText(text))
const likeDuration = new RegExp(
  String.raw`^(?:\d+[.,]? ?(?=[.,])|\d+\. )?[.,]?\d[\d.,]* ?(?:${hourUnits}|${minuteUnits})\.?(?: ?\d+)?$`,
)

/** Words of durations in the languages of the interface, in lower case, without marks. */
export const durationVocabulary: ReadonlySet<string> = new Set(
  'h|hr|hrs|hour|hours|std|stunde|stunden|m|min|mins|minute|minutes|minuten|and|und'.split('|'),
)

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
