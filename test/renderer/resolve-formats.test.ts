import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays, toInstant } from '#shared/rules/calendar.ts'
import { parseDurationText } from '#shared/rules/duration-text.ts'
import { readEntryText } from '#shared/rules/entry-text.ts'
import { parseStartTime } from '#shared/rules/moment-text.ts'
import { machineDefaults } from '#shared/ipc/settings.ts'
import { currencyOfLocale, firstWeekdayOf } from '#shared/rules/country-defaults.ts'
import {
  commonLocales,
  resolveFormats,
  resolveLocale,
  localeNames,
  nativeLanguageName,
} from '../../renderer/app/display/resolve-formats.ts'
import { dayTimeLabel } from '../../renderer/app/labels/timer-question-text.ts'
import * as format from '../../renderer/ui/format.ts'

const { setFormats, formatClock, firstDayOfWeek, formatLength, formatMoney, formatTimeOfDay } =
  format
afterEach(() => setFormats(format.defaultFormats))

/** With non-breaking blanks written as ordinary ones. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

/** Chooses formats as the settings would. */
const choose = (
  set: Partial<Parameters<typeof resolveFormats>[0]>,
  language = 'en',
  system = 'en-GB',
) => setFormats(resolveFormats({ ...machineDefaults, ...set }, language, system))

const afternoon = Date.parse('2026-11-19T21:05:00Z')
const shown = () =>
  [
    formatClock(545),
    formatClock(1290),
    formatTimeOfDay(afternoon, 'UTC'),
    formatLength(90),
    formatLength(-65),
    formatMoney(178_572, 'EUR'),
    formatMoney(-5000, 'JPY'),
    format.formatNumber(1234.5),
    format.formatShortDay('2026-11-19'),
    format.formatDay('2025-11-19', '2026-11-19'),
    format.formatPeriod('2026-11-16', '2026-11-22', '2026-11-19'),
    String(firstDayOfWeek()),
  ].map(plain)

describe('formats', () => {
  it('are German where German is spoken', () => {
    choose({}, 'de', 'de-DE')
    expect(shown()).toEqual([
      ...['09:05', '21:30', '21:05', '1:30', '−1:05'],
      ...['1.785,72 €', '−5.000 ¥', '1.234,5'],
      ...['Do. 19. Nov.', '19. November 2025', '16. – 22. November', '1'],
    ])
  })

  it('of a brief period name the year where it is not today’s', () => {
    choose({}, 'en', 'en-GB')
    const week = (today: string) =>
      plain(format.formatBriefPeriod('2026-11-16', '2026-11-22', today))
    expect(week('2026-11-19')).toBe('16 – 22 Nov')
    expect(week('2027-01-04')).toBe('16 – 22 Nov 2026')
  })

  it('are American with Sunday first and twelve hours', () => {
    choose({ lengths: 'decimal' }, 'en', 'en-US')
    expect(shown()).toEqual([
      ...['9:05 AM', '9:30 PM', '9:05 PM', '1.50 h', '−1.08 h'],
      ...['€1,785.72', '−¥5,000', '1,234.5'],
      ...['Thu Nov 19', 'November 19, 2025', 'November 16 – 22', '7'],
    ])
  })

  it('show an amount also while the code of its currency is still being typed', () => {
    choose({ locale: 'en-GB' }, 'en', 'en-GB')
    expect(['U', 'US', 'USD', 'EURO', '€'].map((text) => formatMoney(9000, text))).toEqual([
      '90.00\u00A0U',
      '90.00\u00A0US',
      'US$90.00',
      '90.00\u00A0EURO',
      '90.00\u00A0€',
    ])
  })

  it('are as the person sets them, against any default', () => {
    choose({ hours: '12', lengths: 'decimal', firstDay: 6 }, 'de', 'de-DE')
    expect([formatClock(1290), formatLength(90), firstDayOfWeek()].map(String).map(plain)).toEqual([
      '9:30 PM',
      '1,50 h',
      '6',
    ])
    choose({ hours: '24', locale: 'en-US' }, 'de', 'de-DE')
    expect(formatClock(1290)).toBe('21:30')
    expect(formatTimeOfDay(afternoon, 'UTC')).toBe('21:05')
    expect(formatMoney(178_572, 'EUR')).toBe('€1,785.72')
    expect(firstDayOfWeek()).toBe(7)
  })

  it('go by the country that the system names, where the language is spoken there', () => {
    expect(resolveLocale('de', 'de-AT')).toBe('de-AT')
    expect(resolveLocale('en', 'de-DE')).toBe('en-DE')
    expect(resolveLocale('en', 'sv')).toBe('en-SE')
    expect(resolveLocale('de', 'en-US')).toBe('de')
    expect(firstWeekdayOf('en-GB')).toBe(1)
    expect(firstWeekdayOf('en-US')).toBe(7)
  })

  it('have names in the language that is spoken', () => {
    expect(localeNames('de', ['en-US', 'de-AT'])).toEqual([
      { tag: 'de-AT', name: 'Deutsch (Österreich)' },
      { tag: 'en-US', name: 'Englisch (Vereinigte Staaten)' },
    ])
    expect(nativeLanguageName('de')).toBe('Deutsch')
    expect(nativeLanguageName('fr')).toBe('Français')
  })
})

describe('what is shown can be typed again', () => {
  it.each(commonLocales)('lengths in %s', (locale) => {
    for (const lengths of ['clock', 'decimal'] as const) {
      choose({ locale, lengths })
      for (let minutes = 1; minutes <= 1440; minutes++) {
        if (parseDurationText(formatLength(minutes)) !== minutes)
          expect.fail(`${formatLength(minutes)} is not read as ${minutes}`)
      }
    }
  })

  it.each(commonLocales)('times in %s', (locale) => {
    for (const hours of ['12', '24', 'locale'] as const) {
      choose({ locale, hours })
      for (let minute = 0; minute < 1440; minute++) {
        if (format.readClock(formatClock(minute)) !== minute)
          expect.fail(`${formatClock(minute)} is not read as ${minute}`)
      }
    }
  })
})

describe('what is shown is read in a line and in “Started at”', () => {
  const today = '2026-11-19'
  const now = toInstant(today, 1245, 'UTC')
  const context = () => ({ today, minute: 1245, style: format.currentTextStyle() })
  const readLine = (text: string) => readEntryText(text, { ...context(), purpose: 'log' }).read
  const days = Array.from({ length: 13 }, (_, index) => addDays(today, index * 29 - 170))

  it.each(commonLocales)('dates in %s', (locale) => {
    choose({ locale })
    const shownAs = (day: string) => [
      format.formatShortDay(day),
      format.formatDay(day, today),
      format.formatDay(day, '2000-01-01'),
      format.formatBriefDay(day),
      format.formatBriefDate(day, today),
      format.formatBriefDate(day, '2000-01-01'),
    ]
    const read = days.map((day) => shownAs(day).map((text) => readLine(`1h ${text}`)))
    expect(read).toEqual(
      days.map((day) => shownAs(day).map(() => ({ minutes: 60, day, notes: '' }))),
    )
  })

  it.each(commonLocales)('times, spans and lengths in %s', (locale) => {
    for (const hours of ['12', '24', 'locale'] as const) {
      for (const lengths of ['clock', 'decimal'] as const) {
        choose({ locale, hours, lengths })
        for (let minute = 0; minute < 1440; minute += 131) {
          const start = toInstant(minute <= 1245 ? today : addDays(today, -1), minute, 'UTC')
          const label = format.formatTimeOfDay(start, 'UTC')
          const read = parseStartTime(label, now, 'UTC', format.currentTextStyle())
          expect([label, read]).toEqual([label, start])
          const earlier = start - 3 * 86_400_000
          const named = dayTimeLabel(earlier, 'UTC', now)
          const there = parseStartTime(named, now, 'UTC', format.currentTextStyle())
          expect([named, there]).toEqual([named, earlier])
          const span = format.spanOf(minute, minute + 95)
          const to = minute + 95 > 1440 ? minute + 95 - 1440 : minute + 95
          expect([span, readLine(span)]).toEqual([
            span,
            { from: minute, to, minutes: 95, notes: '' },
          ])
          const length = formatLength(minute + 1)
          expect([length, readLine(length)]).toEqual([length, { minutes: minute + 1, notes: '' }])
        }
      }
    }
  })

  it.each(['en-US', 'de-DE'])(
    'with another character as another value, or not, in %s',
    (locale) => {
      choose({ locale })
      const shown = [
        ...days.map((day) => format.formatDay(day, '2000-01-01')),
        ...[540, 1290].flatMap((minute) => [
          format.spanOf(minute, minute + 75),
          formatLength(minute),
        ]),
        '20.11.2026',
        '2026-11-20',
        '1h30',
        '1 h 30 min',
      ]
      const character = fc.constantFrom(...'0123456789.,:/-–hmap')
      fc.assert(
        fc.property(
          fc.constantFrom(...shown),
          fc.nat(),
          fc.constantFrom(0, 1),
          fc.option(character, { nil: '' }),
          (text, place, removed, added) => {
            const at = place % (text.length + 1)
            const changed = text.slice(0, at) + added + text.slice(at + removed)
            const { read, words } = readEntryText(changed, { ...context(), purpose: 'log' })
            const isRead = Object.keys(read).length > 1
            // A number that nothing says what it is, like `2.` or `3D`.
            const isBare = (text: string) => /^\d+\D*$/.test(text)
            const silent = words
              .filter(({ is, text: rest }) => is === 'notes' && /^\d/.test(rest) && !isBare(rest))
              .map((word) => word.text)
            expect([changed, isRead ? silent : []]).toEqual([changed, []])
          },
        ),
        { numRuns: 500 },
      )
    },
  )
})

it('shows for a time over midnight that its end is on the next day', () => {
  const spans = () => [
    format.spanOf(1410, 1440),
    format.spanOf(1410, 1500),
    format.spanOf(540, 600),
  ]
  choose({ locale: 'de-DE' })
  expect(spans().map(plain)).toEqual(['23:30 – 24:00', '23:30 – 01:00 +1 Tag', '09:00 – 10:00'])
  choose({ locale: 'en-US' })
  expect(plain(spans()[1]!)).toBe('11:30 PM – 1:00 AM +1 day')
})

it.each([
  ['en-NZ', 'NZD'],
  ['de-CH', 'CHF'],
  ['en', 'USD'],
  ['de', 'EUR'],
  ['en-001', undefined],
])('the currency of %s is %s', (locale, currency) => {
  expect(currencyOfLocale(locale)).toBe(currency)
})
