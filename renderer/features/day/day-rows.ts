/** What stands in a day's list: its entries, newest first, what lies free between them, and where they overlap. */
import type { TimeEntry } from '#shared/resources/time.ts'

/** A stretch of the day, in minutes. `to` may pass midnight. */
export interface Stretch {
  from: number
  to: number
}

export type DayRow =
  | {
      is: 'entry'
      entry: TimeEntry
      /** Minutes that an earlier entry (or the running timer) already covers. */
      overlap: number
    }
  | ({ is: 'gap' } & Stretch)

/** Free stretches shorter than this are how people change rooms. In minutes. */
const shortestGap = 5

export const stretchOf = (entry: Pick<TimeEntry, 'start' | 'total'>): Stretch => ({
  from: entry.start,
  to: entry.start + entry.total,
})

/** Free stretches between the first and the last of some stretches, earliest first. */
export function gapsBetween(stretches: readonly Stretch[]): Stretch[] {
  const gaps: Stretch[] = []
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
 * The gap that one key fills: the one after the entry that is looked at, else the one before it,
 * else the latest.
 */
export function gapToFill(gaps: readonly Stretch[], entry?: Stretch): Stretch | undefined {
  return (
    (entry && gaps.find((gap) => gap.from === entry.to)) ??
    (entry && gaps.find((gap) => gap.to === entry.from)) ??
    gaps.at(-1)
  )
}

/** Minutes of a stretch that one of the others covers, at most. */
const overlapWith = (stretch: Stretch, others: readonly Stretch[]): number =>
  others.reduce(
    (most, other) =>
      Math.max(most, Math.min(stretch.to, other.to) - Math.max(stretch.from, other.from)),
    0,
  )

/**
 * @param entries of one day, in any order
 * @param running the running timer's stretch of this day, if it runs in it
 * @param isOwn false for a colleague's entry, which fills no gap and overlaps with nothing
 */
export function rowsOf(
  entries: readonly TimeEntry[],
  running?: Stretch,
  isOwn: (entry: TimeEntry) => boolean = () => true,
): DayRow[] {
  const sorted = entries.toSorted(
    (one, other) => one.start - other.start || one.local - other.local,
  )
  const rows: { from: number; row: DayRow }[] = sorted.map((entry, index) => {
    if (!isOwn(entry)) return { from: entry.start, row: { is: 'entry', entry, overlap: 0 } }
    const earlier = sorted.slice(0, index).filter(isOwn).map(stretchOf)
    const others = running && running.from <= entry.start ? [...earlier, running] : earlier
    const overlap = overlapWith(stretchOf(entry), others)
    return { from: entry.start, row: { is: 'entry', entry, overlap } }
  })
  const stretches = [...sorted.filter(isOwn).map(stretchOf), ...(running ? [running] : [])]
  for (const gap of gapsBetween(stretches)) {
    rows.push({ from: gap.from, row: { is: 'gap', ...gap } })
  }
  return rows.toSorted((one, other) => other.from - one.from).map(({ row }) => row)
}

/** Minutes by project, in the order in which the projects first come up in the day. */
export function minutesByProject(
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
