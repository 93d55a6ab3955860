import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  addDays,
  civilAt,
  daysBetween,
  fromTimestamp,
  toInstant,
  isCivilDate,
  isZone,
  nextMidnight,
  toTimestamp,
  weekdayNumber,
} from '#shared/rules/calendar.ts'

const hours = (from: number, to: number) => (to - from) / 3_600_000

describe('civil dates', () => {
  it('must exist', () => {
    for (const good of ['2026-11-21', '2024-02-29', '2000-02-29', '0001-01-01']) {
      expect(isCivilDate(good), good).toBe(true)
    }
    for (const bad of [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '0000-01-01',
      '',
    ]) {
      expect(isCivilDate(bad), bad).toBe(false)
    }
  })

  it('add up', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(daysBetween('2026-11-21', '2026-12-01')).toBe(10)
    expect(weekdayNumber('2026-11-21')).toBe(6)
  })
})

describe('days with a clock change', () => {
  it('have 23, 25 and 24.5 hours', () => {
    const spring = toInstant('2026-03-29', 0, 'Europe/Vienna')
    expect(hours(spring, nextMidnight(spring, 'Europe/Vienna'))).toBe(23)
    const autumn = toInstant('2026-10-25', 0, 'Europe/Vienna')
    expect(hours(autumn, nextMidnight(autumn, 'Europe/Vienna'))).toBe(25)
    const lordHowe = toInstant('2026-04-05', 0, 'Australia/Lord_Howe')
    expect(hours(lordHowe, nextMidnight(lordHowe, 'Australia/Lord_Howe'))).toBe(24.5)
  })

  it('convert a clock time back to the same instant', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.constantFrom(
          'UTC',
          'Europe/Vienna',
          'Pacific/Auckland',
          'America/St_Johns',
          'Asia/Kathmandu',
        ),
        (minutes, zone) => {
          const instant = minutes * 60_000 * 12
          const there = civilAt(instant, zone)
          const back = toInstant(there.date, there.minute, zone)
          // In a repeated hour the first one is meant, so the way back may be an hour early.
          expect([0, 3_600_000]).toContain(instant - back)
        },
      ),
    )
  })
})

describe('timestamps', () => {
  it('go both ways, also from a zone', () => {
    expect(toTimestamp(Date.UTC(2026, 10, 21, 6, 5, 4))).toBe('2026-11-21 06:05:04')
    expect(fromTimestamp('2026-11-21 06:05:04')).toBe(Date.UTC(2026, 10, 21, 6, 5, 4))
    expect(fromTimestamp('2026-11-21 06:05:04', 'Pacific/Auckland')).toBe(
      Date.UTC(2026, 10, 20, 17, 5, 4),
    )
  })

  it('are NaN when they cannot be read', () => {
    for (const bad of ['', 'yesterday', '2026-02-30 10:00:00', '2026-02-20 24:00:00']) {
      expect(fromTimestamp(bad), bad).toBeNaN()
    }
  })
})

it('knows which zones exist', () => {
  expect(isZone('Europe/Vienna')).toBe(true)
  expect(isZone('Europe/Atlantis')).toBe(false)
})
