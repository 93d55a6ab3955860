import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import App from '../../renderer/app/boot/App.vue'
import { fullDesktop } from './support/records.ts'
import { now, setClock } from './support/clock.ts'
import { running, studio, type TestCore, wasAway, worked } from './support/core.ts'
import { pressOn, type Screen, show } from './support/mount.ts'
import { until } from '../support/until.ts'

// Pages are loaded on demand: here before the first test.
beforeAll(() =>
  Promise.all([
    import('../../renderer/app/boot/SmallWindow.vue'),
    import('../../renderer/features/timer/mini/MiniPage.vue'),
    import('../../renderer/features/timer/entry/QuickEntryPage.vue'),
  ]),
)

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const open = async (path: string): Promise<Screen> => {
  const screen = await show(core, App, {}, path)
  // The page is loaded on demand.
  await until(async () => {
    await screen.settle()
    expect(screen.wrapper.find('main').exists()).toBe(true)
  })
  return screen
}
const type = async (screen: Screen, text: string) => {
  const input = screen.wrapper.get<HTMLInputElement>('[role=combobox]')
  input.element.focus()
  input.element.value = text
  input.element.setSelectionRange(text.length, text.length)
  await input.trigger('input')
  await screen.settle()
}

describe('the mini timer', () => {
  it('shows the running timer, without rail and bar, and stops with S', async () => {
    await running(core, 47)
    const screen = await open('#/mini')
    expect(screen.wrapper.find('nav').exists()).toBe(false)
    expect(screen.wrapper.text()).toContain('0:47')
    expect(screen.wrapper.text()).toContain('4 × 15')
    await screen.press('s')
    expect((await core.do('timer.status')).running).toBe(false)
    expect(document.activeElement?.getAttribute('role')).toBe('combobox')
  })

  it('starts the work that the field names', async () => {
    const screen = await open('#/mini')
    await type(screen, 'hero #web @call ')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.start')).toEqual({ project: 1, task: 3, notes: 'hero' })
    expect(screen.wrapper.text()).toContain('Call')
  })

  it('starts by one Enter where the name at its end is whole', async () => {
    const screen = await open('#/mini')
    await type(screen, 'hero @Call')
    const field = screen.wrapper.get('[role=combobox]').element
    expect(pressOn(field, 'Enter')).toBe(true)
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.start')).toMatchObject({ task: 3, notes: 'hero' })
  })

  it('says that several projects have the code, and which one it takes', async () => {
    await core.do('projects.add', { name: 'A gallery', code: 'WEB' })
    await core.do('times.create', {
      ...{ project: 1, task: 3, date: '2026-11-19', start: 540, quantity: 1 },
    })
    const screen = await open('#/mini')
    await type(screen, 'hero #web ')
    expect(screen.wrapper.text()).toContain('2 projects have this code; last used first')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.start')).toMatchObject({ project: 1, notes: 'hero' })
  })

  it('starts where the last entry ended with Alt Enter', async () => {
    await worked(core, { start: 780, quantity: 4 })
    const screen = await open('#/mini')
    expect(screen.wrapper.text()).toContain('From 14:00')
    await screen.press('Enter', { altKey: true })
    expect(core.asked('timer.start')).toMatchObject({ at: now - 47 * 60_000 })
  })

  it('switches with X, and Esc continues the first', async () => {
    await running(core, 47)
    const screen = await open('#/mini')
    await screen.press('x')
    expect(screen.wrapper.find('[role=combobox]').exists()).toBe(true)
    await screen.press('Escape')
    expect(screen.wrapper.find('[role=combobox]').exists()).toBe(false)
    expect(core.asked('timer.start')).toBeUndefined()
  })

  it('asks before it keeps less than a minute, and no longer when other work begins', async () => {
    await running(core, 0.5)
    const screen = await open('#/mini')
    await screen.press('s')
    expect(core.asked('timer.stop')).toBeUndefined()
    expect(screen.wrapper.get('[role=alertdialog]').text()).toContain('Keep this short entry?')
    await running(core, 0.1, { task: 2 })
    await screen.settle()
    expect(screen.wrapper.find('[role=alertdialog]').exists()).toBe(false)
  })

  it('shows the timer’s question, and applies the answer', async () => {
    await running(core, 47)
    await wasAway(core, 'sleep', now - 20 * 60_000, now)
    const screen = await open('#/mini')
    const asks = screen.wrapper.get('[role=alertdialog]')
    expect(asks.attributes('aria-label')).toBe('Away for 0:20')
    await screen.press('d')
    expect(core.asked('timer.answer')).toEqual({ question: 1, choice: 'discard' })
    expect(screen.wrapper.text()).toContain('0:27')
  })
})

describe('the quick entry', () => {
  it('shows when it would log, and logs with Enter', async () => {
    const screen = await open('#/entry')
    await type(screen, '15m design #WEB @call ')
    expect(screen.wrapper.text()).toContain('Logs 14:32 – 14:47')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('times.create')).toEqual({
      project: 1,
      task: 3,
      date: '2026-11-19',
      start: 14 * 60 + 32,
      quantity: 1,
      worked: 15,
      notes: 'design',
    })
  })

  it('completes with Tab, and shows the latest used first', async () => {
    await worked(core, { start: 600, quantity: 2, task: 2 })
    const screen = await open('#/entry')
    await type(screen, '15m @des')
    expect(screen.wrapper.get('[aria-selected=true]').text()).toContain('Design review')
    expect(screen.wrapper.get('[aria-selected=true]').text()).toContain('last used 10:30')
    await screen.press('Tab')
    const field = screen.wrapper.get<HTMLInputElement>('[role=combobox]').element
    expect(field.value).toBe('15m @"Design review" ')
    expect(document.activeElement).toBe(field)
  })

  it('logs a range of yesterday, and says when it stays a draft', async () => {
    const screen = await open('#/entry')
    await type(screen, '9-10:30 yesterday #WEB ')
    expect(screen.wrapper.text()).toContain('Logs Wed 18 Nov, 09:00 – 10:30')
    expect(screen.wrapper.text()).toContain('as a draft')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('times.create')).toMatchObject({
      date: '2026-11-18',
      start: 540,
      quantity: 6,
      task: null,
    })
  })

  it('calls nothing a draft without a service', async () => {
    core = await studio({ account: 'local' })
    const screen = await open('#/entry')
    await type(screen, '9-10:30 yesterday hero')
    expect(screen.wrapper.text()).toContain('Logs Wed 18 Nov, 09:00 – 10:30')
    expect(screen.wrapper.text()).not.toContain('as a draft')
  })

  it('asks for a length when none was given', async () => {
    const screen = await open('#/entry')
    await type(screen, 'design #WEB ')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(core.asked('times.create')).toBeUndefined()
    expect(screen.wrapper.get('.problem').text()).toBe('Add a duration: 15m, or 9-10:30')
  })

  it('starts the timer with Ctrl Enter, as long ago as the length says', async () => {
    const screen = await open('#/entry')
    await type(screen, '15m design #WEB ')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('timer.start')).toEqual({
      project: 1,
      task: null,
      notes: 'design',
      at: now - 15 * 60_000,
    })
  })

  it('does not start a range', async () => {
    const screen = await open('#/entry')
    await type(screen, '9-10 design ')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('timer.start')).toBeUndefined()
    expect(screen.wrapper.get('.problem').text()).toContain('A range or a day can only be logged')
  })

  it('closes its window when it has logged, and with Esc', async () => {
    core = await studio({ desktop: fullDesktop })
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    const screen = await open('#/entry')
    await type(screen, '15m ')
    await screen.wrapper.get('form').trigger('submit')
    await screen.settle()
    expect(close).toHaveBeenCalledTimes(1)
    screen.wrapper.get<HTMLInputElement>('[role=combobox]').element.focus()
    await screen.press('Escape')
    expect(close).toHaveBeenCalledTimes(2)
    close.mockRestore()
  })
})

describe('a small window', () => {
  it.each(['#/mini', '#/entry'])(
    '%s explains what is missing before there is an account',
    async (path) => {
      core = await studio({ account: 'none' })
      const screen = await open(path)
      expect(screen.wrapper.text()).toContain('Stint isn’t set up yet')
      expect(screen.wrapper.text()).toContain('Open Stint')
    },
  )

  it('stays where it is when the main one is asked to show a page', async () => {
    const screen = await open('#/mini')
    core.emit({ event: 'navigate', path: '/sync' })
    await screen.settle()
    expect(screen.wrapper.find('.mini').exists()).toBe(true)
  })
})

describe('the title of a window', () => {
  it('has the elapsed time and the project while the timer runs', async () => {
    await running(core, 47)
    const screen = await show(core)
    expect(document.title).toBe('0:47 WEB · Stint')
    await screen.settle(60_000)
    expect(document.title).toBe('0:48 WEB · Stint')
    await screen.press('s')
    expect(document.title).toBe('Stint')
  })
})
