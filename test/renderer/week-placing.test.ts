import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import { maximumQuantity } from '#shared/rules/increments.ts'
import {
  drawPlacement,
  snapGridOf,
  lengthenPlacement,
  movePlacement,
  type EntryPlacement,
  shiftPlacement,
  snapMinute,
  resizeEnd,
  resizeStart,
} from '../../renderer/features/week/entry-placement.ts'

const date = '2026-11-19'
const increment = fc.integer({ min: 1, max: 1440 })
const pointer = fc.double({ min: -3000, max: 5000, noNaN: true })
const magnets = fc.array(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 })
const step = fc.constantFrom(1 as const, -1 as const)
const held = increment.chain((length) =>
  fc.record({
    increment: fc.constant(length),
    place: fc.record({
      date: fc.constant(date),
      start: fc.integer({ min: 0, max: 1439 }),
      quantity: fc.integer({ min: 1, max: maximumQuantity(length) }),
    }),
  }),
)

/** The limits of an entry (docs/API.md, Times). */
function expectAllowed({ start, quantity }: EntryPlacement, length: number) {
  expect(Number.isInteger(start) && start >= 0 && start <= 1439, `start ${start}`).toBe(true)
  expect(
    Number.isInteger(quantity) && quantity >= 1 && quantity <= maximumQuantity(length),
    `quantity ${quantity}`,
  ).toBe(true)
}
const endOf = ({ start, quantity }: EntryPlacement, length: number) => start + quantity * length

describe('the result of any drag', () => {
  it('is a valid entry: drawn', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1440, noNaN: true }),
        pointer,
        increment,
        magnets,
        (anchor, to, length, near) =>
          expectAllowed(drawPlacement(date, anchor, to, length, near), length),
      ),
    )
  })

  it('is a valid entry: moved', () => {
    fc.assert(
      fc.property(
        held,
        fc.integer({ min: -9, max: 9 }),
        pointer,
        magnets,
        ({ place, increment: length }, days, minutes, near) => {
          const moved = movePlacement(place, { days, minutes }, length, near)
          expectAllowed(moved, length)
          expect(moved.date).toBe(addDays(date, days))
          expect(moved.quantity).toBe(place.quantity)
        },
      ),
    )
  })

  it('is a valid entry: resized at either end, the other end staying', () => {
    fc.assert(
      fc.property(held, pointer, ({ place, increment: length }, to) => {
        const later = resizeEnd(place, to, length)
        expectAllowed(later, length)
        expect(later.start).toBe(place.start)
        const earlier = resizeStart(place, to, length)
        expectAllowed(earlier, length)
        expect(endOf(earlier, length)).toBe(endOf(place, length))
      }),
    )
  })

  it('is a valid entry: by keys, one increment at a time', () => {
    fc.assert(
      fc.property(held, step, ({ place, increment: length }, by) => {
        expectAllowed(lengthenPlacement(place, by, length), length)
        expectAllowed(shiftPlacement(place, by, length), length)
      }),
    )
  })

  it('is reverted by the opposite key, unless an end was reached', () => {
    fc.assert(
      fc.property(held, step, ({ place, increment: length }, by) => {
        const there = lengthenPlacement(place, by, length)
        if (there.quantity !== place.quantity) {
          expect(lengthenPlacement(there, by === 1 ? -1 : 1, length)).toEqual(place)
        }
      }),
    )
  })
})

describe('drawing', () => {
  it('covers the drawn interval with whole increments, downwards and upwards', () => {
    expect(drawPlacement(date, 571, 640, 15)).toEqual({ date, start: 570, quantity: 5 })
    expect(drawPlacement(date, 640, 571, 15)).toEqual({ date, start: 570, quantity: 5 })
    expect(drawPlacement(date, 571, 571, 6)).toEqual({ date, start: 570, quantity: 1 })
  })

  it('starts at the end of another entry that is near', () => {
    expect(drawPlacement(date, 571, 640, 15, [574])).toEqual({ date, start: 574, quantity: 5 })
  })

  it('stays within the day at both of its ends', () => {
    expect(drawPlacement(date, 10, -500, 60).start).toBe(0)
    expect(drawPlacement(date, 1439, 5000, 1440)).toEqual({ date, start: 1425, quantity: 1 })
  })
})

describe('moving', () => {
  const place = { date, start: 547, quantity: 4 }

  it('keeps an off-grid start when only the day changes', () => {
    expect(movePlacement(place, { days: 2, minutes: 5 }, 15)).toEqual({
      date: '2026-11-21',
      start: 547,
      quantity: 4,
    })
  })

  it('snaps to the grid of its increment otherwise, or to the end of another entry', () => {
    expect(movePlacement(place, { days: 0, minutes: 30 }, 15).start).toBe(570)
    expect(movePlacement(place, { days: 0, minutes: 30 }, 15, [581]).start).toBe(581)
    expect(snapMinute(600, 15, [])).toBe(600)
  })

  it('has a grid with enough start times when increments are long', () => {
    expect([
      snapGridOf(6),
      snapGridOf(15),
      snapGridOf(30),
      snapGridOf(60),
      snapGridOf(480),
    ]).toEqual([6, 15, 30, 15, 15])
  })
})
