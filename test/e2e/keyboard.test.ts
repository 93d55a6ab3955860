/** A day's work without a pointer: every key of the key sheet, in a real browser over the real core. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatDay, formatWeekday } from '../../renderer/ui/format.ts'
import { playAt } from '../support/test-day.ts'
import {
  addMorning,
  addWork,
  beginWork,
  choose,
  openForm,
  panelOf,
  press,
  rowOf,
  untilFocused,
} from './at-work.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const headingOf = (page: Page, date: string, today: string) =>
  page.getByRole('heading', { name: `${formatWeekday(date)} ${formatDay(date, today)}` })

const gone = { state: 'detached' } as const

it('moves through the rows, and edits, duplicates, deletes and restores the one in focus', async () => {
  const { page } = await beginWork({ before: addMorning })
  const colors = rowOf(page, 'Colour study')
  const call = rowOf(page, 'Weekly call')
  const frames = rowOf(page, 'Wireframes')
  await colors.waitFor()

  await press(page, 'j')
  await untilFocused(colors)
  await press(page, 'ArrowDown')
  await untilFocused(call)
  await press(page, 'j', 'k', 'ArrowUp', 'j')
  await untilFocused(call)
  expect(await call.getAttribute('aria-selected')).toBe('true')
  expect(await page.locator('[role=row][tabindex="0"]').count()).toBe(1)

  // To a row's buttons, and back.
  await press(page, 'ArrowRight')
  await untilFocused(call.getByRole('button', { name: 'Continue' }))
  await press(page, 'ArrowRight', 'ArrowRight', 'Enter')
  await untilFocused(page.getByRole('menuitem', { name: 'Edit' }))
  await press(page, 'Escape')
  await untilFocused(call.getByRole('button', { name: 'More' }))
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft')
  await untilFocused(call)

  // Edit by both keys; closing gives the focus back to the row.
  for (const key of ['e', 'Enter']) {
    await press(page, key)
    await untilFocused(panelOf(page).getByRole('combobox', { name: 'Project' }))
    expect(await panelOf(page).getByLabel('Notes').inputValue()).toBe('Weekly call')
    await press(page, 'Escape')
    await panelOf(page).waitFor(gone)
    await untilFocused(call)
  }
  await press(page, 'e')
  await panelOf(page).getByLabel('Notes').fill('Weekly call with the board')
  await press(page, 'Control+Enter')
  await panelOf(page).waitFor(gone)
  await untilFocused(rowOf(page, 'Weekly call with the board'))

  // A copy starts where the last entry of the day ends.
  await press(page, 'd')
  await panelOf(page).getByRole('heading', { name: 'Add entry' }).waitFor()
  expect(await panelOf(page).getByLabel('From').inputValue()).toBe('12:30')
  expect(await panelOf(page).getByLabel('Duration').inputValue()).toBe('0:30')
  await panelOf(page).getByLabel('Notes').fill('Call again')
  await press(page, 'Control+Enter')
  await untilFocused(rowOf(page, 'Call again'))
  await rowOf(page, 'Call again').getByText('12:30 – 13:00').waitFor()

  // The row below gets the focus; undo, redo, undo.
  await press(page, 'Delete')
  await rowOf(page, 'Call again').waitFor(gone)
  await untilFocused(colors)
  await page.getByText('Deleted “Call again”').waitFor()
  await press(page, 'z')
  await rowOf(page, 'Call again').waitFor()
  await press(page, 'Shift+Z')
  await rowOf(page, 'Call again').waitFor(gone)
  await press(page, 'Control+z')
  await rowOf(page, 'Call again').waitFor()
  await press(page, 'Control+Shift+Z')
  await rowOf(page, 'Call again').waitFor(gone)

  // The toast's own button does the same.
  await frames.click()
  await press(page, 'Delete')
  await frames.waitFor(gone)
  await page.getByText('Deleted “Wireframes”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await frames.waitFor()
})

it('goes to other days, fills the gap, finds, and goes to other pages', async () => {
  const { page, day } = await beginWork({ before: addMorning })
  const today = day()
  await rowOf(page, 'Wireframes').waitFor()

  await press(page, '[')
  await headingOf(page, day(-1), today).waitFor()
  await press(page, '[', ']')
  await headingOf(page, day(-1), today).waitFor()
  await press(page, '[')
  await headingOf(page, day(-2), today).waitFor()
  await press(page, 't')
  await headingOf(page, today, today).waitFor()
  await press(page, ']')
  await headingOf(page, day(1), today).waitFor()
  await press(page, 't')

  await rowOf(page, '1:00 not logged').waitFor()
  await press(page, 'f')
  const form = panelOf(page)
  await form.waitFor()
  expect(await form.getByLabel('From').inputValue()).toBe('10:30')
  expect(await form.getByLabel('To', { exact: true }).inputValue()).toBe('11:30')
  await press(page, 'Escape')
  await form.waitFor(gone)

  await press(page, '/')
  const find = page.getByRole('searchbox', { name: 'Search entries' })
  await untilFocused(find)
  await page.keyboard.type('colour')
  await page.getByText('1 result').waitFor()
  await rowOf(page, 'Wireframes').waitFor(gone)
  await press(page, 'Escape')
  await find.waitFor(gone)
  await untilFocused(rowOf(page, 'Colour study'))

  for (const [key, name] of [
    ['w', 'Week'],
    ['t', 'Timesheet'],
    ['e', 'Expenses'],
    ['r', 'Reports'],
    ['c', 'Categories'],
    ['p', 'Projects'],
    ['s', 'Sync'],
  ] as const) {
    await press(page, 'g', key)
    await page.locator('nav a[aria-current=page]').filter({ hasText: name }).first().waitFor()
  }
  await press(page, 'g', 'd')
  await headingOf(page, today, today).waitFor()
})

it('shows all keys, and blocks them while it is open', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  const call = rowOf(page, 'Weekly call')
  await call.waitFor()
  await openForm(page)
  await call.click()

  await press(page, '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await untilFocused(sheet.getByRole('button', { name: 'Close' }))
  for (const line of [
    'Start or stop timer',
    'Switch timer',
    'Continue entry',
    'Add entry',
    'Edit entry',
    'Duplicate entry',
    'Delete entry',
    'Undo',
    'Redo',
    'Next entry',
    'Previous entry',
    'Previous day',
    'Next day',
    'Go to today',
    'Fill gap',
    'Start recent 1–9',
    'Open mini timer',
    'Command menu',
    'Go to Day',
    'Go to Week',
    'Go to Timesheet',
    'Go to Expenses',
    'Go to Reports',
    'Go to Categories',
    'Go to Projects',
    'Go to Sync',
    'Search',
    'Keyboard shortcuts',
    'Close',
    'Save from any field',
    'Next section',
  ]) {
    await sheet.getByText(line, { exact: true }).last().waitFor()
  }
  await press(page, 'Delete', 'd', '1', 'g', 's', 'Escape')
  await sheet.waitFor(gone)
  await untilFocused(call)
  await press(page, '?')
  await untilFocused(sheet.getByRole('button', { name: 'Close' }))
  await press(page, 'Enter')
  await sheet.waitFor(gone)
  await untilFocused(call)
  expect(await panelOf(page).getByLabel('Notes').inputValue()).toBe('')
  expect(await stint('status')).toMatchObject({ running: false })
  expect(await stint('times', 'list')).toMatchObject({ total: 3 })
})

it('moves through the regions, each at the element that Tab would reach', async () => {
  const { page } = await beginWork({ before: addMorning })
  const call = rowOf(page, 'Weekly call')
  await call.click()
  await untilFocused(call)

  const rail = page.getByRole('navigation', { name: 'Main' }).getByRole('button').first()
  await press(page, 'Shift+F6')
  await untilFocused(page.getByRole('button', { name: 'Previous day' }))
  await press(page, 'Shift+F6')
  await untilFocused(page.getByRole('button', { name: 'Start timer' }))
  await press(page, 'Shift+F6')
  await untilFocused(rail)
  await press(page, 'F6', 'F6', 'F6')
  await untilFocused(call)
  await press(page, 'n')
  await untilFocused(panelOf(page).getByRole('combobox', { name: 'Project' }))
  await press(page, 'F6')
  await untilFocused(rail)
  await press(page, 'Shift+F6')
  await untilFocused(panelOf(page).getByRole('button', { name: 'Close' }))

  // The very first stop skips the rail and the bar.
  await press(page, 'Escape')
  await page.reload()
  await call.waitFor()
  await press(page, 'Tab')
  await untilFocused(page.getByRole('link', { name: 'Skip to content' }))
  await press(page, 'Enter', 'Tab')
  await untilFocused(rowOf(page, 'Colour study'))
})

it('starts, stops, switches and continues the timer', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  const running = page.getByRole('timer')
  const question = page.getByRole('alertdialog', { name: 'Keep this short entry?' })
  const what = page.getByRole('banner', { name: 'Timer' }).locator('.timer-what')
  await rowOf(page, 'Wireframes').waitFor()

  // Start again: the newest distinct work is the first.
  await page.getByRole('heading', { name: 'Recent' }).waitFor()
  await press(page, '1')
  await running.waitFor()
  await what.filter({ hasText: 'Booking app' }).waitFor()
  await rowOf(page, 'Running').waitFor()

  // A short time asks first; Esc leaves everything as it is.
  await press(page, 's')
  await untilFocused(question.getByRole('button', { name: 'Keep', exact: true }))
  await press(page, 'Escape')
  await question.waitFor(gone)
  await running.waitFor()
  await press(page, 's', 'Shift+Tab', 'Enter')
  await running.waitFor(gone)
  await page.getByText('Timer discarded').waitFor()
  await press(page, 'z')
  await running.waitFor()
  await press(page, 's', 'Enter')
  await running.waitFor(gone)
  expect(await stint('times', 'list')).toMatchObject({ total: 4 })

  // Started without details, it asks in the line that understands # and @.
  const line = page.getByRole('combobox', { name: /working on/ })
  await press(page, 's')
  await untilFocused(line)
  await page.keyboard.type('Sketches #WEB @De')
  await press(page, 'Tab', 'Enter')
  await what.filter({ hasText: 'Sketches' }).waitFor()
  await untilFocused(what)
  await press(page, 's', 'Shift+Tab', 'Enter')
  await running.waitFor(gone)

  // X goes to the line; Esc leaves it for the rows, with the typed text still there.
  await press(page, 'x')
  await untilFocused(line)
  await page.keyboard.type('20m Hero')
  await press(page, 'Escape')
  await page.locator('[data-entry]:focus').waitFor()
  expect(await line.inputValue()).toBe('20m Hero')
  await line.fill('')
  await page.keyboard.type('20m Hero animation #WEB @De')
  await press(page, 'Tab', 'Enter')
  await running.waitFor()
  await what.filter({ hasText: 'Hero animation' }).waitFor()
  await running.getByText('2 × 15 = 0:30').waitFor()
  await untilFocused(what)

  // A stop keeps the focus, says what was logged, and is undone by Z.
  await rowOf(page, 'Weekly call').click()
  await press(page, 's')
  await running.waitFor(gone)
  await page.getByText('Stopped. Logged 0:30').waitFor()
  await untilFocused(rowOf(page, 'Weekly call'))
  await press(page, 'z')
  await running.getByText('2 × 15 = 0:30').waitFor()

  // Switch: Esc keeps the running one, Enter stops it into an entry.
  const next = page.getByRole('combobox', { name: /Switch to/ })
  await press(page, 'x')
  await untilFocused(next)
  await press(page, 'Escape')
  await next.waitFor(gone)
  await untilFocused(what)
  await press(page, 'x')
  await untilFocused(next)
  await page.keyboard.type('#APP @Call Planning')
  await press(page, 'Enter')
  await what.filter({ hasText: 'Planning' }).waitFor()
  await rowOf(page, 'Hero animation').getByText('2 × 15').waitFor()

  // C continues the work of the row in focus.
  await rowOf(page, 'Weekly call').click()
  await press(page, 'c')
  await what.filter({ hasText: 'Weekly call' }).waitFor()
})

it('leaves single keys to the field that has the focus', async () => {
  const { page, stint } = await beginWork({ before: addWork })
  await page.getByText('Nothing logged yet').waitFor()
  const form = await openForm(page)
  await choose(form, 'Project', 'WEB')
  await choose(form, 'Task', 'Call')
  const keys = 'snxcdetfgdgsjkzZ1234[]/?'
  await form.getByLabel('Notes').click()
  await page.keyboard.type(keys)
  await press(page, 'Delete', 'ArrowDown')
  expect(await form.getByLabel('Notes').inputValue()).toBe(keys)
  await press(page, 'Control+Enter')
  await form.waitFor(gone)
  await untilFocused(rowOf(page, keys))
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await stint('status')).toMatchObject({ running: false })
  expect(await stint('times', 'list')).toMatchObject({ total: 1, data: [{ notes: keys }] })

  // Neither does the timer's line give them away.
  await press(page, 'x')
  await page.keyboard.type('sn?')
  const line = page.getByRole('combobox', { name: /working on/ })
  expect(await line.inputValue()).toBe('sn?')
  expect(await stint('status')).toMatchObject({ running: false })
})
