/** Saved reports and the filter of a narrow window, in the real window and by keyboard alone. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Report } from '#shared/ipc/reports.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { playAt } from '../support/test-day.ts'
import { press, untilFocused } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { inspect, inspectEverywhere, listen, looks } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const gone = { state: 'detached' } as const
const client = 'Harbour Lane Bakery'
const bar = (page: Page) => page.getByRole('search', { name: 'Filter' })
const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: false }).waitFor()
const total = (page: Page) => page.locator('.report-table tfoot .number').first().textContent()

async function filterByClient(page: Page): Promise<void> {
  await press(page, '/')
  await page.keyboard.type('harbour lane')
  const offered = page.getByRole('listbox', { name: 'Filters to add' })
  await offered.getByRole('group', { name: 'Client' }).getByText(client).waitFor()
  await press(page, 'Enter', 'Escape', 'Escape')
  await bar(page).getByText(client).waitFor()
}

it('saves a report under a name, opens, changes, renames, and deletes it', async () => {
  const { page, stint, leave } = await beginDemo()
  const spoken = listen(page)
  await press(page, 'g', 'r')
  await page.locator('.report-table').waitFor()
  await filterByClient(page)
  await press(page, 'Control+s')
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  await untilFocused(dialog.getByLabel('Name'))
  await page.keyboard.type('Bakery')
  await inspectEverywhere(page, 'reports-save')
  await press(page, 'Enter')
  await dialog.waitFor(gone)
  await titled(page, 'Bakery')
  const report = (await stint('report', '--saved', 'bakery')) as Report
  expect(report).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  await expect.poll(() => total(page)).toBe(formatDurationText(report.total.minutes))

  // A change is said, and saved over by the same key.
  await press(page, 'b', 'ArrowDown')
  await page.getByText('Changed', { exact: true }).waitFor()
  await inspectEverywhere(page, 'reports-saved')
  await press(page, 'Escape', 'Control+s')
  await page.getByText('Changed', { exact: true }).waitFor(gone)
  expect(await stint('report', '--saved', 'Bakery')).toMatchObject({ by: 'task' })
  await page.reload()
  await titled(page, 'Bakery')
  await bar(page).getByText(client).waitFor()

  // A second one, starred; the menu leads from one to the other.
  await press(page, '/', 'Backspace', 'Escape', 'Escape')
  await page.getByText('Changed', { exact: true }).waitFor()
  const menu = page.getByRole('button', { name: 'Saved reports' }).first()
  await menu.focus()
  await press(page, 'Enter')
  await page.getByRole('menuitem', { name: 'Save report' }).focus()
  await press(page, 'Enter')
  await untilFocused(dialog.getByLabel('Name'))
  await page.keyboard.type('bakery')
  await press(page, 'Enter')
  await dialog.getByText('There’s already a report called “Bakery”').waitFor()
  await dialog.getByLabel('Name').fill('Everything')
  await press(page, 'Enter')
  await titled(page, 'Everything')
  const star = page.getByRole('button', { name: 'Starred' }).first()
  await star.focus()
  await press(page, 'Space')
  await page.locator('[aria-label=Starred][aria-pressed=true]').first().waitFor()
  await menu.focus()
  await press(page, 'Enter')
  await untilFocused(page.getByRole('menuitemradio', { name: 'Everything' }))
  for (const look of looks.slice(0, 2)) {
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.locator(`html[data-theme=${look.scheme}]`).waitFor()
    await inspect(page, 'reports-saved-menu', look)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await press(page, 'ArrowDown', 'Enter')
  await titled(page, 'Bakery')
  await bar(page).getByText(client).waitFor()
  await untilFocused(menu)

  await press(page, 'F2')
  const renaming = page.getByRole('dialog', { name: 'Rename report' })
  await untilFocused(renaming.getByLabel('Name'))
  await page.keyboard.type('Loaves')
  await press(page, 'Enter')
  await titled(page, 'Loaves')
  await press(page, 'z')
  await titled(page, 'Bakery')
  await menu.focus()
  await press(page, 'Enter', 'End', 'Enter')
  await titled(page, 'Reports')
  await page.getByText('Deleted “Bakery”').waitFor()
  await press(page, 'z')
  await titled(page, 'Bakery')
  expect(spoken).toEqual([])
  await leave()
})

it('has the filter on a sheet in a narrow window, and keeps what is typed when it is turned', async () => {
  const { page, leave } = await beginDemo()
  await press(page, 'g', 'r')
  await page.locator('.report-table').waitFor()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  const field = sheet.getByRole('combobox')
  await page.setViewportSize({ width: 360, height: 740 })
  const before = await total(page)
  await bar(page).getByRole('button').focus()
  await press(page, 'Enter')
  await untilFocused(field)
  await page.keyboard.type('harbour')
  await sheet.getByRole('group', { name: 'Client' }).getByText(client).waitFor()
  await press(page, 'Enter')
  await sheet.getByRole('list', { name: 'Filters' }).getByText(client).waitFor()
  await page.keyboard.type('design')
  for (const look of looks.filter(({ width }) => width === 360)) {
    await page.emulateMedia({ colorScheme: look.scheme })
    await page.locator(`html[data-theme=${look.scheme}]`).waitFor()
    await inspect(page, 'reports-filter-sheet', look)
  }
  // Turned, it is the bar again, with the same text.
  await page.setViewportSize({ width: 800, height: 740 })
  await sheet.waitFor(gone)
  const wide = bar(page).getByRole('combobox')
  await untilFocused(wide)
  expect(await wide.inputValue()).toBe('design')
  await page.setViewportSize({ width: 360, height: 740 })
  await untilFocused(field)
  await field.fill('')
  const show = sheet.getByRole('button', { name: /^Show \d+ entries$/ })
  await show.focus()
  await press(page, 'Enter')
  await sheet.waitFor(gone)
  await bar(page).getByText('1 filter').waitFor()
  expect(await total(page)).not.toBe(before)
  await inspect(
    page,
    'reports-narrow',
    looks.find(({ suffix }) => suffix === '360-light')!,
  )
  await leave()
})
