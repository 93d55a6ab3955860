import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/rules/calendar.ts'
import {
  isJobDue,
  nearDates,
  recentStart,
  millisecondsUntilDue,
  windowsForDates,
  windowsForDays,
} from '#core/sync/decide/schedule.ts'

const now = 1_000_000_000

describe('a task of sync', () => {
  it('is due when it was never done, or long enough ago', () => {
    expect(isJobDue({}, 'near', now)).toBe(true)
    expect(isJobDue({ near: now - 119_999 }, 'near', now)).toBe(false)
    expect(isJobDue({ near: now - 120_000 }, 'near', now)).toBe(true)
  })

  it('is also due when it was done in the future: the clock was set back', () => {
    expect(isJobDue({ everything: now + 1 }, 'everything', now)).toBe(true)
  })

  it('has a time when it is due next', () => {
    const marks = { near: now - 100_000, watched: now - 1_000 }
    expect(millisecondsUntilDue(marks, ['near'], now)).toBe(20_000)
    expect(millisecondsUntilDue(marks, ['near', 'watched'], now)).toBe(4_000)
    expect(millisecondsUntilDue(marks, ['near', 'recent'], now)).toBe(0)
  })
})

describe('windows', () => {
  it('are days, a week back and one ahead', () => {
    expect(nearDates('2026-03-01')).toEqual({ from: '2026-02-22', to: '2026-03-02' })
    expect(recentStart('2026-03-01')).toBe('2025-12-31')
  })

  it('are read as one list from the newest on where that takes fewer requests', () => {
    const week = { from: '2026-11-12', to: '2026-11-18' }
    expect(windowsForDates(week, 150)).toEqual([{ is: 'since', from: '2026-11-12' }])
    expect(windowsForDates(week, 5_000)).toHaveLength(7)
    expect(windowsForDates(week, 5_000)[6]).toEqual({ is: 'day', date: '2026-11-18' })
  })

  it('begin on their own page where many entries are before them', () => {
    const spring = { from: '2026-03-01', to: '2026-05-31' }
    expect(windowsForDates(spring, 5_500, 5_000)).toEqual([{ is: 'between', ...spring, page: 51 }])
    expect(windowsForDates(spring, 550, 50)).toEqual([{ is: 'since', from: spring.from }])
    expect(windowsForDates(spring, 50_000, 5_000)).toHaveLength(92)
  })

  it('are a few single days, of very many the newest, or a list where that takes fewer requests', () => {
    const year = Array.from({ length: 250 }, (_, day) => addDays('2026-01-01', day))
    expect(windowsForDays(['2026-03-01', '2026-05-31'], 5_500, 5_000)).toEqual([
      { is: 'day', date: '2026-03-01' },
      { is: 'day', date: '2026-05-31' },
    ])
    expect(windowsForDays(year, 250, 50)).toEqual([{ is: 'since', from: '2026-01-01' }])
    const newest = windowsForDays(year, 50_000, 40_000)
    expect(newest).toHaveLength(31)
    expect(newest.at(-1)).toEqual({ is: 'day', date: year.at(-1) })
    expect(windowsForDays([], 0)).toEqual([])
  })

  it('are one window for one day, and none for an empty range', () => {
    const day = { from: '2026-11-19', to: '2026-11-19' }
    expect(windowsForDates(day, 0)).toEqual([{ is: 'day', date: '2026-11-19' }])
    expect(windowsForDates({ from: '2026-11-19', to: '2026-11-18' }, 0)).toEqual([])
  })
})
