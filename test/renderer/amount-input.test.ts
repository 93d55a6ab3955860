import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  parseAmountInput,
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
