/** Entries as intervals of a day: the gaps between them, and the minutes by project. */
import type { TimeEntry } from '#shared/resources/time.ts'

/** An interval of the day, in minutes. `to` may be past midnight. */
export interface DayInterval {
  from: number
  to: number
}

/** Shorter gaps are ignored: a change of rooms, not a missing entry. In minutes. */
const shortestGap = 5

/** When an entry was worked; what rounding adds is not a time of the day. */
export const toDayInterval = (entry: Pick<TimeEntry, 'start' | 'worked'>): DayInterval => ({
  from: entry.start,
  to: entry.start + entry.worked,
})

/** The gaps between the first and the last interval, earliest first. */
export function gapsBetween(stretches: readonly DayInterval[]): DayInterval[] {
  const gaps: DayInterval[] = []
  let end: number | undefined
  for (const stretch of stretches.toSorted((one, other) => one.from - other.from)) {
    if (end !== undefined && stretch.from - end >= shortestGap) {
      gaps.push({ from: end, to: stretch.from })
    }
    end = Math.max(end ?? 0, stretch.to)
  }
  return gaps
}

/**
 * The gap that the key F fills: the one after the current entry, else the one before it, else the
 * latest.
 */
export function findGapToFill(
  gaps: readonly DayInterval[],
  entry?: DayInterval,
): DayInterval | undefined {
  return (
    (entry && gaps.find((gap) => gap.from === entry.to)) ??
    (entry && gaps.find((gap) => gap.to === entry.from)) ??
    gaps.at(-1)
  )
}

/** Minutes by project, ordered by when the projects first occur in the day. */
export function sumMinutesByProject(
  entries: readonly Pick<TimeEntry, 'project' | 'start' | 'total'>[],
) {
  const shares = new Map<number, { project: TimeEntry['project']; minutes: number }>()
  for (const { project, total } of entries.toSorted((one, other) => one.start - other.start)) {
    const key = project?.local ?? 0
    const share = shares.get(key)
    if (share) share.minutes += total
    else shares.set(key, { project, minutes: total })
  }
  return [...shares.values()]
}
