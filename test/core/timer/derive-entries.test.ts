import { describe, expect, it } from 'vitest'
import { deriveEntries } from '#core/timer/derive-entries.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import fc from 'fast-check'

const zone = 'Europe/Vienna'
const run = (date: string, start: number, minutes: number, where = zone) => {
  const startedAt = toInstant(date, start, where)
  return { startedAt, stoppedAt: startedAt + minutes * 60_000, zone: where }
}

describe('deriveEntries', () => {
  it('makes one entry of a run within a day', () => {
    expect(deriveEntries(run('2026-11-19', 14 * 60, 47), 15, 'up')).toMatchObject([
      { date: '2026-11-19', start: 840, quantity: 4 },
    ])
  })

  it('splits at local midnight and shares the rounded whole', () => {
    const entries = deriveEntries(run('2026-11-19', 23 * 60 + 30, 60), 15, 'up')
    expect(entries).toMatchObject([
      { date: '2026-11-19', start: 1410, quantity: 2 },
      { date: '2026-11-20', start: 0, quantity: 2 },
    ])
  })

  it('makes no entry for a day whose share is less than an increment', () => {
    const entries = deriveEntries(run('2026-11-19', 23 * 60, 61), 15, 'nearest')
    expect(entries).toMatchObject([{ date: '2026-11-19', start: 1380, quantity: 4 }])
  })

  it('makes no day of a long run longer than 24 hours', () => {
    // A weekend of 65 hours and a bit, in increments whose rounding adds up.
    const weekend = run('2026-11-20', 16 * 60 + 1, 65 * 60 + 3)
    for (const increment of [1, 6, 7, 15, 25, 60]) {
      const entries = deriveEntries(weekend, increment, 'up')
      const days = entries.map(({ quantity }) => quantity * increment)
      expect(days.filter((minutes) => minutes > 24 * 60)).toEqual([])
      expect(days.reduce((sum, minutes) => sum + minutes, 0)).toBe(
        Math.ceil((65 * 60 + 3) / increment) * increment,
      )
    }
  })

  it('counts a day with a clock change by its real hours', () => {
    const entries = deriveEntries(run('2026-10-25', 0, 25 * 60), 60, 'up')
    expect(entries).toMatchObject([{ date: '2026-10-25', start: 0, quantity: 25 }])
  })

  it('never gains time by rounding twice: the parts add up to the rounded whole, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 1440 }),
        fc.integer({ min: 0, max: 3 * 86_400 }),
        fc.constantFrom(1, 5, 6, 15, 30, 60),
        fc.constantFrom('up', 'nearest', 'down'),
        fc.constantFrom(zone, 'UTC', 'Pacific/Auckland', 'Australia/Lord_Howe'),
        (minute, seconds, increment, rule, where) => {
          const startedAt = toInstant('2026-01-01', 0, where) + minute * 60_000
          const stoppedAt = startedAt + seconds * 1000
          const entries = deriveEntries({ startedAt, stoppedAt, zone: where }, increment, rule)
          const whole = countIncrements(seconds, increment, rule)
          expect(entries.reduce((sum, entry) => sum + entry.quantity, 0)).toBe(whole)
          expect(entries.length).toBeGreaterThan(0)
          const dates = entries.map((entry) => entry.date)
          expect(dates).toEqual([...new Set(dates)].toSorted())
        },
      ),
      { numRuns: 300 },
    )
  })
})
