/** The model of a drag in the calendar: what is dragged, and where it would be dropped. */
import { daysBetween } from '#shared/rules/calendar.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import { draw, move, type Place, stretchEnd, stretchStart } from './entry-placement.ts'
import type { Key } from './week-blocks.ts'

/** Something new, the draft of a new entry, or the local id of an existing entry. */
export type Target = 'new' | 'draft' | number

type Edge = 'begin' | 'end'

/** What is under the pointer at pointerdown. */
export type Pressed =
  | { on: 'nothing'; gap?: DayInterval }
  | {
      on: 'draft'
      edge?: Edge
      /** The edge is a resize handle for touch. */
      isGrip?: boolean
    }
  | { on: 'entry'; key: Key; edge?: Edge; isGrip?: boolean }

/** What is being dragged, and by which part. */
export interface Held {
  target: Target
  place: Place
  increment: number
}

/** A day and a minute of it, which may lie before or after its midnights. */
export interface Spot {
  date: string
  minute: number
}

export interface Drag extends Held {
  how: 'draw' | 'move' | Edge
  /** Where the pointer went down. */
  from: Spot
}

/**
 * Returns the placement for the pointer's present spot.
 * @param magnets ends of other entries of the target day, to which the drag snaps
 */
export function placeAt(drag: Drag, to: Spot, magnets: readonly number[]): Place {
  const { place, from, increment } = drag
  const minutes = to.minute - from.minute
  switch (drag.how) {
    case 'draw':
      return draw(place.date, from.minute, to.minute, increment, magnets)
    case 'move':
      return move(place, { days: daysBetween(from.date, to.date), minutes }, increment, magnets)
    case 'begin':
      return stretchStart(place, place.start + minutes, increment)
    case 'end':
      return stretchEnd(place, place.start + place.quantity * increment + minutes, increment)
  }
}
