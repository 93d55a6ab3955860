/** Two windows of one program and the command line beside them: what one does, the others show. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hostName } from '../support/host-name.ts'
import { freePort } from '../support/window.ts'
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

  // The command line: entries, what they are for, and taking back.
  await stint(...entryWords([2, 2], '14:15', 5, 'Planning'))
  for (const each of both) await rowOf(each, 'Planning').waitFor()
  await stint('undo')
  for (const each of both) await rowOf(each, 'Planning').waitFor(gone)
  await stint('tasks', 'add', '--name', 'Proofreading')
  await openForm(other)
  await choose(panelOf(other), 'Task', 'Proofreading')

  // A form that is open keeps what is typed in it, whatever happens around it.
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
  await other.getByRole('button', { name: 'Stop the timer' }).click()
  // First this: the row of what runs says the same words, also while it fades.
  for (const each of both) await timerOf(each).waitFor(gone)
  await rowOf(page, 'Running').waitFor(gone)
  await rowOf(page, 'Hero animation').getByText('2 × 15').waitFor()

  // A setting is one for all, too.
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await other.locator('html[data-theme=dark]').waitFor()
})

it('shows after a new start what came while it was closed', async () => {
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

it('tells an old window that the program was started again, and shows what came meanwhile', async ({
  skip,
}) => {
  skip(hostName() !== 'browser', 'on Electron the windows end with the program')
  const port = await freePort()
  const { page, app, stint } = await beginWork({ before: addMorning, port })
  await rowOf(page, 'Wireframes').waitFor()

  await app.end()
  await page.getByRole('alert').getByText('Stint is not running').first().waitFor()
  expect(await page.locator('.whole').getAttribute('inert')).toBe('')
  await stint(...entryWords([1, 2], '13:00', 2, 'While it was closed'))

  const again = await app.startAgain()
  await page.getByText('This window is from an earlier start').waitFor()
  expect(await page.locator('.whole').getAttribute('inert')).toBe('')
  const next = await again.openWindow()
  await rowOf(next, 'While it was closed').waitFor()

  // The address of the new start brings the old window back, too.
  await page.goto('about:blank')
  await page.goto(again.ready['url']!)
  await rowOf(page, 'While it was closed').waitFor()
})
