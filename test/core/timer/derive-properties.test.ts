/** Runs of any length, with any breaks, in zones whose clocks change in every way that exists. */
import { expect, it } from 'vitest'
import {
  deriveEntries,
  workedIntervals,
  type TimerRun,
  type InstantInterval,
} from '#core/timer/derive-entries.ts'
import { countIncrements } from '#shared/rules/increments.ts'
import fc from 'fast-check'

/** A zone, and instants around which its clock changes. */
const changes: [zone: string, around: number[]][] = [
  ['UTC', [Date.UTC(2026, 0, 1)]],
  ['Europe/Vienna', [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]],
  // Half an hour.
  ['Australia/Lord_Howe', [Date.UTC(2026, 3, 4, 15), Date.UTC(2026, 9, 3, 15, 30)]],
  // At midnight: a day begins at 01:00, another has 00:30 twice.
  ['America/Havana', [Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 10, 1, 5)]],
  ['Africa/Cairo', [Date.UTC(2026, 3, 23, 22), Date.UTC(2026, 9, 29, 21)]],
  ['America/St_Johns', [Date.UTC(2026, 2, 8, 5, 30), Date.UTC(2026, 10, 1, 4, 30)]],
  ['Pacific/Auckland', [Date.UTC(2026, 3, 4, 14), Date.UTC(2026, 8, 26, 14)]],
  // A day that was skipped.
  ['Pacific/Apia', [Date.UTC(2011, 11, 30, 10)]],
]
const hour = 3_600_000

const anyRun: fc.Arbitrary<TimerRun & { breaks: { from: number; to: number }[] }> = fc
  .record({
    where: fc.constantFrom(...changes.flatMap(([zone, all]) => all.map((at) => ({ zone, at })))),
    before: fc.integer({ min: 0, max: 60 * hour }),
    length: fc.oneof(
      fc.integer({ min: 0, max: 3 * hour }),
      fc.integer({ min: 0, max: 80 * hour }),
      fc.integer({ min: 0, max: 96 }).map((quarters) => (quarters * hour) / 4),
    ),
    away: fc.array(
      fc.record({
        after: fc.integer({ min: -2 * hour, max: 80 * hour }),
        length: fc.integer({ min: 0, max: 12 * hour }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ where, before, length, away }) => {
    const startedAt = where.at - before
    const breaks = away.map(({ after, length }) => ({
      from: startedAt + after,
      to: startedAt + after + length,
    }))
    return { startedAt, stoppedAt: startedAt + length, zone: where.zone, breaks }
  })
const anyIncrement = fc.constantFrom(1, 5, 6, 7, 15, 30, 60)
const anyRule = fc.constantFrom('up', 'nearest', 'down')

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local date and time, computed by other means than the program's. */
function wall(instant: number, zone: string): { date: string; minute: number } {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit' },
      ...{ day: '2-digit', hour: '2-digit', minute: '2-digit' },
    })
    formats.set(zone, format)
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

const lengthOf = (stretches: readonly InstantInterval[]) =>
  stretches.reduce((sum, { startedAt, stoppedAt }) => sum + stoppedAt - startedAt, 0)

/** The rest of a run without its breaks, instant by instant of every border. */
function exactOf({
  startedAt,
  stoppedAt,
  breaks,
}: { breaks: { from: number; to: number }[] } & TimerRun) {
  const borders = [startedAt, stoppedAt, ...breaks.flatMap(({ from, to }) => [from, to])]
    .filter((at) => at >= startedAt && at <= stoppedAt)
    .toSorted((one, other) => one - other)
  let exact = 0
  for (const [index, from] of borders.entries()) {
    const to = borders[index + 1] ?? from
    if (!breaks.some((gap) => gap.from <= from && gap.to >= to && to > from)) exact += to - from
  }
  return exact
}

const everyRun = (
  check: (
    run: Parameters<typeof exactOf>[0],
    increment: number,
    rule: 'up' | 'nearest' | 'down',
  ) => void,
) => fc.assert(fc.property(anyRun, anyIncrement, anyRule, check), { numRuns: 1500 })

it('counts each instant outside the breaks once, and no other', () =>
  everyRun((run, increment, rule) => {
    const segments = deriveEntries(run, increment, rule).flatMap((entry) => entry.segments)
    expect(lengthOf(segments)).toBe(exactOf(run))
    let from = run.startedAt
    for (const { startedAt, stoppedAt } of segments) {
      expect(startedAt).toBeGreaterThanOrEqual(from)
      expect(stoppedAt).toBeGreaterThanOrEqual(startedAt)
      expect(stoppedAt).toBeLessThanOrEqual(run.stoppedAt)
      for (const gap of run.breaks.filter(({ from, to }) => to > from)) {
        const isApart = startedAt >= gap.to || stoppedAt <= gap.from
        expect(isApart || startedAt === stoppedAt).toBe(true)
      }
      from = stoppedAt
    }
  }))

it('rounds the whole once: days share its increments', () =>
  everyRun((run, increment, rule) => {
    const entries = deriveEntries(run, increment, rule)
    const seconds = Math.floor(exactOf(run) / 1000)
    const counted = entries.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(counted).toBe(countIncrements(seconds, increment, rule))
    const difference = counted * increment * 60 - seconds
    if (rule === 'up') expect(difference).toBeGreaterThanOrEqual(0)
    if (rule === 'up') expect(difference).toBeLessThanOrEqual(increment * 60)
    if (rule === 'down' && counted > 1) expect(difference).toBeLessThanOrEqual(0)
    if (rule === 'nearest' && counted > 1) {
      expect(Math.abs(difference)).toBeLessThanOrEqual(increment * 30)
    }
  }))

it('dates and starts each entry by the local clock', () =>
  everyRun((run, increment, rule) => {
    const entries = deriveEntries(run, increment, rule)
    expect(entries.length).toBeGreaterThan(0)
    const dates = entries.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
    for (const { date, start, segments } of entries) {
      for (const { startedAt, stoppedAt } of segments) {
        const last = Math.max(startedAt, stoppedAt - 1)
        const day = wall(startedAt, run.zone).date
        expect(wall(last, run.zone).date).toBe(day)
        // For a day that has no entry of its own.
        if (day !== date) expect(dates).not.toContain(day)
      }
      const own = segments.find(({ startedAt }) => wall(startedAt, run.zone).date === date)
      expect(own && wall(own.startedAt, run.zone)).toEqual({ date, minute: start })
    }
  }))

it('is one instant where the breaks cover the whole run', () => {
  const run = { startedAt: 1000, stoppedAt: 9000, zone: 'UTC' }
  expect(workedIntervals({ ...run, breaks: [{ from: 0, to: 10_000 }] })).toEqual([
    { startedAt: 1000, stoppedAt: 1000 },
  ])
})
