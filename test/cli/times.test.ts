import { describe, expect, it } from 'vitest'
import type { Page } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

const { day, zone } = playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })

/** A data folder with a project of 6 minutes and a task, both local. */
async function prepared(): Promise<string> {
  const folder = home()
  await json(folder, ['projects', 'add', '--name', 'Web shop', '--code', 'WEB', '--increment', '6'])
  await json(folder, ['tasks', 'add', '--name', 'Client call'])
  return folder
}

const work = ['--project-id', '1', '--task-id', '1']
const add = async (folder: string, ...args: string[]) =>
  (await json<TimeEntry>(folder, ['times', 'add', ...args])).value

describe('stint times', () => {
  it('adds an entry and prints the record with the API’s fields', async () => {
    const folder = await prepared()
    const { code, value } = await json<TimeEntry>(folder, [
      'times',
      'add',
      ...work,
      '--date',
      '2026-03-02',
      '--start',
      '09:00',
      '--quantity',
      '5',
      '--notes',
      'Offer',
    ])
    expect(code).toBe(0)
    expect(value).toMatchObject({
      local: 1,
      id: null,
      date: '2026-03-02',
      start: 540,
      quantity: 5,
      increment: 6,
      total: 30,
      notes: 'Offer',
      currency: 'EUR',
      project: { local: 1, id: null, name: 'Web shop', code: 'WEB' },
      task: { local: 1, id: null, name: 'Client call' },
    })
  })

  it('rounds a length up to whole increments of the project', async () => {
    const folder = await prepared()
    const entry = await add(folder, ...work, '--start', '540', '--duration', '1h20')
    expect(entry).toMatchObject({ start: 540, quantity: 14, total: 84 })
    const longer = await json<TimeEntry>(folder, ['times', 'update', '1', '--duration', '1:30'])
    expect(longer.value).toMatchObject({ quantity: 15, total: 90 })
  })

  it('uses today where no day is given', async () => {
    const folder = await prepared()
    const { date } = await add(folder, ...work, '--start', '9:00', '--quantity', '1')
    expect(date).toBe(day())
  })

  it('adds what a line says, like the command menu, and lets flags replace a part of it', async () => {
    const folder = await prepared()
    const noon = { STINT_NOW: new Date(toInstant(day(), 720, zone)).toISOString() }
    const added = async (...args: string[]) =>
      (await json<TimeEntry>(folder, ['times', 'add', ...args], { env: noon })).value
    expect(await added('9-10:30 yesterday offer #web @client-call')).toMatchObject({
      ...{ date: day(-1), start: 540, total: 90, notes: 'offer' },
      ...{ project: { local: 1 }, task: { local: 1 }, state: 'held' },
    })
    expect(await added('15m', 'mail')).toMatchObject({ date: day(), start: 705, notes: 'mail' })
    const flags = ['--date', '2 days ago', '--start', '8am', '--duration', '1h', '--notes', 'tax']
    expect(await added('30m offer #WEB', ...flags)).toMatchObject({
      ...{ date: day(-2), start: 480, total: 60, notes: 'tax', project: { local: 1 } },
    })
    const { stderr } = await run(folder, ['times', 'add', '1h call on Nov 35 #web'])
    expect(stderr).toContain('Not recognized, added to the notes: “Nov 35”')
  })

  it.each([
    ['without a length', ['from 9am', 'design'], 'Add --quantity or --duration: how long it was'],
    [
      'with two lengths',
      ['9-10 2h design'],
      'The times are 1:00, not 2:00. Leave out one of the two',
    ],
    ['with a length that a flag replaces', ['1h design', '--duration', '2h'], 'Add --start'],
    ['with a project that is not here', ['1h #shop'], 'No project named “shop”'],
  ])('adds nothing from a line %s', async (_what, words, why) => {
    const folder = await prepared()
    const { code, stderr } = await run(folder, ['times', 'add', ...words])
    expect(code).toBe(1)
    expect(stderr).toContain(why)
    expect((await json<Page<TimeEntry>>(folder, ['times', 'list'])).value.total).toBe(0)
  })

  it('lists in the API’s envelope, sorted, searched, by day and by page', async () => {
    const folder = await prepared()
    for (const [day, notes] of [
      ['02', 'Offer'],
      ['03', 'Layout'],
      ['03', 'Offer again'],
    ] as const) {
      await add(
        folder,
        ...work,
        '--date',
        `2026-03-${day}`,
        '--start',
        '540',
        '--quantity',
        '1',
        '--notes',
        notes,
      )
    }
    const list = async (...args: string[]) =>
      (await json<Page<TimeEntry>>(folder, ['times', 'list', ...args])).value
    const page = await list('--limit', '2', '--page', '2')
    expect(Object.keys(page).sort()).toEqual([
      'current_page',
      'data',
      'from',
      'last_page',
      'next_page_url',
      'path',
      'per_page',
      'prev_page_url',
      'to',
      'total',
    ])
    expect(page).toMatchObject({
      path: '/api/v1/times',
      current_page: 2,
      last_page: 2,
      per_page: 2,
      total: 3,
      from: 3,
      to: 3,
    })
    const notes = ({ data }: Page<TimeEntry>) => data.map((entry) => entry.notes)
    expect(notes(await list('--date', '2026-03-02'))).toEqual(['Offer'])
    expect(notes(await list('--query', 'offer'))).toEqual(['Offer again', 'Offer'])
    expect(notes(await list('--sort-key', 'date', '--limit', '1'))).toEqual(['Offer'])
    for (const descending of ['--no-sort-asc', '--sort-asc=false', '--sort-asc=0']) {
      expect(notes(await list('--sort-key', 'date', descending))[2]).toBe('Offer')
    }
  })

  it('changes the named fields only, and clears a project with none', async () => {
    const folder = await prepared()
    await add(
      folder,
      ...work,
      '--date',
      '2026-03-02',
      '--start',
      '540',
      '--quantity',
      '5',
      '--notes',
      'Offer',
    )
    const changed = await json<TimeEntry>(folder, ['times', 'update', '1', '--start', '10:30'])
    expect(changed.value).toMatchObject({
      start: 630,
      quantity: 5,
      notes: 'Offer',
      project: { local: 1 },
    })
    const draft = await json<TimeEntry>(folder, ['times', 'update', '1', '--task-id', 'none'])
    expect(draft.value).toMatchObject({ task: null, state: 'draft' })
    const bare = await json<TimeEntry>(folder, ['times', 'update', '1', '--notes', ''])
    expect(bare.value).toMatchObject({ notes: null })
    expect((await json(folder, ['times', 'show', '1'])).value).toEqual(bare.value)
  })

  it('deletes, undoes that, and redoes it', async () => {
    const folder = await prepared()
    await add(folder, ...work, '--start', '540', '--quantity', '5')
    expect(await json(folder, ['times', 'delete', '1'])).toMatchObject({
      code: 0,
      value: { local: 1 },
    })
    expect(await json(folder, ['times', 'show', '1'])).toMatchObject({
      code: 1,
      value: { error: { code: 'not-found' } },
    })
    expect(await json(folder, ['undo'])).toMatchObject({ code: 0, value: { actor: 'person' } })
    expect((await json(folder, ['times', 'show', '1'])).code).toBe(0)
    expect((await json(folder, ['redo'])).code).toBe(0)
    expect((await json(folder, ['times', 'show', '1'])).code).toBe(1)
    const history = await json<unknown[]>(folder, ['history', '--limit', '2'])
    expect(history.value).toHaveLength(2)
  })

  it.each([
    ['a start after midnight', ['--start', '24:00', '--quantity', '1'], 'start'],
    ['a start that is no time', ['--start', 'teatime', '--quantity', '1'], 'start'],
    ['no start', ['--quantity', '1'], 'start'],
    ['no length', ['--start', '540'], 'quantity'],
    ['a length of nothing', ['--start', '540', '--duration', '0m'], 'duration'],
    ['half an increment', ['--start', '540', '--quantity', '0.5'], 'quantity'],
    [
      'a date that does not exist',
      ['--start', '540', '--quantity', '1', '--date', '2026-02-30'],
      'date',
    ],
    [
      'an id that is none',
      ['--start', '540', '--quantity', '1', '--project-id', 'WEB'],
      'project-id',
    ],
    ['a sort key that does not exist', null, 'sort-key'],
  ])('refuses %s, naming the field', async (_what, args, field) => {
    const folder = await prepared()
    const given = args === null ? ['list', '--sort-key', 'color'] : ['add', ...args]
    const { code, value } = await json<{ error: { code: string; fields: object } }>(folder, [
      'times',
      ...given,
    ])
    expect(code).toBe(1)
    expect(value.error.code).toBe('validation')
    expect(Object.keys(value.error.fields)).toEqual([field])
  })

  it('does not find a record that the service never named', async () => {
    const folder = await prepared()
    const args = ['times', 'add', '--project-id', 'remote:7', '--start', '540', '--quantity', '1']
    expect(await json(folder, args)).toMatchObject({
      code: 1,
      value: { error: { code: 'not-found' } },
    })
  })

  it('prints tables for people, without terminal control characters', async () => {
    const folder = await prepared()
    await add(
      folder,
      ...work,
      '--date',
      '2026-03-02',
      '--start',
      '540',
      '--quantity',
      '5',
      '--notes',
      'red \u001B[31mink\u0007',
    )
    const { stdout, code } = await run(folder, ['times', 'list'])
    expect(code).toBe(0)
    const [titles, row, ...rest] = stdout.trimEnd().split('\n')
    expect(titles).toMatch(/^ID {2}Date {8}Start {2}Hours {2}Project {2}Task/)
    expect(row).toMatch(/^ 1 {2}2026-03-02 {2}09:00 {3}0:30 {2}WEB {6}Client call {2}red \[31mink/)
    expect(rest).toEqual([])
  })

  it('says once that it works on this machine only, and never in JSON', async () => {
    const folder = home()
    expect((await run(folder, ['times', 'list'])).stderr).toContain('this computer only')
    expect((await run(folder, ['times', 'list'])).stderr).toBe('')
    expect((await json<Page<TimeEntry>>(home(), ['times', 'list'])).value).toMatchObject({
      total: 0,
    })
  })
})
