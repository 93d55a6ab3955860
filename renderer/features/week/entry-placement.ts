/**
 * Computes the placement of an entry that is dragged, resized or moved by keys. The result is
 * always valid: it begins within its day and lasts whole increments, from one to as many as a day
 * can hold (docs/API.md, Times). All values are minutes.
 */
import { addDays, minutesInDay } from '#shared/rules/calendar.ts'
import { maximumQuantity } from '#shared/rules/increments.ts'

export interface EntryPlacement {
  date: string
  start: number
  quantity: number
}

/** Increments longer than this would leave too few starting points. */
const coarsest = 30
const usualGrid = 15
/** Distance at which ends of other entries attract. In minutes. */
const pull = 5

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most))

const lastStart = minutesInDay - 1

/** The grid on which entries of this increment begin when they are dragged, in minutes. */
export const snapGridOf = (increment: number): number =>
  increment <= coarsest ? increment : usualGrid

const quantityOf = (minutes: number, increment: number, round: (value: number) => number) =>
  clamp(round(minutes / increment), 1, maximumQuantity(increment))

/** Snaps to the nearby end of another entry, otherwise to the nearest grid line. */
export function snapMinute(minute: number, grid: number, magnets: readonly number[]): number {
  const near = magnets
    .toSorted((one, other) => Math.abs(one - minute) - Math.abs(other - minute))
    .find((magnet) => Math.abs(magnet - minute) <= Math.min(pull, grid / 2))
  return near ?? Math.round(minute / grid) * grid
}

/**
 * Draws a new entry: the whole increments that cover the interval between pointer start and end.
 */
export function drawPlacement(
  date: string,
  anchor: number,
  pointer: number,
  increment: number,
  magnets: readonly number[] = [],
): EntryPlacement {
  const grid = snapGridOf(increment)
  const begun = Math.floor(anchor / grid) * grid
  const near = magnets.find((magnet) => magnet >= begun - pull && magnet - begun <= pull)
  const fixed = clamp(near ?? begun, 0, lastStart)
  if (pointer >= fixed) {
    return { date, start: fixed, quantity: quantityOf(pointer - fixed, increment, Math.ceil) }
  }
  const end = fixed + grid
  const most = Math.floor(end / increment)
  const quantity = clamp(quantityOf(end - pointer, increment, Math.ceil), 1, most)
  return { date, start: clamp(end - quantity * increment, 0, lastStart), quantity }
}

/** Moves by this many days and minutes; a short vertical move leaves the time of day unchanged. */
export function movePlacement(
  { date, start, quantity }: EntryPlacement,
  by: { days: number; minutes: number },
  increment: number,
  magnets: readonly number[] = [],
): EntryPlacement {
  const grid = snapGridOf(increment)
  const stays = Math.abs(by.minutes) < grid / 2
  const moved = stays ? start : snapMinute(start + by.minutes, grid, magnets)
  return {
    date: by.days === 0 ? date : addDays(date, by.days),
    start: clamp(moved, 0, lastStart),
    quantity,
  }
}

/** Moves the end to `end` (beyond 1440: the next day), rounded to whole increments. */
export const resizeEnd = (
  place: EntryPlacement,
  end: number,
  increment: number,
): EntryPlacement => ({
  ...place,
  quantity: quantityOf(end - place.start, increment, Math.round),
})

/** Moves the start to `start`, rounded to whole increments; the end stays. */
export function resizeStart(
  place: EntryPlacement,
  start: number,
  increment: number,
): EntryPlacement {
  const end = place.start + place.quantity * increment
  // The start stays within the day: neither before midnight nor after the last minute.
  const least = Math.max(1, Math.ceil((end - lastStart) / increment))
  const most = Math.min(maximumQuantity(increment), Math.floor(end / increment))
  const quantity = clamp(Math.round((end - start) / increment), least, most)
  return { ...place, start: end - quantity * increment, quantity }
}

/** One increment longer or shorter. */
export const lengthenPlacement = (
  place: EntryPlacement,
  by: 1 | -1,
  increment: number,
): EntryPlacement => ({
  ...place,
  quantity: clamp(place.quantity + by, 1, maximumQuantity(increment)),
})

/** One increment later or earlier. */
export const shiftPlacement = (
  place: EntryPlacement,
  by: 1 | -1,
  increment: number,
): EntryPlacement => ({
  ...place,
  start: clamp(place.start + by * increment, 0, lastStart),
})

export const isSamePlacement = (one: EntryPlacement, other: EntryPlacement): boolean =>
  one.date === other.date && one.start === other.start && one.quantity === other.quantity
