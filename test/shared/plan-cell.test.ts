import { describe, expect, it } from 'vitest'
import {
  type CellDay,
  type CellEntry,
  type CellPlan,
  changesNothing,
  isTooLong,
  occupiedByEarlierDays,
  startOfNewEntry,
  planCell,
} from '#shared/rules/plan-cell.ts'
import { countIncrements, type RoundingRule } from '#shared/rules/increments.ts'
import fc from 'fast-check'

const empty: CellDay = { taken: [], workBegins: 540 }
const rules = { increment: 15, rule: 'up', day: empty } as const
const entry = (local: number, start: number, quantity: number, increment = 15): CellEntry => ({
  ...{ local, start, quantity, increment, total: quantity * increment },
})

describe('hours in an empty cell', () => {
  it('make one entry, rounded by the rule, at the time when work begins', () => {
    expect(planCell([], 80, { ...rules, increment: 6 })).toEqual({
      add: { start: 540, quantity: 14, increment: 6 },
      remove: [],
      total: 84,
    })
  })
  it('follow the last entry of the day', () => {
    const taken = [
      { from: 600, to: 660 },
      { from: 420, to: 480 },
    ]
    expect(startOfNewEntry(60, { ...empty, taken })).toBe(660)
  })
  it('keep clear of the running timer, and of the end of the day', () => {
    const running = { from: 720, to: 1440 }
    const taken = [{ from: 600, to: 690 }]
    expect(startOfNewEntry(30, { taken, running, workBegins: 540 })).toBe(690)
    expect(startOfNewEntry(60, { taken, running, workBegins: 540 })).toBe(540)
    expect(startOfNewEntry(120, { taken, running, workBegins: 540 })).toBe(480)
    expect(startOfNewEntry(60, { taken: [{ from: 1380, to: 1500 }], workBegins: 540 })).toBe(540)
  })
  it('keep clear of what the days before extend into this day', () => {
    const before = occupiedByEarlierDays(
      [
        { date: '2026-11-17', start: 1320, total: 720 },
        { date: '2026-11-17', start: 600, total: 60 },
        { date: '2026-11-18', start: 0, total: 60 },
      ],
      '2026-11-18',
    )
    expect(before).toEqual([{ from: -120, to: 600 }])
    expect(startOfNewEntry(60, { ...empty, before })).toBe(600)
    expect(startOfNewEntry(900, { ...empty, before })).toBe(540)
    expect(startOfNewEntry(60, { taken: [{ from: 660, to: 720 }], before, workBegins: 540 })).toBe(
      720,
    )
    // A short night leaves the default position free.
    expect(startOfNewEntry(60, { ...empty, before: [{ from: -30, to: 60 }] })).toBe(540)
    // 25 hours from 23:59 on reach the day after next.
    const long = [{ date: '2026-11-16', start: 1439, total: 1500 }]
    expect(occupiedByEarlierDays(long, '2026-11-18')).toEqual([{ from: -1441, to: 59 }])
  })
  it('overlap only where the day has no room', () => {
    expect(startOfNewEntry(600, { taken: [{ from: 300, to: 1300 }], workBegins: 540 })).toBe(840)
    expect(startOfNewEntry(1500, empty)).toBe(0)
  })
})

describe('hours in a cell with entries', () => {
  const three = [entry(3, 900, 2), entry(1, 540, 4), entry(2, 660, 4)]

  it('change the quantity of the only one', () => {
    expect(planCell([entry(7, 540, 4)], 100, rules)).toEqual({
      change: { local: 7, quantity: 7, increment: 15 },
      remove: [],
      total: 105,
    })
  })
  it('lengthen the last one by an earlier start', () => {
    expect(planCell(three, 180, rules)).toEqual({
      change: { local: 3, quantity: 4, increment: 15 },
      remove: [],
      total: 180,
    })
  })
  it('shorten from the last one backwards and remove empty ones', () => {
    expect(planCell(three, 135, rules)).toMatchObject({ change: { local: 3, quantity: 1 } })
    expect(planCell(three, 120, rules)).toEqual({ remove: [3], total: 120 })
    expect(planCell(three, 45, rules)).toEqual({
      change: { local: 1, quantity: 3, increment: 15 },
      remove: [2, 3],
      total: 45,
    })
    expect(planCell(three, 0, rules)).toEqual({ remove: [3, 1, 2], total: 0 })
  })
  it('change nothing when they count as the current total', () => {
    expect(changesNothing(planCell(three, 150, rules))).toBe(true)
    expect(changesNothing(planCell(three, 141, rules))).toBe(true)
    expect(changesNothing(planCell([], 0, rules))).toBe(true)
  })
  it('say when an entry would be longer than the longest day', () => {
    expect(isTooLong(planCell([], 1500, { ...rules, increment: 7 }))).toBe(true)
    expect(isTooLong(planCell([], 1500, rules))).toBe(false)
  })
})

describe('a cell with any entries', () => {
  const rule = fc.constantFrom<RoundingRule[]>('up', 'nearest', 'down')
  const increments = fc.constantFrom(1, 5, 6, 10, 15, 30, 60)
  const cells = increments.chain((increment) =>
    fc.record({
      increment: fc.constant(increment),
      entries: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 40 })), {
          maxLength: 6,
        })
        .map((made) => made.map(([start, quantity], at) => entry(at, start, quantity, increment))),
    }),
  )
  const minutes = fc.integer({ min: 1, max: 1500 })

  const after = (entries: readonly CellEntry[], plan: CellPlan) =>
    entries
      .filter(({ local }) => !plan.remove.includes(local))
      .map((one) =>
        one.local === plan.change?.local
          ? { ...one, quantity: plan.change.quantity, total: plan.change.quantity * one.increment }
          : one,
      )
  const sum = (entries: readonly CellEntry[]) => entries.reduce((all, { total }) => all + total, 0)

  it('has exactly the counted minutes afterwards', () => {
    fc.assert(
      fc.property(cells, minutes, rule, ({ increment, entries }, typed, by) => {
        const plan = planCell(entries, typed, { increment, rule: by, day: empty })
        const counted = countIncrements(typed * 60, increment, by) * increment
        expect(plan.total).toBe(counted)
        const added = plan.add ? plan.add.quantity * plan.add.increment : 0
        expect(sum(after(entries, plan)) + added).toBe(counted)
      }),
    )
  })

  it('changes only what it needs to, and leaves no entry without time', () => {
    fc.assert(
      fc.property(cells, minutes, rule, ({ increment, entries }, typed, by) => {
        const plan = planCell(entries, typed, { increment, rule: by, day: empty })
        const left = after(entries, plan)
        expect(left.every(({ quantity }) => quantity >= 1)).toBe(true)
        if (plan.add) expect(entries).toEqual([])
        const order = entries.toSorted((a, b) => a.start - b.start || a.local - b.local)
        // The end of the day's list is removed; the last one that stays is changed.
        const stays = order.length - plan.remove.length
        expect(plan.remove).toEqual(order.slice(stays).map(({ local }) => local))
        if (plan.change) expect(plan.change.local).toBe(order[stays - 1]?.local)
      }),
    )
  })

  it('stays the same when its own total is typed, and when a total is typed twice', () => {
    fc.assert(
      fc.property(cells, minutes, rule, ({ increment, entries }, typed, by) => {
        const how = { increment, rule: by, day: empty }
        if (entries.length > 0) {
          expect(changesNothing(planCell(entries, sum(entries), how))).toBe(true)
        }
        const left = after(entries, planCell(entries, typed, how))
        if (left.length > 0) expect(changesNothing(planCell(left, typed, how))).toBe(true)
      }),
    )
  })

  it('counts entries of different increments as nearly as possible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(increments, fc.integer({ min: 1, max: 9 })), {
          minLength: 2,
          maxLength: 5,
        }),
        minutes,
        (made, typed) => {
          const entries = made.map(([length, quantity], at) => entry(at, at, quantity, length))
          const plan = planCell(entries, typed, { increment: 15, rule: 'up', day: empty })
          expect(sum(after(entries, plan))).toBe(plan.total)
          expect(plan.total - typed).toBeGreaterThanOrEqual(0)
          expect(plan.total - typed).toBeLessThan(60)
        },
      ),
    )
  })

  it('finds a position without overlap if there is one', () => {
    const stretches = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 300 }))
        .map(([from, length]) => ({ from, to: from + length })),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(
        stretches,
        fc.option(fc.integer({ min: 0, max: 1439 }), { nil: undefined }),
        fc.integer({ min: 1, max: 1500 }),
        fc.integer({ min: 0, max: 1439 }),
        (taken, runs, length, workBegins) => {
          const running = runs === undefined ? undefined : { from: runs, to: 1440 }
          const start = startOfNewEntry(length, { taken, running, workBegins })
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start).toBeLessThan(1440)
          const all = running ? [...taken, running] : taken
          const isFree = (from: number) =>
            from + length <= 1440 && all.every((one) => one.to <= from || one.from >= from + length)
          const hasRoom = Array.from({ length: 1440 }, (_, from) => from).some(isFree)
          expect(isFree(start)).toBe(hasRoom)
        },
      ),
    )
  })
})
