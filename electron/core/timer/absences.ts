/**
 * Absences: intervals without anyone at the computer, stored in the running timer's row until
 * the person decides about them. Pure: callers write what these functions return.
 *
 * Absences are sorted and never overlap or touch. Only the last can be open (`to` is null). Time
 * that was already decided about, by an answer or by a setting, is never part of one.
 */
import type { TimerQuestion } from '#shared/ipc/desktop.ts'
import type { TimerRow } from '../actions/timer-row.ts'

export type AbsenceCause = TimerQuestion['cause']

type Stretches = readonly TimerQuestion[]

export interface WatchedRun {
  /** All instants are epoch milliseconds. */
  readonly startedAt: number
  readonly settledAt: number | null
  readonly away: Stretches
}

/**
 * The part of the running timer's row that absences depend on.
 * @param now ignores a decision that is later than this, because the clock was set back since
 */
export const toWatchedRun = (row: TimerRow, now = Infinity): WatchedRun => ({
  startedAt: row.started_at,
  settledAt: row.settled_at !== null && row.settled_at <= now ? row.settled_at : null,
  away: row.away,
})

/**
 * Shorter absences are not worth a question, and shorter intervals between two of them are no work,
 * milliseconds.
 */
export const shortestAbsence = 60_000

/** The earliest instant at which a new absence can begin. */
export const earliestAbsence = ({ startedAt, settledAt }: WatchedRun): number =>
  Math.max(startedAt, settledAt ?? 0)

/** The open absence, which is always the last. */
const goingOn = (away: Stretches): TimerQuestion | undefined =>
  away.at(-1)?.to === null ? away.at(-1) : undefined

/** True while an absence is open. */
export const hasOpenAbsence = ({ away }: WatchedRun): boolean => goingOn(away) !== undefined

/**
 * Opens an absence. One that is open, or that ended less than a minute before, is extended instead.
 * @param at epoch milliseconds
 * @param number id of the absence, if a new one is created
 */
export function beginAbsence(
  watched: WatchedRun,
  cause: AbsenceCause,
  at: number,
  number: number,
): TimerQuestion[] {
  const from = Math.max(at, earliestAbsence(watched))
  const last = watched.away.at(-1)
  if (last && (last.to === null || from <= last.to + shortestAbsence)) {
    const before = watched.away.at(-2)?.to ?? 0
    const earlier = Math.max(Math.min(last.from, from), before)
    return [...watched.away.slice(0, -1), { ...last, from: earlier, to: null }]
  }
  return [...watched.away, { id: number, cause, from, to: null }]
}

/**
 * Closes the open absence; one that is too short to ask about is dropped, so that its time counts.
 */
export function endAbsence({ away }: WatchedRun, at: number): TimerQuestion[] {
  const last = goingOn(away)
  if (!last) return [...away]
  const to = Math.max(last.from, at)
  const rest = away.slice(0, -1)
  return to - last.from < shortestAbsence ? rest : [...rest, { ...last, to }]
}

/** Closes an open absence because the person acted, however short it was. */
export function closeAbsence({ away }: WatchedRun, at: number): TimerQuestion[] {
  const last = goingOn(away)
  return last ? [...away.slice(0, -1), { ...last, to: Math.max(last.from, at) }] : [...away]
}

/** The question to ask now: the oldest absence, as far as it is within the run. */
export function pendingQuestion({ startedAt, away }: WatchedRun): TimerQuestion | null {
  const asked = away.find(({ to }) => to === null || to > startedAt)
  return asked ? { ...asked, from: Math.max(asked.from, startedAt) } : null
}
