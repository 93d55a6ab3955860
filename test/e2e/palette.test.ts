/** The palette: a whole day's work from one field, over the real core. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { playAt } from '../support/test-day.ts'
import { addMorning, beginWork, panelOf, press, rowOf, untilFocused } from './at-work.ts'
import { inspectEverywhere, listen } from './inspect.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Command menu' })
const optionsOf = (page: Page) => page.getByRole('dialog').getByRole('option')
const gone = { state: 'detached' } as const

async function open(page: Page, text = '') {
  await press(page, 'Control+k')
  await untilFocused(fieldOf(page))
  await page.keyboard.type(text)
}

it('logs, starts, finds and runs commands from its line, by keys alone', async () => {
  const { page, stint } = await beginWork({ before: addMorning })
  const spoken = listen(page)
  await rowOf(page, 'Wireframes').click()

  // Both keys open it; Esc gives the focus back.
  for (const key of ['l', 'Control+k']) {
    await press(page, key)
    await untilFocused(fieldOf(page))
    await press(page, 'Escape')
    await fieldOf(page).waitFor(gone)
    await untilFocused(rowOf(page, 'Wireframes'))
  }

  // Tab completes a name; the parsed parts are shown below the line.
  await open(page, '20m sketches #we')
  await page.getByRole('option', { name: /WEB/ }).waitFor()
  await press(page, 'Tab')
  await page.keyboard.type('@design ')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('= 2 × 15').waitFor()
  await dialog.getByText('“sketches”').waitFor()
  await optionsOf(page).first().getByText('Log 0:20, ending now').waitFor()
  await inspectEverywhere(page, 'palette')

  // Into the latest gap that is long enough: 10:30 to 11:30.
  await optionsOf(page).filter({ hasText: 'in gap' }).getByText('10:30 – 10:50').waitFor()
  await press(page, 'Alt+Enter')
  await dialog.waitFor(gone)
  await rowOf(page, 'sketches').getByText('10:30 – 10:50').waitFor()
  await press(page, 'z')
  await rowOf(page, 'sketches').waitFor(gone)

  // After the entry that ended last.
  await open(page, '30m tidy up #APP @call')
  await press(page, 'Shift+Enter')
  await dialog.waitFor(gone)
  await rowOf(page, 'tidy up').getByText('12:30 – 13:00').waitFor()

  // Tab goes through the parsed parts, to be overwritten.
  await open(page, '30m tidy up #APP ')
  await press(page, 'Tab')
  await page.keyboard.type('1h')
  await optionsOf(page).first().getByText('Log 1:00').waitFor()
  await press(page, 'ArrowDown', 'ArrowUp', 'Enter')
  await dialog.waitFor(gone)
  expect(await stint('times', 'list', '--query', 'tidy')).toMatchObject({ total: 2 })

  // A timer starts, and the next one replaces it.
  await open(page, 'Hero #WEB @design ')
  await press(page, 'Control+Enter')
  await dialog.waitFor(gone)
  await page.getByRole('timer').waitFor()
  await open(page, 'Sitemap #APP ')
  await optionsOf(page).filter({ hasText: 'Switch timer' }).getByText('Stops Design').waitFor()
  await press(page, 'Escape')

  // Finds over all history, and opens what was found.
  await open(page, 'colour')
  await optionsOf(page).filter({ hasText: 'Colour study' }).waitFor()
  await press(page, 'Enter')
  await untilFocused(panelOf(page).getByRole('combobox', { name: 'Project' }))
  expect(await panelOf(page).getByLabel('Notes').inputValue()).toBe('Colour study')
  await press(page, 'Escape')

  // Runs a named command.
  await open(page, '>week')
  await optionsOf(page).filter({ hasText: 'Go to Week' }).waitFor()
  await press(page, 'Enter')
  await page.waitForURL(/#\/week/)
  await open(page, 'dark theme')
  await press(page, 'Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  await open(page, 'qqqq')
  await page.getByText('Switch timer').waitFor()
  await press(page, 'Escape')

  // By pointer, from the bar.
  await page.getByRole('button', { name: 'Log or search' }).click()
  await untilFocused(fieldOf(page))
  await page.keyboard.type('>settings')
  await optionsOf(page).filter({ hasText: 'Settings' }).first().click()
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect(spoken).toEqual([])
})
