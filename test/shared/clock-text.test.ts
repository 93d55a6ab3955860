import { describe, expect, it } from 'vitest'
import { parseSpanText, parseTimeText } from '#shared/rules/clock-text.ts'
import { neutralTextStyle } from '#shared/rules/text-style.ts'

const context = { minute: 887, style: neutralTextStyle }

describe('parseTimeText', () => {
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
    ['9a', 540],
    ['1p', 780],
    ['12 p.m.', 720],
    ['9 30', 570],
    ['18 Uhr', 1080],
    ['18 Uhr 30', 1110],
    ['noon', 720],
    ['Mittags', 720],
    ['midnight', 0],
    ['Mitternacht', 0],
    ['now', 887],
    ['jetzt', 887],
  ])('reads %j as minute %i of the day', (text, minute) => {
    expect(parseTimeText(text, context)).toBe(minute)
  })

  it.each([
    '',
    '25',
    '9:60',
    '24:01',
    '13pm',
    '0am',
    '9:5:1',
    'soon',
    '-1',
    '9-10',
    'exam 9',
    '9 10 pm',
    '18 Uhr pm',
    '9:30 Uhr 15',
  ])('does not guess at %j', (text) => {
    expect(parseTimeText(text, context)).toBeUndefined()
  })
})

describe('parseSpanText', () => {
  it.each([
    ['9-10:30', { from: 540, to: 630 }],
    ['9:00 – 10.30', { from: 540, to: 630 }],
    ['9 to 10', { from: 540, to: 600 }],
    ['22-24', { from: 1320, to: 1440 }],
    ['9a-10a', { from: 540, to: 600 }],
    ['noon-1pm', { from: 720, to: 780 }],
    ['11-1p', { from: 660, to: 780 }],
    ['9-noon', { from: 540, to: 720 }],
    ['10pm-midnight', { from: 1320, to: 1440 }],
    ['midnight-1am', { from: 0, to: 60 }],
    ['9 AM – 10:30 AM', { from: 540, to: 630 }],
    ['9-10 pm', { from: 1260, to: 1320 }],
    ['von 9 bis 10 Uhr', { from: 540, to: 600 }],
    ['mittags-14 Uhr', { from: 720, to: 840 }],
    ['9-now', { from: 540, to: 887 }],
    ['23:30 – 01:00 +1 day', { from: 1410, to: 1500 }],
  ])('reads %j', (text, span) => {
    expect(parseSpanText(text, context)).toEqual(span)
  })

  it('ends on the next day when the end is earlier than the beginning', () => {
    expect(parseSpanText('22:30-0:30', context)).toEqual({ from: 1350, to: 1470 })
  })

  it.each([
    '9',
    '9-',
    '9-9',
    '9-10-11',
    'a-b',
    '24-9',
    '',
    '9am-5',
    'noon-1',
    '10-midnight',
    '16-now',
    'now-18',
    '9 – 10 +1 day',
  ])('does not guess at %j', (text) => {
    expect(parseSpanText(text, context)).toBeUndefined()
  })

  it('takes among other words only what is no range of anything else', () => {
    const inLine = (text: string) => parseSpanText(text, context, 'line')
    expect([inLine('9-10'), inLine('9:00 - 10:00')]).toEqual(Array(2).fill({ from: 540, to: 600 }))
    expect(['9 - 10', '9 to 10', '9.30-10.15', '0930-1015'].map(inLine)).toEqual(
      Array(4).fill(undefined),
    )
  })
})
