/**
 * What hours typed into a cell of the timesheet (one project, one task, one day) do to the entries
 * behind it (DECISIONS.md, Timesheet). Pure, so that the window can say beforehand what the core
 * will do. Everything in minutes.
 */
import { daysBetween, minutesInDay } from './calendar.ts'
import { countIncrements, maximumQuantity, type RoundingRule } from './increments.ts'

/** A stretch of the day; `to` may pass midnight. */
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

/** What is known of the day around the cell. */
export interface CellDay {
  /** Every entry of the person on that day, those of the cell among them. */
  taken: readonly Stretch[]
  /** What entries of the days before take of this one (`earlierStretches`). */
  before?: readonly Stretch[]
  /** Where the running timer lies; until the day's end, since nobody knows when it stops. */
  running?: Stretch | undefined
  /** When the person begins to work. */
  workBegins: number
}

export interface CellPlan {
  add?: { start: number; quantity: number; increment: number }
  change?: { local: number; quantity: number; increment: number }
  /** Local ids. */
  remove: number[]
  /** What the cell has afterwards. */
  total: number
}

/**
 * An empty cell gets one entry, where the day has room for it. More hours lengthen the last entry;
 * fewer shorten from the last one backwards, and what comes to nothing is removed. Begins stay.
 * @param minutes what was typed, to be counted by the rule; 0 empties the cell
 * @param increment of the project, for an entry that is added
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
    return { add: { start: placeOf(total, day), quantity, increment }, remove: [], total }
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

/** The minutes as increments of the entries; as they are where increments differ. */
function countedMinutes(entries: readonly CellEntry[], minutes: number, rule: RoundingRule) {
  const { increment } = entries[0]!
  return entries.every((entry) => entry.increment === increment)
    ? countIncrements(minutes * 60, increment, rule) * increment
    : minutes
}

/** True where an entry would be longer than the longest day. */
export const isTooLong = ({ add, change }: CellPlan): boolean =>
  [add, change].some((one) => one && one.quantity > maximumQuantity(one.increment))

/** True where the cell's entries are what they should be already. */
export const changesNothing = ({ add, change, remove }: CellPlan): boolean =>
  !add && !change && remove.length === 0

/**
 * Where a new entry begins: after the last one of the day, on an empty day when work begins; where
 * that is taken or too late, in the first free stretch after work begins, else in the latest free
 * one before. Only a day without room has entries that overlap.
 */
export function placeOf(
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

/** The longest entry that begins in a day's last minute reaches the day after next. */
export const earlierDays = 2

/** What entries of other days, those of `earlierDays` before it, take of a day. */
export const earlierStretches = (
  entries: readonly { date: string; start: number; total: number }[],
  date: string,
): Stretch[] =>
  entries.flatMap((entry) => {
    const from = entry.start - daysBetween(entry.date, date) * minutesInDay
    const to = from + entry.total
    return entry.date < date && to > 0 ? [{ from, to }] : []
  })

/** What lies free between midnight and midnight, earliest first. */
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
