import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { type TestCore, running, studio, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

const today = '2026-11-19'

let core: TestCore
beforeEach(async () => {
  // Wide enough for all seven days.
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number; height: number }) => void }
  }
  happyDOM.setViewport({ width: 1280, height: 800 })
  setClock()
  core = await studio()
})

async function open(): Promise<Screen> {
  const screen = await show(core)
  // The page is a chunk of its own.
  await import('../../renderer/features/week/WeekPage.vue')
  await screen.press('g')
  await screen.press('w')
  await screen.settle(10)
  await screen.settle(10)
  return screen
}
const block = (screen: Screen, local: number | string) =>
  screen.wrapper.get<HTMLElement>(`.block[data-block="${local}"]`)
const focused = () => document.activeElement?.getAttribute('data-at')
const head = (screen: Screen, date: string) => screen.wrapper.get(`[data-at="${date} head"]`)
const top = (screen: Screen, local: number) => block(screen, local).element.style.top
const toasts = (screen: Screen) => screen.wrapper.findAll('.toast').map((toast) => toast.text())

describe('the week', () => {
  it('shows seven days with their totals, and the week’s against its target', async () => {
    await core.do('settings.set', { dailyTarget: 450 })
    await worked(core, { date: '2026-11-16', quantity: 28 })
    await worked(core, { quantity: 6 })
    const screen = await open()
    expect(screen.wrapper.get('h1').text()).toBe('16 – 22 November Week 47')
    expect(screen.wrapper.findAll('[role=columnheader]')).toHaveLength(7)
    expect(head(screen, '2026-11-16').text()).toContain('7:00')
    expect(head(screen, today).attributes('aria-current')).toBe('date')
    expect(screen.wrapper.get('.work .head').text()).toContain('8:30 of 37:30')
  })

  it('counts the running timer, and shows it open at its end', async () => {
    await running(core, 47)
    const screen = await open()
    expect(block(screen, 'running').classes()).toContain('running')
    expect(block(screen, 'running').text()).toContain('47 minutes')
    expect(head(screen, today).text()).toContain('1:00')
  })

  it('counts only today’s part of a timer that runs since yesterday', async () => {
    // 15:47 counts as 16:00, of which the hour before midnight is part of yesterday.
    await running(core, 15 * 60 + 47)
    const screen = await open()
    expect(head(screen, '2026-11-18').text()).toContain('0:00')
    expect(head(screen, today).text()).toContain('15:00')
    expect(screen.wrapper.get('.work .head').text()).toContain('15:00')
  })

  it('shows an entry over midnight on both days, and counts it on its own day', async () => {
    await worked(core, { date: '2026-11-17', start: 1380, quantity: 8 })
    const screen = await open()
    expect(screen.wrapper.findAll('.block[data-block="1"]')).toHaveLength(2)
    expect(head(screen, '2026-11-17').text()).toContain('2:00')
    expect(head(screen, '2026-11-18').text()).toContain('0:00')
  })

  it('reports to sync which days it shows, with those whose entries extend into them', async () => {
    await open()
    expect(core.asked('sync.watchDates')).toEqual({ from: '2026-11-14', to: '2026-11-22' })
    expect(core.asked('times.inDateRange')).toMatchObject({ from: '2026-11-14', to: '2026-11-22' })
  })

  it('draws days of a clock change by the minutes on the clock', async () => {
    core = await studio({ zone: 'Europe/Vienna' })
    await worked(core, { date: '2026-10-25', start: 90, quantity: 8 })
    const screen = await open()
    for (let week = 0; week < 4; week++) await screen.press('[')
    expect(top(screen, 1)).toBe('82px')
    expect(head(screen, '2026-10-25').text()).toContain('2:00')
  })

  it('shows the state of an entry that the service does not have', async () => {
    await worked(core, { start: 700 })
    await core.sync()
    await worked(core)
    const screen = await open()
    expect(block(screen, 2).text()).toContain('Saved, not synced yet')
    expect(block(screen, 2).find('.glyph').exists()).toBe(true)
    expect(block(screen, 1).find('.glyph').exists()).toBe(false)
  })

  it('shows as many days as were chosen last, also after a restart', async () => {
    await core.do('settings.set', { weekShows: 'day' })
    const screen = await open()
    expect(screen.wrapper.findAll('[role=columnheader]')).toHaveLength(1)
    const choice = screen.wrapper.findAll('[role=radio]').find((one) => one.text() === '5 days')!
    await choice.trigger('click')
    expect(screen.wrapper.findAll('[role=columnheader]')).toHaveLength(5)
    expect(core.asked('settings.set')).toMatchObject({ weekShows: 'five' })
  })

  it('leads from a day’s head to the day', async () => {
    await worked(core, { date: '2026-11-17' })
    const screen = await open()
    await head(screen, '2026-11-17').trigger('click')
    await screen.settle()
    expect(screen.wrapper.get('h1').text()).toContain('Tuesday 17 November')
  })
})

describe('keys in the week', () => {
  it('have one tab stop, moved by time and by day', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 660 })
    await worked(core, { start: 600, date: '2026-11-18' })
    const screen = await open()
    const stops = () => screen.wrapper.findAll('.calendar [tabindex="0"]')
    await screen.press('ArrowDown')
    expect(focused()).toBe(`${today} 2`)
    await screen.press('ArrowUp')
    expect(focused()).toBe(`${today} 1`)
    expect(stops()).toHaveLength(1)
    await screen.press('ArrowLeft')
    expect(focused()).toBe('2026-11-18 3')
    await screen.press('ArrowLeft')
    expect(focused()).toBe('2026-11-17 slot')
    expect(document.activeElement?.textContent).toContain('Tuesday, 09:00 to 09:15, 15 minutes')

    // While a block is dragged, only that block shows a time.
    const at = { pointerId: 1, button: 0, clientX: 5, clientY: 5 }
    await block(screen, 1).trigger('pointerdown', at)
    window.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: 40 }))
    await screen.settle()
    expect(document.activeElement?.classList).toContain('quiet')
    window.dispatchEvent(new PointerEvent('pointerup', at))
    await screen.settle()
    expect(screen.wrapper.find('.slot.quiet').exists()).toBe(false)
  })

  it('change the length by one increment, at once, and announce it', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    const letGo = core.hold('times.update')
    await screen.press('ArrowDown', { shiftKey: true })
    expect(block(screen, 1).text()).toContain('1:15')
    expect(document.body.textContent).toContain('Thursday, 09:00 to 10:15, 1 hour 15 minutes')
    letGo()
    await screen.settle()
    expect(core.asked('times.update')).toEqual({
      local: 1,
      set: { quantity: 5 },
      was: { project: 1, quantity: 4 },
    })
    expect(toasts(screen).join()).toContain('Now 1:15')
    expect(focused()).toBe(`${today} 1`)
  })

  it('send keys pressed during a request as one more change', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    const letGo = core.hold('times.update')
    for (let times = 0; times < 3; times++) await screen.press('ArrowDown', { altKey: true })
    expect(core.allAsked('times.update')).toHaveLength(1)
    letGo()
    await screen.settle()
    expect(core.allAsked('times.update')).toEqual([
      { local: 1, set: { start: 555 }, was: { start: 540 } },
      { local: 1, set: { start: 585 }, was: { start: 555 } },
    ])
    expect(top(screen, 1)).toBe(`${585 * 0.9 + 1}px`)
    // Moving it back is a change like any other.
    for (let times = 0; times < 3; times++) await screen.press('ArrowUp', { altKey: true })
    expect(await core.do('times.show', { local: 1 })).toMatchObject({ start: 540 })
  })

  it('undo what was pressed last, also while it waits for the key before', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    const letGo = core.hold('times.update')
    await screen.press('ArrowDown', { shiftKey: true })
    await screen.press('ArrowDown', { shiftKey: true })
    await screen.press('z')
    letGo()
    await screen.settle(10)
    expect(block(screen, 1).text()).toContain('1:15')
    const { data } = await core.do('times.list', {})
    expect(data).toMatchObject([{ quantity: 5 }])
  })

  it('move an entry back that the core refuses to move, and say why', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    core.refuse('times.update', { code: 'conflict', message: 'The day is closed.' })
    await screen.press('ArrowDown', { altKey: true })
    expect(toasts(screen).join()).toContain('The day is closed.')
    expect(top(screen, 1)).toBe('487px')
  })

  it('carry an entry over the edge of the week without losing the focus', async () => {
    await worked(core, { date: '2026-11-16', start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    for (let day = 0; day < 3; day++) await screen.press('ArrowLeft')
    expect(focused()).toBe('2026-11-16 1')
    const letGo = core.hold('times.update')
    await screen.press('ArrowLeft', { altKey: true })
    expect(focused()).toBe('2026-11-15 1')
    expect(screen.wrapper.get('h1').text()).toContain('9 – 15 November')
    letGo()
    await screen.settle()
    expect(focused()).toBe('2026-11-15 1')
    expect(await core.do('times.show', { local: 1 })).toMatchObject({ date: '2026-11-15' })
  })

  it('leave a colleague’s entry alone', async () => {
    core.service.capabilities.add('reference').add('user')
    core.service.add({ user: { id: 9, name: 'Priya' } })
    await core.sync()
    const screen = await open()
    const whose = screen.wrapper.findAll('[role=radio]').find((one) => one.text() === 'Everyone')!
    await whose.trigger('click')
    await screen.settle()
    expect(block(screen, 1).classes()).toContain('quiet')
    await screen.press('ArrowDown')
    await screen.press('ArrowDown', { shiftKey: true })
    expect(core.allAsked('times.update')).toEqual([])
    expect(document.body.textContent).toContain('This is Priya’s entry')
  })

  it('continue at the next entry when one is deleted, here or elsewhere', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 660 })
    await worked(core, { start: 780 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('ArrowUp')
    await screen.press('Delete')
    expect(focused()).toBe(`${today} 3`)
    await screen.press('z')
    await screen.settle()
    expect(focused()).toBe(`${today} 2`)
    await screen.press('Delete')
    expect(focused()).toBe(`${today} 3`)
    await core.do('times.delete', { local: 3 })
    await screen.settle()
    expect(focused()).toBe(`${today} 1`)
  })
})

describe('the form beside a block', () => {
  const field = (screen: Screen, label: string) =>
    screen.wrapper.get<HTMLInputElement>(`.popover [aria-label="${label}"]`)

  it('begins with the latest work, and adds the entry', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('ArrowDown', { ctrlKey: true })
    expect(focused()).toBe(`${today} slot`)
    await screen.press('Enter')
    expect(field(screen, 'Project').element.value).toBe('Website relaunch')
    expect(document.activeElement).toBe(field(screen, 'Notes').element)
    await field(screen, 'Notes').setValue('Wharf signs')
    await screen.wrapper.get('.popover form').trigger('submit')
    await screen.settle()
    expect(core.asked('times.create')).toMatchObject({
      project: 1,
      task: 1,
      date: today,
      start: 600,
      quantity: 1,
      notes: 'Wharf signs',
    })
    expect(screen.wrapper.find('.popover').exists()).toBe(false)
    expect(document.activeElement?.textContent).toContain('Wharf signs')
  })

  it('stays open with what was typed when the core refuses it', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('e')
    await field(screen, 'Notes').setValue('More')
    core.refuse('times.update', {
      code: 'validation',
      message: 'Not like this',
      fields: { notes: ['Needs fewer letters'] },
    })
    await screen.wrapper.get('.popover form').trigger('submit')
    await screen.settle()
    expect(screen.wrapper.get('.popover').text()).toContain('Needs fewer letters')
    expect(field(screen, 'Notes').element.value).toBe('More')
  })

  it('is not saved before an unknown project is resolved', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('e')
    await field(screen, 'Notes').setValue('More')
    const project = field(screen, 'Project')
    project.element.focus()
    await project.setValue('Harbour')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.allAsked('times.update')).toEqual([])
    expect(project.element.value).toBe('Harbour')
    expect(document.activeElement).toBe(project.element)
  })

  it('shows the block as it is typed', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('e')
    await field(screen, 'From').setValue('11')
    expect(top(screen, 1)).toBe(`${660 * 0.9 + 1}px`)
    await field(screen, 'From').setValue('soon')
    expect(top(screen, 1)).toBe(`${660 * 0.9 + 1}px`)
    await screen.wrapper.get('.popover form').trigger('keydown', { key: 'Escape' })
    await screen.settle()
    expect(top(screen, 1)).toBe('487px')
    expect(focused()).toBe(`${today} 1`)
  })

  it('shows its time alone, also while it is drawn from an empty slot', async () => {
    const screen = await open()
    await screen.press('ArrowDown')
    expect(focused()).toBe(`${today} slot`)
    const quiet = () => document.activeElement?.classList.contains('quiet')
    expect(quiet()).toBe(false)
    const at = { pointerId: 1, button: 0, clientX: 5, clientY: 540 }
    await screen.wrapper.get(`[data-date="${today}"] .inside`).trigger('pointerdown', at)
    window.dispatchEvent(new PointerEvent('pointermove', { ...at, clientY: 594 }))
    await screen.settle()
    expect(screen.wrapper.get('[data-draft]').text()).toContain('10:00 – 11:00')
    expect(quiet()).toBe(true)
    window.dispatchEvent(new PointerEvent('pointerup', { ...at, clientY: 594 }))
    await screen.settle()
    expect(screen.wrapper.find('.popover').exists()).toBe(true)
    expect(screen.wrapper.findAll('.slot:not(.quiet)')).toEqual([])
    await screen.wrapper.get('.popover form').trigger('keydown', { key: 'Escape' })
    await screen.settle()
    expect(screen.wrapper.find('.slot.quiet').exists()).toBe(false)
  })

  it('keeps what was typed when its own block is pressed', async () => {
    await worked(core, { start: 540 })
    const screen = await open()
    await screen.press('ArrowDown')
    await screen.press('e')
    await field(screen, 'Notes').setValue('More')
    const at = { pointerId: 1, button: 0, clientX: 5, clientY: 5 }
    await block(screen, 1).trigger('pointerdown', at)
    window.dispatchEvent(new PointerEvent('pointerup', at))
    await screen.settle()
    expect(field(screen, 'Notes').element.value).toBe('More')
  })
})
