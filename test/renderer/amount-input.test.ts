import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatAmountOf } from '../../renderer/features/expenses/expense-totals.ts'
import {
  otherCurrenciesInAmount,
  otherCurrencyInAmount,
  parseAmountInput,
  readAmountInput,
  parseCountInput,
  parseDecimalInput,
  formatAmountInput,
  formatDecimalInput,
} from '../../renderer/ui/amount-input.ts'
import { setFormats, defaultFormats } from '../../renderer/ui/format.ts'

const speak = (locale: string) => setFormats({ ...defaultFormats, locale })
afterEach(() => speak('en-GB'))

describe('an amount in a field', () => {
  it.each(['2x15', '1e2', '10k', '12abc50', '12 EUR 50', 'EUR', 'about 12'])(
    'is not guessed from “%s”',
    (text) => expect(parseAmountInput(text, 'EUR')).toBeUndefined(),
  )

  it.each([
    ['12', 'EUR', 1200],
    ['12.5', 'EUR', 1250],
    ['1,234.56', 'EUR', 123_456],
    ['1,234', 'EUR', 123_400],
    ['1 234.56', 'EUR', 123_456],
    ['12,50', 'EUR', 1250],
    ['1.234,56', 'EUR', 123_456],
    ['−4.50', 'EUR', -450],
    ['€ 4.50', 'EUR', 450],
    ['NZ$4.50', 'NZD', 450],
    ['4.50 EUR', 'EUR', 450],
    ['1250', 'JPY', 1250],
    ['1.250', 'KWD', 1250],
    ['4.50', null, 450],
    ['.67', 'EUR', 67],
    ['5.', 'EUR', 500],
    ['12.50-', 'EUR', -1250],
    ['12,34,567', 'INR', 123_456_700],
    ['$5', 'USD', 500],
  ])('of English, %s of %s, is %i', (text, currency, amount) => {
    expect(parseAmountInput(text, currency)).toBe(amount)
  })

  it.each([
    ['1.234,56', 'EUR', 123_456],
    ['1.234', 'EUR', 123_400],
    ['1.234.567', 'EUR', 123_456_700],
    ['12,5', 'EUR', 1250],
    ['12.50', 'EUR', 1250],
    ['1,250', 'KWD', 1250],
    ['-0,05 €', 'EUR', -5],
  ])('of German, %s of %s, is %i', (text, currency, amount) => {
    speak('de-DE')
    expect(parseAmountInput(text, currency)).toBe(amount)
  })

  it.each([
    ['', 'EUR'],
    ['some', 'EUR'],
    ['4.505', 'EUR'],
    ['4.5', 'JPY'],
    ['1.2.3', 'EUR'],
    ['4,50,0', 'EUR'],
    ['90071992547409930', 'EUR'],
  ])('is not guessed from “%s” of %s', (text, currency) => {
    expect(parseAmountInput(text, currency)).toBeUndefined()
  })

  it('in another currency than that of its field is never one of the field’s', () => {
    speak('en-US')
    expect(parseAmountInput('$5', 'EUR')).toBeUndefined()
    expect(readAmountInput('$5', 'EUR')).toEqual({ problem: 'currency', stated: ['USD'] })
    expect(otherCurrencyInAmount('$5', 'EUR')).toBe('USD')
    expect(otherCurrencyInAmount('5 CHF', null)).toBe('CHF')
    expect(otherCurrencyInAmount('$5', 'CAD')).toBeUndefined()
    // Several countries have crowns.
    expect(otherCurrencyInAmount('5 kr', 'EUR')).toBeUndefined()
    expect(otherCurrenciesInAmount('5 kr', 'EUR')).toBe('DKK / ISK / NOK / SEK')
    speak('en-CA')
    expect(otherCurrencyInAmount('$5', 'EUR')).toBe('CAD')
  })

  it('reads back what the window shows of it', () => {
    const locales = fc.constantFrom('en-GB', 'en-IN', 'de-DE', 'de-AT', 'fr-CH', 'sv-SE', 'ar-EG')
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', 'NOK')
    fc.assert(
      fc.property(locales, currencies, fc.integer(), (locale, currency, amount) => {
        speak(locale)
        expect(parseAmountInput(formatAmountOf(amount, currency), currency)).toBe(amount)
      }),
    )
  })

  it('reads back what it wrote, in every locale and currency', () => {
    const locales = fc.constantFrom('en-GB', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'es-ES', 'sv-SE')
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', null)
    fc.assert(
      fc.property(locales, currencies, fc.maxSafeInteger(), (locale, currency, amount) => {
        speak(locale)
        expect(parseAmountInput(formatAmountInput(amount, currency), currency)).toBe(amount)
      }),
    )
  })
})

describe('a number in a field', () => {
  it('is read and written by the locale', () => {
    expect([parseDecimalInput('7.5'), formatDecimalInput('7.5')]).toEqual(['7.5', '7.5'])
    speak('de-DE')
    expect([parseDecimalInput('7,5'), formatDecimalInput('7.5')]).toEqual(['7.5', '7,5'])
  })
  it('counts from 1', () => {
    expect(['38', '1,000', '0', '-1', '1.5', ''].map(parseCountInput)).toEqual([
      38,
      1000,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    speak('de-DE')
    expect(parseCountInput('1.000')).toBe(1000)
  })
})
