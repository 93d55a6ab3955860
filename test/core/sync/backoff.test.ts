import { describe, expect, it } from 'vitest'
import { backoff } from '#core/sync/decide/backoff.ts'
import fc from 'fast-check'

const limits = { shortest: 1_000, longest: 300_000 }
const almostOne = 1 - Number.EPSILON

describe('backoff', () => {
  it('doubles its ceiling with every failure, up to the longest wait', () => {
    const ceilings = [1, 2, 3, 4, 20, 2_000].map((failures) => backoff(failures, almostOne, limits))
    expect(ceilings).toEqual([2_000, 4_000, 8_000, 16_000, 300_000, 300_000])
  })

  it('stays between the shortest and the longest wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: almostOne, noNaN: true }),
        (failures, fraction) => {
          const wait = backoff(failures, fraction, limits)
          expect(wait).toBeGreaterThanOrEqual(limits.shortest)
          expect(wait).toBeLessThanOrEqual(limits.longest)
        },
      ),
    )
  })

  it('never ends before the time that the service asked for', () => {
    expect(backoff(1, 0, limits, 900_000)).toBe(900_000)
    expect(backoff(1, almostOne, limits, 500)).toBe(2_000)
  })
})
