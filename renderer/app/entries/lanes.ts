/** Assigns overlapping blocks to columns. */
import type { DayInterval } from './day-intervals.ts'

export interface Lane {
  /** From 0, leftmost first. */
  column: number
  /** Number of columns in this group of overlapping blocks. */
  columns: number
}

/** A lane for each interval, in the given order. Intervals that only touch do not overlap. */
export function assignLanes(stretches: readonly DayInterval[]): Lane[] {
  const lanes: Lane[] = stretches.map(() => ({ column: 0, columns: 1 }))
  const order = stretches
    .map((_, index) => index)
    .toSorted((one, other) => stretches[one]!.from - stretches[other]!.from)

  /** Indexes of a group of intervals that overlap directly or through others. */
  let knot: number[] = []
  let knotEnd = -1
  /** The end of the last interval in each column of the group. */
  let ends: number[] = []

  const close = () => knot.forEach((index) => (lanes[index]!.columns = Math.max(1, ends.length)))
  for (const index of order) {
    const { from, to } = stretches[index]!
    if (from >= knotEnd) {
      close()
      knot = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= from)
    const column = free === -1 ? ends.length : free
    ends[column] = to
    lanes[index]!.column = column
    knot.push(index)
    knotEnd = Math.max(knotEnd, to)
  }
  close()
  return lanes
}
