import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { netCost, computeTax } from '#shared/rules/cost-tax.ts'

describe('the tax of a cost', () => {
  it('is included in the cost, or added to it', () => {
    expect(computeTax(3120, 'includes', '15')).toBe(407)
    expect(computeTax(3120, 'excludes', '15')).toBe(468)
    expect(computeTax(1000, 'excludes', '7.5')).toBe(75)
    expect(computeTax(3120, 'none', '15')).toBeUndefined()
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 100 }),
        (net, rate) => {
          const onTop = computeTax(net, 'excludes', String(rate))!
          expect(
            Math.abs(computeTax(net + onTop, 'includes', String(rate))! - onTop),
          ).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('is subtracted from the cost where it is included', () => {
    expect(netCost(11_900, 'includes', '19')).toEqual({ net: 10_000, tax: 1_900 })
    expect(netCost(10_000, 'excludes', '19')).toEqual({ net: 10_000, tax: 1_900 })
    expect(netCost(10_000, 'none', '0')).toEqual({ net: 10_000, tax: 0 })
    expect(netCost(10_000, 'reverse charge', '19')).toEqual({ net: 10_000, tax: 0 })
  })
})
