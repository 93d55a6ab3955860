import { describe, expect, it } from 'vitest'
import { resolveEntryTime } from '#shared/rules/entry-text.ts'
import { createTextStyle } from '#shared/rules/text-style.ts'
import {
  applyCompletion,
  markEntryLine,
  type EntryLineNames,
  parseEntryLine,
} from '../../renderer/features/timer/entry/parse-entry-line.ts'
import {
  type ProjectOption,
  type TaskOption,
  tokenAt,
} from '../../renderer/features/timer/parse-work.ts'

const names: EntryLineNames<ProjectOption, TaskOption> = {
  projects: [
    { local: 1, name: 'Website', code: 'WEB' },
    { local: 2, name: 'Booking app', code: 'APP' },
  ],
  tasks: [
    { local: 1, name: 'Design' },
    { local: 2, name: 'Design review' },
    { local: 3, name: 'Call' },
  ],
  chosen: new Map(),
}
const logging = {
  ...{ today: '2026-11-19', minute: 887, style: createTextStyle('en-US') },
  purpose: 'log',
} as const
const marks = (text: string, typing?: number) =>
  markEntryLine(text, names, logging, typing)
    .filter(({ is }) => is !== 'plain')
    .map(({ text: piece, is }) => `${piece}: ${is}`)

describe('an entry line', () => {
  it('has project, task, length and notes', () => {
    expect(parseEntryLine('15m design #WEB @call', names, logging)).toMatchObject({
      project: { local: 1 },
      task: { local: 3 },
      minutes: 15,
      notes: 'design',
    })
  })

  it('keeps names that are not known in the notes', () => {
    expect(parseEntryLine('hero #NOPE @nobody 20m', names, logging)).toMatchObject({
      project: undefined,
      task: undefined,
      notes: 'hero #NOPE @nobody',
    })
  })

  it('uses the record that was chosen from the list, also among equal names', () => {
    const twins = { ...names, tasks: [...names.tasks, { local: 9, name: 'Call' }] }
    const chosen = new Map([['@Call', 9]])
    expect(parseEntryLine('@Call', { ...twins, chosen }, logging).task).toMatchObject({ local: 9 })
  })

  it('highlights the first word of each kind, and unknown names', () => {
    expect(marks('15m design #WEB @"Design review" 20m yesterday')).toEqual([
      '15m: time',
      '#WEB: project',
      '@"Design review": task',
      '20m: unknown',
      'yesterday: time',
    ])
    expect(marks('#NOPE @call')).toEqual(['#NOPE: unknown', '@call: task'])
  })

  it('calls a name unknown only when it is no longer being typed', () => {
    expect(marks('hero @de', 5)).toEqual(['@de: task'])
    expect(marks('hero @de')).toEqual(['@de: unknown'])
  })

  it('equals its parts joined again', () => {
    const text = '  15m  design #WEB, \\#not @call '
    expect(
      markEntryLine(text, names, logging)
        .map((mark) => mark.text)
        .join(''),
    ).toBe(text)
  })

  it('is completed where the caret is, in quotes where a name has blanks', () => {
    const text = 'hero @des later'
    const token = tokenAt(text, 9)!
    const done = applyCompletion(text, token, 'Design review')
    expect(done.text).toBe('hero @"Design review" later')
    expect(done.text.slice(0, done.caret)).toBe('hero @"Design review" ')
    expect(parseEntryLine(done.text, names, logging).task).toMatchObject({ local: 2 })
  })
})

describe('the time of an entry line', () => {
  const now = Date.parse('2026-11-19T14:47:10Z')
  const when = (text: string, at = now, zone = 'UTC') =>
    resolveEntryTime(parseEntryLine(text, names, logging), at, zone)

  it('ends now where only a length is given', () => {
    expect(when('15m')).toEqual({ date: '2026-11-19', from: 872, minutes: 15 })
  })
  it('reaches back over midnight', () => {
    expect(when('30m', Date.parse('2026-11-19T00:10:00Z'))).toEqual({
      date: '2026-11-18',
      from: 1420,
      minutes: 30,
    })
  })
  it('is the range, of today or of yesterday', () => {
    expect(when('9-10:30')).toEqual({ date: '2026-11-19', from: 540, minutes: 90 })
    expect(when('9-10:30 yesterday')).toEqual({ date: '2026-11-18', from: 540, minutes: 90 })
  })
  it('is unknown without a length', () => {
    expect(when('design #WEB')).toBeUndefined()
  })
  it('counts real minutes on a day with a clock change', () => {
    // 03:10 in Vienna on the night to summer time: an hour ago it was 01:10 there.
    const early = Date.parse('2027-03-28T01:10:00Z')
    expect(when('1h', early, 'Europe/Vienna')).toEqual({
      date: '2027-03-28',
      from: 70,
      minutes: 60,
    })
  })
})
