/**
 * Import and export in the window: the same as on the command line, and nothing before the preview.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'
import { addMorning, addWork, beginWork, press, rowOf, untilFocused } from './at-work.ts'
import { inspectEverywhere, listen } from './inspect.ts'

onAnyDay()

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../core/transfer/fixtures/${name}`, import.meta.url))

/** Through the palette, as for people who do not know where it is. */
async function open(page: Page, command: 'Import' | 'Export') {
  await page.getByText('Nothing logged').or(rowOf(page, 'Wireframes')).first().waitFor()
  await press(page, 'Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(`>${command} entries`)
  await page
    .getByRole('option', { name: new RegExp(command) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Import and export' }).waitFor()
}

/** The key for it, and the file in the browser's own dialog. */
function choosing(page: Page) {
  let path = ''
  page.on('filechooser', (chooser) => void chooser.setFiles(path))
  return async (next: string) => {
    path = next
    await page.keyboard.press('o')
    await page.getByText(basename(path), { exact: true }).waitFor()
    await untilFocused(page.getByRole('combobox', { name: 'Source' }))
  }
}

async function downloaded(page: Page, act: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const path = join(testFolder(), download.suggestedFilename())
  await download.saveAs(path)
  return { name: download.suggestedFilename(), text: readFileSync(path, 'utf8') }
}

const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })

it('writes the files that the command line writes', async () => {
  const { page, stint } = await beginWork({
    async before(run) {
      await addMorning(run)
      await run('expenses', 'add', '--name', 'Train', '--unit-charge', '2550', '--currency', 'EUR')
    },
  })
  const spoken = listen(page)
  const folder = testFolder()
  const byCommand = async (...words: string[]) => {
    const path = join(folder, 'file')
    await stint('export', ...words, path)
    return readFileSync(path, 'utf8')
  }
  await open(page, 'Export')
  const plain = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  expect(plain.name).toMatch(/^times-\d{4}-\d\d-\d\d\.csv$/)
  expect(plain.text).toBe(await byCommand('times', '--format', 'csv'))
  expect(plain.text).toContain('Colour study')
  await page.getByText(`${plain.name}: 3 entries`).first().waitFor()

  await page.getByRole('radio', { name: 'Local format' }).click()
  const local = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  expect(local.text).toBe(await byCommand('times', '--format', 'csv', '--locale', 'en-GB'))

  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByRole('radio', { name: 'This month' }).click()
  const json = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  expect(json.name).toMatch(/\.json$/)
  expect(json.text).toBe(await byCommand('times', '--format', 'json'))

  await page.getByRole('radio', { name: 'Calendar' }).click()
  const calendar = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  expect(calendar.text).toContain('SUMMARY')

  // Expenses have no hours: the table replaces the calendar.
  await page.getByRole('radio', { name: 'Expenses' }).click()
  await page.getByRole('radio', { name: 'Plain' }).click()
  const expenses = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  expect(expenses.text).toBe(await byCommand('expenses', '--format', 'csv'))
  expect(expenses.text).toContain('Train')

  await page.getByRole('radio', { name: 'Custom' }).click()
  await page.getByLabel('Last day').fill('2020-01-01')
  await page.getByText('Choose an end date on or after the start date').first().waitFor()
  await page
    .getByRole('button', { name: /^Export/ })
    .and(page.locator('[aria-disabled]'))
    .waitFor()
  await page.getByLabel('First day').fill('2019-01-01')
  await page.getByRole('radio', { name: 'Entries' }).click()
  await inspectEverywhere(page, 'export')

  // A report opens this with its days, the settings without any.
  await page.evaluate(() => (location.hash = '/reports'))
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('radio', { name: 'Custom', checked: true }).waitFor()
  expect(await page.getByLabel('First day').inputValue()).toMatch(/-01$/)
  await page.getByRole('radio', { name: 'Report', checked: true }).waitFor()
  await page.getByRole('radio', { name: 'HTML' }).click()
  const report = await downloaded(page, () => page.keyboard.press('Control+Enter'))
  const [from, to] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ]
  expect(report.name).toBe(`report-${from}-${to}.html`)
  expect(report.text).toBe(
    await byCommand(
      ...['report', '--from', from, '--to', to, '--format', 'html', '--locale', 'en-GB'],
    ),
  )
  await page.getByRole('radio', { name: 'A client' }).click()
  await page.getByText('Nothing here is billable to a client').waitFor()
  await inspectEverywhere(page, 'export-report')
  await page.evaluate(() => (location.hash = '/settings/data'))
  await page.getByRole('heading', { name: 'Data and backup' }).waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('radio', { name: 'All', checked: true }).waitFor()
  expect(spoken).toEqual([])
})

it('imports a file of Toggl by keyboard, once, and undoes it', async () => {
  const { page, stint } = await beginWork({ before: addWork })
  const spoken = listen(page)
  const chooseFile = choosing(page)
  const times = async () => ((await stint('times', 'list')) as { data: unknown[] }).data.length
  await open(page, 'Import')
  await inspectEverywhere(page, 'import-start')
  await chooseFile(fixture('toggl-detailed.csv'))

  // The preview shows what would be added; nothing is there yet.
  expect(await page.getByRole('combobox', { name: 'Source' }).inputValue()).toBe('toggl')
  await figure(page, 'Entries').getByText('6', { exact: true }).waitFor()
  await figure(page, 'Days').getByText('2 – 29 March').waitFor()
  const bad = page.getByRole('list', { name: 'Couldn’t import' }).getByRole('listitem')
  expect(await bad.allInnerTexts()).toEqual([
    expect.stringMatching(/^Line 7\s+has a duration of 0$/),
    expect.stringMatching(/^Line 8\s+date: “2026-02-30” isn’t a date$/),
  ])
  const names = page.getByRole('table').getByRole('row')
  await names.filter({ hasText: 'Website relaunch' }).getByText('New').waitFor()
  await names.filter({ hasText: 'Design' }).getByText('same name').waitFor()
  expect(await times()).toBe(0)
  await inspectEverywhere(page, 'import')

  await page.keyboard.press('Control+Enter')
  await untilFocused(page.getByRole('heading', { name: 'Imported 6 entries' }))
  expect(await times()).toBe(6)
  await inspectEverywhere(page, 'import-made')

  // The same file has nothing new.
  await chooseFile(fixture('toggl-detailed.csv'))
  await page.getByRole('heading', { name: 'Nothing new in this file' }).waitFor()
  await page.getByText('6 were imported earlier').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await untilFocused(page.getByRole('button', { name: 'Choose file' }))
  expect(await times()).toBe(6)

  // One undo takes all of it back; after that it can be imported again.
  await page.keyboard.press('z')
  await page
    .getByText(/^Undone: Imported 6 entries/)
    .first()
    .waitFor()
  expect(await times()).toBe(0)
  await chooseFile(fixture('toggl-detailed.csv'))
  await figure(page, 'Entries').getByText('6', { exact: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Imported 6 entries' }).waitFor()
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await page.getByRole('heading', { name: 'Undone' }).waitFor()
  await press(page, 'Shift+Z')
  await page.getByRole('button', { name: 'Go to 2 March' }).click()
  await rowOf(page, 'Hero, second').waitFor()
  expect(spoken).toEqual([])
})

it('matches the columns of any table, asks whose lines and which dates, and names what it cannot read', async () => {
  const { page, stint } = await beginWork({ before: addWork })
  const spoken = listen(page)
  const chooseFile = choosing(page)
  const folder = testFolder()
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  await page.evaluate(() => (location.hash = '/transfer'))
  await page.getByRole('button', { name: 'Choose file' }).waitFor()

  // Columns without the usual names: reported for a window, not in the terms of the command line.
  const rows = 'Wann;Wie lang;Wofür;Start\n02.03.2026;1,5;WEB;x\n13.03.2026;0:30;WEB;y\n'
  await chooseFile(file('any.csv', rows))
  await page.getByText('Match the date column').first().waitFor()
  await page.getByRole('combobox', { name: 'Field for “Wann”' }).selectOption('Date')
  await page.getByRole('combobox', { name: 'Field for “Wie lang”' }).selectOption('Duration')
  await page.getByText('start: “x” isn’t a time').waitFor()
  await page.getByRole('combobox', { name: 'Field for “Start”' }).selectOption('Skip')
  await page.getByRole('combobox', { name: 'Field for “Wofür”' }).selectOption('Project code')
  await figure(page, 'Entries').getByText('2', { exact: true }).waitFor()
  await figure(page, 'Hours').getByText('2:00', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'same code' }).waitFor()
  await inspectEverywhere(page, 'import-columns')
  await page.getByRole('button', { name: /^Import 2 entries/ }).click()
  await page.getByRole('heading', { name: 'Imported 2 entries' }).waitFor()
  expect(await stint('times', 'list')).toMatchObject({ data: [{}, {}] })

  // Several people: one is chosen before anything is added.
  await chooseFile(fixture('clockify-detailed.csv'))
  const make = page.getByRole('button', { name: /^Import \d/ })
  await make.and(page.locator('[aria-disabled]')).waitFor()
  await page.getByRole('combobox', { name: 'Person' }).selectOption('Ada Lang')
  await page.getByRole('button', { name: /^Import 2 entries/ }).waitFor()
  await page.getByText('belongs to Bo Stern').waitFor()
  await page.getByText('is a break').waitFor()

  // Dates that contradict each other.
  const dates = 'Date,Hours,Notes\n13/01/2026,1,a\n01/14/2026,1,b\n'
  // In the list of people, O would choose a name.
  await page.getByRole('button', { name: 'Change file' }).focus()
  await chooseFile(file('dates.csv', dates))
  await page.getByText('Some dates are day first').first().waitFor()
  await page.getByRole('combobox', { name: 'Date order' }).selectOption('Day, month, year')
  await page.getByText('“01/14/2026” isn’t a date').waitFor()

  // A foreign file, and a pasted one.
  await page.getByRole('combobox', { name: 'Source' }).selectOption('Clockify')
  await page.getByText('This isn’t a detailed Clockify report').first().waitFor()
  await inspectEverywhere(page, 'import-stuck')
  await press(page, 'Escape')
  await untilFocused(page.getByRole('button', { name: 'Choose file' }))
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Date,Hours,Notes\n2026-04-01,1:15,Pasted\n')
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await page.getByText('Pasted text').waitFor()
  await page.getByRole('button', { name: /^Import 1 entry/ }).waitFor()
  expect(spoken).toEqual([])
})

it('shows the progress of a long import, and leaves nothing when it is stopped', async () => {
  const { page, stint } = await beginWork({ before: addWork })
  const spoken = listen(page)
  const chooseFile = choosing(page)
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const day = String(1 + (at % 28)).padStart(2, '0')
    return `2025-${String(1 + (at % 12)).padStart(2, '0')}-${day},0:15,WEB,Row ${at}`
  })
  const path = join(testFolder(), 'long.csv')
  writeFileSync(path, ['Date,Hours,Project code,Notes', ...rows].join('\n'))
  await page.evaluate(() => (location.hash = '/transfer'))
  await page.getByRole('button', { name: 'Choose file' }).waitFor()
  await chooseFile(path)
  await page.getByRole('button', { name: /^Import 20,000 entries/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('progressbar', { name: /^Importing [1-9][\d,]* of 20,000/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Stopped. Nothing was imported').first().waitFor()
  await untilFocused(page.getByRole('combobox', { name: 'Source' }))
  await page.getByRole('button', { name: /^Import 20,000 entries/ }).waitFor()
  expect(await stint('times', 'list')).toMatchObject({ data: [] })
  expect(spoken).toEqual([])
})
