/** A freelancer's first hour, by keyboard: clients, a day by timer, an expense, a report, a service. */
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { startProgram } from '../support/program.ts'
import { playAt } from '../support/test-day.ts'
import { beginWork, choose, openForm, panelOf, press, rowOf, untilFocused } from './at-work.ts'
import { inspectEverywhere, listen } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const within = { timeout: 90_000 } as const

const studio = [
  { client: 'Oak Theatre', name: 'Season poster', code: 'OAK', increment: '15', rate: '90' },
  { client: 'Lantern Books', name: 'Spring list', code: 'LAN', increment: '6', rate: '110.50' },
  { client: 'Ridge Cycles', name: 'Shop signs', code: 'RID', increment: '30', rate: '75' },
] as const

/** Types an unknown name in a picker, and adds the record of that name. */
async function addOnTheWay(page: Page, picker: Locator, what: string, name: string): Promise<void> {
  await page.keyboard.type(name)
  await page.getByRole('option', { name: `Add ${what} “${name}”` }).waitFor()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: `Add ${what}` })
  await untilFocused(dialog.getByLabel('Name'))
  await press(page, 'Enter')
  await dialog.waitFor(gone)
  await untilFocused(picker)
}

/** The client is added in the form: no step leads to another page. */
async function addProject(page: Page, one: (typeof studio)[number]): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Project' })
  await press(page, 'n')
  await untilFocused(panel.getByLabel('Name'))
  await page.keyboard.type(one.name)
  await press(page, 'Tab', 'Tab')
  const client = panel.getByRole('combobox', { name: 'Client' })
  await untilFocused(client)
  await addOnTheWay(page, client, 'client', one.client)
  await press(page, 'Tab')
  await untilFocused(panel.getByLabel('Code'))
  await page.keyboard.type(one.code)
  await press(page, 'Tab', 'Control+a')
  await page.keyboard.type(one.increment)
  await press(page, 'Tab')
  await page.keyboard.type(one.rate)
  await press(page, 'Control+Enter')
  await panel.waitFor(gone)
  await untilFocused(rowOf(page, one.name))
}

/** Says what it is in the line of the timer, as long as it ran, and stops it. */
async function work(page: Page, line: string, notes: string, counted: string): Promise<void> {
  const timer = page.getByRole('timer')
  const field = page.getByRole('combobox', { name: /working on/ })
  await press(page, 'x')
  await untilFocused(field)
  await page.keyboard.type(line)
  // Tab takes the suggested task.
  await press(page, 'Tab', 'Enter')
  await timer.waitFor()
  await press(page, 's')
  await timer.waitFor(gone)
  await rowOf(page, notes).getByText(counted).waitFor()
}

const addExpense = async (page: Page): Promise<Locator> => {
  await press(page, 'g', 'e')
  await page.getByText(/^No expenses in/).waitFor()
  await press(page, 'n')
  const form = page.getByRole('complementary', { name: 'Expense', exact: true })
  await untilFocused(form.getByRole('combobox', { name: 'Project' }))
  return form
}

it('goes from an empty window to a report, and to a service that has all of it', async () => {
  const { page } = await beginWork()
  const spoken = listen(page)
  await page.getByText('How do you want to start?').waitFor()
  await press(page, '2', 'Enter')
  await page.getByText('Nothing logged yet').waitFor()

  await press(page, 'g', 'p')
  await page.getByText('No projects yet').waitFor()
  for (const one of studio) await addProject(page, one)

  // The first entry names a task, which the form adds.
  await press(page, 'g', 'd')
  const form = await openForm(page)
  await choose(form, 'Project', 'OAK')
  const task = form.getByRole('combobox', { name: 'Task' })
  await task.focus()
  await addOnTheWay(page, task, 'task', 'Drawing')
  await form.getByLabel('From').fill('9-10:30')
  await form.getByLabel('Notes').fill('First sketches')
  await press(page, 'Control+Enter')
  await panelOf(page).waitFor(gone)
  await rowOf(page, 'First sketches').getByText('6 × 15').waitFor()

  // The rest of the day by timer.
  await work(page, '45m Cover ideas #LAN @Dr', 'Cover ideas', '8 × 6')
  await work(page, '20m Letters of the sign #RID @Dr', 'Letters of the sign', '1 × 30')

  const expense = await addExpense(page)
  await choose(expense, 'Project', 'OAK')
  await expense.getByRole('combobox', { name: 'Project' }).focus()
  await press(page, 'Shift+Tab')
  await untilFocused(expense.getByRole('radio', { checked: true }))
  if ((await expense.getByLabel('Unit price').count()) === 0) await press(page, 'ArrowRight')
  await expense.getByLabel('Name').fill('Gouache')
  await expense.getByLabel('Unit price').fill('40')
  await expense.getByLabel('Amount').fill('34.50')
  await expense.getByRole('combobox', { name: 'Tax' }).selectOption('Included')
  await expense.getByLabel('Rate').fill('15')
  await expense.getByText('incl. £4.50 tax').waitFor()
  await press(page, 'Control+Enter')
  await expense.waitFor(gone)
  await rowOf(page, 'Gouache').getByText('£34.50').waitFor()

  // 1:30 at 90, 0:48 at 110.50, 0:30 at 75.
  await press(page, 'g', 'r')
  const total = page.getByRole('grid', { name: 'Report' }).getByRole('row').last()
  for (const text of ['2:48', '£260.90', '£40.00', '£30.00']) {
    await total.getByText(text).first().waitFor()
  }
  await inspectEverywhere(page, 'freelancer-report')

  // Later there is a service: what it does not have is created there, clients before their
  // projects.
  const database = join(testFolder(), 'service.db')
  const service = await startProgram(['serve', '--demo', '--db', database, '--port', '0'], {
    home: testFolder(),
  })
  await page.getByRole('link', { name: 'Settings' }).last().focus()
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Connect to a service…' }).focus()
  await press(page, 'Enter')
  const connecting = page.getByRole('dialog', { name: 'Connect this account to a service' })
  await untilFocused(connecting.getByLabel('Service URL'))
  await page.keyboard.type(service.ready['url']!)
  await press(page, 'Tab')
  await page.keyboard.type(service.ready['token']!)
  await connecting.getByText('Found Fernwood Studio').first().waitFor(within)
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Match with the service' }).waitFor(within)
  for (const name of [
    ...studio.map(({ client }) => client),
    ...studio.map((one) => one.name),
    'Drawing',
  ]) {
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('combobox', { name: `Match for “${name}”` }) })
    await item.getByRole('button', { name: 'Create on the service' }).focus(within)
    await press(page, 'Enter')
    await item.waitFor({ ...gone, ...within })
  }
  await page.getByText('Everything is matched').waitFor(within)
  await press(page, 'g', 'd')
  for (const notes of ['First sketches', 'Cover ideas', 'Letters of the sign']) {
    await rowOf(page, notes)
      .getByRole('img', { name: /^Synced/ })
      .waitFor(within)
  }
  const answer = await fetch(`${service.ready['url']}/api/v1/times?query=Cover%20ideas`, {
    headers: { authorization: `Bearer ${service.ready['token']}` },
  })
  expect(await answer.json()).toMatchObject({
    data: [{ notes: 'Cover ideas', quantity: 8, increment: 6, rate: 11_050 }],
  })
  expect(spoken).toEqual([])
})
