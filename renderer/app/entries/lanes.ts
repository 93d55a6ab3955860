/** Where blocks stand side by side when they overlap. */
import type { Stretch } from './stretches.ts'

export interface Lane {
  /** From 0, at the left. */
  column: number
  /** How many columns the blocks of this knot share. */
  columns: number
}

/** A lane for each stretch, in the order given. Stretches that only touch do not overlap. */
export function lanesOf(stretches: readonly Stretch[]): Lane[] {
  const lanes: Lane[] = stretches.map(() => ({ column: 0, columns: 1 }))
  const order = stretches
    .map((_, index) => index)
    .toSorted((one, other) => stretches[one]!.from - stretches[other]!.from)

  /** Indexes that overlap directly or through another. */
  let knot: number[] = []
  let knotEnd = -1
  /** Where each column of the knot is free again. */
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
