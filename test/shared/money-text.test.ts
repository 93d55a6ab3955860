import { describe, expect, it } from 'vitest'
import { parseAmount, formatAmount } from '#shared/rules/money-text.ts'
import fc from 'fast-check'

describe('writing an amount', () => {
  it.each([
    [1250, 'EUR', '12.50'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
    [1250, 'JPY', '1250'],
    [-7, 'JPY', '-7'],
    [1250, 'KWD', '1.250'],
  ])('%d of %s is %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text)
  })

  it('loses nothing', () => {
    const amounts = fc.maxSafeInteger()
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF')
    fc.assert(
      fc.property(amounts, currencies, (amount, currency) => {
        // Without decimals the text is the smallest unit itself.
        expect(parseAmount(formatAmount(amount, currency), currency)).toBe(amount)
      }),
    )
  })
})

describe('reading an amount', () => {
  it('takes a whole number as the smallest unit, in any currency', () => {
    expect(parseAmount('1250', 'EUR')).toBe(1250)
    expect(parseAmount('-1250', null)).toBe(-1250)
  })

  it.each([
    ['12.5', 'EUR'],
    ['12.500', 'EUR'],
    ['12.50', 'JPY'],
    ['12.50', null],
    ['12,50', 'EUR'],
    ['1e3', 'EUR'],
    ['', 'EUR'],
    ['9007199254740993', 'EUR'],
  ])('does not guess what %j of %s is', (text, currency) => {
    expect(parseAmount(text, currency)).toBeUndefined()
  })
})
