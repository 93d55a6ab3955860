/** Saved reports: saved, opened, changed, renamed, and deleted by keyboard alone. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SavedReportView } from '#shared/ipc/saved-reports.ts'
import { setClock } from './support/clock.ts'
import { studio, type TestCore, worked } from './support/core.ts'
import { type Screen, showPage } from './support/mount.ts'

let core: TestCore

beforeEach(async () => {
  setClock()
  core = await studio()
  await worked(core, { date: '2026-11-18', notes: 'Livery draft' })
  await worked(core, { start: 600, project: 2, task: 2, quantity: 5 })
})

const view: SavedReportView = {
  period: { kind: 'month', back: 0 },
  by: 'project',
  whose: 'mine',
  filter: [{ kind: 'words', text: 'livery' }],
  asTables: [],
}
const keep = (name: string, more: Partial<SavedReportView> = {}, isStarred = false) =>
  core.do('reports.save', { name, isStarred, view: { ...view, ...more } })

const open = async (path = '/reports') => {
  const screen = await showPage(core, path)
  await screen.settle(10)
  return screen
}
const title = (screen: Screen) => screen.wrapper.get('h1').text()
const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]')
const toast = () => document.querySelector('[role=status] .toast')?.textContent
const isChanged = (screen: Screen) => screen.wrapper.find('.pill').exists()
const saved = () => core.do('reports.listSaved')
async function openMenu(screen: Screen) {
  await screen.wrapper.get('[aria-label="Saved reports"]').trigger('click')
  await screen.settle(10)
}
const items = (screen: Screen) =>
  screen.wrapper.findAll('[role=menu] [data-item]').map((one) => one.text().replaceAll(/\s+/g, ' '))
async function choose(screen: Screen, name: string) {
  await openMenu(screen)
  const found = screen.wrapper.findAll('[role=menu] [data-item]')
  await found.find((one) => one.text().includes(name))!.trigger('click')
  await screen.settle(10)
}
async function enterName(screen: Screen, name: string) {
  const input = dialog()!.querySelector('input')!
  input.value = name
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await screen.settle(10)
  dialog()!.querySelector('form')!.requestSubmit()
  await screen.settle(10)
}

describe('a saved report', () => {
  it('keeps what is shown under a name, until that is undone', async () => {
    const screen = await open('/reports?by=task&f=words:livery&p=month:1')
    expect(title(screen)).toBe('Reports')
    await screen.press('s', { ctrlKey: true })
    await screen.settle(10)
    expect(dialog()!.textContent).toContain('Save report')
    await enterName(screen, '  ')
    expect(dialog()!.textContent).toContain('Enter a name')
    await enterName(screen, 'Livery, last month')
    expect(dialog()).toBeNull()
    expect(title(screen)).toBe('Livery, last month')
    // Last month, also in December.
    expect(await saved()).toEqual([
      {
        ...{ id: 1, name: 'Livery, last month', isStarred: false },
        view: { ...view, by: 'task', period: { kind: 'month', back: 1 } },
      },
    ])
    expect(location.hash).toBe('#/reports?p=month:1&by=task&f=words:livery&saved=1')
    expect(toast()).toContain('Saved “Livery, last month”')
    expect(isChanged(screen)).toBe(false)
    await screen.press('z')
    await screen.settle(10)
    expect(await saved()).toEqual([])
    expect(title(screen)).toBe('Reports')
  })

  it('is opened from the menu, where starred ones come first', async () => {
    await keep('Zoo', {}, true)
    await keep('All', { filter: [], by: 'client', asTables: ['time'] })
    const screen = await open()
    await openMenu(screen)
    expect(items(screen)).toEqual(['ZooThis month', 'AllThis month', 'Save report…Ctrl S'])
    const groups = screen.wrapper.findAll('[role=menu] [role=group]')
    expect(groups.map((one) => one.attributes('aria-label'))).toEqual(['Starred', 'Others'])
    expect(document.activeElement!.textContent).toContain('Zoo')
    await screen.press('ArrowDown')
    ;(document.activeElement as HTMLElement).click()
    await screen.settle(10)
    expect(title(screen)).toBe('All')
    expect(core.asked('reports.timeSeries')).not.toHaveProperty('filter')
    expect(core.allAsked('reports.show')).toContainEqual(expect.objectContaining({ by: 'client' }))
    expect(isChanged(screen)).toBe(false)
    await openMenu(screen)
    const radios = screen.wrapper.findAll('[role=menuitemradio]')
    expect(radios.map((one) => one.attributes('aria-checked'))).toEqual(['false', 'true'])
    expect(items(screen).slice(2)).toEqual(['Save report…Ctrl S', 'Rename…F2', 'Delete “All”'])
  })

  it('says that it was changed, and is saved over by the same key', async () => {
    await keep('Livery')
    const screen = await open('/reports?f=words:livery&saved=1')
    expect(title(screen)).toBe('Livery')
    expect(isChanged(screen)).toBe(false)
    await screen.press('[')
    await screen.settle(10)
    expect(screen.wrapper.get('.pill').text()).toBe('Changed')
    await screen.press('s', { ctrlKey: true })
    await screen.settle(10)
    expect(isChanged(screen)).toBe(false)
    expect((await saved())[0]!.view.period).toEqual({ kind: 'month', back: 1 })
    // Undoing the save leaves what is shown, which is a change again.
    await screen.press('z')
    await screen.settle(10)
    expect((await saved())[0]!.view.period).toEqual({ kind: 'month', back: 0 })
    expect(isChanged(screen)).toBe(true)
  })

  it('is renamed, but not to the name of another', async () => {
    await keep('Livery')
    await keep('Other')
    const screen = await open('/reports?f=words:livery&saved=1')
    await screen.press('F2')
    await screen.settle(10)
    expect(dialog()!.querySelector('input')!.value).toBe('Livery')
    await enterName(screen, 'other')
    expect(dialog()!.textContent).toContain(
      'There’s already a report called “Other”. Choose another name',
    )
    await enterName(screen, 'Draft')
    expect(title(screen)).toBe('Draft')
    expect(toast()).toContain('Renamed to “Draft”')
    await screen.press('z')
    await screen.settle(10)
    expect(title(screen)).toBe('Livery')
  })

  it('is deleted, and back by undo', async () => {
    await keep('Livery', {}, true)
    const screen = await open('/reports?f=words:livery&saved=1')
    await choose(screen, 'Delete “Livery”')
    expect(await saved()).toEqual([])
    expect(title(screen)).toBe('Reports')
    expect(toast()).toContain('Deleted “Livery”')
    await screen.press('z')
    await screen.settle(10)
    expect(title(screen)).toBe('Livery')
    expect(await saved()).toMatchObject([{ id: 1, name: 'Livery', isStarred: true }])
  })

  it('is starred by a button, and follows what another window does', async () => {
    const report = await keep('Livery')
    const screen = await open('/reports?f=words:livery&saved=1')
    const star = () => screen.wrapper.get('[aria-label=Starred]')
    expect(star().attributes('aria-pressed')).toBe('false')
    await star().trigger('click')
    await screen.settle(10)
    expect(star().attributes('aria-pressed')).toBe('true')
    expect(await saved()).toMatchObject([{ isStarred: true }])
    await core.do('reports.save', { ...report, name: 'Renamed elsewhere' })
    await screen.settle(10)
    expect(title(screen)).toBe('Renamed elsewhere')
    await core.do('reports.deleteSaved', { id: report.id })
    await screen.settle(10)
    expect(title(screen)).toBe('Reports')
  })
})
