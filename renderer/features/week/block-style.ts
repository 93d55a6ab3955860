/** Positions a block in its day, as CSS. */
import { pixelsPerMinute } from './calendar-scale.ts'
import { type CalendarBlock, minBlockMinutes, maxBlockColumns } from './week-blocks.ts'

/** Pixels reserved for the "+2" menu, where blocks are left over. */
const menu = 22

export function blockStyle({ from, to, column, columns }: CalendarBlock): Record<string, string> {
  const shown = Math.min(columns, maxBlockColumns)
  const room = columns > maxBlockColumns ? `100% - ${menu}px` : '100%'
  return {
    top: `${from * pixelsPerMinute + 1}px`,
    height: `${Math.max(to - from, minBlockMinutes - 1) * pixelsPerMinute - 2}px`,
    left: `calc((${room}) / ${shown} * ${column})`,
    width: `calc((${room}) / ${shown} - 2px)`,
  }
}
