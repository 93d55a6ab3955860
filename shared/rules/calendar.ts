/**
 * Civil days and instants. Dates are `YYYY-MM-DD` without a zone; instants are UTC milliseconds.
 * They are converted only here, through Temporal, so that days with a clock change come out right.
 */
import { Temporal } from 'temporal-polyfill'

export const minutesInDay = 1440

/** True for a date that exists, written `YYYY-MM-DD`, in the years 0001 to 9999. */
export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  if (month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= lengths[month - 1]!
}

/** Returns the zone's civil date and minute of the day at an instant (epoch milliseconds). */
export function civilAt(instant: number, zone: string): { date: string; minute: number } {
  const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  return { date: there.toPlainDate().toString(), minute: there.hour * 60 + there.minute }
}

/**
 * Returns the epoch milliseconds of a civil date and minute in a zone. In a gap (clocks put
 * forward) the later reading, in a repeated hour the first one.
 */
export function toInstant(date: string, minute: number, zone: string): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** Returns the first instant of the civil day after the one that contains `instant`. */
export function nextMidnight(instant: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .add({ days: 1 })
    .startOfDay().epochMilliseconds
}

/** Adds days to a date (negative: subtracts). */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/**
 * Adds months to a date (negative: subtracts); in a month that is too short it returns the last
 * day.
 */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString()

/** Returns the days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days

/** Returns the day of the week: Monday is 1, Sunday 7. */
export const weekdayNumber = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek

/**
 * Returns the first day of the week that contains a date.
 * @param firstDay 1 is Monday, 7 Sunday
 */
export const startOfWeek = (date: string, firstDay: number): string =>
  addDays(date, -((weekdayNumber(date) - firstDay + 7) % 7))

/** Returns the seven days of the week that contains a date. */
export function daysOfWeek(date: string, firstDay: number): string[] {
  const begin = startOfWeek(date, firstDay)
  return Array.from({ length: 7 }, (_, index) => addDays(begin, index))
}

/** Formats an instant as ISO 8601 with the offset of a zone: `2026-11-24T14:05:00+01:00`. */
export const toIsoWithOffset = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** Formats an instant as a timestamp of the specification, UTC: `YYYY-MM-DD HH:MM:SS`. */
export const toTimestamp = (instant: number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Parses a timestamp written in UTC, or in the given zone, to epoch milliseconds. NaN when
 * unreadable.
 */
export function fromTimestamp(timestamp: string, zone = 'UTC'): number {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(timestamp)
  if (!match || !isCivilDate(match[1]!)) return Number.NaN
  const minute = Number(match[2]) * 60 + Number(match[3])
  if (minute >= minutesInDay || Number(match[4]) > 59) return Number.NaN
  return toInstant(match[1]!, minute, zone) + Number(match[4]) * 1000
}

/** True for a zone that this runtime knows, such as `Europe/Vienna`. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}
