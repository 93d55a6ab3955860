import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '#shared/errors.ts'
import { setClock } from './support/clock.ts'
import { changeTime, entriesIn, running, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
beforeEach(async () => {
  setClock()
  core = await studio()
})

const rowsOn = (screen: Screen) => screen.wrapper.findAll('.entry')
const row = (screen: Screen, local: number) =>
  screen.wrapper.get<HTMLElement>(`[data-entry="${local}"]`)
const focused = () => document.activeElement?.getAttribute('data-entry')

describe('the day', () => {
  it('says how to begin when nothing is logged', async () => {
    const screen = await show(core)
    expect(screen.wrapper.get('.card.empty').text()).toContain('Nothing logged yet')
  })

  it('lists today newest first, then the days before, each with its total', async () => {
    await worked(core, { start: 540, quantity: 4 })
    await worked(core, { start: 660, quantity: 2 })
    await worked(core, { date: '2026-11-18', quantity: 8 })
    const screen = await show(core)
    expect(rowsOn(screen).map((found) => found.attributes('data-entry'))).toEqual(['2', '1', '3'])
    expect(screen.wrapper.get('.heading').text()).toContain('Wednesday')
    expect(screen.wrapper.get('.heading').text()).toContain('2:00')
    expect(screen.wrapper.get('.summary').text()).toContain('1:30')
  })

  it('shows what was worked beside what counts, so that rounding overlaps nothing', async () => {
    await worked(core, { start: 540, quantity: 3, worked: 41 })
    await worked(core, { start: 581, quantity: 2 })
    const screen = await show(core)
    expect(row(screen, 1).get('.times').text()).toContain('09:00 – 09:41 0:41 worked')
    expect(row(screen, 1).get('.length').text()).toContain('0:45')
    expect(row(screen, 2).get('.times').text()).toBe('09:41 – 10:11')
    expect(screen.wrapper.get('.summary').text()).toContain('1:15logged1:11 worked')
    expect(screen.wrapper.text()).not.toContain('Overlaps')
  })

  it('shows in words the state of each entry', async () => {
    const refusals: Record<number, Record<string, string[]>> = {
      600: { task_id: ['The task field is required.'] },
      720: { quantity: ['Many'] },
    }
    core.service.validate = ({ start }) => refusals[start as number] ?? null
    const later = await worked(core, { start: 540 })
    await worked(core, { start: 600, notes: 'From the meeting' })
    await worked(core, { start: 660, project: null, task: null })
    await worked(core, { start: 720 })
    await worked(core, { start: 780 })
    await core.sync()
    await changeTime(core, later.local, { notes: 'Not sent' })
    const screen = await show(core)
    const label = (local: number) =>
      row(screen, local).get('.state [role=img]').attributes('aria-label')
    expect(label(1)).toBe('Saved, not synced yet')
    expect(label(5)).toBe('Synced')
    expect(row(screen, 2).text()).toContain('“The task field is required.” · From the meeting')
    expect(row(screen, 2).text()).toContain('Task rejected')
    expect(row(screen, 3).text()).toContain('Needs a project')
    expect(row(screen, 4).text()).toContain('Duration rejected')
  })

  it('distinguishes an entry that is being sent from one whose reply was lost', async () => {
    await worked(core, { start: 660 })
    core.service.failNext('POST', { is: 'drop-response' })
    await core.sync()
    await worked(core, { start: 540 })
    onTestFinished(await core.sending())
    const screen = await show(core)
    const label = (local: number) =>
      row(screen, local).get('.state [role=img]').attributes('aria-label')
    expect(label(2)).toBe('Sending')
    expect(label(1)).toBe('Sent, but the reply was lost. Checking before sending again')
  })

  it('shows nothing as unsent when there is no service', async () => {
    core = await studio({ account: 'local' })
    await worked(core)
    await worked(core, { task: null, start: 600 })
    await running(core, 20, { project: null, task: null })
    const screen = await show(core)
    for (const shown of rowsOn(screen)) {
      expect(shown.get('.state [role=img]').attributes('aria-label')).toBe('On this computer only')
      expect(shown.text()).not.toContain('Needs a')
    }
    expect(rowsOn(screen)).toHaveLength(3)
  })

  it('says on which day a timer began, and counts only today’s part of it in today’s total', async () => {
    // Since 23:00 yesterday.
    await running(core, 15 * 60 + 47)
    const screen = await show(core)
    expect(screen.wrapper.get('.running').text()).toContain('23:00 – now since yesterday')
    expect(screen.wrapper.get('.running').attributes('aria-label')).toContain('since yesterday')
    // 15:47 counts as 16:00, of which the hour before midnight is part of yesterday.
    expect(screen.wrapper.get('.summary .line-of-total').text()).toContain('15:00')
  })

  it('has one tab stop, which J and K move', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 660 })
    const screen = await show(core)
    const stops = () =>
      rowsOn(screen)
        .filter((found) => found.attributes('tabindex') === '0')
        .map((found) => found.attributes('data-entry'))
    expect(stops()).toEqual(['2'])
    await screen.press('j')
    await screen.press('j')
    expect(focused()).toBe('1')
    expect(stops()).toEqual(['1'])
    await screen.press('k')
    expect(focused()).toBe('2')
  })

  it('reaches a row’s buttons with the right arrow and comes back with the left', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Continue')
    await screen.press('ArrowLeft')
    expect(focused()).toBe('1')
  })

  it('leaves Enter to the button that has the focus', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('ArrowRight')
    await screen.press('Enter')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    await screen.press('ArrowLeft')
    await screen.press('Enter')
    expect(screen.wrapper.find('.entry-form').exists()).toBe(true)
  })

  it('goes to other days and back, and reports to sync which days it shows', async () => {
    await worked(core, { date: '2026-11-18' })
    const screen = await show(core)
    await screen.press('[')
    expect(screen.wrapper.get('h1').text()).toContain('18 November')
    expect(core.asked('sync.watchDates')).toMatchObject({ to: '2026-11-18' })
    await screen.press('t')
    expect(screen.wrapper.get('h1').text()).toContain('19 November')
  })

  it('keeps showing today when midnight passes', async () => {
    const screen = await show(core)
    vi.setSystemTime('2026-11-20T00:00:30Z')
    await screen.settle(1000)
    expect(screen.wrapper.get('h1').text()).toContain('Friday')
  })

  it('passes no focus on to a row that appears where the focused one was removed', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 660 })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('j')
    expect(focused()).toBe('1')
    await core.do('times.delete', { local: 1 })
    await worked(core, { start: 480, notes: 'from elsewhere' })
    await screen.settle()
    expect(row(screen, 3).text()).toContain('from elsewhere')
    expect(document.activeElement?.id).toBe('content')
  })

  it('reads again when the core reports changed entries', async () => {
    const screen = await show(core)
    core.service.add({ notes: 'from the service' })
    await core.sync()
    await screen.settle()
    expect(row(screen, 1).text()).toContain('from the service')
  })

  it('undoes its own change from the toast, also after changes in another window', async () => {
    await worked(core, { start: 540 })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    const [own] = await core.do('history.list', {})
    expect(own!.action).toBe('times.delete')
    await worked(core, { notes: 'Added elsewhere' })
    await screen.wrapper.get('.toast button').trigger('click')
    await screen.settle()
    const undone = core.calls.filter(({ name }) => name === 'history.undo')
    expect(undone).toEqual([{ name: 'history.undo', input: { change: own!.change } }])
    expect(core.calls.map(({ name }) => name)).not.toContain('history.list')
  })

  it('undoes by a double click on Undo, although the button becomes Redo', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.wrapper.get('.toast button').trigger('click', { detail: 1 })
    await screen.settle()
    const redo = screen.wrapper.get('.toast button')
    expect(redo.text()).toContain('Redo')
    await redo.trigger('click', { detail: 2 })
    await screen.settle()
    expect(await entriesIn(core)).toHaveLength(1)
    expect(core.asked('history.redo')).toBeUndefined()
  })

  it('deletes the focused entry, moves on, and restores it with the toast', async () => {
    await worked(core, { start: 540 })
    await worked(core, { start: 660, notes: 'Sprint plan' })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    expect(core.asked('times.delete')).toEqual({ local: 2 })
    expect(focused()).toBe('1')
    const toast = screen.wrapper.get('.toast')
    expect(toast.text()).toContain('Deleted “Sprint plan”')
    await toast.get('button').trigger('click')
    await screen.settle()
    expect(screen.wrapper.get('.toast').text()).toContain('Undone: Deleted “Sprint plan”')
    expect(await entriesIn(core)).toHaveLength(2)
    expect(row(screen, 2).text()).toContain('Design')
    expect(focused()).toBe('2')
  })

  it('keeps an open form, and what is typed in it, when another entry is deleted', async () => {
    await worked(core, { start: 540 })
    const screen = await show(core)
    await screen.press('n')
    await screen.wrapper.get('.entry-form textarea').setValue('Typed by hand')
    row(screen, 1).element.focus()
    await screen.press('Delete')
    await screen.settle(200)
    expect(screen.wrapper.find('[data-entry="1"]').exists()).toBe(false)
    expect(screen.wrapper.get<HTMLTextAreaElement>('.entry-form textarea').element.value).toBe(
      'Typed by hand',
    )
  })

  it('keeps the toast for ten seconds, and longer while it is pointed at', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(9_000)
    await screen.wrapper.get('.toast').trigger('pointerenter')
    await screen.settle(60_000)
    expect(screen.wrapper.find('.toast').exists()).toBe(true)
    await screen.wrapper.get('.toast').trigger('pointerleave')
    await screen.settle(2_000)
    expect(screen.wrapper.find('.toast').exists()).toBe(false)
  })

  it('opens a row at the second tap of a finger', async () => {
    await worked(core)
    const screen = await show(core)
    const tap = async () => {
      const { element } = row(screen, 1)
      element.dispatchEvent(
        new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }),
      )
      // As browsers do between the two taps.
      element.focus()
      element.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }))
      await screen.settle(200)
    }
    await tap()
    expect(screen.wrapper.find('.entry-form').exists()).toBe(false)
    await tap()
    expect(screen.wrapper.find('.entry-form').exists()).toBe(true)
  })

  it('undoes with Z', async () => {
    await worked(core)
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.press('z')
    expect(await entriesIn(core)).toHaveLength(1)
  })

  it('continues the focused entry with C', async () => {
    await worked(core, { notes: 'hero' })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('c')
    expect(core.asked('timer.continue')).toEqual({ local: 1 })
    expect(screen.wrapper.get('.timer-what').text()).toContain('hero')
  })

  it('offers the gap beside the focused entry with F', async () => {
    await worked(core, { start: 540, quantity: 4 })
    await worked(core, { start: 720, quantity: 4 })
    const screen = await show(core)
    expect(screen.wrapper.get('.gap').text()).toContain('2:00 not logged')
    await screen.press('f')
    const values = screen.wrapper
      .findAll<HTMLInputElement>('.times input')
      .map(({ element }) => element.value)
    expect(values).toEqual(['10:00', '12:00', '2:00'])
  })

  it('shows the key only at the gap that it fills', async () => {
    await worked(core, { start: 540, quantity: 4 })
    await worked(core, { start: 660, quantity: 4 })
    await worked(core, { start: 780, quantity: 4 })
    const screen = await show(core)
    const keyed = () => screen.wrapper.findAll('.gap').map((gap) => gap.find('kbd').exists())
    expect(keyed()).toEqual([true, false])
    row(screen, 1).element.focus()
    await screen.settle()
    expect(keyed()).toEqual([false, true])
  })

  it('puts a copy after the last entry with D', async () => {
    await worked(core, { start: 540, quantity: 2, notes: 'hero' })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('d')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.create')).toMatchObject({
      start: 570,
      quantity: 2,
      notes: 'hero',
      task: 1,
    })
  })

  const searchFor = async (screen: Screen, text: string) => {
    await screen.press('/')
    await screen.wrapper.get('input[type=search]').setValue(text)
    await screen.settle(200)
  }
  const onScreen = (screen: Screen) => rowsOn(screen).map((found) => found.attributes('data-entry'))

  it('finds entries of other days by their words', async () => {
    await worked(core, { date: '2026-09-01', notes: 'wharf signs' })
    await worked(core, { notes: 'hero' })
    const screen = await show(core)
    await searchFor(screen, 'wharf')
    expect(onScreen(screen)).toEqual(['1'])
    await screen.press('Escape')
    expect(screen.wrapper.find('input[type=search]').exists()).toBe(false)
  })

  const fourWharves = async () => {
    await worked(core, { start: 660, notes: 'wharf signs' })
    await worked(core, { start: 540, notes: 'wharf plan' })
    await worked(core, { start: 540, notes: 'wharf call' })
    await worked(core, { date: '2026-11-18', start: 600, notes: 'wharf site' })
  }

  it.each(['listed', 'found'])('moves through %s entries in the order of the rows', async (how) => {
    await fourWharves()
    const screen = await show(core)
    if (how === 'found') await searchFor(screen, 'wharf')
    const passed = []
    for (let step = 0; step < 4; step++) {
      await screen.press('ArrowDown')
      passed.push(focused())
    }
    expect(onScreen(screen)).toEqual(['1', '3', '2', '4'])
    expect(passed).toEqual(['1', '3', '2', '4'])
    await screen.press('ArrowUp', { shiftKey: true })
    await screen.press('K', { shiftKey: true })
    expect(focused()).toBe('3')
    expect(selected(screen)).toEqual([3, 2, 4])
  })

  it('shows the running timer first and lets E edit it', async () => {
    await worked(core)
    await running(core, 47, { task: 2 })
    const screen = await show(core)
    expect(rowsOn(screen)[0]!.text()).toContain('14:00 – now')
    expect(screen.wrapper.get('.summary').text()).toContain('2:00')
    await screen.press('j')
    await screen.press('e')
    expect(screen.wrapper.find('.details').exists()).toBe(true)
  })

  const selected = (screen: Screen) =>
    rowsOn(screen)
      .filter((found) => found.attributes('aria-selected') === 'true')
      .map((found) => Number(found.attributes('data-entry')))
  const threeEntries = async () => {
    await worked(core, { start: 540, quantity: 4 })
    await worked(core, { start: 600, quantity: 4 })
    await worked(core, { date: '2026-11-18', quantity: 4 })
  }

  it('selects with Space and Shift, shows how much it is, and deselects with Escape', async () => {
    await threeEntries()
    const screen = await show(core)
    await screen.press('j')
    await screen.press(' ')
    expect(screen.wrapper.get('[role=toolbar]').text()).toContain('1 entry, 1:00')
    await screen.press('J', { shiftKey: true })
    await screen.press('ArrowDown', { shiftKey: true })
    expect(selected(screen)).toEqual([2, 1, 3])
    expect(screen.wrapper.get('[role=toolbar]').text()).toContain('3 entries, 3:00')
    await screen.press('K', { shiftKey: true })
    expect(selected(screen)).toEqual([2, 1])
    await screen.press('Escape')
    expect(screen.wrapper.find('[role=toolbar]').exists()).toBe(false)
    expect(focused()).toBe('1')
  })

  it('deletes the selection as one change, and gives the focus to the remaining row', async () => {
    await threeEntries()
    const screen = await show(core)
    await screen.press('a', { ctrlKey: true })
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    expect(core.asked('times.deleteMany')).toEqual({ locals: [2, 1] })
    expect(screen.wrapper.get('.toast').text()).toContain('Deleted 2 entries')
    expect(focused()).toBe('3')
    await screen.press('z')
    await screen.settle(200)
    expect(await entriesIn(core)).toHaveLength(3)
    expect(focused()).toBe('2')
  })

  it('changes a selection to what is typed in a picker, once that is understood', async () => {
    await threeEntries()
    const screen = await show(core)
    await screen.press('j')
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await vi.dynamicImportSettled()
    await screen.settle(10)
    const project = screen.wrapper.get<HTMLInputElement>('.entry-form [role=combobox]')
    await project.setValue('Harbour')
    await screen.press('Enter', { ctrlKey: true })
    expect(project.element.value).toBe('Harbour')
    expect(document.activeElement).toBe(project.element)
    expect(core.allAsked('times.updateMany')).toEqual([])
    await project.setValue('Booking')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.updateMany')).toMatchObject({ set: { project: 2 } })
  })

  it('leaves alone a selection that has the values of its form already, and says so', async () => {
    for (const notes of ['Hero', 'Hero']) await worked(core, { notes })
    const screen = await show(core)
    await screen.press('j')
    await screen.press('a', { ctrlKey: true })
    await screen.press('e')
    await vi.dynamicImportSettled()
    await screen.settle(10)
    await screen.wrapper.get('.entry-form textarea').setValue('Hero')
    await screen.press('Enter', { ctrlKey: true })
    expect(core.asked('times.updateMany')).toMatchObject({ set: { notes: 'Hero' } })
    expect(screen.wrapper.get('.toast').text()).toBe('Nothing changed')
  })

  it('selects all results of a search, also those that are not read yet', async () => {
    const first = await worked(core, { notes: 'wharf' })
    for (let local = 2; local <= 102; local++)
      await worked(core, { date: '2026-11-18', notes: 'wharf' })
    const screen = await show(core)
    await searchFor(screen, 'wharf')
    expect(screen.wrapper.get('.found').text()).toBe('102 results')
    await screen.press('ArrowDown')
    await screen.press('a', { ctrlKey: true })
    await screen.settle(200)
    expect(screen.wrapper.get('[role=toolbar]').text()).toContain('102 entries')
    await changeTime(core, first.local, { notes: 'wharf signs' })
    await screen.settle(200)
    expect(screen.wrapper.get('[role=toolbar]').text()).toContain('102 entries')
    await screen.press('Delete')
    await screen.settle(200)
    expect(screen.wrapper.get('.toast').text()).toContain('Deleted 102 entries')
    expect(await entriesIn(core)).toEqual([])
  })

  it('says when a search finds more than one change may contain', async () => {
    for (let local = 1; local <= 51; local++) await worked(core, { notes: 'wharf' })
    core.script['times.countMatches'] = () => ok({ total: 5001 })
    const screen = await show(core)
    await searchFor(screen, 'wharf')
    await screen.press('ArrowDown')
    await screen.press('a', { ctrlKey: true })
    await screen.settle(200)
    expect(screen.wrapper.get('.toast').text()).toContain('up to 5,000 entries')
    expect(screen.wrapper.find('[role=toolbar]').exists()).toBe(false)
  })

  it('leaves the focus where the person moved it before undoing', async () => {
    await threeEntries()
    const screen = await show(core)
    await screen.press('j')
    await screen.press('Delete')
    await screen.settle(200)
    await screen.press('j')
    const there = focused()
    await screen.press('z')
    await screen.settle(200)
    expect(await entriesIn(core)).toHaveLength(3)
    expect(focused()).toBe(there)
  })

  it('continues with K and J through days that are not read yet', async () => {
    for (let local = 1; local <= 200; local++) {
      const date = new Date(Date.UTC(2026, 10, 18 - local)).toISOString().slice(0, 10)
      await worked(core, { date })
    }
    const screen = await show(core)
    expect(rowsOn(screen).length).toBeLessThan(40)
    for (let step = 0; step < 90; step++) await screen.press('j')
    expect(focused()).toBe('90')
    for (let step = 0; step < 5; step++) await screen.press('k')
    expect(focused()).toBe('85')
  })
})
