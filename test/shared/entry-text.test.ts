import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EntryPurpose, parseClock, readEntryText } from '#shared/rules/entry-text.ts'
import { createTextStyle } from '#shared/rules/text-style.ts'

// A Thursday.
const today = '2026-11-19'
const style = createTextStyle('en-US')
const readLine = (text: string, purpose: EntryPurpose, as = style) =>
  readEntryText(text, { today, minute: 887, style: as, purpose })
const parseEntryText = (text: string) => readLine(text, 'log').read

describe('parseEntryText', () => {
  it('reads project, task and length from the notes, in any order', () => {
    const parts = { project: 'WEB', task: 'call', minutes: 15, notes: 'design' }
    expect(parseEntryText('design #WEB @call 15m')).toEqual(parts)
    expect(parseEntryText('15m design #WEB @call')).toEqual(parts)
    expect(parseEntryText('  @call\t15m  design #WEB ')).toEqual(parts)
  })

  it('takes a range with its length', () => {
    expect(parseEntryText('9-10:15 stand-up')).toEqual({
      from: 540,
      to: 615,
      minutes: 75,
      notes: 'stand-up',
    })
  })

  it('takes a range over midnight, and one that ends at midnight', () => {
    expect(parseEntryText('22-1:30')).toEqual({ from: 1320, to: 90, minutes: 210, notes: '' })
    expect(parseEntryText('22-24')).toEqual({ from: 1320, to: 1440, minutes: 120, notes: '' })
  })

  it.each([
    ['9am-10:30am', 540, 630],
    ['9-10:30AM', 540, 630],
    ['11-1pm', 660, 780],
    ['1-2:15pm', 780, 855],
    ['12am-12pm', 0, 720],
  ])('takes the range %s by halves of the day', (text, from, to) => {
    expect(parseEntryText(text)).toMatchObject({ from, to, minutes: to - from, notes: '' })
  })

  it.each(['9am-5', '13-2pm', '0-1am'])('does not guess at the range %s', (text) => {
    expect(parseEntryText(text)).toEqual({ notes: text })
  })

  it('takes names with blanks in double quotes', () => {
    expect(parseEntryText('#"Web shop" @"client call" prices')).toEqual({
      project: 'Web shop',
      task: 'client call',
      notes: 'prices',
    })
  })

  it('takes the day', () => {
    expect(parseEntryText('Yesterday 1h30 offer')).toEqual({
      day: '2026-11-18',
      minutes: 90,
      notes: 'offer',
    })
  })

  it('leaves in the notes what is part of a word, and a second token of a kind', () => {
    expect(parseEntryText('mail me@example.org about C# and 15mm').notes).toBe(
      'mail me@example.org about C# and 15mm',
    )
    expect(parseEntryText('call 15m, then 30m more 10m')).toEqual({
      minutes: 30,
      notes: 'call 15m, then more 10m',
    })
    expect(parseEntryText('9-10 1h walk')).toEqual({
      from: 540,
      to: 600,
      minutes: 60,
      notes: 'walk',
    })
  })

  it('reports a length that contradicts a range beside it', () => {
    const read = { from: 540, to: 660, minutes: 120, notes: 'walk' }
    expect(parseEntryText('2h 9-11 walk')).toEqual(read)
    expect(parseEntryText('walk 9-11 1h30')).toEqual({ ...read, otherMinutes: 90 })
  })

  it('keeps a word behind a backslash as text', () => {
    expect(parseEntryText('fix \\#123 \\15m').notes).toBe('fix #123 15m')
  })

  it('leaves lone marks, impossible ranges and empty quotes alone', () => {
    for (const text of ['#', '@', '#""', '25-26', '9-9', '8:75-9', '10.-12']) {
      expect(parseEntryText(text)).toEqual({ notes: text })
    }
  })

  it('never throws, and loses no word that it did not take', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { notes, ...parts } = parseEntryText(text)
        const words = text.split(/\s+/u).filter(Boolean).length
        const kept = notes.split(/\s+/u).filter(Boolean).length
        expect(kept).toBeLessThanOrEqual(words)
        if (Object.keys(parts).length === 0) expect(kept).toBe(words)
      }),
    )
  })
})

describe('readEntryText of work that is logged', () => {
  const dayOf = (text: string, locale = 'en-US') =>
    readLine(text, 'log', createTextStyle(locale)).read.day

  it.each([
    ['friday', '2026-11-13'],
    ['Mon', '2026-11-16'],
    ['thu', '2026-11-19'],
    ['Freitag', '2026-11-13'],
    ['so.', '2026-11-15'],
    ['tomorrow', '2026-11-20'],
    ['vorgestern', '2026-11-17'],
    ['2026-10-03', '2026-10-03'],
    ['3.10.', '2026-10-03'],
    ['3.10.2025', '2025-10-03'],
    ['10/3', '2026-10-03'],
    ['1/2', '2027-01-02'],
    ['29.2.', '2028-02-29'],
  ])('takes %s for %s', (text, date) => {
    expect(dayOf(`1h ${text} walk`)).toBe(date)
  })

  it('reads a date with slashes as the locale writes it, or leaves it', () => {
    expect(dayOf('3/10', 'en-GB')).toBe('2026-10-03')
    expect([dayOf('24/7'), dayOf('3/10', 'de-DE'), dayOf('31.2.'), dayOf('so do mi')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('takes minutes without a unit where they come first in an entry', () => {
    const minutesOf = (text: string) => readLine(text, 'log').read.minutes
    expect(minutesOf('90 design #WEB')).toBe(90)
    expect(['90 design', 'room 90 #WEB', '2026 #WEB'].map(minutesOf)).toEqual(
      Array(3).fill(undefined),
    )
    expect(readLine('90 design #WEB', 'start').read.notes).toBe('90 design')
  })

  it('reports words that look like a time and stay in the notes', () => {
    const unread = (text: string) =>
      readLine(text, 'log')
        .words.filter(({ is }) => is === 'unread')
        .map((word) => word.text)
    expect(unread('9am-5 1h 24/7 room 12 v3 2.5 8:75 30m')).toEqual([
      '9am-5',
      '24/7',
      '8:75',
      '30m',
    ])
    expect(unread('1h friday 9-10 11/20')).toEqual(['11/20'])
    expect(unread('1h 20 Nov prepare Nov 35 and 20. November 202 pages')).toEqual([
      'Nov 35',
      '20. November 202',
    ])
  })
})

it('keeps in the notes of a timer each day of which it says nothing', () => {
  expect(readLine('prepare thursday 11/19', 'start').read).toEqual({
    notes: 'prepare thursday 11/19',
  })
  expect(readLine('prepare today', 'start').read).toEqual({ day: today, notes: 'prepare' })
})

describe('parseClock', () => {
  it('reads hours, and hours with minutes, within a day', () => {
    expect(['9', '09:30', '0:00', '23:59'].map(parseClock)).toEqual([540, 570, 0, 1439])
    expect(['24:00', '9:60', '9:5', '', '9:30am', '-1'].map(parseClock)).toEqual(
      Array(6).fill(undefined),
    )
  })
})
