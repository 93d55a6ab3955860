import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeDetail, ChangeSummary, TrashItem } from '#shared/ipc/views.ts'
import type { FakeCore } from './support/fake-core.ts'
import { now, setClock, show, studio, type Screen } from './support/mount.ts'

let core: FakeCore

const change = (set: Partial<ChangeSummary> & { change: number }): ChangeSummary => ({
  at: now,
  actor: 'person',
  action: 'times.update',
  summary: `Changed “Entry ${set.change}”`,
  undone: false,
  ...set,
})
const trashed = (set: Partial<TrashItem> & { item: number }): TrashItem => ({
  resource: 'time',
  local: set.item,
  title: `“Entry ${set.item}”`,
  actor: 'person',
  deletedAt: now,
  expiresAt: now + 30 * 24 * 3_600_000,
  ...set,
})

beforeEach(() => {
  setClock()
  core = studio()
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/history/HistoryPage.vue')
  await screen.press('g')
  await screen.press('h')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!

describe('the changes', () => {
  it('tell whose they were, and offer to take back each that stands', async () => {
    core.changes = [
      change({ change: 5, action: 'undo', summary: 'Undid “Entry 1”' }),
      change({ change: 4, actor: 'sync', summary: 'Took 6 changes from the service' }),
      change({ change: 3, undone: true }),
      change({ change: 2, at: now - 48 * 3_600_000 }),
    ]
    const screen = await open()
    const lines = screen.wrapper.findAll('.changes > li')
    expect(lines[1]!.text()).toContain('From the service')
    expect(lines[2]!.text()).toContain('Taken back')
    expect(lines[3]!.text()).toContain('Tue 17 Nov, 14:47')
    const undoing = lines.map((line) => line.find('[aria-label^="Undo: "]').exists())
    expect(undoing).toEqual([false, true, false, true])
    await lines[3]!.get('[aria-label="Undo: Changed “Entry 2”"]').trigger('click')
    await screen.settle()
    expect(asked('history.undo')).toEqual({ change: 2 })
  })

  it('open to show what was before and what is now, in words', async () => {
    core.changes = [change({ change: 2 })]
    core.override['history.show'] = (): ChangeDetail => ({
      ...change({ change: 2 }),
      records: [
        {
          resource: 'time',
          local: 1,
          title: '“Hero”',
          was: 'changed',
          fields: [
            { field: 'start', before: 540, after: 600 },
            { field: 'quantity', before: 2, after: 4 },
            { field: 'increment', before: 15, after: 15 },
            { field: 'date', before: '2026-11-18', after: '2026-11-19' },
            { field: 'notes', before: null, after: 'Hero' },
          ],
        },
        {
          resource: 'time',
          local: 2,
          title: '“Call”',
          was: 'added',
          fields: [
            { field: 'rate', before: null, after: 12000 },
            { field: 'notes', before: null, after: 'Call' },
          ],
        },
      ],
      more: 3,
    })
    const screen = await open()
    await screen.wrapper.get('.changes [aria-expanded=false]').trigger('click')
    await screen.settle()
    const [changed, added] = screen.wrapper
      .findAll('.changes .detail section')
      .map((one) => one.text())
    for (const text of [
      '09:00 → 10:00',
      '0:30 (2 × 15) → 1:00 (4 × 15)',
      'Wed 18 Nov → Thu 19 Nov',
      '– → Hero',
    ]) {
      expect(changed).toContain(text)
    }
    expect(added).toContain('Call')
    expect(added).not.toContain('Rate')
    expect(screen.wrapper.get('.changes .detail').text()).toContain('and 3 more records')
    await screen.wrapper.get('.changes [aria-expanded=true]').trigger('click')
    expect(screen.wrapper.find('.changes .detail').exists()).toBe(false)
  })

  it('go further back on request', async () => {
    const all = Array.from({ length: 60 }, (_, n) => change({ change: 60 - n }))
    core.override['history.list'] = ({ limit = 50, before = Infinity }) =>
      all.filter((one) => one.change < before).slice(0, limit)
    const screen = await open()
    expect(screen.wrapper.findAll('.changes > li')).toHaveLength(50)
    await button(screen, 'Earlier ones').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('.changes > li')).toHaveLength(60)
    expect(button(screen, 'Earlier ones')).toBeUndefined()
  })
})

describe('the trash', () => {
  let items: TrashItem[]
  beforeEach(() => {
    items = [
      trashed({ item: 2, actor: 'sync', expiresAt: now + 3_600_000 }),
      trashed({ item: 1, resource: 'expense' }),
    ]
    core.override['trash.list'] = () => ({ items, total: items.length })
    core.override['trash.restore'] = ({ items: wanted }) => {
      items = items.filter(({ item }) => !wanted.includes(item))
      return change({ change: 9, summary: 'Brought back “Entry 2”' })
    }
    core.override['trash.discard'] = () => {
      const discarded = items.length
      items = []
      return { discarded }
    }
  })
  async function openTrash(): Promise<Screen> {
    const screen = await open()
    await button(screen, 'Trash').trigger('click')
    await screen.settle()
    return screen
  }

  it('says who deleted what, and how long it stays', async () => {
    const screen = await openTrash()
    const [first, second] = screen.wrapper.findAll('.title').map((title) => title.text())
    expect(first).toContain('Time · deleted on the service, 14:47 · one more day')
    expect(second).toContain('Expense · deleted 14:47 · 30 more days')
  })

  it('brings back with one press, which can be undone', async () => {
    const screen = await openTrash()
    await button(screen, 'Bring back').trigger('click')
    await screen.settle()
    expect(asked('trash.restore')).toEqual({ items: [2] })
    const toast = screen.wrapper.get('.toast')
    expect(toast.text()).toContain('Brought back “Entry 2”')
    expect(screen.wrapper.findAll('.title')).toHaveLength(1)
    await toast.get('button').trigger('click')
    expect(asked('history.undo')).toEqual({ change: 9 })
  })

  it('asks before anything goes for good', async () => {
    const screen = await openTrash()
    await button(screen, 'Let go').trigger('click')
    await screen.settle()
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(
      '“Entry 2” for good',
    )
    expect(asked('trash.discard')).toBeUndefined()
    const answer = [...document.querySelectorAll('[role=alertdialog] button')].find(
      (one) => one.textContent?.trim() === 'Let go',
    )
    ;(answer as HTMLElement).click()
    await screen.settle()
    expect(asked('trash.discard')).toEqual({ items: [2] })
    expect(screen.wrapper.text()).toContain('The trash is empty.')
  })

  it('is emptied as a whole, with the number of what goes', async () => {
    const screen = await openTrash()
    await button(screen, 'Empty the trash').trigger('click')
    await screen.settle()
    const dialog = document.querySelector('[role=alertdialog]')!
    expect(dialog.textContent).toContain('Let go of 2 records for good?')
    const answer = [...dialog.querySelectorAll('button')].find(
      (one) => one.textContent?.trim() === 'Empty the trash',
    )
    answer!.click()
    await screen.settle()
    expect(asked('trash.discard')).toEqual({ items: 'all' })
  })
})
