/**
 * Decides about reminders, each once per occasion: no timer runs at times when the person usually
 * works, the timer has run for long, the day has reached its target.
 */
import type { Reminder } from '#shared/ipc/desktop.ts'
import type { AccountSettings } from '#shared/ipc/settings.ts'
import { civilAt, toInstant, weekdayNumber } from '#shared/rules/calendar.ts'

/** The state of the day. Instants are epoch milliseconds. */
export interface DayProgress {
  now: number
  zone: string
  /** When the last of today's entries ended; null when there is none. */
  lastEnd: number | null
  /** Minutes of today's entries. */
  minutes: number
  /** The running timer, without its breaks. */
  running: { run: number; elapsed: number; today: number } | null
}

/** The occasion of the last reminder of each kind; every occasion is reminded of once. */
export interface SentReminders {
  nothing: string | null
  long: string | null
  target: string | null
}

export const noRemindersSent: SentReminders = { nothing: null, long: null, target: null }

const minute = 60_000

/** Returns the reminders that are due, and the occasions to remember afterwards. */
export function dueReminders(
  day: DayProgress,
  settings: AccountSettings,
  reminded: SentReminders,
): { due: Reminder[]; reminded: SentReminders } {
  const due: Reminder[] = []
  const next = { ...reminded }
  const once = (kind: keyof SentReminders, occasion: string, reminder: Reminder) => {
    if (reminded[kind] === occasion) return
    next[kind] = occasion
    due.push(reminder)
  }
  const { date, minute: minuteOfDay } = civilAt(day.now, day.zone)
  const { remindIdleMinutes, remindLongMinutes, remindTarget, dailyTarget } = settings

  if (!day.running && remindIdleMinutes !== null) {
    const { days, from, to } = settings.workingHours
    const isAtWork = days.includes(weekdayNumber(date)) && minuteOfDay >= from && minuteOfDay < to
    const begin = toInstant(date, from, day.zone)
    const since = Math.max(begin, day.lastEnd ?? begin)
    if (isAtWork && day.now - since >= remindIdleMinutes * minute) {
      once('nothing', String(since), { is: 'nothing-runs', since: day.lastEnd })
    }
  }

  if (day.running && remindLongMinutes !== null) {
    const minutes = Math.floor(day.running.elapsed / minute)
    if (minutes >= remindLongMinutes) {
      once('long', String(day.running.run), { is: 'running-long', minutes })
    }
  }

  if (remindTarget && dailyTarget !== null) {
    const minutes = day.minutes + Math.floor((day.running?.today ?? 0) / minute)
    if (minutes >= dailyTarget) once('target', date, { is: 'target-reached', minutes })
  }
  return { due, reminded: next }
}
