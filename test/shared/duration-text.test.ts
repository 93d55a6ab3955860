import { describe, expect, it } from 'vitest'
import {
  parseDurationText,
  parseMinuteText,
  parseIntervalText,
  formatDurationText,
  formatMinuteText,
} from '#shared/rules/duration-text.ts'
import fc from 'fast-check'

describe('parseMinuteText', () => {
  it.each([
    ['9', 540],
    ['9:30', 570],
    ['9.30', 570],
    ['09:05', 545],
    ['0930', 570],
    ['930', 570],
    ['0:00', 0],
    ['23:59', 1439],
    ['24:00', 1440],
    ['9am', 540],
    ['12am', 0],
    ['12:15 pm', 735],
    ['1:05 PM', 785],
    ['9:30\u202Fpm', 1290],
    ['9.30 p.m.', 1290],
    ['9:30 a. m.', 570],
    ['21.30 Uhr', 1290],
    ['  9:30 ', 570],
  ])('reads %j as minute %i of the day', (text, minute) => {
    expect(parseMinuteText(text)).toBe(minute)
  })

  it.each(['', '25', '9:60', '24:01', '13pm', '0am', '9:5:1', 'noon', '-1', '9-10'])(
    'does not guess at %j',
    (text) => {
      expect(parseMinuteText(text)).toBeUndefined()
    },
  )
})

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
  ])('reads %j as %i minutes', (text, minutes) => {
    expect(parseDurationText(text)).toBe(minutes)
  })

  it.each(['', '0', '0m', '1:60', '25:01', '1501', 'an hour', '1:15:00', '-30', '1h-30'])(
    'does not guess at %j',
    (text) => {
      expect(parseDurationText(text)).toBeUndefined()
    },
  )
})

describe('parseIntervalText', () => {
  it.each([
    ['9-10:30', { from: 540, to: 630 }],
    ['9:00 – 10.30', { from: 540, to: 630 }],
    ['9 to 10', { from: 540, to: 600 }],
    ['22-24', { from: 1320, to: 1440 }],
  ])('reads %j', (text, span) => {
    expect(parseIntervalText(text)).toEqual(span)
  })

  it('ends on the next day when the end is earlier than the beginning', () => {
    expect(parseIntervalText('22:30-0:30')).toEqual({ from: 1350, to: 1470 })
  })

  it.each(['9', '9-', '9-9', '9-10-11', 'a-b', '24-9', ''])('does not guess at %j', (text) => {
    expect(parseIntervalText(text)).toBeUndefined()
  })
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
          expect(parseMinuteText(formatMinuteText(minute))).toBe(minute)
          expect(parseDurationText(formatDurationText(length))).toBe(length)
        },
      ),
    )
  })
})
