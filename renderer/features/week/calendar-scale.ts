/** The scale of the calendar: pixels per minute. */
import type { DayInterval } from '../../app/entries/day-intervals.ts'

export const pixelsPerMinute = 0.9

/** Positions an interval of a day, leaving a line of space before the next one. */
export const intervalStyle = ({ from, to }: DayInterval): Record<string, string> => ({
  top: `${from * pixelsPerMinute}px`,
  height: `${(to - from) * pixelsPerMinute - 1}px`,
})
