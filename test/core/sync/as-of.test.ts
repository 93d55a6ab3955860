/** As of when the days of an account are up to date here. */
import { describe, expect, it } from 'vitest'
import {
  allDays,
  completeAsOf,
  daysAsOf,
  withDays,
  type DaysRead,
} from '#core/sync/decide/as-of.ts'

const now = 1_000
const read = (from: string, to: string, at: number): DaysRead => ({ from, to, at })
const year = { from: '2026-01-01', to: '2026-12-31' }

describe('the age of some days', () => {
  it('is that of the oldest reading that one of them needs', () => {
    const days = [
      read('2026-11-01', '2026-11-30', 300),
      read('2026-11-10', '2026-11-20', 500),
      read('2026-01-01', '2026-12-31', 100),
    ]
    expect(daysAsOf(days, { from: '2026-11-12', to: '2026-11-14' }, now)).toBe(500)
    expect(daysAsOf(days, { from: '2026-11-09', to: '2026-11-14' }, now)).toBe(300)
    expect(daysAsOf(days, { from: '2026-11-10', to: '2026-12-01' }, now)).toBe(100)
    expect(daysAsOf(days, year, now)).toBe(100)
  })

  it('is unknown where one of them was never read', () => {
    const days = [read('2026-01-01', '2026-06-29', 100), read('2026-07-01', '2026-12-31', 100)]
    expect(daysAsOf(days, year, now)).toBeNull()
    expect(daysAsOf([...days, read('2026-06-30', '2026-06-30', 50)], year, now)).toBe(50)
  })

  it('is unknown where the reading is dated later than now, because the clock was set back since', () => {
    expect(daysAsOf([{ ...year, at: now + 1 }], year, now)).toBeNull()
  })
})

describe('the stored readings', () => {
  it('leave out what a later one covers, and keep what is newer than it', () => {
    const kept = withDays([read('2026-11-01', '2026-11-30', 300)], { ...allDays, at: 200 })
    expect(kept).toHaveLength(2)
    expect(withDays(kept, { ...allDays, at: 400 })).toEqual([{ ...allDays, at: 400 }])
  })

  it('stay few, and drop the fewest days', () => {
    let kept = [{ ...allDays, at: 1 }]
    for (let day = 10; day < 60; day++) {
      kept = withDays(kept, read(`2025-01-${(day % 20) + 10}`, `2025-03-${(day % 20) + 10}`, day))
      kept = withDays(kept, read(`2026-01-${(day % 20) + 10}`, `2026-01-${(day % 20) + 10}`, day))
    }
    expect(kept).toHaveLength(20)
    expect(daysAsOf(kept, allDays, now)).toBe(1)
  })
})

it('are complete as of the oldest of their parts', () => {
  const days = [{ ...allDays, at: 300 }]
  expect(completeAsOf({ days, whole: { expense: 200, category: 400 } }, now)).toBe(200)
  expect(completeAsOf({ days, whole: { expense: 200 } }, now)).toBeNull()
  expect(completeAsOf({ days: [], whole: { expense: 200, category: 400 } }, now)).toBeNull()
})
