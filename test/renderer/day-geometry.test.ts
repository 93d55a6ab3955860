import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayIndexAt,
  computeDayListGeometry,
  isOnlyLoadedFurther,
  narrowRowHeights,
  layoutDayRows,
  type DayListShape,
  wideRowHeights,
} from '../../renderer/features/day/day-geometry.ts'
import { type DayRow, toDayRows } from '../../renderer/features/day/day-rows.ts'
import type { DayGroup } from '../../renderer/features/day/day-store.ts'
import { entry } from './support/records.ts'

const dateOf = (nth: number) => new Date(Date.UTC(2026, 10, 19 - nth)).toISOString().slice(0, 10)

/**
 * Days with this many entries each, an hour long and two hours apart; some of them not read yet.
 */
const groupsOf = (counts: readonly { count: number; isRead: boolean }[]): DayGroup[] =>
  counts.map(({ count, isRead }, nth) => ({
    date: dateOf(nth),
    minutes: count * 60,
    count,
    entries:
      isRead || nth === 0
        ? Array.from({ length: count }, (_, of) =>
            entry({ local: nth * 100 + of + 1, date: dateOf(nth), start: of * 120 }),
          )
        : undefined,
  }))
const rowsOfDay = ({ entries = [] }: DayGroup, leading: string): DayRow[] => {
  const rows = toDayRows(entries)
  return entries[0]?.date === leading ? rows : rows.filter((row) => row.is === 'entry')
}

const shapes = fc
  .record({
    counts: fc.array(fc.record({ count: fc.integer({ min: 1, max: 9 }), isRead: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
    running: fc.boolean(),
    narrow: fc.boolean(),
  })
  .map(({ counts, running, narrow }): DayListShape => {
    const groups = groupsOf(counts)
    const leading = groups[0]!.date
    return {
      groups,
      leading,
      leadingRows: rowsOfDay(groups[0]!, leading),
      running,
      heights: narrow ? narrowRowHeights : wideRowHeights,
      current: narrow ? { key: 1, date: leading } : undefined,
    }
  })

describe('the layout of rows', () => {
  it('leaves no gap and no overlap, and counts every row once', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const geometry = computeDayListGeometry(shape)
        let [top, index] = [0, 0]
        for (const day of geometry.days) {
          expect([day.top, day.index]).toEqual([top, index])
          const rows = layoutDayRows(day, shape, () => rowsOfDay(day.group, shape.leading!))
          let within = day.isLeading ? 0 : shape.heights.heading
          index += day.isLeading ? 0 : 1
          for (const row of rows) {
            expect([row.top, row.index]).toEqual([within, index])
            within += row.height
            index += 1
          }
          expect(within).toBe(day.height)
          top += day.height
        }
        expect([geometry.height, geometry.rows]).toEqual([top, index])
      }),
    )
  })

  it('keeps its heights when the entries of a day are read', () => {
    const heights = [false, true].map(
      (isRead) =>
        computeDayListGeometry({
          groups: groupsOf([
            { count: 2, isRead: true },
            { count: 5, isRead },
          ]),
          leadingRows: [],
          running: false,
          heights: wideRowHeights,
        }).height,
    )
    expect(heights[0]).toBe(heights[1])
  })

  it('distinguishes entries that were read from rows that move', () => {
    const shapeOf = (groups: DayGroup[]): DayListShape => ({
      ...{ groups, leadingRows, running: false, heights: wideRowHeights },
    })
    const leadingRows: DayRow[] = []
    const [first, second] = groupsOf([
      { count: 2, isRead: true },
      { count: 3, isRead: false },
    ])
    const [, read] = groupsOf([
      { count: 2, isRead: true },
      { count: 3, isRead: true },
    ])
    const before = shapeOf([first!, second!])
    expect(isOnlyLoadedFurther(before, shapeOf([first!, read!]))).toBe(true)
    expect(isOnlyLoadedFurther(before, shapeOf([first!, { ...read!, count: 4 }]))).toBe(false)
    expect(isOnlyLoadedFurther(shapeOf([first!, read!]), shapeOf([first!, { ...read! }]))).toBe(
      false,
    )
    expect(isOnlyLoadedFurther(before, shapeOf([first!]))).toBe(false)
  })

  it('finds the day at any height', () => {
    fc.assert(
      fc.property(shapes, fc.nat({ max: 10_000 }), (shape, y) => {
        const geometry = computeDayListGeometry(shape)
        const found = geometry.days.findLastIndex((day) => day.top <= y)
        expect(dayIndexAt(geometry, y)).toBe(found)
        expect(dayIndexAt(geometry, -50)).toBe(0)
      }),
    )
  })
})
