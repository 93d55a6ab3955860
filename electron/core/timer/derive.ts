/**
 * From exact instants to the entries that the API sees: derived once, when the timer stops. The
 * whole is rounded, then its increments are shared among the civil days it ran over, so that no
 * second is added by rounding twice.
 */
import { civilAt, nextMidnight } from '#shared/rules/calendar.ts'
import { countIncrements, maximumQuantity, type RoundingRule } from '#shared/rules/increments.ts'

export interface DerivedEntry {
  /** Civil day in the zone in which the timer ran. */
  date: string
  /** Minutes from the beginning of that day. */
  start: number
  /** Increments. */
  quantity: number
  /** The exact part of the run behind it, epoch milliseconds. */
  startedAt: number
  stoppedAt: number
}

export interface Run {
  startedAt: number
  stoppedAt: number
  zone: string
}

/**
 * One entry a day; a day whose share is no increment gets none.
 * @param increment minutes of one increment
 */
export function deriveEntries(run: Run, increment: number, rule: RoundingRule): DerivedEntry[] {
  const parts = splitAtMidnight(run)
  const exact = run.stoppedAt - run.startedAt
  const whole = countIncrements(Math.floor(exact / 1000), increment, rule)

  const entries: DerivedEntry[] = []
  let shared = 0
  for (const part of parts) {
    const isLast = part === parts.at(-1)
    const upToHere = isLast
      ? whole
      : Math.round((whole * (part.stoppedAt - run.startedAt)) / Math.max(1, exact))
    const quantity = Math.min(upToHere - shared, maximumQuantity(increment))
    shared = upToHere
    if (quantity < 1) continue
    const { date, minute } = civilAt(part.startedAt, run.zone)
    entries.push({ date, start: minute, quantity, ...part })
  }
  return entries
}

function splitAtMidnight(run: Run): { startedAt: number; stoppedAt: number }[] {
  const parts: { startedAt: number; stoppedAt: number }[] = []
  let from = run.startedAt
  for (;;) {
    const midnight = nextMidnight(from, run.zone)
    if (midnight >= run.stoppedAt) break
    parts.push({ startedAt: from, stoppedAt: midnight })
    from = midnight
  }
  parts.push({ startedAt: from, stoppedAt: run.stoppedAt })
  return parts
}
