/** Two windows of one program and the command line beside them: what one does, the others show. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostName } from '../support/host-name.ts'
import { playAt } from '../support/test-day.ts'
import {
  addMorning,
  beginWork,
  choose,
  entryWords,
  openForm,
  panelOf,
  press,
  rowOf,
} from './at-work.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const timerOf = (page: Page) => page.getByRole('timer')

it('shows in both windows what is done in one of them, or by the command line', async () => {
  const { page, openAnother, stint } = await beginWork({ before: addMorning })
  const other = await openAnother()
  const both = [page, other]
  for (const each of both) await rowOf(each, 'Wireframes').waitFor()

  // Added here, changed there.
  const form = await openForm(page)
  await choose(form, 'Project', 'WEB')
  await choose(form, 'Task', 'Call')
  await form.getByLabel('From').fill('13-14')
  await form.getByLabel('Notes').fill('Handover')
  await press(page, 'Control+Enter')
  await panelOf(page).waitFor(gone)
  await rowOf(other, 'Handover').click()
  await press(other, 'e')
  await panelOf(other).getByLabel('Notes').fill('Handover to print')
  await press(other, 'Control+Enter')
  await panelOf(other).waitFor(gone)
  await rowOf(page, 'Handover to print').waitFor()

  // The command line: entries, projects and tasks, and undo.
  await stint(...entryWords([2, 2], '14:15', 5, 'Planning'))
  for (const each of both) await rowOf(each, 'Planning').waitFor()
  await stint('undo')
  for (const each of both) await rowOf(each, 'Planning').waitFor(gone)
  await stint('tasks', 'add', '--name', 'Proofreading')
  await openForm(other)
  await choose(panelOf(other), 'Task', 'Proofreading')

  // An open form keeps what is typed in it, through every change around it.
  await panelOf(other).getByLabel('Notes').fill('Typed by hand')
  await rowOf(page, 'Weekly call').click()
  await press(page, 'Delete')
  await rowOf(other, 'Weekly call').waitFor(gone)
  expect(await panelOf(other).getByLabel('Notes').inputValue()).toBe('Typed by hand')
  expect(await panelOf(other).getByRole('combobox', { name: 'Task' }).inputValue()).toBe(
    'Proofreading',
  )
  await press(other, 'Escape')

  // One timer for all.
  await press(page, '1')
  for (const each of both) await timerOf(each).waitFor()
  await stint('discard')
  for (const each of both) await timerOf(each).waitFor(gone)
  await stint('start', 'Hero animation', '#WEB', '@Design', '--ago', '20m')
  for (const each of both) await timerOf(each).getByText('2 × 15 = 0:30').waitFor()
  await other.getByRole('button', { name: 'Stop timer' }).click()
  // This first: the row of the running timer contains the same text, also while it fades.
  for (const each of both) await timerOf(each).waitFor(gone)
  await rowOf(page, 'Running').waitFor(gone)
  await rowOf(page, 'Hero animation').getByText('2 × 15').waitFor()

  // A setting is one for all, too.
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await other.locator('html[data-theme=dark]').waitFor()
})

it('shows after a restart what was changed while it was closed', async () => {
  const { page, openAnother, app, stint } = await beginWork({ before: addMorning })
  const other = await openAnother()
  for (const each of [page, other]) await rowOf(each, 'Wireframes').waitFor()
  await app.end()
  await stint(...entryWords([1, 2], '13:00', 2, 'While it was closed'))

  const again = await app.startAgain()
  const windows = [await again.openWindow(), await again.openWindow()]
  for (const each of windows) await rowOf(each, 'While it was closed').waitFor()
  await again.end('SIGKILL')
  const last = await (await app.startAgain()).openWindow()
  await rowOf(last, 'While it was closed').waitFor()
})

it.for(['SIGTERM', 'SIGKILL'] as const)(
  'reconnects an open window without help after an end by %s, with the changes since',
  async (signal, { skip }) => {
    skip(hostName() !== 'browser', 'on Electron the windows end with the program')
    const { page, app, stint } = await beginWork({ before: addMorning })
    await rowOf(page, 'Wireframes').waitFor()
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))

    await app.end(signal)
    await page.getByRole('alert').getByText('Stint has stopped').first().waitFor()
    expect(await page.locator('.whole').getAttribute('inert')).toBe('')
    await stint(...entryWords([1, 2], '13:00', 2, 'While it was closed'))

    const again = await app.startAgain()
    await rowOf(page, 'While it was closed').waitFor()
    await page.getByRole('alert').waitFor(gone)
    expect(await page.locator('.whole').getAttribute('inert')).toBeNull()
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
    await page.reload()
    await rowOf(page, 'While it was closed').waitFor()
    await again.end()
  },
)
