/**
 * Builds the rows of a day: its entries, newest first, the gaps between them, and their overlaps.
 */
import type { TimeEntry } from '#shared/resources/time.ts'
import { gapsBetween, type DayInterval, toDayInterval } from '../../app/entries/day-intervals.ts'

export type DayRow =
  | {
      is: 'entry'
      entry: TimeEntry
      /** Minutes that an earlier entry (or the running timer) already covers. */
      overlap: number
    }
  | ({ is: 'gap' } & DayInterval)

/** The order of a day's entries, in every list: by start, then the one that was added last. */
export const newestFirst = (one: TimeEntry, other: TimeEntry): number =>
  other.start - one.start || other.local - one.local

/** Returns the largest overlap, in minutes, of an interval with any of the others. */
const overlapWith = (stretch: DayInterval, others: readonly DayInterval[]): number =>
  others.reduce(
    (most, other) =>
      Math.max(most, Math.min(stretch.to, other.to) - Math.max(stretch.from, other.from)),
    0,
  )

/**
 * @param entries of one day, in any order
 * @param running the running timer's interval of this day, if it runs in it
 * @param isOwn false for a colleague's entry, which neither fills gaps nor overlaps
 */
export function toDayRows(
  entries: readonly TimeEntry[],
  running?: DayInterval,
  isOwn: (entry: TimeEntry) => boolean = () => true,
): DayRow[] {
  const sorted = entries.toSorted(newestFirst)
  const rows: { from: number; row: DayRow }[] = sorted.map((entry, index) => {
    if (!isOwn(entry)) return { from: entry.start, row: { is: 'entry', entry, overlap: 0 } }
    const earlier = sorted
      .slice(index + 1)
      .filter(isOwn)
      .map(toDayInterval)
    const others = running && running.from <= entry.start ? [...earlier, running] : earlier
    const overlap = overlapWith(toDayInterval(entry), others)
    return { from: entry.start, row: { is: 'entry', entry, overlap } }
  })
  const stretches = [...sorted.filter(isOwn).map(toDayInterval), ...(running ? [running] : [])]
  for (const gap of gapsBetween(stretches)) {
    rows.push({ from: gap.from, row: { is: 'gap', ...gap } })
  }
  return rows.toSorted((one, other) => other.from - one.from).map(({ row }) => row)
}
