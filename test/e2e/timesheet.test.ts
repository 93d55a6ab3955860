/** The timesheet: a week filled by keyboard alone, and how it looks in every state. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { weekdayNumber } from '#shared/rules/calendar.ts'
import { formatSpokenDuration } from '../../renderer/ui/format.ts'
import { playAt } from '../support/test-day.ts'
import { goTo } from '../support/window.ts'
import {
  addMorning,
  addWork,
  beginWork,
  choose,
  entryWords,
  press,
  untilFocused,
  type Work,
} from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspect, inspectEverywhere, listen, looks } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const

const cellOf = (page: Page, row: string, day: number): Locator =>
  page.locator(`[data-cell="${row}:${day}"]`)
const tip = (page: Page): Locator => page.locator('.told:popover-open')

/** The column of a day, counted from today. */
const columnOf = (work: Work, from = 0) => (weekdayNumber(work.day(from)) + 6) % 7

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await press(page, 'g', 't')
  await page.getByRole('heading', { name: 'Timesheet' }).waitFor()
}
/** Chooses a project and a task in the dialog that N opens. */
async function addRow(page: Page, project: string, task: string): Promise<void> {
  await press(page, 'n')
  const dialog = page.getByRole('dialog', { name: 'Add row' })
  await untilFocused(dialog.getByRole('combobox', { name: 'Project' }))
  await choose(dialog, 'Project', project)
  await choose(dialog, 'Task', task)
  await press(page, 'Control+Enter')
  await dialog.waitFor(gone)
}
async function shows(page: Page, row: string, hours: readonly string[]): Promise<void> {
  for (const [day, text] of hours.entries()) {
    const cell = cellOf(page, row, day)
    await cell.getByText(text === '' ? /, empty$/ : text, { exact: text !== '' }).waitFor({
      state: 'attached',
    })
  }
}
const listed = async ({ stint }: Work) =>
  (
    (await stint('times', 'list', '--limit', '100')) as {
      data: {
        date: string
        start: number
        total: number
        project: { code: string } | null
        task: { name: string } | null
      }[]
    }
  ).data

/** As `inspectEverywhere`, in some of the looks. */
async function inspectIn(page: Page, name: string, ...which: number[]): Promise<void> {
  for (const look of which.map((at) => looks[at]!)) {
    await page.setViewportSize(look)
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.locator(`html[data-theme=${look.scheme}]`).waitFor()
    await inspect(page, name, look)
  }
  await page.setViewportSize(looks[0])
  await page.emulateMedia({ colorScheme: looks[0].scheme })
}

it('fills a whole week by keyboard alone', async () => {
  const work = await beginWork({
    before: async (stint) => {
      await addWork(stint)
    },
  })
  const { page } = work
  const spoken = listen(page)
  await openSheet(page)
  await page.getByText('No hours this week yet').waitFor()

  // Rows by N; the focus is in today's cell of the new one.
  await addRow(page, 'Website', 'Design')
  await untilFocused(cellOf(page, '1 1', columnOf(work)))
  await addRow(page, 'Booking', 'Call')
  await untilFocused(cellOf(page, '2 2', columnOf(work)))

  // Along the row by Tab, and down to the column where it began.
  await press(page, 'Control+Home')
  await untilFocused(cellOf(page, '2 2', 0))
  await page.keyboard.type('80')
  await tip(page).getByText('= 14 × 6 min, rounded up from 1:20').waitFor()
  await tip(page).getByText('New entry, 09:00 – 10:24').waitFor()
  await press(page, 'Tab')
  for (const typed of ['1.5', '90m', '1h30', '0:45']) {
    await page.keyboard.type(typed)
    await press(page, 'Tab')
  }
  await page.keyboard.type('12m')
  await press(page, 'Enter')
  await untilFocused(cellOf(page, '1 1', 0))
  await shows(page, '2 2', ['1:24', '1:30', '1:30', '1:30', '0:48', '0:12', ''])

  // Down the column by Enter, by arrows from a field that was overwritten; up by Shift Enter.
  for (const typed of ['2', '1:40']) {
    await page.keyboard.type(typed === '2' ? '2h' : typed)
    await press(page, 'ArrowRight')
  }
  await untilFocused(cellOf(page, '1 1', 2))
  await page.keyboard.type('3:00')
  await press(page, 'Shift+Enter')
  await untilFocused(cellOf(page, '2 2', 2))
  await shows(page, '1 1', ['2:00', '1:45', '3:00', '', '', '', ''])

  // The accessible name in the browser.
  const name = new RegExp(`^WEB Design, .* ${formatSpokenDuration(105)}`)
  await cellOf(page, '1 1', 1).and(page.getByRole('gridcell', { name })).waitFor()
  // The entries of each day follow each other.
  await expect.poll(async () => (await listed(work)).length, { timeout: 90_000 }).toBe(9)
  const entries = await listed(work)
  for (const entry of entries.filter(({ project }) => project?.code === 'WEB')) {
    const other = entries.find(
      ({ date, project }) => date === entry.date && project?.code === 'APP',
    )!
    expect(other.start).toBe(540)
    expect(entry.start).toBe(540 + other.total)
  }

  // Home and End, corners, a range with its sum; the day before repeated over it.
  await press(page, 'ArrowDown', 'Home')
  await untilFocused(cellOf(page, '1 1', 0))
  await press(page, 'End')
  await untilFocused(cellOf(page, '1 1', 6))
  await press(page, 'Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowRight')
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight')
  await page.getByText('3 cells · 3:00').waitFor()
  await press(page, 'Control+d')
  await page.getByText('Filled 2 cells').waitFor()
  await shows(page, '1 1', ['2:00', '1:45', '3:00', '3:00', '3:00', '', ''])
  await press(page, 'z')
  await shows(page, '1 1', ['2:00', '1:45', '3:00', '', '', '', ''])
  await press(page, 'Escape')
  await press(page, 'ArrowRight', 'Control+d')
  await shows(page, '1 1', ['2:00', '1:45', '3:00', '3:00', '', '', ''])

  // Copied and pasted as text, both ways.
  await press(page, 'Control+Home', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c')
  expect(await work.app.clipboard(page)).toBe('1:24\t1:30\n2:00\t1:45')
  await press(page, 'Control+End', 'ArrowLeft', 'ArrowUp', 'Control+v')
  await page.getByText('Filled 4 cells').waitFor()
  await shows(page, '2 2', ['1:24', '1:30', '1:30', '1:30', '0:48', '1:24', '1:30'])
  await shows(page, '1 1', ['2:00', '1:45', '3:00', '3:00', '', '2:00', '1:45'])
  await work.app.putOnClipboard(page, '7.5\t8\r\n')
  await press(page, 'Control+Home', 'ArrowDown', 'Control+v')
  await shows(page, '1 1', ['7:30', '8:00', '3:00', '3:00', '', '2:00', '1:45'])
  await work.app.putOnClipboard(page, 'lunch')
  await press(page, 'Control+v')
  await page.getByText('Nothing pasted. “lunch” isn’t a duration').waitFor()

  // Emptied with Del; brought back by one undo.
  await press(page, 'Shift+End', 'Delete')
  await page.getByText('Cleared 6 cells').waitFor()
  await shows(page, '1 1', ['', '', '', '', '', '', ''])
  await press(page, 'Control+z')
  await shows(page, '1 1', ['7:30', '8:00', '3:00', '3:00', '', '2:00', '1:45'])

  // An invalid value keeps the field; Esc reverts.
  await press(page, 'Escape', 'F2')
  const field = page.getByRole('textbox', { name: /^WEB Design/ })
  await untilFocused(field)
  await field.fill('abc')
  await press(page, 'Enter')
  await tip(page).getByText('Enter a duration, like 8, 1:30, 1.5, or 90m').waitFor()
  await press(page, 'Escape')
  await field.waitFor(gone)
  await shows(page, '1 1', ['7:30'])

  // Another week and back; last week's rows; an empty row is removed.
  await press(page, ']')
  await page.getByText('No hours this week yet').waitFor()
  await press(page, 'p')
  await untilFocused(cellOf(page, '2 2', 0))
  await press(page, 'Shift+Delete')
  await cellOf(page, '2 2', 0).waitFor(gone)
  await untilFocused(cellOf(page, '1 1', 0))
  await press(page, '[')
  await shows(page, '2 2', ['1:24'])
  await press(page, '[')
  await page.getByText('No hours this week yet').waitFor()
  await press(page, 't')
  await shows(page, '2 2', ['1:24'])
  expect(spoken).toEqual([])
})

it('opens the entries of a cell, and lengthens, shortens and removes them by the total', async () => {
  const work = await beginWork({
    before: async (stint) => {
      await addWork(stint)
      await stint(...entryWords([1, 1], '09:00', 4, 'Wireframes'))
      await stint(...entryWords([1, 1], '11:00', 4, 'Colours'))
      await stint(...entryWords([2, 2], '13:00', 5, 'Weekly call'))
    },
  })
  const { page } = work
  const spoken = listen(page)
  const today = columnOf(work)
  await openSheet(page)
  const both = cellOf(page, '1 1', today)
  await both.getByText('2:00').waitFor()
  expect(await page.locator('[role=gridcell][tabindex="0"]').count()).toBe(1)

  await press(page, 'ArrowDown', 'Control+End')
  await untilFocused(cellOf(page, '1 1', 6))
  // A click on the cell that has the focus would open it, which on a Sunday this one is.
  await press(page, 'ArrowUp')
  await both.click()
  await untilFocused(both)
  await page.keyboard.type('2:40')
  await tip(page).getByText('Extends the last of 2 entries').waitFor()
  await press(page, 'Control+Enter')
  await untilFocused(both)
  await both.getByText('2:45').waitFor()
  await page.keyboard.type('0:50')
  await tip(page).getByText('Deletes 1 entry').waitFor()
  await press(page, 'Escape')
  await page.keyboard.type('1:20')
  await press(page, 'Control+Enter')
  await both.getByText('1:30').waitFor()

  const panel = page.getByRole('complementary', { name: 'Cell entries' })
  await press(page, 'Enter')
  await untilFocused(panel.getByRole('button', { name: 'Wireframes' }))
  await press(page, 'ArrowDown', 'Enter')
  await panel.getByLabel('Notes').fill('Colours, first round')
  await press(page, 'Control+Enter')
  await untilFocused(panel.getByRole('button', { name: 'Colours, first round' }))
  await inspectIn(page, 'timesheet-panel', 0, 2, 3)
  await press(page, 'Escape')
  await panel.waitFor(gone)
  await untilFocused(both)

  // The only entry of a cell opens in its form at once.
  const call = cellOf(page, '2 2', today)
  await press(page, 'ArrowUp', 'e')
  await panel.getByLabel('Notes').waitFor()
  expect(await panel.getByLabel('Notes').inputValue()).toBe('Weekly call')
  await press(page, 'Escape')
  await untilFocused(call)

  // Hours that changed in the meantime are not overwritten.
  await page.keyboard.type('4:00')
  await work.stint('times', 'update', '3', '--quantity', '10')
  await press(page, 'Control+Enter')
  await call
    .getByText(/“4:00”: This cell changed in the meantime and now has 1:00/)
    .waitFor({ state: 'attached' })
  await press(page, 'F2')
  await tip(page).getByText('This cell changed in the meantime').waitFor()
  await press(page, 'Control+Enter')
  await call.getByText('4:00', { exact: true }).waitFor()
  expect(spoken).toEqual([])
})

it('aligns the day’s total with its label, also in a window as low as at 200 %', async () => {
  const { page } = await beginWork({ before: addMorning, width: 640, height: 400 })
  // Without a heading for the page: there is no room for one.
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await press(page, 'g', 't')
  const row = page.getByRole('row', { name: /^Day total/ })
  await row.waitFor({ state: 'attached' })
  /** The cells on one line with the label, when the rows are scrolled to their beginning or end. */
  const beside = (at: 'beginning' | 'end') =>
    row.evaluate((element, where) => {
      const scroller = element.closest('.around')!
      scroller.scrollTop = where === 'end' ? scroller.scrollHeight : 0
      const label = element.querySelector('th')!.getBoundingClientRect()
      const hit = (x: number) => document.elementFromPoint(x, (label.top + label.bottom) / 2)
      if (!element.contains(hit(label.left + 24))) return 'nothing: it is out of sight'
      const boxes = [...element.children].map((cell) => cell.getBoundingClientRect())
      const isOwn = boxes.every(({ left, right }) => element.contains(hit((left + right) / 2)))
      return isOwn ? 'its own' : 'another row'
    }, at)
  expect(await beside('beginning')).toBe('nothing: it is out of sight')
  expect(await beside('end')).toBe('its own')
})

it('looks right in every look and state', async () => {
  const { page, stint, leave } = await beginDemo()
  const spoken = listen(page)
  await leave()
  await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '47m')
  await page.getByRole('timer').waitFor()
  await goTo(page, '/settings')
  await page.getByRole('switch', { name: 'Daily target', exact: true }).click()

  await openSheet(page)
  await page.locator('[data-cell][tabindex="0"]').waitFor()
  await press(page, 'ArrowDown')
  await page.locator('[data-cell]:focus').waitFor()
  // In the row before the running timer's, whose cell of today is computed and cannot be typed
  // into.
  await press(page, 'Control+Home')
  await page.keyboard.type('1:20')
  await press(page, 'Tab')
  await page.keyboard.type('2:00')
  await press(page, 'Tab')
  await inspectEverywhere(page, 'timesheet')
  await page.locator('[data-cell]:focus').waitFor()

  await page.keyboard.type('80')
  await tip(page).waitFor()
  await inspectIn(page, 'timesheet-typing', 0, 1, 4)
  await page.keyboard.type('x')
  await press(page, 'Enter')
  await inspect(page, 'timesheet-unread', looks[0])
  await press(page, 'Escape')

  await press(page, 'Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown')
  await inspect(page, 'timesheet-range', looks[0])
  await press(page, 'n')
  await page.getByRole('dialog').waitFor()
  await inspectIn(page, 'timesheet-add', 0, 3)
  await press(page, 'Escape')
  await press(page, ']', ']')
  await page.getByText('No hours this week yet').waitFor()
  await inspectIn(page, 'timesheet-empty', 0, 4)
  expect(spoken).toEqual([])
})
