/** The states of an entry, of the service and of a setting, as a person sees them. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import {
  addMorning,
  beginWork,
  choose,
  openForm,
  panelOf,
  press,
  rowOf,
  untilFocused,
  type Work,
} from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { obscuredFocus } from './obscured-focus.ts'

onAnyDay()

const gone = { state: 'detached' } as const
const within = { timeout: 90_000 }

const syncLine = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Sync: / })

/** Connects in the first page of the app. */
async function connect({ page }: Work, url: string): Promise<void> {
  await page.getByLabel('Service URL').fill(url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
  await syncLine(page).getByText('Up to date').waitFor()
}

/** Names a project or a task of the service by its id there, from its picker. */
async function addKnown(page: Page, field: 'Project' | 'Task', id: number): Promise<void> {
  const form = panelOf(page)
  const box = form.getByRole('combobox', { name: field })
  await box.click()
  await form.getByRole('option', { name: `Add ${field.toLowerCase()}…` }).click()
  const dialog = page.getByRole('dialog', { name: `Add ${field.toLowerCase()}` })
  await dialog.getByRole('radio', { name: 'Use service ID' }).click()
  await dialog.getByLabel('Service ID').fill('one')
  await press(page, 'Enter')
  await dialog.getByText('Enter a whole number, 1 or higher').waitFor()
  await dialog.getByLabel('Service ID').fill(String(id))
  await press(page, 'Enter')
  await dialog.waitFor(gone)
  await untilFocused(box)
  expect(await box.inputValue()).toBe(`${field} ${id}`)
}

/** Types the times and the notes of the open form, and saves from the keyboard. */
async function save(page: Page, times: string, notes: string): Promise<void> {
  await panelOf(page).getByLabel('From').fill(times)
  await panelOf(page).getByLabel('Notes').fill(notes)
  await press(page, 'Control+Enter')
  // The row may appear before the form has closed, and would send the next key to its fields.
  await panelOf(page).waitFor(gone)
  await untilFocused(rowOf(page, notes))
}

it('begins empty, and takes a first project and task from their pickers', async () => {
  const { page } = await beginWork()
  await page.getByRole('radio', { name: 'Use this computer only' }).click()
  await press(page, 'Enter')
  await page.getByText('Nothing logged yet').waitFor()
  await syncLine(page).getByText('On this computer only').waitFor()

  const form = await openForm(page)
  const project = form.getByRole('combobox', { name: 'Project' })
  await project.fill('Garden plan')
  await form.getByRole('option', { name: 'Add project “Garden plan”' }).waitFor()
  await press(page, 'Enter')
  const adding = page.getByRole('dialog', { name: 'Add project' })
  await untilFocused(adding.getByLabel('Name'))
  expect(await adding.getByLabel('Name').inputValue()).toBe('Garden plan')
  // Without a service it can know none.
  expect(await adding.getByRole('radio').count()).toBe(0)

  // Undone: the focus is where it came from.
  await press(page, 'Escape')
  await adding.waitFor(gone)
  await untilFocused(project)
  await project.fill('Garden plan')
  await press(page, 'Enter')
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await adding.waitFor(gone)
  await untilFocused(project)

  await project.fill('Garden plan')
  await press(page, 'Enter')
  await adding.getByLabel('Code').fill('GRD')
  await adding.getByLabel('Increment').fill('soon')
  await adding.getByLabel('Currency').fill('Euro')
  await press(page, 'Enter')
  await adding.getByText('Enter a whole number').waitFor()
  await adding.getByText('Enter a three-letter currency code, like USD').waitFor()
  await adding.getByLabel('Increment').fill('6')
  await adding.getByLabel('Currency').fill('eur')
  await press(page, 'Enter')
  await adding.waitFor(gone)
  await untilFocused(project)
  expect(await project.inputValue()).toBe('Garden plan')

  await press(page, 'Tab')
  const task = form.getByRole('combobox', { name: 'Task' })
  await untilFocused(task)
  await page.keyboard.type('Dig')
  await press(page, 'Enter')
  const addingTask = page.getByRole('dialog', { name: 'Add task' })
  await untilFocused(addingTask.getByLabel('Name'))
  await press(page, 'Enter')
  await addingTask.waitFor(gone)
  await untilFocused(task)

  await save(page, '9-10:30', 'First beds')
  const row = rowOf(page, 'First beds')
  await row.getByText('GRD').waitFor()
  await row.getByText('15 × 6').waitFor()
  await row.getByText('Dig').waitFor()
  await row.getByRole('img', { name: 'On this computer only' }).waitFor()
  expect(await page.getByText('Nothing logged yet').count()).toBe(0)
})

it('shows what waits, what was sent and what the service refused, in its own words', async () => {
  const service = await startBareService()
  service.validate = ({ notes }) =>
    notes === 'Second thoughts' ? { notes: ['Must name a ticket'] } : null
  const work = await beginWork()
  const { page, day } = work
  await connect(work, service.url)

  // A bare service tells no names before there are entries.
  await openForm(page)
  await addKnown(page, 'Project', 1)
  await addKnown(page, 'Task', 1)
  await save(page, '9-10', 'First thoughts')
  const sent = rowOf(page, 'First thoughts')
  await sent.getByRole('img', { name: /^Synced/ }).waitFor(within)
  await sent.getByText('Website relaunch').waitFor(within)
  expect([...service.times.values()]).toMatchObject([{ project_id: 1, task_id: 1, date: day() }])

  // A project of this machine only: the service has no place for it.
  const form = await openForm(page)
  await form.getByRole('combobox', { name: 'Project' }).fill('Barn')
  await press(page, 'Enter')
  const adding = page.getByRole('dialog', { name: 'Add project' })
  await adding.getByText('Its entries won’t sync until').waitFor()

  // In a small window, part of its button is out of sight. The focus stays visible where the window
  // becomes even smaller, and where a sentence below a field makes the dialog longer.
  await page.setViewportSize({ width: 640, height: 400 })
  const add = adding.getByRole('button', { name: 'Add project' })
  await add.evaluate((button) => button.focus({ preventScroll: true }))
  expect(await obscuredFocus(page)).toContain('Add project')
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await page.setViewportSize({ width: 640, height: 320 })
  await expect.poll(() => obscuredFocus(page)).toBeUndefined()
  await page.setViewportSize({ width: 640, height: 400 })
  await adding.getByLabel('Increment').fill('0')
  await add.click()
  await adding.getByText('Enter a whole number from 1 to 1440').waitFor()
  await untilFocused(adding.getByLabel('Increment'))
  expect(await obscuredFocus(page)).toBeUndefined()
  await page.setViewportSize({ width: 1280, height: 800 })
  await adding.getByLabel('Increment').fill('15')

  await adding.getByLabel('Code').fill('BRN')
  await press(page, 'Enter')
  await adding.waitFor(gone)
  await choose(form, 'Task', 'Design')
  await save(page, '10-11', 'Roof beams')
  const held = rowOf(page, 'Roof beams')
  await held.getByText('Needs matching').waitFor()
  await held.getByRole('img', { name: /isn’t on the service yet/ }).waitFor()

  // A draft has neither.
  await openForm(page)
  await panelOf(page).getByText('stays a draft and won’t sync').waitFor()
  await save(page, '11-12', 'Not sorted yet')
  await rowOf(page, 'Not sorted yet').getByText('Needs a project').waitFor()

  // Refused: the text of the service, and the change that settles it.
  await openForm(page)
  await choose(panelOf(page), 'Project', 'Website relaunch')
  await choose(panelOf(page), 'Task', 'Design')
  await panelOf(page).getByLabel('From').fill('13-14')
  await panelOf(page).getByLabel('Notes').fill('Second thoughts')
  await press(page, 'Control+Enter')
  const refused = rowOf(page, '“Must name a ticket”')
  await refused.getByText('Notes rejected').waitFor(within)
  await refused
    .getByRole('img', { name: /Rejected by the service: “Must name a ticket”/ })
    .waitFor()
  await page.getByRole('link', { name: 'Sync' }).getByLabel('1 to review').waitFor()
  expect(service.times.size).toBe(1)
  await refused.click()
  await press(page, 'e')
  await panelOf(page).getByLabel('Notes').fill('Second thoughts, T-12')
  await press(page, 'Control+Enter')
  await rowOf(page, 'Second thoughts, T-12')
    .getByRole('img', { name: /^Synced/ })
    .waitFor(within)
  await page.getByLabel('1 to review').waitFor(gone)
  expect([...service.times.values()].map(({ notes }) => notes)).toEqual([
    'First thoughts',
    'Second thoughts, T-12',
  ])
  await syncLine(page).getByText('1 needs matching').waitFor()
})

it('keeps working without the service, and with a revoked token', async () => {
  const service = await startBareService()
  const work = await beginWork()
  const { page, day } = work
  service.add({ project_id: 1, task_id: 1, date: day(), start: 480, notes: 'From the service' })
  await connect(work, service.url)
  await rowOf(page, 'From the service').waitFor(within)

  const log = async (times: string, notes: string) => {
    await openForm(page)
    await choose(panelOf(page), 'Project', 'Website relaunch')
    await choose(panelOf(page), 'Task', 'Design')
    await save(page, times, notes)
    await rowOf(page, notes).getByRole('img', { name: 'Saved, not synced yet' }).waitFor()
  }
  await service.leave()
  await log('9-10', 'In the tunnel')
  await syncLine(page).getByText('Offline').waitFor(within)
  await syncLine(page).getByText('1 change').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  // Sync says since when; R tries now, without waiting for the next try.
  await press(page, 'Escape', 'g', 's')
  await page.getByText(/Offline since \d\d:\d\d/).waitFor()
  await page.getByText('Your changes are saved here and will sync automatically').waitFor()
  await page.getByText('1 to send', { exact: true }).waitFor()
  await service.comeBack()
  await press(page, 'r')
  await page.getByText('Everything is synced').waitFor(within)
  expect(service.made.times).toBe(1)

  // The token is revoked: everything else keeps working.
  service.tokens.clear()
  await press(page, 'r')
  const signIn = 'The service no longer accepts your access token'
  await page.getByRole('main').getByText(signIn).waitFor(within)
  await press(page, 'g', 'd')
  await rowOf(page, 'From the service').waitFor()
  await log('11-12', 'Without a key')
  await syncLine(page).getByText('Sign in to sync').waitFor()
  await syncLine(page).getByText('1 change').waitFor()
  expect(service.made.times).toBe(1)

  // Disconnecting now says what would be lost.
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: /^Disconnect from 127\.0\.0\.1/ })
  await question.getByText('1 unsynced change will be lost.').waitFor()
  await press(page, 'Enter')
  await question.waitFor(gone)

  // Sync leads to the field for a new token.
  const field = page.getByLabel('New access token')
  await syncLine(page).click()
  await page.getByRole('button', { name: 'Open Settings' }).click()
  await field.fill('made up')
  await press(page, 'Enter')
  await page.getByText('The service rejected this access token').waitFor(within)
  await untilFocused(field)
  service.tokens.add('second')
  await field.fill('second')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByText('Signed in again').waitFor(within)
  await field.waitFor(gone)
  await syncLine(page).getByText('Up to date').waitFor(within)
  expect(service.made.times).toBe(2)

  // It can be changed before that, too.
  const opener = page.getByRole('button', { name: 'Access token: Replace…' })
  await opener.click()
  await untilFocused(field)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await untilFocused(opener)
  await press(page, 'g', 'd')
  await rowOf(page, 'Without a key')
    .getByRole('img', { name: /^Synced/ })
    .waitFor(within)
})

it('keeps settings, and asks before it leaves the account', async () => {
  const { page, app } = await beginWork({ before: addMorning, scheme: 'dark' })
  const theme = (of: Page, is: string) => of.locator(`html[data-theme=${is}]`).waitFor()
  const toSettings = (of: Page) => of.getByRole('link', { name: 'Settings' }).last().click()
  await theme(page, 'dark')
  await toSettings(page)

  const radio = (of: Page, name: string) => of.getByRole('radio', { name, exact: true })
  await page
    .getByRole('radiogroup', { name: 'Theme' })
    .getByRole('radio', { name: 'System', checked: true })
    .waitFor()
  await radio(page, 'Light').click()
  await theme(page, 'light')
  await press(page, 'ArrowRight')
  await theme(page, 'dark')
  await untilFocused(radio(page, 'Dark'))
  await press(page, 'ArrowLeft')
  await theme(page, 'light')
  await page
    .getByText('counts as 4 × 15 = 1:00 with 15-minute increments, or 8 × 6 = 0:48')
    .waitFor()
  await radio(page, 'Down').click()
  await page
    .getByText('counts as 3 × 15 = 0:45 with 15-minute increments, or 7 × 6 = 0:42')
    .waitFor()

  // A reload and a restart show it as it was set, and the form counts by it.
  await page.reload()
  await radio(page, 'Light')
    .and(page.getByRole('radio', { checked: true }))
    .waitFor()
  await theme(page, 'light')
  await app.end()
  const next = await (await app.startAgain()).openWindow()
  await theme(next, 'light')
  await rowOf(next, 'Wireframes').waitFor()
  await openForm(next)
  await panelOf(next).getByLabel('Duration').fill('0:47')
  await next.getByText('0:47 counts as 3 × 15 = 0:45').waitFor()
  await press(next, 'Escape')
  await toSettings(next)
  await radio(next, 'Down')
    .and(next.getByRole('radio', { checked: true }))
    .waitFor()
  await next
    .getByRole('radiogroup', { name: 'Theme' })
    .getByRole('radio', { name: 'System' })
    .click()
  await theme(next, 'dark')
  await next.emulateMedia({ colorScheme: 'light' })
  await theme(next, 'light')

  // Leaving: asked first, and Esc and Cancel do nothing.
  const leave = next.getByRole('main').getByRole('button', { name: 'Remove' })
  const question = next.getByRole('alertdialog', { name: 'Remove everything on this computer?' })
  await leave.click()
  await untilFocused(question.getByRole('button', { name: 'Cancel' }))
  await press(next, 'Escape')
  await question.waitFor(gone)
  await untilFocused(leave)
  await press(next, 'Enter')
  await untilFocused(question.getByRole('button', { name: 'Cancel' }))
  await press(next, 'Enter')
  await question.waitFor(gone)
  await untilFocused(leave)
  await leave.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await next.getByText('How do you want to start?').waitFor()
})
