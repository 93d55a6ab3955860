/**
 * Times and lengths as people type them. Everything is minutes: of the day (0 to 1439, or 1440 for
 * its end) or of a length. What cannot be read is undefined, never a guess.
 */
import { minutesInDay } from './calendar.ts'
import { maximumEntryMinutes } from './increments.ts'

/** A stretch within a day: `9-10:30` is 540 to 630. `to` may pass midnight (beyond 1440). */
export interface Span {
  from: number
  to: number
}

const clock = /^(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?$/
const compact = /^(\d{1,2})(\d{2})$/
const hoursAndMinutes = /^(?:(\d+(?:[.,]\d+)?)\s*h)?\s*(?:(\d+)\s*(?:m|min)?)?$/
const clockLength = /^(\d{1,2}):(\d{2})$/
const decimalHours = /^\d*[.,]\d+$/

/** Minute of the day: `9`, `9:30`, `9.30`, `0930`, `9am`, `12:15 pm`; `24:00` is the day's end. */
export function readMinute(text: string): number | undefined {
  const typed = text.trim().toLowerCase()
  const match = clock.exec(typed) ?? compact.exec(typed)
  if (!match) return undefined
  const half = match[3]
  const minute = Number(match[2] ?? 0)
  let hour = Number(match[1])
  if (minute > 59) return undefined
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half === 'pm' ? 12 : 0)
  }
  const total = hour * 60 + minute
  return total <= minutesInDay ? total : undefined
}

/**
 * Length in minutes: `1:15`, `90m`, `1.5h`, `1,5`, `1h30`, `1 h 30 min`; a bare whole number is
 * minutes. Between one minute and the longest entry.
 */
export function readDuration(text: string): number | undefined {
  const typed = text.trim().toLowerCase()
  const minutes = durationMinutes(typed)
  if (minutes === undefined || minutes < 1 || minutes > maximumEntryMinutes) return undefined
  return minutes
}

function durationMinutes(typed: string): number | undefined {
  if (typed === '') return undefined
  const asClock = clockLength.exec(typed)
  if (asClock) {
    const minute = Number(asClock[2])
    return minute > 59 ? undefined : Number(asClock[1]) * 60 + minute
  }
  if (decimalHours.test(typed)) return hours(typed)
  const match = hoursAndMinutes.exec(typed)
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined
  return (match[1] === undefined ? 0 : hours(match[1])) + Number(match[2] ?? 0)
}

const hours = (text: string): number => Math.round(Number(text.replace(',', '.')) * 60)

/**
 * From and to: `9-10:30`, `9:00 – 10.30`, `22:30-0:30` (the end falls on the next day). Undefined
 * when either side cannot be read or both are the same.
 */
export function readSpan(text: string): Span | undefined {
  const parts = text.split(/\s*(?:-|–|—|\bto\b)\s*/)
  if (parts.length !== 2) return undefined
  const from = readMinute(parts[0]!)
  const end = readMinute(parts[1]!)
  if (from === undefined || end === undefined || from === minutesInDay || from === end) {
    return undefined
  }
  return { from, to: end > from ? end : end + minutesInDay }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A minute of the day as `09:05`; minutes past midnight begin again at `00:00`. */
export const writeMinute = (minute: number): string => {
  const within = minute === minutesInDay ? minute : minute % minutesInDay
  return `${two(Math.floor(within / 60))}:${two(within % 60)}`
}

/** A length as `1:05`; negative lengths carry a minus sign. */
export const writeDuration = (minutes: number): string => {
  const whole = Math.abs(minutes)
  return `${minutes < 0 ? '−' : ''}${Math.floor(whole / 60)}:${two(whole % 60)}`
}
