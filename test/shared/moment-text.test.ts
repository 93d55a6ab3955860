import { describe, expect, it } from 'vitest'
import { parseStartTime } from '#shared/rules/moment-text.ts'
import { createTextStyle } from '#shared/rules/text-style.ts'

describe('the start of a run', () => {
  // A Friday.
  const now = Date.parse('2026-11-27T20:30:00Z')
  const read = (text: string) => {
    const instant = parseStartTime(text, now, 'UTC', createTextStyle('en-US'))
    return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 16)
  }

  it.each([
    ['14:00', '2026-11-27T14:00'],
    ['9', '2026-11-27T09:00'],
    ['0930', '2026-11-27T09:30'],
    ['15m', '2026-11-27T20:15'],
    ['1h30', '2026-11-27T19:00'],
    ['26h', '2026-11-26T18:30'],
    ['26 hours ago', '2026-11-26T18:30'],
    ['vor 26 Std.', '2026-11-26T18:30'],
    ['now', '2026-11-27T20:30'],
    ['noon', '2026-11-27T12:00'],
    ['midnight', '2026-11-27T00:00'],
    ['6p', '2026-11-27T18:00'],
    ['yesterday 6pm', '2026-11-26T18:00'],
    ['yesterday, 6:00 PM', '2026-11-26T18:00'],
    ['6pm yesterday', '2026-11-26T18:00'],
    ['yesterday at noon', '2026-11-26T12:00'],
    ['Nov 26 6pm', '2026-11-26T18:00'],
    ['Nov 26, 9:30', '2026-11-26T09:30'],
    ['11/26 9', '2026-11-26T09:00'],
    ['gestern 18 Uhr', '2026-11-26T18:00'],
    ['gestern um 18:15', '2026-11-26T18:15'],
    ['26. November 18 Uhr', '2026-11-26T18:00'],
    ['last friday 6pm', '2026-11-20T18:00'],
    ['2026-11-25 08:00', '2026-11-25T08:00'],
  ])('is read from %j', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  it('takes a time in the future as yesterday’s', () => {
    expect(read('23:00')).toBe('2026-11-26T23:00')
  })

  it.each([
    ...['soon', '24:00', '', 'yesterday', 'Nov 26', 'tomorrow 6pm', 'today 21:00', 'friday 23:00'],
    // An hour, or a year?
    ...['Nov 26 9', 'Nov 26 2026', '26. November 18'],
    ...['yesterday 6pm maybe', 'yesterday 25:00', 'yesterday 0pm', '2025-11-26 6pm', '9999h'],
  ])('does not guess at %j', (text) => {
    expect(read(text)).toBeUndefined()
  })
})
