/** Finds when a timer that was left running may have ended. Instants are epoch milliseconds. */
import { addDays, civilAt, toInstant, weekdayNumber } from '#shared/rules/calendar.ts'
import type { AccountSettings } from '#shared/ipc/settings.ts'
import { readClock } from '../../ui/format.ts'

interface Run {
  startedAt: number
  now: number
  zone: string
}

/** The civil days of the run, oldest first. */
function daysOf({ startedAt, now, zone }: Run): string[] {
  const days = [civilAt(startedAt, zone).date]
  for (const today = civilAt(now, zone).date; days.at(-1)! < today;) {
    days.push(addDays(days.at(-1)!, 1))
  }
  return days
}

/** The first end of the working hours within the run; now where there is none. */
export function suggestStop(run: Run, { days, to }: AccountSettings['workingHours']): number {
  const end = daysOf(run)
    .filter((date) => days.includes(weekdayNumber(date)))
    .map((date) => toInstant(date, to, run.zone))
    .find((instant) => instant > run.startedAt && instant < run.now)
  return end ?? run.now
}

/** The first instant within the run that has this time of day; undefined where there is none. */
export function readStop(text: string, run: Run): number | undefined {
  const minute = readClock(text)
  if (minute === undefined) return undefined
  return daysOf(run)
    .map((date) => toInstant(date, minute, run.zone))
    .find((instant) => instant > run.startedAt && instant <= run.now)
}
