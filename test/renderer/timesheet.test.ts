import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from './support/clock.ts'
import { entriesIn, running, studio, type TestCore, worked } from './support/core.ts'
import { type Screen, show } from './support/mount.ts'

let core: TestCore
let screen: Screen
beforeEach(async () => {
  setClock()
  core = await studio()
})
const open = async () => {
  // The page is loaded when it is first opened; here it is loaded already.
  await import('../../renderer/features/timesheet/TimesheetPage.vue')
  screen = await show(core, undefined, {}, '#/timesheet')
  await screen.settle(50)
}

const cell = (row: string, day: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}:${day}"]`)!
const shown = (row: string, day: number) =>
  cell(row, day).querySelector('.value')?.textContent ?? ''
/** The accessible name of the cell: the texts and labels in it, as the browser joins them. */
const heard = (row: string, day: number) =>
  [...cell(row, day).querySelectorAll('.only-heard, button, [role=img]')]
    .map((part) => part.getAttribute('aria-label') ?? part.textContent)
    .join(', ')
const field = () => document.querySelector<HTMLInputElement>('.editor input')
const tip = () => document.querySelector('.told')?.textContent ?? ''
const here = () => document.activeElement?.getAttribute('data-cell')
const sent = () => core.allAsked('times.setCells')

async function at(row: string, day: number) {
  cell(row, day).focus()
  await screen.settle()
}
/** As a keyboard does: the first key starts the edit, the field gets the rest. */
async function type(text: string) {
  await screen.press(text[0]!)
  const input = field()!
  input.value = text
  input.dispatchEvent(new Event('input'))
  await screen.settle()
}

describe('the grid', () => {
  beforeEach(async () => {
    await worked(core, { date: '2026-11-16', quantity: 8 })
    await worked(core, { date: '2026-11-18', quantity: 5 })
    await worked(core, { date: '2026-11-17', quantity: 7, project: 2, task: 3 })
    await core.sync()
    await worked(core, { date: '2026-11-18', quantity: 6, start: 780 })
    await core.do('settings.set', { dailyTarget: 450 })
    await open()
  })

  it('sums up cells, rows, projects, days and the week against their targets', () => {
    expect(shown('1 1', 0)).toContain('2:00')
    expect(shown('1 1', 2)).toContain('2:45')
    const foot = document.querySelector('tfoot')!.textContent
    expect(foot).toContain('2:00')
    expect(foot).toContain('−5:30')
    expect(foot).toContain('5:27')
    expect(foot).toContain('of 37:30')
  })

  it('has one tab stop, and describes each cell and its value', async () => {
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1)
    expect(heard('1 1', 2)).toBe(
      'WEB Design, Wednesday 18 November, 2 hours 45 minutes, 2 entries, Saved, not synced yet',
    )
    expect(heard('2 3', 0)).toBe('APP Call, Monday 16 November, empty')
    await at('2 3', 3)
    await screen.press('ArrowDown')
    expect(here()).toBe('1 1:3')
    await screen.press('Home')
    expect(here()).toBe('1 1:0')
    await screen.press('End')
    expect(here()).toBe('1 1:6')
    await screen.press('Home', { ctrlKey: true })
    expect(here()).toBe('2 3:0')
    await screen.press('ArrowRight', { ctrlKey: true })
    expect(here()).toBe('2 3:6')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(1)
  })

  it('does not scroll away under its cell by Space', async () => {
    await at('1 1', 0)
    const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })
    cell('1 1', 0).dispatchEvent(space)
    expect(space.defaultPrevented).toBe(true)
    expect(field()).toBeNull()
  })

  it('shows the typed and the rounded length during typing, and the effect on the entries', async () => {
    await at('2 3', 4)
    await type('80')
    expect(tip()).toContain('1:24')
    expect(tip()).toContain('= 14 × 6 min, rounded up from 1:20')
    expect(tip()).toContain('New entry, 09:00 – 10:24')
    await screen.press('Enter')
    // The last row stays below itself.
    expect(shown('2 3', 4)).toContain('1:24')
    expect((await entriesIn(core)).at(-1)).toMatchObject({
      ...{ quantity: 14, start: 540, date: '2026-11-20' },
    })

    await at('1 1', 2)
    await type('1:00')
    expect(tip()).toContain('Shortens 1 entry, deletes 1 entry')
    await screen.press('Escape')
    expect(field()).toBeNull()
    expect(here()).toBe('1 1:2')
    expect(shown('1 1', 2)).toContain('2:45')
    expect(sent()).toHaveLength(1)
  })

  it('says which unit a number without one has', async () => {
    await at('2 3', 4)
    await type('8')
    expect(tip()).toContain('8 hours; for minutes, type 8m or 0:08')
    await type('80')
    expect(tip()).toContain('80 minutes; more than 24 can’t be hours')
    await screen.press('Escape')
  })

  it('goes right by Tab, and down to where the row began', async () => {
    await at('2 3', 0)
    for (const text of ['1:00', '2:00', '0:30']) {
      await type(text)
      await screen.press('Tab')
    }
    expect(here()).toBe('2 3:3')
    await type('1h')
    await screen.press('Enter')
    expect(here()).toBe('1 1:0')
    await screen.settle()
    expect([0, 1, 2, 3].map((day) => shown('2 3', day).trim())).toEqual([
      ...[expect.stringContaining('1:00'), expect.stringContaining('2:00')],
      ...[expect.stringContaining('0:30'), expect.stringContaining('1:00')],
    ])
  })

  it('shows new hours before the core has answered', async () => {
    const release = core.hold('times.setCells')
    await at('1 1', 0)
    await type('3:00')
    await screen.press('Enter')
    expect(shown('1 1', 0)).toContain('3:00')
    await at('1 1', 0)
    await type('4:00')
    await screen.press('Enter')
    expect(sent()).toHaveLength(1)
    release()
    await screen.settle()
    expect(sent()).toMatchObject([
      { cells: [{ minutes: 180, was: 120 }] },
      { cells: [{ minutes: 240, was: 180 }] },
    ])
    expect(shown('1 1', 0)).toContain('4:00')
  })

  it('undoes the cell that was typed last, also while it waits for the one before', async () => {
    const release = core.hold('times.setCells')
    await at('1 1', 3)
    await type('1:00')
    await screen.press('Tab')
    await type('2:00')
    await screen.press('Enter')
    await screen.press('z')
    release()
    await screen.settle(10)
    expect([shown('1 1', 3), shown('1 1', 4)]).toEqual(['1:00', '–'])
  })

  it('sends the hours that were there when typing began, also when they change during it', async () => {
    await at('1 1', 0)
    await type('5:00')
    await worked(core, { date: '2026-11-16', start: 900, quantity: 4 })
    await screen.settle()
    expect(field()?.value).toBe('5:00')
    await screen.press('Tab')
    expect(sent().at(-1)).toMatchObject({ cells: [{ minutes: 300, was: 120 }] })
  })

  it('keeps an invalid value in its field, with the reason; and in its cell when it is left', async () => {
    await at('1 1', 0)
    await type('1:99')
    expect(field()?.getAttribute('aria-invalid')).toBeNull()
    await screen.press('Enter')
    expect(field()?.getAttribute('aria-invalid')).toBe('true')
    expect(tip()).toBe('Enter a duration, like 8, 1:30, 1.5, or 90m')
    field()!.blur()
    await screen.settle()
    expect(shown('1 1', 0)).toContain('1:99')
    expect(cell('1 1', 0).getAttribute('aria-invalid')).toBe('true')
    await at('1 1', 0)
    await screen.press('F2')
    expect(field()?.value).toBe('1:99')
    await screen.press('Escape')
    expect(shown('1 1', 0)).toContain('2:00')
    expect(sent()).toHaveLength(0)
  })

  it('shows at the cell why the core refused its hours', async () => {
    core.refuse('times.setCells', {
      code: 'conflict',
      message: 'This cell changed in the meantime',
    })
    await at('1 1', 0)
    await type('5:00')
    await screen.press('Tab')
    await screen.settle()
    expect(heard('1 1', 0)).toContain('“5:00”: This cell changed in the meantime')
    core.script = {}
    await at('1 1', 0)
    await screen.press('F2')
    await screen.press('Enter')
    await screen.settle()
    expect(shown('1 1', 0)).toContain('5:00')
    expect(cell('1 1', 0).getAttribute('aria-invalid')).toBeNull()
  })

  it('empties, repeats and sums up a range, each as one change', async () => {
    await at('1 1', 0)
    await screen.press('ArrowRight', { shiftKey: true })
    await screen.press('ArrowRight', { shiftKey: true })
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(3)
    expect(document.querySelector('[role=status].end')?.textContent).toContain('3 cells · 4:45')
    await screen.press('d', { ctrlKey: true })
    await screen.settle()
    expect([0, 1, 2].map((day) => shown('1 1', day))).toEqual([
      expect.stringContaining('2:00'),
      expect.stringContaining('2:00'),
      expect.stringContaining('2:00'),
    ])
    await screen.press('Delete')
    await screen.settle()
    expect(sent()).toHaveLength(2)
    expect(heard('1 1', 0)).toContain('empty')
    expect(document.body.textContent).toContain('Cleared 3 cells')
    await screen.press('z')
    await screen.settle()
    expect(shown('1 1', 0)).toContain('2:00')
    await screen.press('Escape')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(1)

    await screen.press('d', { ctrlKey: true })
    await at('1 1', 3)
    await screen.press('d', { ctrlKey: true })
    await screen.settle()
    expect(shown('1 1', 3)).toContain('2:00')
  })

  it('opens the entries of a cell, edits one of them, and gives the focus back', async () => {
    await at('1 1', 2)
    await screen.press('Enter')
    const lines = [...document.querySelectorAll<HTMLElement>('.entries .entry')]
    expect(lines.map((line) => line.querySelector('small')?.textContent)).toEqual([
      '5 × 15',
      '6 × 15',
    ])
    expect(document.activeElement).toBe(lines[0])
    lines[1]!.click()
    await screen.settle()
    expect(document.querySelector('.entry-form')).not.toBeNull()
    await screen.press('Escape')
    expect(document.activeElement?.className).toContain('entry')
    await screen.press('Escape')
    await screen.settle()
    expect(here()).toBe('1 1:2')

    // The only entry of a cell is opened at once.
    await at('1 1', 0)
    await screen.press('e')
    expect(document.querySelector('.entry-form')).not.toBeNull()
    await screen.press('Escape')
    await screen.settle()
    expect(here()).toBe('1 1:0')
    // Nothing to open: typing starts.
    await at('1 1', 5)
    await screen.press('Enter')
    expect(field()).not.toBeNull()
  })

  it('adds no row before what is typed in its pickers is understood', async () => {
    await screen.press('n')
    await screen.settle(10)
    const [project, task] = document.querySelectorAll<HTMLInputElement>('dialog [role=combobox]')
    const write = (input: HTMLInputElement, text: string) => {
      input.focus()
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    write(project!, 'Booking')
    write(task!, 'Carpentry')
    await screen.press('Enter', { ctrlKey: true })
    expect(document.activeElement).toBe(task)
    expect(task!.value).toBe('Carpentry')
    write(task!, 'Design')
    await screen.press('Enter', { ctrlKey: true })
    expect(document.querySelector('dialog')).toBeNull()
    expect(cell('2 1', 0)).not.toBeNull()
  })

  it('takes rows of last week, and removes a row without entries again', async () => {
    await screen.press(']')
    await screen.settle()
    expect(document.body.textContent).toContain('No hours this week yet')
    await screen.press('p')
    await screen.settle()
    expect(cell('1 1', 0)).not.toBeNull()
    expect(document.body.textContent).toContain('Added 2 rows')
    await at('1 1', 0)
    await screen.press('Delete', { shiftKey: true })
    await screen.settle()
    expect(cell('1 1', 0)).toBeNull()
    expect(here()).toBe('2 3:0')
    await screen.press('p')
    await screen.settle()
    expect(cell('1 1', 0)).not.toBeNull()
    const toast = [...document.querySelectorAll('.toast')].at(-1)!
    expect(toast.textContent).toContain('Added 1 row')
    toast.querySelector('button')!.click()
    await screen.settle()
    expect(cell('1 1', 0)).toBeNull()
    await screen.press('t')
    await screen.settle()
    expect(shown('1 1', 0)).toContain('2:00')
  })
})

describe('the running timer', () => {
  it('counts in its cell, which is read-only', async () => {
    await running(core, 47)
    await open()
    expect(shown('1 1', 3)).toContain('1:00')
    expect(cell('1 1', 3).getAttribute('aria-readonly')).toBe('true')
    await at('1 1', 3)
    await screen.press('8')
    expect(field()).toBeNull()
    expect(document.body.textContent).toContain('The timer is running here')
    await screen.settle(15 * 60_000)
    expect(shown('1 1', 3)).toContain('1:15')
  })

  it('counts only today’s part where it runs since yesterday', async () => {
    // 15:47 counts as 16:00, of which the hour before midnight is part of yesterday.
    await running(core, 15 * 60 + 47)
    await open()
    expect([shown('1 1', 2), shown('1 1', 3)]).toEqual(['–', expect.stringContaining('15:00')])
    expect(document.querySelector('tfoot .total')!.textContent).toContain('15:00')
  })
})

describe('rows', () => {
  it('are added by key, from recent work', async () => {
    await worked(core, { date: '2026-11-11', quantity: 4 })
    await open()
    await screen.press('n')
    await screen.settle()
    const offer = [...document.querySelectorAll<HTMLElement>('.offer')].find((button) =>
      button.textContent.includes('Design'),
    )
    offer!.click()
    await screen.settle()
    expect(here()).toBe('1 1:3')
    await type('1:30')
    await screen.press('Enter')
    await screen.settle()
    expect((await entriesIn(core)).at(-1)).toMatchObject({ date: '2026-11-19', quantity: 6 })
  })

  it('keep hours that have no project yet', async () => {
    await worked(core, { project: null, task: null, quantity: 2 })
    await open()
    expect(heard('0 0', 3)).toContain('No project')
    await at('0 0', 3)
    await type('1:00')
    await screen.press('Enter')
    await screen.settle()
    expect((await entriesIn(core))[0]).toMatchObject({ quantity: 4, project: null })
  })
})
