import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uniformRows, visibleRows, stackedRows } from '../../renderer/ui/virtual-rows.ts'

const heights = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 200 })

it('finds the row that covers each height', () => {
  fc.assert(
    fc.property(heights, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const rows = stackedRows(all)
      const y = Math.min(rows.height - 1, Math.floor(share * rows.height))
      const index = rows.indexAt(y)
      expect(rows.topOf(index)).toBeLessThanOrEqual(y)
      expect(rows.topOf(index) + rows.heightOf(index)).toBeGreaterThan(y)
    }),
  )
})

it('counts uniform rows as it counts stacked ones', () => {
  const even = uniformRows(100, 36)
  const stacked = stackedRows(Array(100).fill(36))
  for (const y of [-50, 0, 35, 36, 1800, 3599, 9999])
    expect(even.indexAt(y)).toBe(stacked.indexAt(y))
  expect(even.height).toBe(stacked.height)
  expect(even.topOf(7)).toBe(stacked.topOf(7))
})

it('renders the visible rows, some around them, and the focused one', () => {
  const rows = uniformRows(100_000, 36)
  const sight = { top: 36_000, bottom: 36_108, margin: 36 }
  const drawn = [999, 1000, 1001, 1002, 1003, 1004]
  expect(visibleRows(rows, sight)).toEqual(drawn)
  expect(visibleRows(rows, sight, 3)).toEqual([3, ...drawn])
  expect(visibleRows(rows, sight, 50_000)).toEqual([...drawn, 50_000])
  expect(visibleRows(rows, sight, 1001)).toEqual(drawn)
  expect(visibleRows(rows, sight, 100_000)).toEqual(drawn)
  expect(visibleRows(uniformRows(0, 36), sight, 0)).toEqual([])
})
