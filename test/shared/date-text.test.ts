import { describe, expect, it } from 'vitest'
import { looksLikeDate, parseDateText } from '#shared/rules/date-text.ts'
import { createTextStyle } from '#shared/rules/text-style.ts'

/** Read on a Friday. */
const read = (text: string, locale = 'en-US', today = '2026-11-20') =>
  parseDateText(text, { today, style: createTextStyle(locale) })

describe('parseDateText', () => {
  it.each([
    ['today', '2026-11-20'],
    ['Yesterday', '2026-11-19'],
    ['gestern,', '2026-11-19'],
    ['vorgestern', '2026-11-18'],
    ['tomorrow', '2026-11-21'],
    ['3 days ago', '2026-11-17'],
    ['vor 2 Wochen', '2026-11-06'],
    ['Nov 20', '2026-11-20'],
    ['nov. 20th', '2026-11-20'],
    ['20 Nov', '2026-11-20'],
    ['Nov20', '2026-11-20'],
    ['20th of November', '2026-11-20'],
    ['November 20, 2026', '2026-11-20'],
    ['Nov 20 2025', '2025-11-20'],
    ['20. November', '2026-11-20'],
    ['20. Nov. 2026', '2026-11-20'],
    ['3. März', '2027-03-03'],
    ['Fri, Nov 20', '2026-11-20'],
    ['Friday, November 20, 2026', '2026-11-20'],
    ['Do. 19. Nov.', '2026-11-19'],
    ['Fr 20.11.', '2026-11-20'],
    ['11/20', '2026-11-20'],
    ['11/20/26', '2026-11-20'],
    ['11/20/2025', '2025-11-20'],
    ['11-20-2026', '2026-11-20'],
    ['20.11.', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['20. 11. 2026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['Feb 29', '2028-02-29'],
  ])('reads %j as %s', (text, date) => {
    expect(read(text)).toBe(date)
  })

  it('takes a weekday alone for the most recent one, last before today, next after it', () => {
    const dates = ['friday', 'last friday', 'next Friday', 'letzten Freitag', 'nächsten Fr.'].map(
      (text) => read(text),
    )
    expect(dates).toEqual([
      ...['2026-11-20', '2026-11-13', '2026-11-27', '2026-11-13', '2026-11-27'],
    ])
    expect([read('last thursday'), read('next saturday')]).toEqual(['2026-11-19', '2026-11-21'])
  })

  it('orders numbers with slashes as the locale does', () => {
    expect(read('3/10', 'en-GB')).toBe('2026-10-03')
    expect(read('3/10', 'en-US')).toBe('2027-03-10')
    expect(read('3/10', 'de-DE')).toBeUndefined()
  })

  it.each([
    ...['Nov 35', 'Nov 0', '35 Nov', 'Feb 30', '31.2.', '13/20', '2026-13-01', '20-11', '20.11'],
    ...['Nov 20 9', 'Nov 20, 20266', '20. November 202', 'Thu, Nov 20', 'Mo. 20.11.'],
    ...['this friday', 'friday last week', 'vorletzten Freitag', 'so', 'Nov', '24/7', ''],
  ])('does not guess at %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it.each([
    ...['Nov 35', '35. November', 'Nov 20 9', 'Thu, Nov 20', 'this friday', 'friday last week'],
    ...['last week', 'letzte Woche'],
  ])('sees that %j is meant as a date', (text) => {
    expect(looksLikeDate(text)).toBe(true)
  })

  it.each(['Nov', 'last call', 'next', 'room 35', 'v3', '35'])('sees no date in %j', (text) => {
    expect(looksLikeDate(text)).toBe(false)
  })
})
