/**
 * Stretches in which nobody was at the machine, as the running timer keeps them until the person
 * says what they are. Decides only; whoever asks writes what comes out.
 *
 * They are in order and never touch each other. Only the last can be open: `to` is null while
 * nobody is back. What is settled (asked and answered, or kept by a setting) is never part of one.
 */
import type { TimerQuestion } from '#shared/ipc/desktop.ts'

export type Cause = TimerQuestion['cause']

type Stretches = readonly TimerQuestion[]

export interface Watched {
  /** Epoch milliseconds, all of them. */
  readonly startedAt: number
  readonly settledAt: number | null
  readonly away: Stretches
}

/**
 * Shorter ones are not worth a question, and between two of them nobody can have worked, milliseconds.
 */
export const shortest = 60_000

/** The first instant that a new stretch can have. */
export const floorOf = ({ startedAt, settledAt }: Watched): number =>
  Math.max(startedAt, settledAt ?? 0)

/** The last one, where it goes on. */
const goingOn = (away: Stretches): TimerQuestion | undefined =>
  away.at(-1)?.to === null ? away.at(-1) : undefined

/** True while a stretch is going on. */
export const isAway = ({ away }: Watched): boolean => goingOn(away) !== undefined

/**
 * They left. Whoever is away already, or was back for less than a minute, is away the longer.
 * @param at epoch milliseconds
 * @param number names a new stretch, where it is one
 */
export function left(watched: Watched, cause: Cause, at: number, number: number): TimerQuestion[] {
  const from = Math.max(at, floorOf(watched))
  const last = watched.away.at(-1)
  if (last && (last.to === null || from <= last.to + shortest)) {
    const before = watched.away.at(-2)?.to ?? 0
    const earlier = Math.max(Math.min(last.from, from), before)
    return [...watched.away.slice(0, -1), { ...last, from: earlier, to: null }]
  }
  return [...watched.away, { id: number, cause, from, to: null }]
}

/** They are back: what was too short to ask about is kept without a question. */
export function returned({ away }: Watched, at: number): TimerQuestion[] {
  const last = goingOn(away)
  if (!last) return [...away]
  const to = Math.max(last.from, at)
  const rest = away.slice(0, -1)
  return to - last.from < shortest ? rest : [...rest, { ...last, to }]
}

/** Somebody decides: what goes on ends here, however short. */
export function ended({ away }: Watched, at: number): TimerQuestion[] {
  const last = goingOn(away)
  return last ? [...away.slice(0, -1), { ...last, to: Math.max(last.from, at) }] : [...away]
}

/** What is to be asked now: the oldest, as far as it lies in the run. */
export function questionOf({ startedAt, away }: Watched): TimerQuestion | null {
  const asked = away.find(({ to }) => to === null || to > startedAt)
  return asked ? { ...asked, from: Math.max(asked.from, startedAt) } : null
}
