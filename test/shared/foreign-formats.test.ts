import { describe, expect, it } from 'vitest'
import {
  noDateEvidence,
  addDateEvidence,
  inferDateOrder,
  parseForeignClock,
  parseForeignCurrency,
  parseForeignDate,
  parseForeignBoolean,
  parseForeignTime,
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

  it.each([
    '',
    '25:00',
    '9:60',
    '13:00 PM',
    '0:30 am',
    '9m',
    '10 Uhr',
    'noon',
    '-1:00',
    '9.5',
    '9,5',
  ])('is not guessed from “%s”', (text) => {
    expect(parseForeignClock(text)).toBeUndefined()
  })

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

describe('a time of day in a table', () => {
  const fractions = { fractions: true, clocks: false }
  const clocks = { fractions: false, clocks: true }

  it('is a fraction of a day, as spreadsheets count it', () => {
    expect(parseForeignTime('0.375', clocks)).toBe(9 * 3600)
    expect(parseForeignTime('0,40625', clocks)).toBe(9 * 3600 + 2700)
    expect(['0', '0.5', '0.25', '1'].map((text) => parseForeignTime(text, fractions))).toEqual([
      ...[0, 43_200, 21_600, 86_400],
    ])
  })

  it('of two decimals is read as the other times of its file, or not at all', () => {
    expect(parseForeignTime('0.30', clocks)).toBe(1800)
    expect(parseForeignTime('0.30', fractions)).toBe(0.3 * 86_400)
    expect(parseForeignTime('0.30', { fractions: false, clocks: false })).toBeUndefined()
  })

  it.each(['9.5', '9,5', '1.375', '9'])('is not guessed from “%s” among fractions', (text) => {
    expect(parseForeignTime(text, fractions)).toBeUndefined()
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

  it('in minutes that could be two is left open, unless the decimal sign is known', () => {
    expect(parseForeignLength('1,234', 'minutes')).toBe('open')
    expect(parseForeignLength('1,234', 'minutes', '.')).toBe(1234 * 60)
    expect(parseForeignLength('1,234', 'minutes', ',')).toBe(74)
    expect(parseForeignLength('1,234')).toBe(4442)
  })

  it.each(['', 'long', '1:75', '-1', '−1', '1:2:3:4', '1.2.3', '1h75', '3 x 2'])(
    'is not guessed from “%s”',
    (text) => {
      expect(parseForeignLength(text)).toBeUndefined()
    },
  )
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
    expect(order('25-11-26')).toBe('open')
    expect(order('25/11/26')).toBe('dmy')
  })

  it.each([
    ['2026-03-04', 'mdy', '2026-03-04'],
    ['04/03/2026', 'dmy', '2026-03-04'],
    ['04/03/2026', 'mdy', '2026-04-03'],
    ['4. 3. 2026', 'dmy', '2026-03-04'],
    ['04.03.26', 'dmy', '2026-03-04'],
    ['26-03-04', 'ymd', '2026-03-04'],
    ['٠٤/٠٣/٢٠٢٦', 'dmy', '2026-03-04'],
  ] as const)('%s, as %s, is %s', (text, order, date) => {
    expect(parseForeignDate(text, order)).toEqual({ date })
  })

  it.each([
    ['2026/3/4 10:00', { seconds: 36_000 }],
    ['2026-03-04T10:00:00Z', { seconds: 36_000, offset: 0 }],
    ['04.03.2026, 10:00:30', { seconds: 36_030 }],
    ['4/3/2026 10:00 PM', { seconds: 79_200 }],
    ['2026-03-04 10:00 UTC', { seconds: 36_000, offset: 0 }],
    ['2026-03-04T10:00:00.000+05:30', { seconds: 36_000, offset: 330 }],
    ['2026-03-04T10:00−0330', { seconds: 36_000, offset: -210 }],
  ])('%s has a time of day', (text, time) => {
    expect(parseForeignDate(text, 'dmy')).toEqual({ date: '2026-03-04', ...time })
  })

  it.each([
    ...['', '2026-02-30', '31/04/2026', '04/2026', 'today', '04-03/2026', '2026-03-04 soon'],
    ...['2026-03-04 10:00 CET', '2026-03-04 9.5', '4/3/6'],
  ])('is not guessed from “%s”', (text) => {
    expect(parseForeignDate(text, 'dmy')).toBeUndefined()
  })

  it('written by a locale is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000 }),
        fc.constantFrom('de-AT', 'en-GB', 'fr-FR', 'en-US', 'sv-SE', 'ar-EG', 'nl-NL'),
        (days, locale) => {
          const date = new Date(days * 86_400_000).toISOString().slice(0, 10)
          const order = locale === 'en-US' ? 'mdy' : 'dmy'
          expect(parseForeignDate(createLocaleText(locale).date(date), order)).toEqual({ date })
        },
      ),
    )
  })
})

it('yes, no and currencies are read as tables have them', () => {
  expect(['Yes', 'no', '', 'TRUE', '0', 'perhaps'].map(parseForeignBoolean)).toEqual([
    ...[true, false, false, true, false, undefined],
  ])
  const currencies = ['EUR', 'US Dollar - USD', 'Euro (EUR)', 'euro', '€', 'money', '$']
  expect(currencies.map((text) => parseForeignCurrency(text, 'EUR'))).toEqual([
    ...['EUR', 'USD', 'EUR', 'EUR', 'EUR', undefined, undefined],
  ])
  expect(parseForeignCurrency('$', 'CAD')).toBe('CAD')
})

it('a locale is one that this runtime knows', () => {
  expect(['de-AT', 'en', 'tlh', '', 'de_AT', 'x y'].map(isLocale)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})
