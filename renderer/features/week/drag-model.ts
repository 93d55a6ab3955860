/** The model of a drag in the calendar: what is dragged, and where it would be dropped. */
import { daysBetween } from '#shared/rules/calendar.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import {
  drawPlacement,
  movePlacement,
  type EntryPlacement,
  resizeEnd,
  resizeStart,
} from './entry-placement.ts'
import type { BlockKey } from './week-blocks.ts'

/** Something new, the draft of a new entry, or the local id of an existing entry. */
export type DragTarget = 'new' | 'draft' | number

type Edge = 'begin' | 'end'

/** What is under the pointer at pointerdown. */
export type PressTarget =
  | { on: 'nothing'; gap?: DayInterval }
  | {
      on: 'draft'
      edge?: Edge
      /** The edge is a resize handle for touch. */
      isGrip?: boolean
    }
  | { on: 'entry'; key: BlockKey; edge?: Edge; isGrip?: boolean }

/** What is being dragged, and by which part. */
export interface DragSource {
  target: DragTarget
  place: EntryPlacement
  increment: number
}

/** A day and a minute of it, which may lie before or after its midnights. */
export interface CalendarSpot {
  date: string
  minute: number
}

export interface CalendarDrag extends DragSource {
  how: 'draw' | 'move' | Edge
  /** Where the pointer went down. */
  from: CalendarSpot
}

/**
 * Returns the placement for the pointer's present spot.
 * @param magnets ends of other entries of the target day, to which the drag snaps
 */
export function placementAt(
  drag: CalendarDrag,
  to: CalendarSpot,
  magnets: readonly number[],
): EntryPlacement {
  const { place, from, increment } = drag
  const minutes = to.minute - from.minute
  switch (drag.how) {
    case 'draw':
      return drawPlacement(place.date, from.minute, to.minute, increment, magnets)
    case 'move':
      return movePlacement(
        place,
        { days: daysBetween(from.date, to.date), minutes },
        increment,
        magnets,
      )
    case 'begin':
      return resizeStart(place, place.start + minutes, increment)
    case 'end':
      return resizeEnd(place, place.start + place.quantity * increment + minutes, increment)
  }
}
