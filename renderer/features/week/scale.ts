/** How high the minutes of the calendar are. */
import type { Stretch } from '../../app/entries/stretches.ts'

export const pixelsPerMinute = 0.9

/** Where a stretch of a day stands, with a line's room to the next one. */
export const placeOfStretch = ({ from, to }: Stretch): Record<string, string> => ({
  top: `${from * pixelsPerMinute}px`,
  height: `${(to - from) * pixelsPerMinute - 1}px`,
})
