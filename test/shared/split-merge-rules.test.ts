import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  splitEntryAt,
  joinNotes,
  isInsideEntry,
  mergeEntryParts,
  toEntryMinute,
  type Mergeable,
  type EntryPart,
} from '#shared/rules/split-merge-rules.ts'

/** Entries that were rounded up, to the nearest increment, or down by less than one. */
const parts = fc
  .record({
    start: fc.integer({ min: 0, max: 1439 }),
    quantity: fc.integer({ min: 2, max: 40 }),
    increment: fc.constantFrom(1, 6, 15, 30),
    rounded: fc.double({ min: -1, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }),
  })
  .map(({ rounded, ...part }) => ({
    ...part,
    worked: part.quantity * part.increment - Math.trunc(rounded * part.increment),
  }))
const entry = (set: Partial<Mergeable>): Mergeable => {
  const { quantity = 4, increment = 15 } = set
  return {
    ...{ date: '2026-11-19', start: 540, user: 1, project: 1, task: 1 },
    ...{ quantity, increment, worked: quantity * increment, rate: 12_000, currency: 'NZD' },
    ...set,
  }
}

describe('splitting', () => {
  it('makes two halves of at least an increment that touch and count what the entry counted', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: -100, max: 4_000 }), (part: EntryPart, at) => {
        const [first, second] = splitEntryAt(part, at)!
        expect(Math.min(first.quantity, second.quantity)).toBeGreaterThan(0)
        expect(first.quantity + second.quantity).toBe(part.quantity)
        expect(first.start).toBe(part.start)
        expect(second.start).toBe(part.start + first.quantity * part.increment)
        expect(second.start).toBe(first.start + first.worked)
        expect(second.worked).toBe(part.worked - first.worked)
        expect(second.worked).toBeGreaterThan(0)
      }),
    )
  })

  it('cuts at the chosen time when that is on an increment', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (part: EntryPart, nth) => {
        const at = part.start + (1 + (nth % (part.quantity - 1))) * part.increment
        expect(isInsideEntry(part, at)).toBe(true)
        expect(isInsideEntry(part, part.start + part.worked)).toBe(false)
        expect(splitEntryAt(part, at)![1].start).toBe(at)
      }),
    )
  })

  it('uses the nearest increment otherwise, and refuses to split a single one', () => {
    const part = { start: 540, quantity: 4, increment: 15, worked: 56 }
    expect(splitEntryAt(part, 562)).toEqual([
      { start: 540, quantity: 1, worked: 15 },
      { start: 555, quantity: 3, worked: 41 },
    ])
    expect(splitEntryAt(part, 563)?.[1].start).toBe(570)
    expect(splitEntryAt({ ...part, quantity: 1 }, 547)).toBeUndefined()
  })

  it('reads a time of day in an entry that crosses midnight', () => {
    const part = { start: 1380, quantity: 8, increment: 15, worked: 120 }
    expect(toEntryMinute(part, 30)).toBe(1470)
    expect(toEntryMinute(part, 1395)).toBe(1395)
  })
})

describe('merging', () => {
  const problem = (...sets: Partial<Mergeable>[]) => {
    const merged = mergeEntryParts(sets.map(entry))
    return 'problem' in merged ? merged.problem : undefined
  }

  it('puts halves together again', () => {
    fc.assert(
      fc.property(parts, fc.nat(), (part: EntryPart, at) => {
        const halves = splitEntryAt(part, at)!.map((half) => entry({ ...part, ...half }))
        expect(mergeEntryParts(halves.toReversed())).toEqual({
          start: part.start,
          quantity: part.quantity,
          worked: part.worked,
        })
      }),
    )
  })

  it('counts minutes that two entries cover once, and never more than they counted', () => {
    const merged = (...sets: Partial<Mergeable>[]) => mergeEntryParts(sets.map(entry))
    expect(merged({}, { start: 570 })).toEqual({ start: 540, quantity: 6, worked: 90 })
    expect(merged({}, { start: 590 })).toEqual({ start: 540, quantity: 8, worked: 110 })
    expect(merged({}, { start: 555, quantity: 1 })).toEqual({
      ...{ start: 540, quantity: 4, worked: 60 },
    })
  })

  it('rounds once what was worked, and takes what rounding filled for no gap', () => {
    const first = { quantity: 1, worked: 3 }
    const merged = mergeEntryParts([entry(first), entry({ start: 545, quantity: 3, worked: 33 })])
    expect(merged).toEqual({ start: 540, quantity: 3, worked: 36 })
    // Rounded down, they counted 15 minutes each.
    const down = { quantity: 1, worked: 25 }
    expect(mergeEntryParts([entry(down), entry({ ...down, start: 565 })])).toMatchObject({
      quantity: 2,
    })
    expect(problem(first, { start: 556 })).toEqual({ is: 'gap', from: 555, to: 556 })
  })

  it('says why entries cannot be merged', () => {
    expect(problem({})).toEqual({ is: 'few' })
    expect(problem({}, { user: 2 })).toEqual({ is: 'user' })
    expect(problem({}, { project: 2, task: 2 })).toEqual({ is: 'project' })
    expect(problem({}, { task: null })).toEqual({ is: 'task' })
    expect(problem({}, { date: '2026-11-20' })).toEqual({ is: 'date' })
    expect(problem({}, { start: 600, increment: 6 })).toEqual({ is: 'terms' })
    expect(problem({}, { start: 600, rate: 9_000 })).toEqual({ is: 'terms' })
    expect(problem({}, { start: 600, rate: null, currency: null })).toBeUndefined()
    expect(problem({}, { start: 600, rate: 0 })).toEqual({ is: 'terms' })
    expect(problem({ start: 615 }, {})).toEqual({ is: 'gap', from: 600, to: 615 })
    expect(problem({ start: 0, quantity: 60 }, { start: 900, quantity: 60 })).toEqual({
      is: 'long',
    })
  })

  it('joins notes, each once', () => {
    expect(joinNotes(['Hero', null, ' Hero ', 'Footer', ''])).toBe('Hero\nFooter')
    expect(joinNotes([null, '  '])).toBeNull()
  })
})
