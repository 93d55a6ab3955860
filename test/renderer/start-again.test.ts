import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { entriesIn, running, type TestCore, studio, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const pin = (...works: [project: number, task: number][]) =>
  core.do('favorites.set', { work: works.map(([project, task]) => ({ project, task })) })
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
  it('shows pinned work first, then the latest, and starts it by its digit', async () => {
    await pin([2, 3])
    await worked(core, { start: 540 })
    const screen = await show(core)
    expect(lines(screen)).toEqual(['APPCall1', 'WEBDesign2'])
    await screen.press('1')
    expect(core.asked('timer.start')).toEqual({ project: 2, task: 3 })
  })

  it('pins the latest work, and unpins it', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 600, task: 3 })
    const screen = await show(core)
    await choose(screen, 1, 'Pin')
    expect(core.asked('favorites.set')).toEqual({ work: [{ project: 1, task: 1 }], was: [] })
    expect(lines(screen)).toEqual(['WEBDesign1', 'WEBCall2'])
    await choose(screen, 0, 'Unpin')
    expect(core.asked('favorites.set')).toEqual({ work: [], was: [{ project: 1, task: 1 }] })
    expect(lines(screen)).toEqual(['WEBCall1', 'WEBDesign2'])
  })

  it('moves pinned work, by its menu and by Alt with the arrows', async () => {
    await pin([1, 1], [2, 3])
    const screen = await show(core)
    await choose(screen, 1, 'Move up')
    expect(lines(screen)).toEqual(['APPCall1', 'WEBDesign2'])
    screen.wrapper.findAll<HTMLElement>('.again .start')[0]!.element.focus()
    await screen.press('ArrowDown', { altKey: true })
    expect(lines(screen)).toEqual(['WEBDesign1', 'APPCall2'])
  })

  it('pins from a row of the day', async () => {
    await worked(core, { notes: 'Homepage' })
    const screen = await show(core)
    await screen.press('j')
    await screen.wrapper.get('[data-entry="1"] .holder button').trigger('click')
    await screen.settle()
    await screen.wrapper
      .findAll('[role=menuitem]')
      .find((one) => one.text() === 'Pin to Recent')!
      .trigger('click')
    await screen.settle()
    expect(core.asked('favorites.set')).toEqual({ work: [{ project: 1, task: 1 }], was: [] })
  })
})

describe('a reminder', () => {
  it('starts the timer where the last entry ended', async () => {
    const screen = await show(core)
    const since = Date.parse('2026-11-19T14:00:00Z')
    core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since } })
    await screen.settle()
    const card = screen.wrapper.get('.reminder')
    expect(card.text()).toContain('It’s 14:47, and your last entry ended at 14:00.')
    await card
      .findAll('button')
      .find((one) => one.text() === 'Start from 14:00')!
      .trigger('click')
    await screen.settle()
    expect(core.asked('timer.start')).toEqual({ project: null, task: null, at: since })
    expect(screen.wrapper.find('.reminder').exists()).toBe(false)
    expect(document.activeElement).toBe(screen.wrapper.get('.work-line .text input').element)
  })

  it('of a forgotten timer counts on, names the day, and stops it when the work ended', async () => {
    // 21 hours and 47 minutes: since 17:00 yesterday, in working hours until 17:30.
    await running(core, 21 * 60 + 47)
    const screen = await show(core)
    core.emit({ event: 'reminder', reminder: { is: 'running-long', minutes: 600 } })
    await screen.settle()
    const card = screen.wrapper.get('.reminder')
    expect(card.text()).toContain('Timer running for 21:47')
    expect(card.text()).toContain('since Wed 18 Nov 17:00')
    await screen.settle(120_000)
    expect(card.text()).toContain('Timer running for 21:49')

    const field = card.get<HTMLInputElement>('input')
    expect(field.element.value).toBe('17:30')
    const button = () => card.findAll('form button').at(-1)!
    await field.setValue('16:59 o’clock or so')
    expect(button().text()).toBe('Enter a time since the start')
    await field.setValue('17:45')
    expect(button().text()).toBe('Stop at Wed 18 Nov 17:45')
    await button().trigger('click')
    await screen.settle()
    expect(await entriesIn(core)).toMatchObject([{ date: '2026-11-18', start: 1020, total: 45 }])
  })

  it('disappears with Not now, and when the timer starts elsewhere', async () => {
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

  it('disappears from all windows with Not now in one, and leaves another one there', async () => {
    const windows = [await show(core), await show(core)]
    const shown = async () => {
      for (const each of windows) await each.settle()
      return windows.map(({ wrapper }) => wrapper.find('.reminder').exists())
    }
    core.emit({ event: 'reminder', reminder: { is: 'nothing-runs', since: null } })
    expect(await shown()).toEqual([true, true])
    core.emit({ event: 'reminder-dismissed', reminder: 'target-reached' })
    expect(await shown()).toEqual([true, true])
    await windows[0]!.wrapper.get('.reminder .ghost').trigger('click')
    expect(await shown()).toEqual([false, false])
  })
})
