/**
 * Plans what minutes typed into a cell of the timesheet (one project, one task, one day) do to the
 * entries behind it. Start times do not move, because a timer or a person set them; an entry that
 * becomes longer may overlap the next one. Pure, so that the window can preview what the core will
 * do. Everything in minutes.
 */
import { daysBetween, minutesInDay } from './calendar.ts'
import { countIncrements, maximumQuantity, type RoundingRule } from './increments.ts'

/** A minute interval of the day; `to` may pass midnight. */
interface Stretch {
  from: number
  to: number
}

/** An entry of the cell. */
export interface CellEntry {
  local: number
  /** Minutes from the beginning of the day. */
  start: number
  quantity: number
  increment: number
  total: number
}

/** The surroundings of the cell on its day. */
export interface CellDay {
  /** Every entry of the person on that day, including those of the cell. */
  taken: readonly Stretch[]
  /** The parts of earlier days' entries that reach into this day (`occupiedByEarlierDays`). */
  before?: readonly Stretch[]
  /** The running timer's interval; up to the day's end, since its stop is unknown. */
  running?: Stretch | undefined
  /** Minute at which the person usually begins to work. */
  workBegins: number
}

export interface CellPlan {
  add?: { start: number; quantity: number; increment: number }
  change?: { local: number; quantity: number; increment: number }
  /** Local ids. */
  remove: number[]
  /** Minutes of the cell afterwards. */
  total: number
}

/**
 * Plans the change of a cell. An empty cell gets one entry, where the day has room for it. More
 * minutes lengthen the last entry; fewer shorten entries from the last one backwards, and an entry
 * that becomes empty is removed. Starts never move.
 * @param minutes what was typed, counted by the rounding rule; 0 empties the cell
 * @param increment of the project, for an added entry
 */
export function planCell(
  entries: readonly CellEntry[],
  minutes: number,
  { increment, rule, day }: { increment: number; rule: RoundingRule; day: CellDay },
): CellPlan {
  if (minutes === 0) return { remove: entries.map(({ local }) => local), total: 0 }
  if (entries.length === 0) {
    const quantity = countIncrements(minutes * 60, increment, rule)
    const total = quantity * increment
    return { add: { start: startOfNewEntry(total, day), quantity, increment }, remove: [], total }
  }
  const order = entries.toSorted((one, other) => one.start - other.start || one.local - other.local)
  const wanted = countedMinutes(order, minutes, rule)
  let before = 0
  for (const [index, entry] of order.entries()) {
    const rest = wanted - before
    const isLast = index === order.length - 1
    if (!isLast && rest > entry.total) {
      before += entry.total
      continue
    }
    const quantity = countIncrements(rest * 60, entry.increment, rule)
    const { local, increment: length } = entry
    return {
      ...(quantity === entry.quantity ? {} : { change: { local, quantity, increment: length } }),
      remove: order.slice(index + 1).map((later) => later.local),
      total: before + quantity * length,
    }
  }
  throw new Error('a cell with entries has a last one')
}

/** Rounds the minutes to the entries' increment; unchanged where their increments differ. */
function countedMinutes(entries: readonly CellEntry[], minutes: number, rule: RoundingRule) {
  const { increment } = entries[0]!
  return entries.every((entry) => entry.increment === increment)
    ? countIncrements(minutes * 60, increment, rule) * increment
    : minutes
}

/** True where an entry would be longer than the longest day. */
export const isTooLong = ({ add, change }: CellPlan): boolean =>
  [add, change].some((one) => one && one.quantity > maximumQuantity(one.increment))

/** True where the cell's entries need no change. */
export const changesNothing = ({ add, change, remove }: CellPlan): boolean =>
  !add && !change && remove.length === 0

/**
 * Finds the start of a new entry: after the last one of the day; on an empty day when work begins;
 * where that is occupied or too late, in the first free interval after work begins, else in the
 * latest free one before it. Entries overlap only on a day without room.
 */
export function startOfNewEntry(
  length: number,
  { taken, before: earlier = [], running, workBegins }: CellDay,
): number {
  const all = [...taken, ...earlier, ...(running ? [running] : [])]
  const lastEnd = taken.reduce((end, { to }) => Math.max(end, to), 0)
  const usual = taken.length === 0 ? workBegins : lastEnd
  const isFree = (from: number) =>
    from + length <= minutesInDay && all.every((one) => one.to <= from || one.from >= from + length)
  if (isFree(usual)) return usual
  const free = freeStretches(all)
  const after = free.find(({ from, to }) => to - Math.max(from, workBegins) >= length)
  if (after) return Math.max(after.from, workBegins)
  const before = free.findLast(({ from, to }) => to - from >= length)
  if (before) return before.to - length
  return Math.max(0, Math.min(usual, minutesInDay - length, minutesInDay - 1))
}

/** The longest entry that begins in a day's last minute reaches the day after the next one. */
export const lookBackDays = 2

/** Returns the parts of a day that entries of the `lookBackDays` before it occupy. */
export const occupiedByEarlierDays = (
  entries: readonly { date: string; start: number; total: number }[],
  date: string,
): Stretch[] =>
  entries.flatMap((entry) => {
    const from = entry.start - daysBetween(entry.date, date) * minutesInDay
    const to = from + entry.total
    return entry.date < date && to > 0 ? [{ from, to }] : []
  })

/** Returns the free intervals between midnight and midnight, earliest first. */
function freeStretches(taken: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = []
  let end = 0
  for (const { from, to } of taken.toSorted((one, other) => one.from - other.from)) {
    if (from > end) free.push({ from: end, to: from })
    end = Math.max(end, to)
  }
  if (end < minutesInDay) free.push({ from: end, to: minutesInDay })
  return free
}
