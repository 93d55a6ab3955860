/**
 * Lays out entries as blocks of a day: their segments in the day, and columns where they overlap.
 */
import { daysBetween, minutesInDay } from '#shared/rules/calendar.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { assignLanes } from '../../app/entries/lanes.ts'
import { type DayInterval, toDayInterval } from '../../app/entries/day-intervals.ts'

/** An entry's local id, or the running timer. */
export type BlockKey = number | 'running'

/** The segment of an entry (or of the running timer) within one day. */
export interface BlockSegment extends DayInterval {
  key: BlockKey
  entry?: TimeEntry
  /** False when the entry began on an earlier day. */
  begins: boolean
  /** False when it continues on the next day. */
  ends: boolean
}

export interface CalendarBlock extends BlockSegment {
  column: number
  columns: number
}

/** Blocks for which there is no column left. */
export interface OverflowBlocks extends DayInterval {
  pieces: BlockSegment[]
}

/** More columns than this cannot be read. */
export const maxBlockColumns = 3

/** Minimum height of a block in minutes; blocks that follow within it are placed side by side. */
export const minBlockMinutes = 15

/** Entries last up to 25 hours, so they may reach into the day after next. */
export const precedingDaysRead = 2

/** The part of an interval within a day; `offset` is the number of days after its own. */
function within(
  { from, to }: DayInterval,
  offset: number,
): Pick<BlockSegment, 'from' | 'to' | 'begins' | 'ends'> | undefined {
  const start = from - offset * minutesInDay
  const end = to - offset * minutesInDay
  if (start >= minutesInDay || (end <= 0 && offset > 0) || offset < 0) return undefined
  return {
    from: Math.max(0, start),
    to: Math.min(minutesInDay, end),
    begins: start >= 0,
    ends: end <= minutesInDay,
  }
}

/** The segments of a day, by time. */
export function toBlockSegments(date: string, entries: readonly TimeEntry[]): BlockSegment[] {
  return entries
    .flatMap((entry) => {
      const part = within(toDayInterval(entry), daysBetween(entry.date, date))
      return part ? [{ key: entry.local, entry, ...part }] : []
    })
    .toSorted((one, other) => one.from - other.from || one.key - other.key)
}

/**
 * The running timer's segment of a day.
 * @param began civil date and minute at which it began
 * @param now current civil date and minute
 */
export function runningSegment(
  date: string,
  began: { date: string; minute: number },
  now: { date: string; minute: number },
): BlockSegment | undefined {
  const minutes = daysBetween(began.date, now.date) * minutesInDay + now.minute
  // A clock that was set back must not make the length negative.
  const stretch = { from: began.minute, to: Math.max(minutes, began.minute + 1) }
  const part = within(stretch, daysBetween(began.date, date))
  return part ? { key: 'running', ...part } : undefined
}

const shownStretch = ({ from, to }: DayInterval): DayInterval => ({
  from,
  to: Math.max(to, from + minBlockMinutes),
})

/**
 * Places overlapping blocks side by side, in at most three columns; the others go into a "+2" menu.
 * @param first the focused block, which gets a column even where it would be left over
 */
export function layoutBlocks(
  pieces: readonly BlockSegment[],
  first?: BlockKey,
): { blocks: CalendarBlock[]; rests: OverflowBlocks[] } {
  const stretches = pieces.map(shownStretch)
  const lanes = assignLanes(stretches)
  const blocks: CalendarBlock[] = []
  const rests: OverflowBlocks[] = []
  pieces.forEach((piece, index) => {
    const { column, columns } = lanes[index]!
    if (column < maxBlockColumns) {
      blocks.push({ ...piece, column, columns })
      return
    }
    if (piece.key === first) blocks.push({ ...piece, column: maxBlockColumns - 1, columns })
    const { from, to } = stretches[index]!
    const rest = rests.find((known) => known.from < to && from < known.to)
    if (!rest) rests.push({ from, to, pieces: [piece] })
    else {
      rest.to = Math.max(rest.to, to)
      rest.pieces.push(piece)
    }
  })
  return { blocks, rests }
}
