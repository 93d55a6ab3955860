/** What is dragged in the calendar, and where it would be put down. */
import { daysBetween } from '#shared/rules/calendar.ts'
import type { Stretch } from '../../app/entries/stretches.ts'
import { draw, move, type Place, stretchEnd, stretchStart } from './placing.ts'
import type { Key } from './week-blocks.ts'

/** Something new, the draft of a new entry, or an entry that is there. */
export type Target = 'new' | 'draft' | number

type Edge = 'begin' | 'end'

/** What lies under the pointer when it goes down. */
export type Pressed =
  | { on: 'nothing'; gap?: Stretch }
  | {
      on: 'draft'
      edge?: Edge
      /** The edge is a grip, made for fingers. */
      isGrip?: boolean
    }
  | { on: 'entry'; key: Key; edge?: Edge; isGrip?: boolean }

/** Where something is held while it is dragged. */
export interface Held {
  target: Target
  place: Place
  increment: number
}

/** A day, and a minute of it; before or after its midnights, too. */
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
 * Where the drag leads with the pointer at a spot.
 * @param magnets ends of other entries of the day that it comes to stand in
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
