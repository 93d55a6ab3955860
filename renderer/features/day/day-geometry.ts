/**
 * Computes the position of every day and row of a long list, in pixels from its top, without
 * rendering any of it: rows have fixed heights.
 */
import type { TimeEntry } from '#shared/resources/time.ts'
import type { DayGroup } from './day-store.ts'
import type { DayRow } from './day-rows.ts'
import type { DayRowKey } from './use-row-selection.ts'

interface Heights {
  heading: number
  entry: number
  gap: number
  /** Extra height of the current row, where its buttons are on a line of their own. */
  buttons: number
}

/** Heights in windows with room for everything on one line, and in narrow ones. */
export const wideRowHeights: Heights = { heading: 40, entry: 52, gap: 30, buttons: 0 }
export const narrowRowHeights: Heights = { heading: 40, entry: 60, gap: 30, buttons: 44 }

export type PlacedRow = { top: number; height: number; index: number } & (
  | { key: 'running'; is: 'running' }
  | { key: string; is: 'gap'; gap: { from: number; to: number } }
  | { key: number; is: 'entry'; entry: TimeEntry; overlap: number }
  /** An entry that has not been read yet. */
  | { key: string; is: 'unread' }
)

export interface PlacedDay {
  group: DayGroup
  /** Has no heading: the page's title names the day. */
  isLeading: boolean
  top: number
  height: number
  /** Index of its first row in the whole list. */
  index: number
}

export interface DayListGeometry {
  days: readonly PlacedDay[]
  height: number
  /** Number of all rows, headings included. */
  rows: number
}

/** What a list shows, including everything that affects the positions of rows. */
export interface DayListShape {
  groups: readonly DayGroup[]
  /** The day whose gaps and running timer are shown. */
  leading?: string
  /** The rows of the leading day. */
  leadingRows: readonly DayRow[]
  running: boolean
  heights: Heights
  /** The row whose buttons are shown. */
  current?: { key: DayRowKey; date: string }
}

export function computeDayListGeometry(shape: DayListShape): DayListGeometry {
  const { groups, leading, leadingRows, running, heights, current } = shape
  const days: PlacedDay[] = []
  let [top, index] = [0, 0]
  for (const group of groups) {
    const isLeading = group.date === leading
    const gaps = isLeading ? leadingRows.filter((row) => row.is === 'gap').length : 0
    const entries = (group.entries?.length ?? group.count) + (isLeading && running ? 1 : 0)
    const height =
      (isLeading ? 0 : heights.heading) +
      entries * heights.entry +
      gaps * heights.gap +
      (current?.date === group.date ? heights.buttons : 0)
    days.push({ group, isLeading, top, height, index })
    top += height
    index += entries + gaps + (isLeading ? 0 : 1)
  }
  return { days, height: top, rows: index }
}

/** Positions the rows of one day, in pixels from the day's top. */
export function layoutDayRows(
  day: PlacedDay,
  shape: DayListShape,
  rowsOf: () => readonly DayRow[],
) {
  const { heights, running, current } = shape
  const rows: PlacedRow[] = []
  let top = day.isLeading ? 0 : heights.heading
  let index = day.index + (day.isLeading ? 0 : 1)
  const place = (key: DayRowKey | string, height: number) => {
    const isCurrent = current?.key === key && current.date === day.group.date
    const placed = { top, height: height + (isCurrent ? heights.buttons : 0), index }
    top += placed.height
    index += 1
    return placed
  }
  if (day.isLeading && running) {
    rows.push({ key: 'running', is: 'running', ...place('running', heights.entry) })
  }
  if (!day.group.entries) {
    for (let nth = 0; nth < day.group.count; nth++) {
      const key = `unread ${nth}`
      rows.push({ key, is: 'unread', ...place(key, heights.entry) })
    }
    return rows
  }
  for (const row of rowsOf()) {
    if (row.is === 'gap') {
      const key = `gap ${row.from}`
      const gap = { from: row.from, to: row.to }
      rows.push({ key, is: 'gap', gap, ...place(key, heights.gap) })
    } else {
      const { entry, overlap } = row
      const placed = place(entry.local, heights.entry)
      rows.push({ key: entry.local, is: 'entry', entry, overlap, ...placed })
    }
  }
  return rows
}

/** True when the only change is that entries were read whose positions were known. */
export function isOnlyLoadedFurther(before: DayListShape, next: DayListShape): boolean {
  return (
    before.leadingRows === next.leadingRows &&
    before.leading === next.leading &&
    before.running === next.running &&
    before.heights === next.heights &&
    before.current?.key === next.current?.key &&
    before.groups.length === next.groups.length &&
    before.groups.every((group, nth) => {
      const now = next.groups[nth]!
      if (now === group) return true
      return now.date === group.date && now.count === group.count && !(group.entries && now.entries)
    })
  )
}

/** Returns the index of the day at this height. */
export function dayIndexAt({ days }: DayListGeometry, y: number): number {
  let [low, high] = [0, days.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (days[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}
