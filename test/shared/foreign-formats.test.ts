import { describe, expect, it } from 'vitest'
import {
  noDateEvidence,
  addDateEvidence,
  inferDateOrder,
  parseForeignClock,
  parseForeignCurrency,
  parseForeignDate,
  parseForeignDecimal,
  parseForeignBoolean,
  parseForeignLength,
} from '#shared/rules/foreign-formats.ts'
import { isLocale, createLocaleText } from '#shared/rules/locale-text.ts'
import fc from 'fast-check'

describe('a time of day', () => {
  it.each([
    ['9:05', 9 * 3600 + 300],
    ['09:05:30', 9 * 3600 + 330],
    ['9.30', 9 * 3600 + 1800],
    ['12:00 AM', 0],
    ['12:30 a.m.', 1800],
    ['12:00 PM', 43_200],
    ['02:44:33 pm', 14 * 3600 + 44 * 60 + 33],
    ['2 p', 14 * 3600],
    ['24:00', 86_400],
    ['14:00:00.123', 14 * 3600],
  ])('is read from %s', (text, seconds) => {
    expect(parseForeignClock(text)).toBe(seconds)
  })

  it.each(['', '25:00', '9:60', '13:00 PM', '0:30 am', '9m', '10 Uhr', 'noon', '-1:00'])(
    'is not guessed from “%s”',
    (text) => {
      expect(parseForeignClock(text)).toBeUndefined()
    },
  )

  it('is the same in twelve and in twenty-four hours', () => {
    const twelve = new Intl.DateTimeFormat('en-US', {
      ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone: 'UTC' },
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399 }), (seconds) => {
        const at = new Date(seconds * 1000)
        expect(parseForeignClock(twelve.format(at))).toBe(seconds)
        expect(parseForeignClock(at.toISOString().slice(11, 19))).toBe(seconds)
      }),
    )
  })
})

describe('a length', () => {
  it.each([
    ['01:30:00', 5400],
    ['1:30', 5400],
    ['130:00:05', 468_005],
    ['1.5', 5400],
    ['1,5 h', 5400],
    ['0.79 h', 2844],
    ['47:06 min', 2826],
    ['12 sec', 12],
    ['1 h 30 min', 5400],
    ['1h30', 5400],
    ['90 min', 5400],
    ['7.333', 26_399],
  ])('is read from %s', (text, seconds) => {
    expect(parseForeignLength(text)).toBe(seconds)
  })

  it('counts minutes where its column does', () => {
    expect(parseForeignLength('90', 'minutes')).toBe(5400)
    expect(parseForeignLength('0,5', 'minutes')).toBe(30)
  })

  it.each(['', 'long', '1:75', '-1', '1:2:3:4', '1.2.3'])('is not guessed from “%s”', (text) => {
    expect(parseForeignLength(text)).toBeUndefined()
  })
})

describe('a date', () => {
  const order = (...dates: string[]) => {
    const evidence = noDateEvidence()
    for (const date of dates) addDateEvidence(evidence, date)
    return inferDateOrder(evidence)
  }

  it('has the order that all dates of its file allow', () => {
    expect(order('03/04/2026', '13/04/2026')).toBe('dmy')
    expect(order('03/04/2026', '03/14/2026')).toBe('mdy')
    expect(order('03.04.2026')).toBe('dmy')
    expect(order('13/04/2026', '04/13/2026')).toBe('contradictory')
  })

  it('is ambiguous where each could be read both ways and means two days', () => {
    expect(order('03/03/2026', '03/04/2026')).toBe('open')
    expect(order('03-04-26')).toBe('open')
    expect(order('03/03/2026')).toBe('dmy')
    expect(order('2026-11-04')).toBe('dmy')
  })

  it.each([
    ['2026-03-04', 'mdy', '2026-03-04'],
    ['2026/3/4 10:00', 'dmy', '2026-03-04'],
    ['2026-03-04T10:00:00Z', 'dmy', '2026-03-04'],
    ['04/03/2026', 'dmy', '2026-03-04'],
    ['04/03/2026', 'mdy', '2026-04-03'],
    ['4. 3. 2026', 'dmy', '2026-03-04'],
    ['04.03.26', 'dmy', '2026-03-04'],
  ] as const)('%s, as %s, is %s', (text, order, date) => {
    expect(parseForeignDate(text, order)).toBe(date)
  })

  it.each(['', '2026-02-30', '31/04/2026', '04/2026', 'today', '04-03/2026'])(
    'is not guessed from “%s”',
    (text) => {
      expect(parseForeignDate(text, 'dmy')).toBeUndefined()
    },
  )

  it('written by a locale is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000 }),
        fc.constantFrom('de-AT', 'en-GB', 'fr-FR', 'en-US', 'sv-SE', 'ar-EG', 'nl-NL'),
        (days, locale) => {
          const date = new Date(days * 86_400_000).toISOString().slice(0, 10)
          const order = locale === 'en-US' ? 'mdy' : 'dmy'
          const written = createLocaleText(locale)
            .date(date)
            .replaceAll(/[\u200E\u200F]/g, '')
          expect(parseForeignDate(written, order)).toBe(date)
        },
      ),
    )
  })
})

describe('a decimal', () => {
  it.each([
    ['1234.5', 'groups', '1234.5'],
    ['1,234.50', 'groups', '1234.50'],
    ['1.234,50', 'groups', '1234.50'],
    ['1’234.50', 'groups', '1234.50'],
    ['1 234,50', 'groups', '1234.50'],
    ['1.234.567', 'groups', '1234567'],
    ['1,234', 'groups', '1234'],
    ['1,234', 'decimals', '1.234'],
    ['7,5', 'groups', '7.5'],
    ['-7,5', 'groups', '-7.5'],
    ['(7.50)', 'groups', '-7.50'],
    ['+3', 'groups', '3'],
  ] as const)('%s with %s is %s', (text, single, decimal) => {
    expect(parseForeignDecimal(text, single)).toBe(decimal)
  })

  it.each(['', 'x', '1e5', '1..2', '--1', '1,2,3'])('is not guessed from “%s”', (text) => {
    expect(parseForeignDecimal(text, 'groups')).toBeUndefined()
  })

  it('of money, as a locale writes it, is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.constantFrom('de-AT', 'en-US', 'de-CH', 'sv-SE', 'nl-NL'),
        (amount, locale) => {
          const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
            .format(amount / 100)
            .replace('−', '-')
          expect(Number(parseForeignDecimal(written, 'groups'))).toBe(amount / 100)
        },
      ),
    )
  })
})

it('yes, no and currencies are read as tables have them', () => {
  expect(['Yes', 'no', '', 'TRUE', '0', 'perhaps'].map(parseForeignBoolean)).toEqual([
    ...[true, false, false, true, false, undefined],
  ])
  expect(['EUR', 'US Dollar - USD', 'Euro (EUR)', 'euro', '€'].map(parseForeignCurrency)).toEqual([
    ...['EUR', 'USD', 'EUR', undefined, undefined],
  ])
})

it('a locale is one that this runtime knows', () => {
  expect(['de-AT', 'en', 'tlh', '', 'de_AT', 'x y'].map(isLocale)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})
