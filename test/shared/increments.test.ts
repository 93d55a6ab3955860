import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countIncrements,
  divideHalfEven,
  entryValue,
  maximumQuantity,
  requantify,
} from '#shared/rules/increments.ts'

const rules = ['up', 'nearest', 'down'] as const

describe('countIncrements', () => {
  it('counts 47 minutes as four quarter hours when rounding up', () => {
    expect(countIncrements(47 * 60, 15, 'up')).toBe(4)
  })

  it('rounds to the nearest, halves up', () => {
    expect(countIncrements(22 * 60 + 29, 15, 'nearest')).toBe(1)
    expect(countIncrements(22 * 60 + 30, 15, 'nearest')).toBe(2)
  })

  it('drops what does not fill an increment when rounding down', () => {
    expect(countIncrements(44 * 60 + 59, 15, 'down')).toBe(2)
  })

  it('never counts less than one, with any rule', () => {
    for (const rule of rules) expect(countIncrements(0, 15, rule)).toBe(1)
  })

  it('leaves an exact multiple as it is under every rule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        (n, length) => {
          for (const rule of rules) expect(countIncrements(n * length * 60, length, rule)).toBe(n)
        },
      ),
    )
  })

  it('is never more than one increment away from the exact time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 1, max: 60 }),
        (s, length) => {
          for (const rule of rules) {
            const counted = countIncrements(s, length, rule) * length * 60
            expect(Math.abs(counted - s)).toBeLessThanOrEqual(length * 60)
          }
        },
      ),
    )
  })
})

describe('requantify', () => {
  it('keeps at least the former minutes, up to the longest entry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1500 }),
        fc.integer({ min: 1, max: 1440 }),
        (total, inc) => {
          const quantity = requantify(total, inc)
          const most = maximumQuantity(inc)
          expect(quantity).toBeLessThanOrEqual(most)
          if (quantity < most) expect(quantity * inc).toBeGreaterThanOrEqual(total)
        },
      ),
    )
  })
})

describe('entryValue', () => {
  it('is total times rate per hour, in the smallest unit', () => {
    expect(entryValue(90, 12_000)).toBe(18_000)
  })

  it('rounds half to even, also below zero', () => {
    expect(entryValue(30, 1)).toBe(0)
    expect(entryValue(30, 3)).toBe(2)
    expect(divideHalfEven(-1n, 2n)).toBe(0n)
    expect(divideHalfEven(-3n, 2n)).toBe(-2n)
  })

  it('is the same where the product is beyond exact numbers', () => {
    const rate = fc.oneof(
      fc.integer({ min: -200, max: 200 }),
      fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), rate, (total, rate) => {
        const exact = Number(divideHalfEven(BigInt(total) * BigInt(rate), 60n))
        expect(entryValue(total, rate)).toBe(exact)
      }),
    )
  })
})
