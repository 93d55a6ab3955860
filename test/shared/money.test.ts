import { describe, expect, it } from 'vitest'
import {
  convertAmount,
  currencyPlaces,
  decimalText,
  parseDecimal,
  plainNumber,
  safeAmount,
  safeSum,
  safeTotal,
} from '#shared/rules/money.ts'
import fc from 'fast-check'

const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
/** Positive decimal text with up to seven whole digits and twelve places. */
const rates = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 19n - 1n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, '0')
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  })
const currencies = fc.constantFrom('EUR', 'NZD', 'JPY', 'KWD', 'CLF')

const magnitude = (value: bigint) => (value < 0n ? -value : value)

describe('currencyPlaces', () => {
  it('is two but for the currencies that have none, three or four', () => {
    expect(['EUR', 'USD', 'NZD', 'XXX'].map(currencyPlaces)).toEqual([2, 2, 2, 2])
    expect(['JPY', 'KRW', 'XOF'].map(currencyPlaces)).toEqual([0, 0, 0])
    expect(['KWD', 'BHD', 'TND'].map(currencyPlaces)).toEqual([3, 3, 3])
    expect(currencyPlaces('CLF')).toBe(4)
  })
})

describe('parseDecimal', () => {
  it('reads digits and their scale', () => {
    expect(parseDecimal('1.85')).toEqual({ unscaled: 185n, scale: 2 })
    expect(parseDecimal('-0.050')).toEqual({ unscaled: -50n, scale: 3 })
    expect(parseDecimal('007')).toEqual({ unscaled: 7n, scale: 0 })
  })

  it.each(['', '.5', '1.', '1e3', '1,5', ' 1', '1\n', '+1', 'NaN', '--1'])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })
})

describe('decimalText', () => {
  it('keeps every number of at most four places as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (tenThousandths) => {
        const digits = String(tenThousandths).padStart(5, '0')
        const written = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
        const text = decimalText(Number(written), 4)
        expect(text).toBe(written)
        expect(Number(text)).toBe(Number(written))
      }),
    )
  })

  it.each([0.00001, 12.34567, 1e-7, 0.1 + 0.2, Number.NaN, 1e21, Infinity])(
    'has no text for %d',
    (value) => {
      expect(decimalText(value, 4)).toBeUndefined()
    },
  )

  it('writes minus zero as zero', () => {
    expect(decimalText(-0, 4)).toBe('0')
  })
})

describe('plainNumber', () => {
  it.each([
    ...([
      [5e-7, '0.0000005'],
      [1.25e-9, '0.00000000125'],
      [-3e-8, '-0.00000003'],
    ] as const),
    ...([
      [0.92, '0.92'],
      [0, '0'],
      [1234, '1234'],
    ] as const),
  ])('writes %d as %s', (value, text) => {
    expect(plainNumber(value)).toBe(text)
  })
})

describe('convert', () => {
  it('rounds once, half to even, on either side of zero', () => {
    expect(convertAmount(1250, 'NZD', 'EUR', '0.55')).toBe(688n)
    expect(convertAmount(1, 'NZD', 'EUR', '0.5')).toBe(0n)
    expect(convertAmount(3, 'NZD', 'EUR', '0.5')).toBe(2n)
    expect(convertAmount(-1, 'NZD', 'EUR', '0.5')).toBe(0n)
    expect(convertAmount(-3, 'NZD', 'EUR', '0.5')).toBe(-2n)
  })

  it('uses the decimal places of both currencies', () => {
    // 10.00 EUR at 162.345 yen; 1,000 yen at 0.0062 euros; 1.500 dinars at 3.05 euros.
    expect(convertAmount(1000, 'EUR', 'JPY', '162.345')).toBe(1623n)
    expect(convertAmount(1000, 'JPY', 'EUR', '0.0062')).toBe(620n)
    expect(convertAmount(1500, 'KWD', 'EUR', '3.05')).toBe(458n)
    expect(convertAmount(100, 'EUR', 'KWD', '0.33')).toBe(330n)
  })

  it('is never more than half a smallest unit from the exact amount, and even where it is half', () => {
    fc.assert(
      fc.property(amounts, currencies, currencies, rates, (amount, from, to, rate) => {
        const { unscaled, scale } = parseDecimal(rate)!
        const shift = BigInt(scale + currencyPlaces(from))
        const exact = BigInt(amount) * unscaled * 10n ** BigInt(currencyPlaces(to))
        const converted = convertAmount(amount, from, to, rate)
        const unit = 10n ** shift
        const off = magnitude(converted * unit - exact) * 2n
        expect(off <= unit).toBe(true)
        if (off === unit) expect(converted % 2n).toBe(0n)
      }),
    )
  })

  it('is odd: a refund is what the charge was, below zero', () => {
    fc.assert(
      fc.property(amounts, currencies, currencies, rates, (amount, from, to, rate) => {
        expect(convertAmount(-amount, from, to, rate)).toBe(-convertAmount(amount, from, to, rate))
      }),
    )
  })

  it('leaves an amount as it is at a rate of 1 in the same currency', () => {
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        expect(convertAmount(amount, currency, currency, '1')).toBe(BigInt(amount))
      }),
    )
  })

  it('ignores zeros at the end of a rate', () => {
    fc.assert(
      fc.property(amounts, currencies, currencies, rates, (amount, from, to, rate) => {
        const longer = rate.includes('.') ? `${rate}00` : `${rate}.00`
        expect(convertAmount(amount, from, to, longer)).toBe(convertAmount(amount, from, to, rate))
      }),
    )
  })
})

describe('sums', () => {
  it('are exact, or undefined', () => {
    expect(safeSum(2 ** 53 - 2, 1)).toBe(2 ** 53 - 1)
    expect(safeSum(2 ** 53 - 2, 2)).toBeUndefined()
    expect(safeSum(-(2 ** 53) + 2, -2)).toBeUndefined()
    // It arrived as a number from a wider one.
    expect(safeSum(-10, 2 ** 53 + 2)).toBeUndefined()
  })
})

describe('totals', () => {
  it('are exact, or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), amounts, (quantity, amount) => {
        const total = safeTotal(quantity, amount)
        const exact = BigInt(quantity) * BigInt(amount)
        expect(total === undefined).toBe(magnitude(exact) > 10n ** 12n)
        if (total !== undefined) expect(BigInt(total)).toBe(exact)
      }),
    )
  })

  it('end at the largest amount', () => {
    expect([safeTotal(4, 25 * 10 ** 10), safeTotal(4, -25 * 10 ** 10)]).toEqual([1e12, -1e12])
    expect([safeTotal(1, 10 ** 12 + 1), safeTotal(1, -(10 ** 12) - 1)]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('amounts', () => {
  it('end at the last integer that every reader keeps', () => {
    expect(safeAmount(BigInt(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
    expect(safeAmount(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).toBeUndefined()
    expect(safeAmount(-BigInt(Number.MAX_SAFE_INTEGER) - 1n)).toBeUndefined()
  })
})
