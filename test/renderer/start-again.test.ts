import { beforeEach, describe, expect, it } from 'vitest'
import type { RecentWork } from '#shared/ipc/views.ts'
import type { FakeCore } from './support/fake-core.ts'
import { setClock, show, studio, worked, type Screen } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
  document.body.replaceChildren()
})

const favourite = (project: number, task: number): RecentWork => ({
  project: core.projects[project]!,
  task: core.tasks[task]!,
  notes: null,
  lastUsed: null,
})
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input
const lines = (screen: Screen) =>
  screen.wrapper.findAll('.again .start').map((line) => line.text().replace(/^Start/, ''))
const choose = async (screen: Screen, line: number, item: string) => {
  await screen.wrapper.findAll('.again li')[line]!.get('.holder button').trigger('click')
  await screen.settle()
  await screen.wrapper
    .findAll('[role=menuitem]')
    .find((one) => one.text().startsWith(item))!
    .trigger('click')
  await screen.settle()
}

describe('start again', () => {
  it('shows what is pinned first, then what was done last, and starts it by its digit', async () => {
    core.favourites = [favourite(1, 2)]
    worked(core, { local: 1, start: 540 })
    const screen = await show(core)
    expect(lines(screen)).toEqual(['APPCall1', 'WEBDesign2'])
    await screen.press('1')
    expect(asked('timer.start')).toEqual({ project: 2, task: 3 })
  })

  it('pins what was done last, and unpins it', async () => {
    worked(core, { local: 1, start: 540 })
    worked(core, { local: 2, start: 600, task: core.tasks[2] })
    const screen = await show(core)
    await choose(screen, 1, 'Pin')
    expect(asked('favourites.set')).toEqual({ work: [{ project: 1, task: 1 }] })
    expect(lines(screen)).toEqual(['WEBDesign1', 'WEBCall2'])
    await choose(screen, 0, 'Unpin')
    expect(asked('favourites.set')).toEqual({ work: [] })
    expect(lines(screen)).toEqual(['WEBCall1', 'WEBDesign2'])
  })

  it('moves what is pinned, by its menu and by Alt with the arrows', async () => {
    core.favourites = [favourite(0, 0), favourite(1, 2)]
    const screen = await show(core)
    await choose(screen, 1, 'Move up')
    expect(lines(screen)).toEqual(['APPCall1', 'WEBDesign2'])
    screen.wrapper.findAll<HTMLElement>('.again .start')[0]!.element.focus()
    await screen.press('ArrowDown', { altKey: true })
    expect(lines(screen)).toEqual(['WEBDesign1', 'APPCall2'])
  })

  it('pins from a row of the day', async () => {
    worked(core, { local: 1, notes: 'Homepage' })
    const screen = await show(core)
    await screen.press('j')
    await screen.wrapper.get('[data-entry="1"] .holder button').trigger('click')
    await screen.settle()
    await screen.wrapper
      .findAll('[role=menuitem]')
      .find((one) => one.text() === 'Pin to Start again')!
      .trigger('click')
    await screen.settle()
    expect(asked('favourites.set')).toEqual({ work: [{ project: 1, task: 1 }] })
  })
})

describe('a reminder', () => {
  it('starts the timer where the last entry ended', async () => {
    const screen = await show(core)
    const since = Date.parse('2026-11-19T14:00:00Z')
    core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since } })
    await screen.settle()
    const card = screen.wrapper.get('.reminder')
    expect(card.text()).toContain('It is 14:47, and the last entry ended at 14:00.')
    await card
      .findAll('button')
      .find((one) => one.text() === 'Start from 14:00')!
      .trigger('click')
    await screen.settle()
    expect(asked('timer.start')).toEqual({ project: null, task: null, at: since })
    expect(screen.wrapper.find('.reminder').exists()).toBe(false)
    expect(screen.wrapper.find('.details').exists()).toBe(true)
  })

  it('goes with Not now, and when the timer starts elsewhere', async () => {
    const screen = await show(core)
    const remind = async () => {
      core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since: null } })
      await screen.settle()
    }
    await remind()
    await screen.wrapper.get('.reminder .ghost').trigger('click')
    expect(screen.wrapper.find('.reminder').exists()).toBe(false)
    await remind()
    await screen.press('s')
    expect(screen.wrapper.find('.reminder').exists()).toBe(false)
  })

  it('goes from all windows with Not now in one, and leaves another one there', async () => {
    const windows = [await show(core), await show(core)]
    const shown = async () => {
      for (const each of windows) await each.settle()
      return windows.map(({ wrapper }) => wrapper.find('.reminder').exists())
    }
    core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since: null } })
    expect(await shown()).toEqual([true, true])
    core.emit({ event: 'put-aside', reminder: 'target-reached' })
    expect(await shown()).toEqual([true, true])
    await windows[0]!.wrapper.get('.reminder .ghost').trigger('click')
    expect(await shown()).toEqual([false, false])
  })
})
