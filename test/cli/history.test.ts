import { describe, expect, it } from 'vitest'
import type { ChangeDetail, ChangeSummary, TrashPage } from '#shared/ipc/history.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })

const day = ['--date', '2026-03-02']

/** A data folder with a project, and two entries of it. */
async function prepared(): Promise<string> {
  const folder = home()
  await json(folder, ['projects', 'add', '--name', 'Web shop', '--code', 'WEB', '--increment', '6'])
  for (const [notes, start] of [
    ['Offer', '540'],
    ['Layout', '600'],
  ] as const) {
    const args = [
      '--project-id',
      '1',
      ...day,
      '--start',
      start,
      '--quantity',
      '5',
      '--notes',
      notes,
    ]
    await json(folder, ['times', 'add', ...args])
  }
  return folder
}

describe('stint history, undo and redo', () => {
  it('lists pages, and what was done to one record', async () => {
    const folder = await prepared()
    await json(folder, ['times', 'update', '1', '--notes', 'Offer, second'])
    const list = async (...args: string[]) =>
      (await json<ChangeSummary[]>(folder, ['history', ...args])).value.map(
        ({ summary }) => summary,
      )
    expect(await list('--limit', '2')).toEqual(['Changed “Offer, second”', 'Added “Layout”'])
    expect(await list('--record', 'times:1')).toEqual(['Changed “Offer, second”', 'Added “Offer”'])
    expect(await list('--record', 'projects:1')).toEqual(['Added project “Web shop”'])
    expect(await list('--record', 'timer')).toEqual([])
    expect((await run(folder, ['history', 'list'])).stdout).toMatch(
      /^ *\d+ {2}\S+ \S+ {2}you {2}Changed/m,
    )
  })

  it('shows a change with names in place of ids', async () => {
    const folder = await prepared()
    await json(folder, ['times', 'update', '1', '--notes', 'Second', '--project-id', 'none'])
    const [newest] = (await json<ChangeSummary[]>(folder, ['history', '--limit', '1'])).value
    const id = String(newest!.change)
    const { value } = await json<ChangeDetail>(folder, ['history', 'show', id])
    expect(value.records[0]!.fields).toContainEqual({
      field: 'project',
      before: 'Web shop',
      after: null,
    })
    const { stdout } = await run(folder, ['history', 'show', id])
    expect(stdout).toContain('project: Web shop → nothing')
    expect(stdout).toContain('notes: Offer → Second')
  })

  it('undoes the named change, and that undo by its own number', async () => {
    const folder = await prepared()
    await json(folder, ['times', 'update', '1', '--notes', 'Second'])
    const [changed] = (await json<ChangeSummary[]>(folder, ['history', '--limit', '1'])).value
    await json(folder, ['times', 'update', '1', '--start', '660'])
    const undone = await json<ChangeSummary>(folder, ['undo', String(changed!.change)])
    expect(undone.value.summary).toBe('Undone: Changed “Second”')
    expect((await json(folder, ['times', 'show', '1'])).value).toMatchObject({
      notes: 'Offer',
      start: 660,
    })
    const again = await json<ChangeSummary>(folder, ['undo', String(undone.value.change)])
    expect(again.value.summary).toBe('Redone: Changed “Second”')
  })

  it.each([
    ['a record of a kind that does not exist', ['--record', 'colors:1'], 'record'],
    ['a record that is no id', ['--record', 'times:blue'], 'record'],
    ['a limit that is no number', ['--limit', 'all'], 'limit'],
  ])('refuses %s, naming the flag', async (_what, args, field) => {
    const { code, value } = await json<{ error: { fields: object } }>(home(), ['history', ...args])
    expect(code).toBe(1)
    expect(Object.keys(value.error.fields)).toEqual([field])
  })
})

describe('stint trash', () => {
  it('lists what was deleted, restores it, and discards it', async () => {
    const folder = await prepared()
    await json(folder, ['times', 'delete', '1'])
    await json(folder, ['times', 'delete', '2'])
    const list = async () => (await json<TrashPage>(folder, ['trash', 'list'])).value
    const { items, total } = await list()
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { resource: 'time', local: 2, title: '“Layout”', actor: 'person' },
      { resource: 'time', local: 1, title: '“Offer”' },
    ])
    expect((await run(folder, ['trash', 'list'])).stdout).toContain('“Layout”')

    const restored = await json(folder, ['trash', 'restore', String(items[1]!.item)])
    expect(restored).toMatchObject({
      code: 0,
      value: { summary: 'Restored “Offer” from trash' },
    })
    expect((await json(folder, ['times', 'show', '1'])).code).toBe(0)
    expect(await json(folder, ['trash', 'discard', '--all'])).toMatchObject({
      value: { discarded: 1 },
    })
    expect((await run(folder, ['trash', 'list'])).stdout).toBe('Trash is empty\n')
  })

  it.each([
    ['no verb', [], 2],
    ['no item', ['restore'], 2],
    ['an item that is no id', ['restore', 'blue'], 1],
    ['an item that is not there', ['restore', '7'], 1],
    ['an item to let go that is not there', ['discard', '99'], 1],
    ['ids and --all together', ['discard', '1', '--all'], 2],
  ])('refuses %s', async (_what, args, code) => {
    expect((await json(home(), ['trash', ...args])).code).toBe(code)
  })
})
