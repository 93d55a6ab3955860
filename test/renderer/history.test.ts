import { beforeEach, describe, expect, it, vi } from 'vitest'
import { now, setClock, today } from './support/clock.ts'
import { changeTime, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore

beforeEach(async () => {
  setClock()
  core = await studio()
})

const day = 24 * 3_600_000

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
const button = (screen: Screen, text: string) =>
  screen.wrapper.findAll('button').find((one) => one.text().startsWith(text))!

describe('the changes', () => {
  it('show whose they were, and offer undo for each that can be undone', async () => {
    vi.setSystemTime(now - 2 * day)
    await worked(core, { notes: 'Old' })
    await core.sync()
    const [id] = core.service.times.keys()
    vi.setSystemTime(now)
    await worked(core, { start: 600, notes: 'Undone' })
    core.service.change(id!, { notes: 'There' })
    await core.sync()
    await core.do('history.undo', { change: 2 })
    const screen = await open()
    const lines = screen.wrapper.findAll('.changes > li')
    expect(lines[1]!.text()).toContain('From the service')
    expect(lines[2]!.text()).toContain('Undone')
    expect(lines[3]!.text()).toContain('Tue 17 Nov, 14:47')
    const undoing = lines.map((line) => line.find('[aria-label^="Undo: "]').exists())
    expect(undoing).toEqual([false, true, false, true])
    await lines[3]!.get('[aria-label="Undo: Added “Old”"]').trigger('click')
    await screen.settle()
    expect(core.asked('history.undo')).toEqual({ change: 1 })
  })

  it('open to show the former and the new values, in words', async () => {
    const { local } = await worked(core, { date: '2026-11-18', quantity: 2 })
    const set = { date: today, start: 600, quantity: 4, notes: 'Hero' }
    await changeTime(core, local, set)
    await worked(core, { task: 3, notes: 'Call' })
    const screen = await open()
    const detailOf = async (line: number) => {
      await screen.wrapper.findAll('.changes [aria-expanded]')[line]!.trigger('click')
      await screen.settle()
      return screen.wrapper.find('.changes .detail section').text()
    }
    const changed = await detailOf(1)
    for (const text of [
      '09:00 → 10:00',
      '0:30 (2 × 15) → 1:00 (4 × 15)',
      'Wed 18 Nov → Thu 19 Nov',
      '– → Hero',
    ]) {
      expect(changed).toContain(text)
    }
    const added = await detailOf(0)
    expect(added).toContain('Call')
    expect(added).not.toContain('Rate')
    await screen.wrapper.get('.changes [aria-expanded=true]').trigger('click')
    const left = screen.wrapper.findAll('.changes .detail')
    expect(left.map((detail) => detail.text().includes('Call'))).toEqual([false])
  })

  it('stay open while others are opened, so that nothing moves away', async () => {
    await worked(core, { notes: 'One' })
    await worked(core, { start: 600, notes: 'Two' })
    const screen = await open()
    const [first, second] = screen.wrapper.findAll('.changes [aria-expanded]')
    await first!.trigger('click')
    await second!.trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('.changes .detail')).toHaveLength(2)
  })

  it('name a limited number of the records of a large change, and count the others', async () => {
    const was = { notes: null }
    const records: { local: number; was: typeof was }[] = []
    for (let n = 0; n < 103; n++) records.push({ local: (await worked(core)).local, was })
    await core.do('times.updateMany', { records, set: { notes: 'Hero' } })
    const screen = await open()
    await screen.wrapper.get('.changes [aria-expanded=false]').trigger('click')
    await screen.settle()
    expect(screen.wrapper.get('.changes .detail').text()).toContain('and 3 more records')
  })

  it('go further back on request', async () => {
    for (let n = 0; n < 60; n++) await worked(core)
    const screen = await open()
    expect(screen.wrapper.findAll('.changes > li')).toHaveLength(50)
    await button(screen, 'Show older').trigger('click')
    await screen.settle()
    expect(screen.wrapper.findAll('.changes > li')).toHaveLength(60)
    expect(button(screen, 'Show older')).toBeUndefined()
  })
})

describe('the trash', () => {
  beforeEach(async () => {
    vi.setSystemTime(now - 29 * day)
    const { id } = core.service.add({ notes: 'Gone there' })
    await core.sync()
    core.service.remove(id)
    await core.sync()
    vi.setSystemTime(now)
    const { local } = await core.do('expenses.create', {
      ...{ project: 1, name: 'Train', unit_charge: 900, date: today, chargeable: true },
    })
    await core.do('expenses.delete', { local })
  })
  async function openTrash(): Promise<Screen> {
    const screen = await open()
    await button(screen, 'Trash').trigger('click')
    await screen.settle()
    return screen
  }

  it('shows who deleted what, and how long it stays', async () => {
    const screen = await openTrash()
    const [first, second] = screen.wrapper.findAll('.title').map((title) => title.text())
    expect(first).toContain('Expense · deleted 14:47 · 30 days left')
    expect(second).toContain('Entry · deleted on the service, Wed 21 Oct · 1 day left')
  })

  it('restores with one press, which can be undone', async () => {
    const screen = await openTrash()
    await button(screen, 'Restore').trigger('click')
    await screen.settle()
    expect(core.asked('trash.restore')).toEqual({ items: [2] })
    const toast = screen.wrapper.get('.toast')
    expect(toast.text()).toContain('Restored “Train” from trash')
    expect(screen.wrapper.findAll('.title')).toHaveLength(1)
    await toast.get('button').trigger('click')
    await screen.settle()
    expect((await core.do('history.list', { limit: 1 }))[0]!.action).toBe('undo')
    expect(screen.wrapper.findAll('.title')).toHaveLength(2)
  })

  it('asks before anything is deleted for good', async () => {
    const screen = await openTrash()
    await button(screen, 'Delete forever').trigger('click')
    await screen.settle()
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(
      'Delete “Train” forever',
    )
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain(
      'You can’t undo this, nor any earlier change. Existing backups still contain it',
    )
    expect(core.asked('trash.discard')).toBeUndefined()
    expect(document.activeElement?.textContent).toContain('Cancel')
    const answer = [...document.querySelectorAll('[role=alertdialog] button')].find(
      (one) => one.textContent?.trim() === 'Delete forever',
    )
    ;(answer as HTMLElement).click()
    await screen.settle()
    expect(core.asked('trash.discard')).toEqual({ items: [2] })
    expect(screen.wrapper.findAll('.title')).toHaveLength(1)
  })

  it('is emptied as a whole, with the number of items', async () => {
    const screen = await openTrash()
    await button(screen, 'Empty trash').trigger('click')
    await screen.settle()
    const dialog = document.querySelector('[role=alertdialog]')!
    expect(dialog.textContent).toContain('Delete 2 items forever?')
    const answer = [...dialog.querySelectorAll('button')].find(
      (one) => one.textContent?.trim() === 'Empty trash',
    )
    answer!.click()
    await screen.settle()
    expect(core.asked('trash.discard')).toEqual({ items: 'all' })
    expect(screen.wrapper.text()).toContain('Trash is empty')
  })
})
