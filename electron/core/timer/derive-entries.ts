/**
 * Derives the entries that the API sees from exact instants, once, when the timer stops. The total
 * is rounded first and its increments are distributed over the civil days of the run, so that no
 * second is added by rounding twice.
 */
import type { TimerBreak } from '#shared/ipc/desktop.ts'
import { civilAt, nextMidnight } from '#shared/rules/calendar.ts'
import { countIncrements, maximumQuantity, type RoundingRule } from '#shared/rules/increments.ts'

/** An exact interval of a run, epoch milliseconds. */
export interface InstantInterval {
  startedAt: number
  stoppedAt: number
}

export interface DerivedEntry {
  /** Civil day in the zone in which the timer ran. */
  date: string
  /** Minutes from the beginning of that day. */
  start: number
  /** Increments. */
  quantity: number
  /** The exact intervals of the run behind it, oldest first. */
  segments: InstantInterval[]
}

export interface TimerRun extends InstantInterval {
  zone: string
  /** Intervals that do not count, in any order; parts outside the run are ignored. */
  breaks?: readonly TimerBreak[]
}

/**
 * Derives one entry a day. A day whose share is less than one increment gets none, and its
 * intervals are attached to the nearest day that has one.
 * @param increment minutes of one increment
 */
export function deriveEntries(
  run: TimerRun,
  increment: number,
  rule: RoundingRule,
): DerivedEntry[] {
  const parts = workedIntervals(run).flatMap((stretch) => splitAtMidnight(stretch, run.zone))
  const exact = lengthOf(parts)
  const whole = countIncrements(Math.floor(exact / 1000), increment, rule)

  const entries: DerivedEntry[] = []
  let waiting: InstantInterval[] = []
  let shared = 0
  let passed = 0
  const days = byDay(parts, run.zone)
  for (const day of days) {
    passed += lengthOf(day.segments)
    const isLast = day === days.at(-1)
    const upToHere = isLast ? whole : Math.round((whole * passed) / Math.max(1, exact))
    // Rounding makes no day longer than it is: 24 hours, or what a change of the clock makes of them.
    const dayMinutes = Math.max(24 * 60, Math.floor(lengthOf(day.segments) / 60_000))
    const most = isLast
      ? maximumQuantity(increment)
      : Math.max(1, Math.floor(dayMinutes / increment))
    const quantity = Math.min(upToHere - shared, most)
    // What exceeds the maximum of one day moves to the next.
    shared += Math.max(0, quantity)
    waiting = [...waiting, ...day.segments]
    if (quantity < 1) continue
    entries.push({ date: day.date, start: day.start, quantity, segments: waiting })
    waiting = []
  }
  for (const segment of waiting) entries.at(-1)?.segments.push(segment)
  return entries
}

/** The run without its breaks; at least its first instant, when nothing else is left. */
export function workedIntervals({
  startedAt,
  stoppedAt,
  breaks = [],
}: TimerRun): InstantInterval[] {
  const stretches: InstantInterval[] = []
  let from = startedAt
  for (const gap of breaks.toSorted((one, other) => one.from - other.from)) {
    const until = Math.min(gap.from, stoppedAt)
    if (until > from) stretches.push({ startedAt: from, stoppedAt: until })
    from = Math.max(from, Math.min(gap.to, stoppedAt))
  }
  if (stoppedAt > from) stretches.push({ startedAt: from, stoppedAt })
  return stretches.length > 0 ? stretches : [{ startedAt, stoppedAt: startedAt }]
}

const lengthOf = (stretches: readonly InstantInterval[]): number =>
  stretches.reduce((sum, { startedAt, stoppedAt }) => sum + stoppedAt - startedAt, 0)

function splitAtMidnight(
  { startedAt, stoppedAt }: InstantInterval,
  zone: string,
): InstantInterval[] {
  const parts: InstantInterval[] = []
  let from = startedAt
  for (;;) {
    const midnight = nextMidnight(from, zone)
    if (midnight >= stoppedAt) break
    parts.push({ startedAt: from, stoppedAt: midnight })
    from = midnight
  }
  parts.push({ startedAt: from, stoppedAt })
  return parts
}

/** Groups intervals by civil day, with the minute at which the first of them begins. */
function byDay(
  parts: readonly InstantInterval[],
  zone: string,
): { date: string; start: number; segments: InstantInterval[] }[] {
  const days: { date: string; start: number; segments: InstantInterval[] }[] = []
  for (const part of parts) {
    const { date, minute } = civilAt(part.startedAt, zone)
    const last = days.at(-1)
    if (last?.date === date) last.segments.push(part)
    else days.push({ date, start: minute, segments: [part] })
  }
  return days
}
