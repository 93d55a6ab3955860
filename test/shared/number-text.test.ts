import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statedCurrencies } from '#shared/rules/currency-signs.ts'
import { currencyPlaces, plainDecimal, toSmallestUnit } from '#shared/rules/money.ts'
import {
  addDecimalEvidence,
  decideNumber,
  inferDecimalSign,
  readNumber,
  type DecimalSign,
} from '#shared/rules/number-text.ts'

/** The number as plain text; undefined where there is none, `open` where there are two. */
function read(text: string, sign?: DecimalSign): string | undefined {
  const written = readNumber(text)
  const decided = written && decideNumber(written, sign)
  return decided === 'open' ? decided : decided && plainDecimal(decided)
}

describe('a number', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1’234.50', '1234.50'],
    ["1'234", '1234'],
    ['1 234,50', '1234.50'],
    ['1.234.567', '1234567'],
    ['12,34,567.00', '1234567.00'],
    ['7,5', '7.5'],
    ['.67', '0.67'],
    ['0,123', '0.123'],
    ['5.', '5'],
    ['1,234.', '1234'],
    ['５．５', '5.5'],
    ['٩٬٩٩٩٫٥', '9999.5'],
    ['१२,३४,५६७.५०', '1234567.50'],
    ['+3', '3'],
  ])('%s is %s', (text, number) => {
    expect(read(text)).toBe(number)
  })

  it.each([
    '-7,5',
    '7,5-',
    '(7.5)',
    '−7.5',
    '‐7.5',
    '–7.5',
    '－7.5',
    '7.5−',
    '- 7.5',
    '\u200E-7.5',
  ])('is negative in %s', (text) => expect(read(text)).toBe('-7.5'))

  it.each(['5.–', '5.-', '5,-', '5,— €'])(
    'of whole units may have a dash for cents: %s',
    (text) => {
      expect(read(text)).toBe('5')
    },
  )

  it.each([
    ...[
      '',
      'x',
      '.',
      '-',
      '1e5',
      '1..2',
      '--1',
      '-1-',
      '1,2,3',
      '3 x 4.00',
      '12 50',
      '5-10',
      '(-5)',
    ],
    ...['1,23,4.5', '0.000.1', '01,234.5', '5.00.', '1.234.56', '9'.repeat(99)],
  ])('is not guessed from “%s”', (text) => {
    expect(readNumber(text)).toBeUndefined()
  })

  it('with three digits after its only separator depends on the decimal sign', () => {
    expect(['1,234', '-1.000', '12.500'].map((text) => read(text))).toEqual([
      'open',
      'open',
      'open',
    ])
    expect([read('1,234', '.'), read('1,234', ',')]).toEqual(['1234', '1.234'])
    expect([read('-1.000', '.'), read('-1.000', ',')]).toEqual(['-1.000', '-1000'])
  })

  it('has beside it what is no part of it', () => {
    const beside = (text: string) => {
      const { before, after } = readNumber(text)!
      return [before, after]
    }
    expect(beside('US$ 5.00 USD')).toEqual(['US$', 'USD'])
    expect(beside('Rs.500')).toEqual(['Rs.', ''])
    expect(beside('-€5.00')).toEqual(['€', ''])
    expect(beside('(5.00 kr)')).toEqual(['', 'kr'])
    expect(beside('5.00 DR')).toEqual(['', 'DR'])
    expect(beside('E-UR 5')).toEqual(['E-UR', ''])
  })
})

describe('the decimal sign of a file', () => {
  const signOf = (...texts: string[]) => {
    const evidence = { point: false, comma: false }
    for (const text of texts) addDecimalEvidence(evidence, text)
    return inferDecimalSign(evidence)
  }
  it('is the one that some number shows', () => {
    expect(signOf('-236,48', '1.488,69', '-1.000', '3.000')).toBe(',')
    expect(signOf('1,000', '12.50', '12')).toBe('.')
    expect(signOf('1,234,567')).toBe('.')
  })
  it('is unknown where none or both do', () => {
    expect(signOf('1,000', '2.500', '12', '2026-03-04', '1:30')).toBeUndefined()
    expect(signOf('12.50', '12,50')).toBeUndefined()
  })
})

describe('a sign beside an amount', () => {
  const stated = (text: string, expected: string | null, locale: string | null = null) =>
    statedCurrencies(readNumber(text)!, expected, locale)?.join(' ')

  it('is the currency that is expected where it can be', () => {
    expect(stated('$5', 'CAD')).toBe('CAD')
    expect(stated('5 kr', 'NOK')).toBe('NOK')
    expect(stated('5 eur', 'EUR')).toBe('EUR')
    expect(stated('5', 'EUR')).toBeUndefined()
  })
  it('else is the one that has it, or all of them', () => {
    expect([stated('€5', 'USD'), stated('NZ$5', 'EUR'), stated('5 zł', 'EUR')]).toEqual([
      ...['EUR', 'NZD', 'PLN'],
    ])
    expect(stated('5 kr', 'EUR')).toBe('DKK ISK NOK SEK')
    expect(stated('$5', 'EUR')).toContain('CAD')
    expect([stated('$5', 'EUR', 'en-US'), stated('$5', 'EUR', 'en-CA')]).toEqual(['USD', 'CAD'])
  })
  it('is decided by a code on the other side, and means nothing against it', () => {
    expect(stated('$5.00 CAD', 'EUR')).toBe('CAD')
    expect(stated('€5.00 CAD', 'EUR')).toBe('')
    expect(stated('5.00 DR', 'EUR')).toBe('')
  })
})

/** Every language that this runtime writes numbers in, and countries that write them in their own way. */
const locales = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at))
  .flatMap((first, _, letters) =>
    letters.flatMap((second) => [
      first + second,
      ...letters.map((third) => first + second + third),
    ]),
  )
  // Toki Pona has groups of two digits, which no money is written with.
  .filter((tag) => tag !== 'tok' && Intl.NumberFormat.supportedLocalesOf(tag).length > 0)
  .concat([
    ...['de-AT', 'de-CH', 'de-LI', 'en-AU', 'en-CA', 'en-IN', 'en-ZA', 'en-CH', 'es-419', 'es-AR'],
    ...['es-CL', 'es-CO', 'es-MX', 'es-US', 'fr-CA', 'fr-CH', 'fr-LU', 'it-CH', 'nl-BE', 'pt-PT'],
    ...[
      'ar-EG',
      'ar-MA',
      'ar-SA',
      'bn-IN',
      'fa-AF',
      'ne-IN',
      'pa-Arab',
      'sr-Latn',
      'ur-IN',
      'uz-Arab',
    ],
    ...['ff-Adlm', 'zh-Hant', 'zh-HK', 'hi-Latn', 'ks-Deva', 'sd-Deva', 'yo-BJ', 'sat-Olck', 'ccp'],
  ])
const currencies = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'TND', 'CHF', 'INR', 'CLF', 'XOF', 'GTQ']

/** The decimal sign of a locale's amounts, which in some countries differs from that of numbers. */
const signOfLocale = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(1.5).includes(',')
    ? ','
    : '.'

describe('an amount that Intl wrote', () => {
  const places = (currency: string) => currencyPlaces(currency)
  const written = fc
    .record({
      locale: fc.constantFrom(...locales),
      currency: fc.constantFrom(...currencies),
      amount: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      currencySign: fc.constantFrom('standard', 'accounting'),
      currencyDisplay: fc.constantFrom('symbol', 'narrowSymbol', 'code', 'name'),
    })
    .map(({ locale, currency, amount, currencySign, currencyDisplay }) => {
      const digits = plainDecimal({ unscaled: BigInt(amount), scale: places(currency) })
      const text = new Intl.NumberFormat(locale, {
        ...{ style: 'currency', currency, currencySign, currencyDisplay },
        ...{
          minimumFractionDigits: places(currency),
          maximumFractionDigits: places(currency),
        },
      }).format(digits as Intl.StringNumericLiteral)
      return { locale, currency, amount, text }
    })

  it('is read back as itself, with its currency', () => {
    fc.assert(
      fc.property(written, ({ locale, currency, amount, text }) => {
        const number = readNumber(text)
        expect(number, text).toBeDefined()
        const decimal = decideNumber(number!, signOfLocale(locale))
        expect(decimal && toSmallestUnit(decimal as never, currency)).toBe(amount)
        expect(statedCurrencies(number!, currency, locale)).toEqual([currency])
      }),
      { numRuns: 400 },
    )
  })

  it('with one character changed is what its digits say, or unreadable', () => {
    const change = fc.record({
      at: fc.nat(40),
      kind: fc.constantFrom('remove', 'replace', 'insert'),
      character: fc.constantFrom(...".,'’ -−+()0123456789€$kEx:/٫٬"),
    })
    fc.assert(
      fc.property(written, change, ({ locale, currency, text }, { at, kind, character }) => {
        const place = at % text.length
        const rest = text.slice(kind === 'insert' ? place : place + 1)
        const changed = text.slice(0, place) + (kind === 'remove' ? '' : character) + rest
        const number = readNumber(changed)
        const decimal = number && decideNumber(number, signOfLocale(locale))
        if (!decimal || decimal === 'open') return
        if (statedCurrencies(number, currency, locale)?.length !== 1) return
        expect(plainDecimal(decimal), changed).toBe(valueByHand(changed, locale))
      }),
      { numRuns: 600 },
    )
  })
})

/** The number of a text that is known to be one, by the place of its last decimal sign alone. */
function valueByHand(text: string, locale: string): string {
  const own = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)
  const digits = [...own].toReversed()
  const ascii = [...text.replaceAll(/\s+/g, ' ')]
    .map((character) =>
      digits.includes(character) ? String(digits.indexOf(character)) : character,
    )
    .join('')
  const number = /[.,٫]?\d(?:.*\d)?[.,٫]?/.exec(ascii)![0]
  const sign = number.includes('٫') ? '٫' : signOfLocale(locale)
  const [whole = '', fraction = ''] = number.split(sign)
  const isGrouped = whole.split(/\D/).length > 1
  const groups = whole.split(/\D/).slice(1)
  expect(!isGrouped || groups.at(-1)!.length === 3, text).toBe(true)
  expect(
    groups.slice(0, -1).every(({ length }) => length === groups[0]!.length),
    text,
  ).toBe(true)
  const isBelow = /(?<!\p{L})[-−]|[-−](?!\p{L})|\(.*\d.*\)/u.test(ascii.replace(/[.,] ?[-−]/, ''))
  const isNegative = isBelow && /[1-9]/.test(number)
  const plain = `${Number(whole.replaceAll(/\D/g, '') || '0')}`
  return `${isNegative ? '-' : ''}${plain}${/\d/.test(fraction) ? `.${fraction.replaceAll(/\D/g, '')}` : ''}`
}
