/** Positions blocks, gaps and hours on a day's timeline, in pixels from its top. */
import { minutesInDay } from '#shared/rules/calendar.ts'
import { maximum, minimum } from '#shared/rules/extremes.ts'
import type { Lane } from '../../app/entries/lanes.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'

const pixelsPerMinute = 1.05
export const minutesInHour = 60
/** Minutes: shorter blocks have no room for a glyph. */
export const minGlyphMinutes = 18
/** Minutes: shorter blocks have room for one line only. */
export const minTwoLineMinutes = 40
/** Minimum height of a block, in pixels. */
const leastHeight = 12
/** The hours shown of every day; a day with earlier or later work shows more. */
const usual = { from: 8.5 * minutesInHour, to: 18.5 * minutesInHour }

/** The part of the day that is shown, in minutes of the day. */
export function visibleMinutes(
  work: readonly DayInterval[],
  running: DayInterval | undefined,
  now: number | undefined,
): DayInterval {
  const all = running ? [...work, running] : work
  const starts = all.map(({ from }) => from - 30)
  const ends = all.map(({ to }) => Math.min(minutesInDay, to) + 45)
  if (now !== undefined) ends.push(now + 45)
  return {
    from: Math.max(0, Math.min(usual.from, minimum(starts))),
    to: Math.min(minutesInDay, Math.max(usual.to, maximum(ends))),
  }
}

export const timelineTop = (minute: number, shown: DayInterval): number =>
  (minute - shown.from) * pixelsPerMinute

export const timelineBlockStyle = ({ from, to }: DayInterval, shown: DayInterval) => ({
  top: `${timelineTop(from, shown) + 1}px`,
  height: `${Math.max(leastHeight, (Math.min(to, shown.to) - from) * pixelsPerMinute - 2)}px`,
})

/** The minutes that a block covers on the screen, which are more than a short one's own. */
export const coveredMinutes = ({ from, to }: DayInterval): DayInterval => ({
  from,
  to: Math.max(to, from + leastHeight / pixelsPerMinute),
})

/** Blocks that cover each other are shown side by side. */
export const laneStyle = ({ column, columns }: Lane) => ({
  left: `${(column / columns) * 100}%`,
  width: `calc(${100 / columns}% - 2px)`,
})

/** The full hours, as minutes of the day. */
export function fullHoursIn({ from, to }: DayInterval): number[] {
  const first = Math.ceil(from / minutesInHour)
  const last = Math.floor((to - 1) / minutesInHour)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * minutesInHour)
}
