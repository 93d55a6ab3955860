/** The keyboard cursor's position in a day of the calendar, and how it moves. */
import { minutesInDay } from '#shared/rules/calendar.ts'
import { maximum, minimum } from '#shared/rules/extremes.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import type { BlockKey, BlockSegment } from './week-blocks.ts'

/** A day's header, an entry (or the running timer), or an empty slot. */
export type CursorPosition =
  { is: 'head' } | { is: 'entry'; key: BlockKey } | ({ is: 'slot' } & DayInterval)

/** Returns the name of a position, as used in the page's elements. */
export function cursorElementName(date: string, at: CursorPosition): string {
  switch (at.is) {
    case 'head':
      return `${date} head`
    case 'entry':
      return `${date} ${at.key}`
    case 'slot':
      return `${date} slot`
  }
}

export const entryPosition = (key: BlockKey): CursorPosition => ({ is: 'entry', key })

const free = (taken: readonly DayInterval[], { from, to }: DayInterval): boolean =>
  from >= 0 &&
  from < minutesInDay &&
  !taken.some((stretch) => stretch.from < to && from < stretch.to)

/** The next or previous entry by time. @param pieces of the day, by time */
export function nextEntryKey(
  pieces: readonly BlockSegment[],
  at: CursorPosition,
  by: 1 | -1,
): BlockKey | undefined {
  switch (at.is) {
    case 'head':
      return by === 1 ? pieces[0]?.key : undefined
    case 'entry': {
      const index = pieces.findIndex(({ key }) => key === at.key)
      return index === -1 ? pieces[0]?.key : pieces[index + by]?.key
    }
    case 'slot':
      return by === 1
        ? pieces.find(({ from }) => from >= at.from)?.key
        : pieces.findLast(({ from }) => from < at.from)?.key
  }
}

/** The entry at a minute of the day, otherwise the nearest one. */
export function nearestEntryKey(
  pieces: readonly BlockSegment[],
  minute: number,
): BlockKey | undefined {
  const away = ({ from, to }: BlockSegment) =>
    minute < from ? from - minute : minute >= to ? minute - to + 1 : 0
  return pieces.toSorted((one, other) => away(one) - away(other))[0]?.key
}

/**
 * The next empty slot of one increment, later or earlier; undefined at the day's end.
 * @param from the current entry or slot
 */
export function nextSlot(
  taken: readonly DayInterval[],
  from: DayInterval,
  by: 1 | -1,
  increment: number,
): DayInterval | undefined {
  // Slots lie on the increment's grid, except that one may begin at the off-grid end of an entry.
  let start = by === 1 ? from.to : from.from - increment
  for (; start >= 0 && start + increment <= minutesInDay; start += by * increment) {
    const slot = { from: start, to: start + increment }
    if (free(taken, slot)) return slot
    const hit = taken.filter((stretch) => stretch.from < slot.to && slot.from < stretch.to)
    // Continues right after the entry in the way, or right before it.
    start =
      by === 1
        ? maximum(hit.map((stretch) => stretch.to)) - increment
        : minimum(hit.map((stretch) => stretch.from))
  }
  return undefined
}

/** An empty slot at a minute of the day, otherwise the nearest one. */
export function nearestSlot(
  taken: readonly DayInterval[],
  minute: number,
  increment: number,
): DayInterval | undefined {
  const from = Math.min(Math.floor(minute / increment) * increment, minutesInDay - increment)
  const slot = { from: Math.max(0, from), to: Math.max(0, from) + increment }
  if (free(taken, slot)) return slot
  const later = nextSlot(taken, { from: slot.from, to: slot.from }, 1, increment)
  const earlier = nextSlot(taken, { from: slot.to, to: slot.to }, -1, increment)
  if (!later || !earlier) return later ?? earlier
  return later.from - minute <= minute - earlier.from ? later : earlier
}
