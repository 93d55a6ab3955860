import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeCore } from './support/fake-core.ts'
import { now, running, setClock, show, studio, worked } from './support/mount.ts'

let core: FakeCore
beforeEach(() => {
  setClock()
  core = studio()
})

/** What the core was last asked under this name. */
const asked = (name: string) => core.calls.findLast((call) => call.name === name)?.input

const type = async (screen: Awaited<ReturnType<typeof show>>, selector: string, text: string) => {
  const input = screen.wrapper.get<HTMLInputElement>(selector)
  input.element.focus()
  await input.setValue(text)
  input.element.setSelectionRange(text.length, text.length)
  await input.trigger('click')
}

describe('the timer bar', () => {
  it('starts on what the line says', async () => {
    const screen = await show(core)
    await type(screen, '.text input', 'hero #web @call ')
    await screen.wrapper.get('.work-line').trigger('submit')
    await screen.settle()
    expect(asked('timer.start')).toEqual({ project: 1, task: 3, notes: 'hero' })
    expect(screen.wrapper.get('.timer-what').text()).toContain('Call')
  })

  it('leaves the focus to who went elsewhere while it starts, and while it stops', async () => {
    worked(core, { local: 1 })
    const screen = await show(core)
    await type(screen, '.text input', 'hero #web @call ')
    const started = core.hold('timer.start')
    await screen.wrapper.get('.work-line').trigger('submit')
    const row = screen.wrapper.get<HTMLElement>('[data-entry="1"]').element
    row.focus()
    started()
    await screen.settle()
    expect(screen.wrapper.find('.timer-what').exists()).toBe(true)
    expect(document.activeElement).toBe(row)

    await screen.settle(61_000)
    const stopped = core.hold('timer.stop')
    screen.wrapper.get<HTMLElement>('.timer-what').element.focus()
    await screen.press('s')
    row.focus()
    stopped()
    await screen.settle()
    expect(screen.wrapper.find('.timer-what').exists()).toBe(false)
    expect(document.activeElement?.getAttribute('data-entry')).toBe('1')
  })

  it('completes a project with Tab and shows it in its picker', async () => {
    const screen = await show(core)
    await type(screen, '.text input', 'hero #bo')
    await screen.press('Tab')
    expect(screen.wrapper.get<HTMLInputElement>('.text input').element.value).toBe('hero ')
    expect(screen.wrapper.get<HTMLInputElement>('.pick.project input').element.value).toBe(
      'Booking app',
    )
  })

  it('starts at once with S and asks meanwhile what it is for', async () => {
    const screen = await show(core)
    await screen.press('s')
    expect(asked('timer.start')).toEqual({ project: null, task: null })
    expect(screen.wrapper.get('.details').isVisible()).toBe(true)
  })

  it('shows the exact and the counted time', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    const clock = screen.wrapper.get('[role=timer]')
    expect(clock.text()).toContain('0:47')
    expect(clock.text()).toContain('4 × 15 = 1:00')
    await screen.settle(14 * 60_000)
    expect(clock.text()).toContain('1:01')
    expect(clock.text()).toContain('5 × 15 = 1:15')
  })

  it('counts by the rounding rule of the settings', async () => {
    core.timer = running(core, 47)
    core.state = { ...core.state, settings: { ...core.state.settings, rounding: 'down' } }
    const screen = await show(core)
    expect(screen.wrapper.get('[role=timer]').text()).toContain('3 × 15 = 0:45')
  })

  it('stops with S', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    await screen.press('s')
    expect(core.timer.running).toBe(false)
    expect(screen.wrapper.find('.work-line').exists()).toBe(true)
  })

  it('asks before it keeps less than a minute, and goes on running when the question is left', async () => {
    core.timer = running(core, 0.5)
    const screen = await show(core)
    await screen.press('s')
    const dialog = screen.wrapper.get('[role=alertdialog]')
    expect(asked('timer.stop')).toBeUndefined()
    await dialog.trigger('close')
    expect(screen.wrapper.find('[role=alertdialog]').exists()).toBe(false)
    expect(core.timer.running).toBe(true)
  })

  it('discards with a toast that brings the timer back', async () => {
    core.timer = running(core, 20)
    const screen = await show(core)
    const discarded = {
      change: 9,
      at: now,
      actor: 'person' as const,
      action: 'timer.discard',
      summary: 'Discarded',
      undone: false,
    }
    core.override = {
      'timer.discard': () => {
        core.changes.unshift(discarded)
        core.timer = { running: false }
        return core.timer
      },
      'history.undo': () => {
        core.timer = running(core, 20)
        core.emit({ event: 'timer', status: core.timer })
        return { ...discarded, undone: true }
      },
    }
    await screen.wrapper.get('.more button').trigger('click')
    await screen.settle()
    await screen.wrapper
      .findAll('[role=menuitem]')
      .find((item) => item.text() === 'Discard')!
      .trigger('click')
    await screen.settle()
    expect(screen.wrapper.find('.work-line').exists()).toBe(true)
    await screen.wrapper.get('.toast button').trigger('click')
    await screen.settle()
    expect(asked('history.undo')).toEqual({ change: 9 })
    expect(screen.wrapper.find('.timer-what').exists()).toBe(true)
  })

  it('changes notes and start of the running timer when their fields are left', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    const notes = screen.wrapper.get('.details textarea')
    await notes.setValue('hero, third round')
    await notes.trigger('blur')
    expect(asked('timer.edit')).toEqual({ notes: 'hero, third round' })
    const start = screen.wrapper.findAll('.details input').at(-1)!
    await start.setValue('1h')
    await start.trigger('blur')
    await screen.settle()
    expect(asked('timer.edit')).toEqual({ startedAt: now - 60 * 60_000 })
    expect(screen.wrapper.get('[role=timer]').text()).toContain('1:00')
  })

  it('says what a start needs that cannot be read, and keeps the timer as it is', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    const start = screen.wrapper.findAll('.details input').at(-1)!
    await start.setValue('soon')
    await start.trigger('blur')
    await screen.settle()
    expect(screen.wrapper.get('.details').text()).toContain('Needs a time that has passed')
    expect(asked('timer.edit')).toBeUndefined()
  })

  it('switches with X, keeps the clock in sight, and Esc goes on with the first', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    await screen.press('x')
    expect(screen.wrapper.find('.work-line').exists()).toBe(true)
    expect(screen.wrapper.get('[role=timer]').text()).toContain('0:47')
    await screen.press('Escape')
    expect(screen.wrapper.find('.work-line').exists()).toBe(false)
    expect(asked('timer.start')).toBeUndefined()
  })

  it('follows a timer that was started elsewhere', async () => {
    const screen = await show(core)
    core.timer = running(core, 5)
    core.emit({ event: 'timer', status: core.timer })
    await screen.settle()
    expect(screen.wrapper.get('[role=timer]').text()).toContain('0:05')
  })

  it('tells a failure in the core’s own words', async () => {
    core.timer = running(core, 47)
    const screen = await show(core)
    core.refuse('timer.stop', { code: 'conflict', message: 'No timer is running here' })
    await screen.press('s')
    expect(screen.wrapper.get('.toast').text()).toContain('No timer is running here')
  })
})

describe('start again', () => {
  it('offers the last distinct work and starts it with a digit', async () => {
    worked(core, { local: 1, start: 540 })
    worked(core, { local: 2, start: 600, task: core.tasks[2] })
    worked(core, { local: 3, start: 660, task: core.tasks[2] })
    const screen = await show(core)
    const offered = screen.wrapper.findAll('.again .start').map((button) => button.text())
    expect(offered).toEqual([expect.stringContaining('Call'), expect.stringContaining('Design')])
    await screen.press('2')
    expect(asked('timer.start')).toEqual({ project: 1, task: 1 })
  })
})
