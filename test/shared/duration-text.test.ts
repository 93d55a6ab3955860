import { describe, expect, it } from 'vitest'
import { parseTimeText } from '#shared/rules/clock-text.ts'
import {
  parseDuration,
  parseDurationText,
  formatDurationText,
  formatMinuteText,
} from '#shared/rules/duration-text.ts'
import { neutralTextStyle } from '#shared/rules/text-style.ts'
import fc from 'fast-check'

describe('parseDurationText', () => {
  it.each([
    ['1:15', 75],
    ['0:05', 5],
    ['90m', 90],
    ['90 min', 90],
    ['90', 90],
    ['1.5h', 90],
    ['1,5h', 90],
    ['1,5', 90],
    ['.5', 30],
    ['1h', 60],
    ['1h30', 90],
    ['1h30m', 90],
    ['1 h 30 min', 90],
    ['25:00', 1500],
    [':30', 30],
    ['2 hours', 120],
    ['1 hour 5 minutes', 65],
    ['1 Std. 30 Min.', 90],
    ['2 Stunden und 5 Minuten', 125],
    ['1,50\u00A0h', 90],
  ])('reads %j as %i minutes', (text, minutes) => {
    expect(parseDurationText(text)).toBe(minutes)
  })

  it.each([
    '',
    '0',
    '0m',
    '1:60',
    '25:01',
    '1501',
    'an hour',
    '1:15:00',
    '-30',
    '1h-30',
    '1 30',
    '1 5m',
    '1 1:15',
  ])('does not guess at %j', (text) => {
    expect(parseDurationText(text)).toBeUndefined()
  })
})

describe('parseDuration', () => {
  it.each([
    ['15m', 15],
    ['90min', 90],
    ['1h', 60],
    ['1h30', 90],
    ['1H30M', 90],
    ['1:15', 75],
    ['1.5h', 90],
    ['0,25h', 15],
  ])('reads %s as %d minutes', (text, minutes) => expect(parseDuration(text)).toBe(minutes))

  it.each(['', '15', '0m', '0:00', '1h75', '1:5', '1.5', 'h', '-15m', '1.555h'])(
    'does not read %j',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  )
})

describe('writing', () => {
  it('writes a minute past midnight as a time of the next day', () => {
    expect(formatMinuteText(1470)).toBe('00:30')
    expect(formatMinuteText(1440)).toBe('24:00')
  })

  it('writes negative lengths with a minus sign', () => {
    expect(formatDurationText(-65)).toBe('−1:05')
  })

  it('reads back every minute and every length that it writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 1, max: 1500 }),
        (minute, length) => {
          expect(parseTimeText(formatMinuteText(minute), { style: neutralTextStyle })).toBe(minute)
          expect(parseDurationText(formatDurationText(length))).toBe(length)
        },
      ),
    )
  })
})
