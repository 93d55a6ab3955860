import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  changedEntryFields,
  countLength,
  type EntryDraft,
  toEntryDraft,
  toEntryInput,
  newEntryDraft,
  validateEntryDraft,
  normalizeFrom,
  normalizeLength,
  normalizeTo,
  suggestInterval,
} from '../../renderer/app/entries/entry-draft.ts'
import { commonLocales } from '../../renderer/app/display/resolve-formats.ts'
import { setFormats, formatClock, defaultFormats } from '../../renderer/ui/format.ts'
import { entry } from './support/records.ts'

const draft = newEntryDraft('2026-11-19', { from: 540, to: 600 })

describe('times of the entry form', () => {
  it('take a range typed into "from" apart', () => {
    expect(normalizeFrom({ ...draft, from: '9-10:30' })).toMatchObject({
      from: '09:00',
      to: '10:30',
      length: '1:30',
    })
  })

  it('move the end along with the beginning', () => {
    expect(normalizeFrom({ ...draft, from: '10' })).toMatchObject({ from: '10:00', to: '11:00' })
  })

  it('let the length follow the end, over midnight too', () => {
    expect(normalizeTo({ ...draft, to: '10:15' }).length).toBe('1:15')
    expect(normalizeTo({ ...draft, from: '23:00', to: '0:30' }).length).toBe('1:30')
  })

  it('leave the length as it is where the end is, too, also after more than a day', () => {
    const long = { ...draft, to: '10:00', length: '25:00' }
    expect(normalizeTo(long)).toEqual(long)
    expect(normalizeTo({ ...long, to: '11' })).toMatchObject({ to: '11:00', length: '2:00' })
  })

  it('let the end follow the length', () => {
    expect(normalizeLength({ ...draft, length: '90m' })).toMatchObject({
      length: '1:30',
      to: '10:30',
    })
  })

  it.each(commonLocales)(
    'are shown in the chosen format of hours, and can be read back (%s)',
    (locale) => {
      onTestFinished(() => setFormats(defaultFormats))
      for (const hours of ['12', '24'] as const) {
        setFormats({ ...defaultFormats, locale, hours })
        fc.assert(
          fc.property(
            fc.integer({ min: 0, max: 1439 }),
            fc.integer({ min: 1, max: 1500 }),
            (start, total) => {
              const written = newEntryDraft('2026-11-19', { from: start, to: start + total })
              expect(written.from).toBe(formatClock(start))
              for (const settled of [normalizeFrom, normalizeTo, normalizeLength])
                expect(settled(written)).toEqual(written)
              expect(toEntryInput(written, countLength(written, 1, 'up')!)).toMatchObject({
                start,
                quantity: total,
              })
            },
          ),
          { numRuns: 30, seed: 7 },
        )
      }
    },
  )

  it('stay as typed while they cannot be read', () => {
    const typed = { ...draft, from: 'nine', to: 'ten', length: 'long' }
    expect(normalizeFrom(typed)).toEqual(typed)
    expect(normalizeTo(typed)).toEqual(typed)
    expect(normalizeLength(typed)).toEqual(typed)
    expect(validateEntryDraft(typed, countLength(typed, 15, 'up'))).toEqual({
      start: 'entry.startUnread',
      to: 'entry.toUnread',
      quantity: 'entry.lengthUnread',
    })
  })

  it('count in increments of the project, by the rounding rule', () => {
    const typed = { ...draft, length: '1:12' }
    expect(countLength(typed, 15, 'up')).toMatchObject({ quantity: 5, total: 75 })
    expect(countLength(typed, 15, 'down')).toMatchObject({ quantity: 4, total: 60 })
    expect(countLength(typed, 6, 'up')).toMatchObject({ quantity: 12, total: 72 })
  })

  it('are refused when rounding makes them longer than a day', () => {
    const typed = { ...draft, length: '25:00' }
    expect(validateEntryDraft(typed, countLength(typed, 7, 'up')).quantity).toBe('entry.tooLong')
  })

  it('may be longer where a service has such an entry, until its length or project changes', () => {
    const long = entry({ local: 7, date: '2026-11-19', quantity: 120 })
    const problemOf = (set: Partial<EntryDraft>) => {
      const typed = { ...toEntryDraft(long), ...set }
      return validateEntryDraft(typed, countLength(typed, 15, 'up'), long).quantity
    }
    expect(problemOf({ notes: 'Night shift', from: '10:00' })).toBeUndefined()
    const later = normalizeFrom({ ...toEntryDraft(long), from: '10' })
    expect(later).toMatchObject({ to: '16:00', length: '30:00' })
    expect(changedEntryFields(long, toEntryInput(later, countLength(later, 15, 'up')!))).toEqual({
      start: 600,
    })
    expect(problemOf({ length: '29:45' })).toBe('entry.tooLong')
    expect(problemOf({ project: 2 })).toBe('entry.tooLong')
  })
})

describe('saving a draft', () => {
  const before = entry({ local: 7, date: '2026-11-19', start: 540, quantity: 4, notes: 'hero' })

  it('sends only what changed', () => {
    const typed = normalizeFrom({ ...toEntryDraft(before), from: '10' })
    expect(changedEntryFields(before, toEntryInput(typed, countLength(typed, 15, 'up')!))).toEqual({
      start: 600,
    })
  })

  it('sends what was typed beside what it counts as', () => {
    const typed = normalizeTo({ ...toEntryDraft(before), to: '9:41' })
    expect(changedEntryFields(before, toEntryInput(typed, countLength(typed, 15, 'up')!))).toEqual({
      quantity: 3,
      worked: 41,
    })
    const rounded = { ...before, quantity: 3, total: 45, worked: 41 }
    expect(toEntryDraft(rounded)).toMatchObject({ from: '09:00', to: '09:41', length: '0:41' })
    const later = normalizeTo({ ...toEntryDraft(rounded), to: '9:44' })
    expect(changedEntryFields(rounded, toEntryInput(later, countLength(later, 15, 'up')!))).toEqual(
      { worked: 44 },
    )
  })

  it('changes nothing when nothing was changed', () => {
    const typed = toEntryDraft(before)
    expect(changedEntryFields(before, toEntryInput(typed, countLength(typed, 15, 'up')!))).toEqual(
      {},
    )
    for (const notes of ['', ' ', ' hero \n', null]) {
      const one = { ...before, notes }
      const draft = { ...toEntryDraft(one), from: '10' }
      const input = toEntryInput(normalizeFrom(draft), countLength(typed, 15, 'up')!)
      expect(changedEntryFields(one, input), String(notes)).toEqual({ start: 600 })
    }
  })

  it('sends emptied notes as none', () => {
    const typed = { ...toEntryDraft(before), notes: ' ' }
    expect(changedEntryFields(before, toEntryInput(typed, countLength(typed, 15, 'up')!))).toEqual({
      notes: null,
    })
  })
})

describe('the suggested time', () => {
  it('runs from the last entry until now', () => {
    expect(suggestInterval([{ from: 540, to: 840 }], 887)).toEqual({ from: 840, to: 887 })
  })

  it('is the last hour when the day is empty', () => {
    expect(suggestInterval([], 887)).toEqual({ from: 827, to: 887 })
  })

  it('follows the last entry of another day', () => {
    expect(suggestInterval([{ from: 540, to: 840 }])).toEqual({ from: 840, to: 900 })
    expect(suggestInterval([])).toEqual({ from: 540, to: 600 })
  })

  it('is never empty, not even just after midnight', () => {
    const { from, to } = suggestInterval([], 0)
    expect(to).toBeGreaterThan(from)
  })
})
