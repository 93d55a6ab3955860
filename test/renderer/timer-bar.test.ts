import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
// Loaded when it is first needed; here it is there already.
import '../../renderer/features/timer/question/QuestionDialog.vue'
import { now, setClock } from './support/clock.ts'
import { running, studio, type TestCore, wasAway, worked } from './support/core.ts'
import { pressOn, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const type = async (screen: Awaited<ReturnType<typeof show>>, selector: string, text: string) => {
  const input = screen.wrapper.get<HTMLInputElement>(selector)
  input.element.focus()
  await input.setValue(text)
  input.element.setSelectionRange(text.length, text.length)
  await input.trigger('click')
}

/** Lays the line's field out this wide, with letters of 7 pixels. */
function layOut(width: number) {
  class LaidOut {
    private readonly tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.tell = tell
    }
    observe(target: Element) {
      const contentRect = { width } as DOMRectReadOnly
      this.tell([{ target, contentRect } as ResizeObserverEntry], this)
    }
    disconnect() {}
    unobserve() {}
  }
  vi.stubGlobal('ResizeObserver', LaidOut)
  const context = { measureText: (text: string) => ({ width: text.length * 7 }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

describe('the timer bar', () => {
  it.each([
    [400, 'What are you working on? #project @task notes'],
    [220, 'What are you working on?'],
    [96, 'Description'],
  ])('asks in a line of %i pixels as much as it has room for', async (width, words) => {
    layOut(width)
    const screen = await show(core)
    const field = screen.wrapper.get('.text input')
    expect(field.attributes('placeholder')).toBe(words)
    expect(field.attributes('aria-label')).toBe('What are you working on? #project @task notes')
  })

  it('starts the work that the line names', async () => {
    const screen = await show(core)
    await type(screen, '.text input', 'hero #web @call ')
    await screen.wrapper.get('.work-line').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.start')).toEqual({ project: 1, task: 3, notes: 'hero' })
    expect(screen.wrapper.get('.timer-what').text()).toContain('Call')
  })

  it('does not take the focus from a person who moved it while the timer starts or stops', async () => {
    await worked(core)
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

  it('stops by S from a row of the list, and says what was logged', async () => {
    await worked(core)
    await running(core, 47)
    const screen = await show(core)
    const row = screen.wrapper.get<HTMLElement>('[data-entry="1"]').element
    row.focus()
    await screen.press('s')
    expect(screen.wrapper.find('.timer-what').exists()).toBe(false)
    expect(document.activeElement?.getAttribute('data-entry')).toBe('1')
    const told = screen.wrapper.get('.toast').text()
    expect(told).toContain('Stopped. Logged 1:00')
    expect(told).toContain('WEB Design')
  })

  it('leaves the keys of the page alone after its button stopped the timer', async () => {
    await running(core, 47)
    const screen = await show(core)
    const button = screen.wrapper.get<HTMLElement>('.stop')
    button.element.focus()
    await button.trigger('click')
    await screen.settle()
    expect(document.activeElement?.classList).toContain('start')
  })

  it('takes a double click on start or stop as one, although the button becomes the other', async () => {
    const screen = await show(core)
    const doubleClick = async (first: string, second: string) => {
      await screen.wrapper.get(first).trigger('click', { detail: 1 })
      await screen.settle()
      await screen.wrapper.get(second).trigger('click', { detail: 2 })
      await screen.settle()
    }
    await doubleClick('button.start', 'button.stop')
    expect(core.allAsked('timer.start')).toHaveLength(1)
    expect(screen.wrapper.find('dialog').exists()).toBe(false)
    await screen.settle(61_000)
    await doubleClick('button.stop', 'button.start')
    expect(core.allAsked('timer.stop')).toHaveLength(1)
    expect(core.allAsked('timer.start')).toHaveLength(1)
  })

  it('withdraws its question about a short run when another one begins elsewhere', async () => {
    await running(core, 0.5)
    const screen = await show(core)
    await screen.press('s')
    expect(screen.wrapper.find('dialog').exists()).toBe(true)
    await running(core, 0.1, { task: 2 })
    await screen.settle()
    expect(screen.wrapper.find('dialog').exists()).toBe(false)
    expect(screen.wrapper.find('.timer-what').exists()).toBe(true)
  })

  it('leaves the line by Esc, and keeps what is typed in it', async () => {
    await worked(core)
    const screen = await show(core)
    await type(screen, '.text input', 'hero')
    await screen.press('Escape')
    expect(document.activeElement?.getAttribute('data-entry')).toBe('1')
    expect(screen.wrapper.get<HTMLInputElement>('.text input').element.value).toBe('hero')
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

  it('shows before it starts what stays in the notes', async () => {
    const screen = await show(core)
    await type(screen, '.text input', 'hero #nope 9-11 15m today')
    expect(screen.wrapper.get('.unread').text()).toBe(
      'Not recognized, added to the notes: #nope 9-11',
    )
    await type(screen, '.text input', 'hero #web 15m')
    expect(screen.wrapper.find('.unread').exists()).toBe(false)
  })

  it('shows before it starts since when the work has been going on', async () => {
    const screen = await show(core)
    const said = () => screen.wrapper.find('.work-line [role=status]')
    await type(screen, '.text input', 'hero')
    expect(said().exists()).toBe(false)
    await type(screen, '.text input', 'hero yesterday 6pm')
    expect(said().text()).toBe('From 18 Nov, 18:00')
    await type(screen, '.text input', 'hero since 9am')
    expect(said().text()).toBe('From 09:00')
  })

  it('takes the project last used among those of one code, and says so', async () => {
    const client = await core.do('clients.add', { name: 'Gallery' })
    const gallery = { name: 'A gallery', code: 'WEB', client: client.local }
    const { local } = await core.do('projects.add', gallery)
    const screen = await show(core)
    const said = () => screen.wrapper.find('.work-line [role=status]')
    const use = async (project: number, start: number) => {
      const entry = { task: 3, date: '2026-11-19', start, quantity: 1 }
      for (let notes = 0; notes < 31; notes++) {
        await core.do('times.create', { ...entry, project: 2, notes: `Other ${notes}` })
      }
      await core.do('times.create', { ...entry, project, date: '2026-11-18' })
      await screen.settle()
    }
    await use(local, 480)
    await type(screen, '.text input', 'hero #web ')
    expect(said().text()).toBe('Gallery · 2 projects have this code; last used first')
    await use(1, 540)
    expect(said().text()).not.toContain('Gallery')
    await screen.wrapper.get('.work-line').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.start')).toMatchObject({ project: 1, notes: 'hero' })
  })

  it.each([
    ['starts the work', 'hero @Call', 'hero'],
    ['completes a name', 'hero @Cal', undefined],
  ])('%s by Enter at the end of “%s”', async (_what, line, notes) => {
    const screen = await show(core)
    await type(screen, '.text input', line)
    const input = screen.wrapper.get<HTMLInputElement>('.text input')
    input.element.dispatchEvent(new Event('input', { bubbles: true }))
    await screen.settle()
    // A browser sends the form unless the key was used for something else.
    const isUnused = pressOn(input.element, 'Enter')
    if (isUnused) await screen.wrapper.get('.work-line').trigger('submit')
    await screen.settle()
    const started = core.asked('timer.start') as { notes?: string } | undefined
    expect(started?.notes).toBe(notes)
  })

  it('starts at once with S and asks what it is for while it runs', async () => {
    const screen = await show(core)
    await screen.press('s')
    expect(core.asked('timer.start')).toEqual({ project: null, task: null })
    const line = screen.wrapper.get<HTMLInputElement>('.text input')
    expect(document.activeElement).toBe(line.element)
    await type(screen, '.text input', '15m hero #web @call ')
    await screen.wrapper.get('.work-line').trigger('submit')
    await screen.settle()
    expect(core.asked('timer.edit')).toEqual({
      set: { project: 1, task: 3, notes: 'hero', startedAt: now - 15 * 60_000 },
      was: { project: null, task: null, notes: null, startedAt: expect.any(Number) as number },
    })
    expect(document.activeElement).toBe(screen.wrapper.get('.timer-what').element)
    expect(screen.wrapper.get('.timer-what').text()).toContain('Call')
  })

  it('saves what was typed about it on every way out of its line, and keeps what was not understood', async () => {
    const screen = await show(core)
    await screen.press('s')
    await type(screen, '.text input', 'hero #web')
    await type(screen, '.pick:not(.project) input', 'Mowing')
    screen.wrapper.get<HTMLElement>('.log-or-find').element.focus()
    await screen.settle()
    expect(core.asked('timer.edit')).toBeUndefined()
    await type(screen, '.pick:not(.project) input', '')
    screen.wrapper.get<HTMLElement>('.log-or-find').element.focus()
    await screen.settle()
    expect(core.asked('timer.edit')).toMatchObject({ set: { project: 1, notes: 'hero' } })
    expect(screen.wrapper.find('.work-line').exists()).toBe(false)
  })

  it('shows the exact and the counted time', async () => {
    await running(core, 47)
    const screen = await show(core)
    const clock = screen.wrapper.get('[role=timer]')
    expect(clock.text()).toContain('0:47')
    expect(clock.text()).toContain('4 × 15 = 1:00')
    await screen.settle(14 * 60_000)
    expect(clock.text()).toContain('1:01')
    expect(clock.text()).toContain('5 × 15 = 1:15')
  })

  it('counts by the rounding rule of the settings', async () => {
    await running(core, 47)
    await core.do('settings.set', { rounding: 'down' })
    const screen = await show(core)
    expect(screen.wrapper.get('[role=timer]').text()).toContain('3 × 15 = 0:45')
  })

  it('stops with S', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.press('s')
    expect((await core.do('timer.status')).running).toBe(false)
    expect(screen.wrapper.find('.work-line').exists()).toBe(true)
  })

  it('asks before it keeps less than a minute, and continues when the question is left', async () => {
    await running(core, 0.5)
    const screen = await show(core)
    await screen.press('s')
    const dialog = screen.wrapper.get('[role=alertdialog]')
    expect(core.asked('timer.stop')).toBeUndefined()
    // Enter does what the filled button says.
    expect(document.activeElement).toBe(dialog.get('.primary').element)
    await dialog.trigger('close')
    expect(screen.wrapper.find('[role=alertdialog]').exists()).toBe(false)
    expect((await core.do('timer.status')).running).toBe(true)
  })

  it('asks once when to stop a run that has lasted overnight, with now as an answer', async () => {
    // Since 17:00 yesterday, in working hours until 17:30.
    await running(core, 21 * 60 + 47)
    const screen = await show(core)
    await screen.press('s')
    expect(core.asked('timer.stop')).toBeUndefined()
    const card = screen.wrapper.get('.reminder')
    expect(card.text()).toContain('Stop at Wed 18 Nov 17:30')
    expect(document.activeElement?.textContent).toBe('Stop timer')
    ;(document.activeElement as HTMLElement).click()
    await screen.settle()
    expect(core.asked('timer.stop')).toEqual({})
  })

  it.each([
    ['overnight', 21 * 60 + 47, 2],
    ['for a long day', 12 * 60, 1],
  ])('stops a run that has lasted %s by key', async (_, minutes, presses) => {
    await running(core, minutes)
    const screen = await show(core)
    for (let nth = 1; nth <= presses; nth++) {
      expect(core.asked('timer.stop')).toBeUndefined()
      await screen.press('s')
    }
    expect(core.asked('timer.stop')).toEqual({})
  })

  it('asks once about an absence that was left open, before it stops', async () => {
    await running(core, 47)
    await wasAway(core, 'idle', now - 27 * 60_000, now - 5 * 60_000)
    const screen = await show(core)
    const dialog = () => document.querySelector('[role=alertdialog]')
    const leave = async () => {
      dialog()!.dispatchEvent(new Event('cancel'))
      await screen.settle()
    }
    await leave()
    await screen.press('s')
    expect(dialog()?.textContent).toContain('Away for 0:22')
    expect(core.asked('timer.stop')).toBeUndefined()
    await leave()
    await screen.press('s')
    expect(core.asked('timer.stop')).toEqual({})
  })

  it('discards with a toast that restores the timer', async () => {
    await running(core, 20)
    const screen = await show(core)
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
    expect(core.asked('history.undo')).toEqual({ change: 2 })
    expect(screen.wrapper.find('.timer-what').exists()).toBe(true)
  })

  it('changes notes and start of the running timer when their fields are left', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    await vi.dynamicImportSettled()
    await screen.settle()
    const notes = screen.wrapper.get('.details textarea')
    await notes.setValue('hero, third round')
    await notes.trigger('blur')
    expect(core.asked('timer.edit')).toEqual({
      set: { notes: 'hero, third round' },
      was: { notes: 'hero' },
    })
    const start = screen.wrapper.findAll('.details input').at(-1)!
    await start.setValue('1h')
    await start.trigger('blur')
    await screen.settle()
    expect(core.asked('timer.edit')).toEqual({
      set: { startedAt: now - 60 * 60_000 },
      was: { startedAt: now - 47 * 60_000 },
    })
    expect(screen.wrapper.get('[role=timer]').text()).toContain('1:00')
  })

  it('keeps the form of the run, and a start that is typed while another one is saved', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    await vi.dynamicImportSettled()
    await screen.settle()
    const start = screen.wrapper.findAll<HTMLInputElement>('.details input').at(-1)!
    start.element.focus()
    await start.setValue('1h')
    await start.trigger('blur')
    await start.setValue('yesterday 6pm')
    await screen.settle()
    expect(document.activeElement).toBe(start.element)
    expect(start.element.value).toBe('yesterday 6pm')
    await start.trigger('blur')
    await start.setValue('2h')
    await start.trigger('blur')
    await screen.settle()
    const [anHour, yesterday, twoHours] = [60, 20 * 60 + 47, 120].map((ago) => now - ago * 60_000)
    expect(core.allAsked('timer.edit')).toEqual([
      { set: { startedAt: anHour }, was: { startedAt: now - 47 * 60_000 } },
      { set: { startedAt: yesterday }, was: { startedAt: anHour } },
      { set: { startedAt: twoHours }, was: { startedAt: yesterday } },
    ])
    expect(start.element.value).toBe('12:47')
    await start.setValue('3h')
    await start.trigger('keydown', { key: 'Enter' })
    await screen.settle()
    expect(screen.wrapper.find('.details').exists()).toBe(false)
    expect(screen.wrapper.get('[role=timer]').text()).toContain('3:00')
  })

  it('says which start times are valid, and keeps the timer as it is', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.wrapper.get('.timer-what').trigger('click')
    await vi.dynamicImportSettled()
    await screen.settle()
    const start = screen.wrapper.findAll('.details input').at(-1)!
    await start.setValue('soon')
    await start.trigger('blur')
    await screen.settle()
    expect(screen.wrapper.get('.details').text()).toContain('Enter a time in the past')
    expect(core.asked('timer.edit')).toBeUndefined()
  })

  it('switches with X, keeps the clock visible, and Esc continues the first', async () => {
    await running(core, 47)
    const screen = await show(core)
    await screen.press('x')
    expect(screen.wrapper.find('.work-line').exists()).toBe(true)
    expect(screen.wrapper.get('[role=timer]').text()).toContain('0:47')
    await screen.press('Escape')
    expect(screen.wrapper.find('.work-line').exists()).toBe(false)
    expect(core.asked('timer.start')).toBeUndefined()
  })

  it.each([
    [400, 'Switch to: #project @task notes'],
    [96, 'Switch to'],
  ])('asks in a line of %i pixels what to switch to', async (width, words) => {
    layOut(width)
    await running(core, 47)
    const screen = await show(core)
    await screen.press('x')
    const field = screen.wrapper.get('.work-line .text input')
    expect(field.attributes('placeholder')).toBe(words)
    expect(field.attributes('aria-label')).toBe('Switch to: #project @task notes')
  })

  it('follows a timer that was started elsewhere', async () => {
    const screen = await show(core)
    await running(core, 5)
    await screen.settle()
    expect(screen.wrapper.get('[role=timer]').text()).toContain('0:05')
  })

  it('shows a failure in the core’s own words', async () => {
    await running(core, 47)
    const screen = await show(core)
    core.refuse('timer.stop', { code: 'conflict', message: 'No timer is running here' })
    await screen.press('s')
    expect(screen.wrapper.get('.toast').text()).toContain('No timer is running here')
  })
})

describe('start again', () => {
  it('offers the last distinct work and starts it with a digit', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 600, task: 3 })
    await worked(core, { start: 660, task: 3 })
    const screen = await show(core)
    const offered = screen.wrapper.findAll('.again .start').map((button) => button.text())
    expect(offered).toEqual([expect.stringContaining('Call'), expect.stringContaining('Design')])
    await screen.press('2')
    expect(core.asked('timer.start')).toEqual({ project: 1, task: 1 })
  })
})
