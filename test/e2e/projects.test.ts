/** Projects, clients, tasks, charges and people without a pointer, over the real core. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onAnyDay } from '../support/test-day.ts'
import { addWork, beginWork, press, untilFocused } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('tabpanel').getByRole('row').filter({ hasText: name })
const tabOf = (page: Page, name: string): Locator => page.getByRole('tab', { name })
const gone = { state: 'detached' } as const
const within = { timeout: 90_000 }

it('adds, edits and deletes a project of this machine, and gives it a color', async () => {
  const { page, stint } = await beginWork({ before: addWork })
  const spoken = listen(page)
  const panel = page.getByRole('complementary', { name: 'Project' })
  await page.getByText('Nothing logged yet').waitFor()
  await press(page, 'g', 'p')
  await rowOf(page, 'Website').waitFor()

  // A new one: an invalid value is reported after the field was left, and blocks saving.
  await press(page, 'n')
  await untilFocused(panel.getByLabel('Name'))
  await page.keyboard.type('Harbour poster')
  await press(page, 'Tab')
  await untilFocused(panel.getByRole('radio', { name: 'For a client' }))
  await press(page, 'ArrowRight')
  await untilFocused(panel.getByRole('radio', { name: 'Internal' }))
  await press(page, 'ArrowLeft', 'Tab', 'Tab')
  await untilFocused(panel.getByLabel('Code'))
  await page.keyboard.type('HBP')
  await press(page, 'Tab')
  await page.keyboard.type('0')
  await press(page, 'Tab')
  await panel.getByText('Enter whole minutes from 1 to 1440').waitFor()
  await press(page, 'Control+Enter')
  await untilFocused(panel.getByLabel('Increment'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6')
  await press(page, 'Tab')
  await page.keyboard.type('95.50')
  await press(page, 'Control+Enter')
  await panel.waitFor(gone)
  await untilFocused(rowOf(page, 'Harbour poster'))
  expect(await stint('projects', 'list', '--query', 'HBP')).toMatchObject({
    data: [{ name: 'Harbour poster', code: 'HBP', increment: 6, rate: 9550, currency: 'EUR' }],
  })
  await tabOf(page, 'Projects').getByText('3').waitFor()

  // Its color: arrows choose, and the code has it everywhere.
  await press(page, 'e')
  await untilFocused(panel.getByLabel('Name'))
  const colors = panel.getByRole('radiogroup', { name: 'Color' })
  const first = colors.getByRole('radio', { checked: true })
  const own = await first.getAttribute('aria-label')
  await first.focus()
  await press(page, 'ArrowRight')
  await colors.getByRole('radio', { checked: true }).and(page.locator(':focus')).waitFor()
  const chosen = (await colors.getByRole('radio', { checked: true }).getAttribute('aria-label'))!
  expect(chosen).not.toBe(own)
  await rowOf(page, 'Harbour poster').locator(`.p-${chosen.toLowerCase()}`).waitFor()
  await inspectEverywhere(page, 'project-local')
  await panel.getByRole('button', { name: 'Automatic' }).focus()
  await press(page, 'Enter')
  await rowOf(page, 'Harbour poster').locator(`.p-${own!.toLowerCase()}`).waitFor()
  await press(page, 'ArrowLeft')
  await panel.getByRole('button', { name: 'Automatic' }).waitFor()

  // Changed, complete, and sorted to the completed ones.
  await panel.getByLabel('Name').fill('Harbour posters')
  await panel.getByRole('radio', { name: 'Open' }).focus()
  await press(page, 'ArrowRight', 'Control+Enter')
  await panel.waitFor(gone)
  await untilFocused(rowOf(page, 'Harbour posters'))
  await page.getByRole('rowgroup', { name: 'Complete' }).getByText('Harbour posters').waitFor()

  // Sorted by its columns; found by its code.
  await page.getByRole('button', { name: 'Name' }).focus()
  await press(page, 'ArrowLeft')
  await untilFocused(page.getByRole('button', { name: 'Code' }))
  await press(page, 'Enter')
  await page
    .getByRole('columnheader', { name: 'Code' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  expect(await rowOf(page, '').nth(1).textContent()).toContain('Booking app')
  await press(page, 'Enter')
  await expect.poll(() => rowOf(page, '').nth(1).textContent()).toContain('Website')
  await press(page, '/')
  await page.keyboard.type('hbp')
  await rowOf(page, 'Website').waitFor(gone)
  await press(page, 'Escape')
  await rowOf(page, 'Website').waitFor()

  // Deleted and brought back.
  await rowOf(page, 'Harbour posters').focus()
  await press(page, 'Delete')
  await page.getByText('Deleted “Harbour posters”').waitFor()
  await rowOf(page, 'Harbour posters').waitFor(gone)
  await press(page, 'z')
  await rowOf(page, 'Harbour posters').waitFor()

  // The other lists, by one key each.
  await press(page, ']')
  await page.getByText('No clients yet.').waitFor()
  await press(page, 'n')
  const client = page.getByRole('complementary', { name: 'Client' })
  await untilFocused(client.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Kaipara Museum')
  await press(page, 'Control+Enter')
  await untilFocused(rowOf(page, 'Kaipara Museum'))
  await press(page, ']', 'n')
  await page.keyboard.type('Letterpress')
  await press(page, 'Control+Enter')
  await untilFocused(rowOf(page, 'Letterpress'))
  await press(page, ']', 'n')
  const charge = page.getByRole('complementary', { name: 'Price list item' })
  await untilFocused(charge.getByLabel('Name'))
  await page.keyboard.type('Mileage')
  await press(page, 'Tab')
  await page.keyboard.type('0.88')
  await press(page, 'Control+Enter')
  await untilFocused(rowOf(page, 'Mileage'))
  await rowOf(page, '€0.88').waitFor()
  await press(page, ']')
  await page.getByText('People come from a service').waitFor()
  await press(page, '[', '[', '[', '[')
  await rowOf(page, 'Website').waitFor()
  expect(spoken).toEqual([])
})

it('does not lose a click that makes a field show its error', async () => {
  const { page } = await beginWork({ before: addWork })
  const panel = page.getByRole('complementary', { name: 'Project' })
  await page.getByText('Nothing logged yet').waitFor()
  await press(page, 'g', 'p')
  await rowOf(page, 'Website').click()
  await panel.getByLabel('Increment').fill('0')
  const clay = panel.getByRole('radio', { name: 'Clay' })
  await clay.scrollIntoViewIfNeeded()
  await panel.getByLabel('Increment').focus()
  const dot = (await clay.boundingBox())!
  await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2)
  await panel.getByText('Enter whole minutes from 1 to 1440').waitFor()
  await rowOf(page, 'Website').locator('.p-clay').waitFor()
  await expect
    .poll(async () => (await clay.boundingBox())!.y)
    .toBeLessThan((await panel.getByRole('button', { name: 'Save' }).boundingBox())!.y)
})

it('shows what the service keeps, changes it there, and says where it cannot', async () => {
  const { page, stint, leave } = await beginDemo()
  const spoken = listen(page)
  const panel = page.getByRole('complementary', { name: 'Project' })
  await press(page, 'g', 'p')
  await rowOf(page, 'Annual report').waitFor()
  await stint('projects', 'add', '--name', 'Ferry livery', '--code', 'FER')
  await rowOf(page, 'Ferry livery').getByText('Local only').waitFor()
  await inspectEverywhere(page, 'projects')

  await rowOf(page, 'Annual report').focus()
  await press(page, 'Enter')
  await panel.getByText('Saves to the service for everyone.').waitFor()
  await panel.getByText(/^In /).waitFor()
  await panel.getByLabel('Name').fill('Annual report 2026')
  await press(page, 'Control+Enter')
  await page.getByText('Saved to the service').waitFor(within)
  await untilFocused(rowOf(page, 'Annual report 2026'))
  await press(page, 'e')
  await untilFocused(panel.getByLabel('Name'))
  await inspectEverywhere(page, 'project')
  await press(page, 'Escape')

  // Created there from the local one.
  await rowOf(page, 'Ferry livery').focus()
  await press(page, 'e')
  await panel.getByText('On this computer only. Its entries').waitFor()
  await inspectEverywhere(page, 'project-held')
  await panel.getByLabel('Client').fill('Kaipara')
  await press(page, 'Enter', 'Control+Enter')
  await panel.waitFor(gone)
  await press(page, 'e')
  await panel.getByRole('button', { name: 'Create on the service' }).focus()
  await press(page, 'Enter')
  await page.getByText('Created “Ferry livery” on the service').waitFor(within)
  await rowOf(page, 'Ferry livery').getByText('Local only').waitFor(gone)

  // Deleting for everybody asks first.
  await rowOf(page, 'Ferry livery').focus()
  await press(page, 'Delete')
  const question = page.getByRole('alertdialog')
  await question.getByText('Delete “Ferry livery” from the service?').waitFor()
  await press(page, 'Escape')
  await question.waitFor(gone)
  await untilFocused(rowOf(page, 'Ferry livery'))

  await tabOf(page, 'Projects').focus()
  for (const name of ['Clients', 'Tasks', 'Price list', 'People']) {
    await press(page, 'ArrowRight')
    await untilFocused(tabOf(page, name))
  }
  await rowOf(page, 'Mara Quinlan').waitFor()
  await press(page, '[')
  await rowOf(page, 'Courier').waitFor()

  await leave()
  await stint('categories', 'add', '--name', 'Weather')
  await page
    .getByText('Offline')
    .first()
    .waitFor({ ...within, state: 'attached' })
  await rowOf(page, 'Courier').focus()
  await press(page, 'Enter')
  await page.getByText('Read-only until it’s back').waitFor()
  await inspectEverywhere(page, 'charge-offline')
  expect(spoken).toEqual([])
})
