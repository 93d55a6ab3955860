/** Reports without a pointer, over the real core: every period, every value, and paper. */
import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Report } from '#shared/ipc/reports.ts'
import type { Page as ListPage } from '#shared/resources/page.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { formatMoney } from '../../renderer/ui/format.ts'
import { periodName } from '../../renderer/features/reports/period-name.ts'
import {
  periodAt,
  type PeriodPreset,
  presetPeriod,
  stepPeriod,
} from '#shared/rules/report-periods.ts'
import { playAt } from '../support/test-day.ts'
import { addWork, beginWork, entryWords, press, rowOf, untilFocused, type Work } from './at-work.ts'
import { startBareService } from './bare-service.ts'
import { beginDemo } from './demo-service.ts'
import { inspectEverywhere, listen } from './inspect.ts'

const { day } = playAt('2026-11-19T15:20[Europe/Berlin]')

const table = (page: Page) => page.getByRole('grid', { name: 'Report' })
const gone = { state: 'detached' } as const

/** Waits for the report of these days, by its title and the answer behind it. */
const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: false }).waitFor()

/** The rows of the table as shown, the total last. */
const shownRows = (page: Page) =>
  table(page)
    .locator('tbody tr, tfoot tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ').trim()),
      ),
    )

const reportOf = async (stint: Work['stint'], ...words: string[]) =>
  (await stint('report', ...words)) as Report

/** Names of clients in the charts, at every width. */
async function namesAreWhole(page: Page): Promise<void> {
  const by = (label: string) => page.getByLabel('Group by').selectOption({ label })
  await by('Client')
  const names = page.locator('.bars .head')
  await names.getByText('No client').first().waitFor()
  for (const width of [360, 640, 900, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await names.evaluateAll((heads) =>
      heads.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
    expect(cut, `names at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await by('Project')
}

/** Which hours of one client, by task? By keyboard alone, and as the command line says. */
async function showsOneClient({ page, stint }: Work, days: string[]): Promise<void> {
  const total = async () => (await shownRows(page)).at(-1)![1]
  const client = 'Harbour Lane Bakery'
  const all = await total()
  const bar = page.getByRole('search', { name: 'Filter' })
  const offered = page.getByRole('listbox', { name: 'Filters to add' })
  await press(page, '/')
  await page.keyboard.type('harbour lane')
  await offered.getByRole('group', { name: 'Client' }).getByText(client).waitFor()
  await inspectEverywhere(page, 'reports-filter-add')
  await press(page, 'Enter', 'Escape', 'Escape', 'Shift+B')
  await untilFocused(page.getByLabel('Then by'))
  await press(page, 'ArrowDown')
  const tree = page.getByRole('treegrid', { name: 'Report' })
  await tree.waitFor()
  const report = await reportOf(stint, ...days, '--client', client, '--then', 'task')
  await expect
    .poll(() => tree.locator('tfoot .number').first().textContent())
    .toBe(formatDurationText(report.total.minutes))
  const inside = report.rows.flatMap(({ rows }) => rows!).length
  expect(await tree.locator('tbody tr').count()).toBe(report.rows.length + inside)
  await inspectEverywhere(page, 'reports-filtered')

  // A select keeps the keys that would choose in it.
  await press(page, 'Escape', '/')
  await page.keyboard.type('nothing like it')
  await press(page, 'Enter', 'Escape', 'Escape')
  await page.getByText('Without “nothing like it”').waitFor()
  await inspectEverywhere(page, 'reports-filter-empty')
  await press(page, 'Backspace')
  await bar.getByText('Words').waitFor(gone)
  await page.goBack()
  await bar.getByText('Words').waitFor()
  await page.goForward()
  await bar.getByText('Words').waitFor(gone)

  await press(page, 'Shift+B', 'Home', 'Escape')
  await press(page, '/', 'Backspace', 'Escape', 'Escape')
  await bar.getByText(client).waitFor(gone)
  await expect.poll(total).toBe(all)
}

it('shows any period by keyboard alone, and reaches every value by the tables', async () => {
  const work = await beginDemo()
  const { page, stint, leave } = work
  const spoken = listen(page)
  const today = day()
  const month = periodAt('month', today, 1)

  await press(page, 'g', 'r')
  await titled(page, periodName(month, today))
  await table(page).waitFor()

  // The page agrees with the command line on the same store.
  const range = (period: { from: string; to: string }) => ['--from', period.from, '--to', period.to]
  const report = await reportOf(stint, ...range(month))
  const rows = await shownRows(page)
  expect(rows).toHaveLength(report.rows.length + 1)
  for (const [nth, row] of [...report.rows, report.total].entries()) {
    expect(rows[nth]![1]).toBe(formatDurationText(row.minutes))
    const value = row.values.map(({ amount, currency }) => formatMoney(amount, currency))
    // In the order of the page: the main currency first.
    for (const text of value) expect(rows[nth]![3]).toContain(text)
    if (value.length === 0) expect(rows[nth]![3]).toBe('–')
  }
  await inspectEverywhere(page, 'reports')
  await namesAreWhole(page)

  // Before, after, today; each by its key.
  const before = stepPeriod(month, -1, 1)
  await press(page, '[')
  await titled(page, periodName(before, today))
  await press(page, '[', ']', ']', ']')
  await titled(page, periodName(stepPeriod(month, 1, 1), today))
  await page.getByText('Nothing logged in this period').waitFor()
  await inspectEverywhere(page, 'reports-empty')
  await press(page, 't')
  await titled(page, periodName(month, today))

  // Presets by the menu, kinds by the arrows.
  const menu = page.getByRole('button', { name: 'Choose period' })
  for (const [name, preset] of [
    ['Last month', 'lastMonth'],
    ['This quarter', 'thisQuarter'],
    ['This year', 'thisYear'],
    ['Today', 'today'],
    ['This week', 'thisWeek'],
  ] as [string, PeriodPreset][]) {
    await menu.focus()
    await press(page, 'Enter')
    await page.getByRole('menuitem', { name, exact: true }).focus()
    await press(page, 'Enter')
    await titled(page, periodName(presetPeriod(preset, today, 1), today))
    await untilFocused(menu)
  }
  await page.getByRole('radio', { name: 'Week' }).focus()
  await press(page, 'ArrowRight')
  await untilFocused(page.getByRole('radio', { name: 'Month' }))
  await titled(page, periodName(month, today))

  // Rows of each kind; the heads sort.
  await press(page, 'b')
  await untilFocused(page.getByLabel('Group by'))
  for (const kind of ['Task', 'Client', 'Category', 'Day'] as const) {
    await press(page, 'ArrowDown')
    await table(page).getByRole('columnheader', { name: kind }).waitFor()
    const by = kind.toLowerCase()
    const { total } = await reportOf(stint, ...range(month), '--by', by)
    await expect
      .poll(async () => (await shownRows(page)).at(-1)![1])
      .toBe(formatDurationText(total.minutes))
  }
  await press(page, 'Home')
  await table(page).getByRole('columnheader', { name: 'Project' }).waitFor()
  const head = table(page).getByRole('button', { name: 'Project' })
  await head.focus()
  await press(page, 'ArrowRight', 'Enter', 'Enter')
  await table(page).locator('th[aria-sort=ascending]').waitFor()
  await press(page, 'Enter')
  await table(page).locator('th[aria-sort]').waitFor(gone)

  await showsOneClient(work, range(month))

  // The chart, column by column.
  const walker = page.getByRole('slider', { name: 'Chart column' })
  await walker.focus()
  await press(page, 'Home')
  const columns = Number(await walker.getAttribute('aria-valuemax')) + 1
  const heard: string[] = []
  for (let nth = 0; nth < columns; nth++) {
    heard.push((await walker.getAttribute('aria-valuetext'))!)
    await press(page, 'ArrowRight')
  }
  expect(new Set(heard).size).toBe(columns)
  await page.locator('.bubble').waitFor()

  // Tables in place of charts: every value is text.
  await press(page, 'v')
  const days = page.getByRole('group', { name: 'Hours by day' }).getByRole('table')
  await days.waitFor()
  const byDay = await reportOf(stint, ...range(month), '--by', 'day')
  const totals = await days
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => row.children[1]!.textContent))
  expect(totals.filter((text) => text !== '0:00')).toEqual(
    byDay.rows
      .filter(({ minutes }) => minutes > 0)
      .map(({ minutes }) => formatDurationText(minutes)),
  )
  await inspectEverywhere(page, 'reports-tables')
  await press(page, 'v')
  await days.waitFor(gone)

  // A row's entries: as many, and as long, as the row says; ↵ opens one in its day.
  await press(page, 'j', 'j', 'k')
  await untilFocused(table(page).locator('tbody tr').first())
  await press(page, 'Enter')
  const panel = page.getByRole('complementary', { name: 'Entries for' })
  await panel.getByRole('listitem').first().waitFor()
  await untilFocused(panel.getByRole('listitem').first().getByRole('button'))
  expect(await panel.getByRole('listitem').count()).toBe(report.rows[0]!.entries)
  await inspectEverywhere(page, 'reports-entries')
  await press(page, 'Escape')
  await panel.waitFor(gone)
  await untilFocused(table(page).locator('tbody tr').first())
  await press(page, 'Enter')
  await panel.getByRole('listitem').first().waitFor()
  await press(page, 'j', 'k', 'Enter')
  await page.getByRole('complementary', { name: 'Entry' }).waitFor()
  await press(page, 'Escape', 'g', 'r')

  // The choices are kept. A custom range of days.
  await titled(page, periodName(month, today))
  await page.getByRole('radio', { name: 'Month' }).focus()
  await press(page, 'ArrowLeft', 'ArrowLeft')
  await untilFocused(page.getByLabel('From'))
  const from = addDays(today, -9)
  await page.getByLabel('From').fill(from)
  await page.getByLabel('To', { exact: true }).fill(today)
  const chosen = { kind: 'custom', from, to: today } as const
  await titled(page, periodName(chosen, today))
  const ofChosen = await reportOf(stint, ...range(chosen))
  await expect
    .poll(async () => (await shownRows(page)).at(-1)![1])
    .toBe(formatDurationText(ofChosen.total.minutes))

  expect(spoken).toEqual([])
  await leave()
})

/**
 * The texts and the number of sheets of a PDF file, as far as its plain structure contains them.
 */
function readPdf(pdf: Buffer): { sheets: number; sizes: string[] } {
  const raw = pdf.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, data]) => {
    try {
      return inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const all = [raw, ...streams].join('\n')
  return {
    sheets: [...all.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length,
    sizes: [...all.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)].map(([, box]) => box!.trim()),
  }
}

it('prints completely, on as many sheets as it takes', async () => {
  const { page, stint, leave } = await beginDemo()
  await page.emulateMedia({ colorScheme: 'dark' })
  await press(page, 'g', 'r')
  await table(page).waitFor()
  const short = readPdf(await page.pdf({ format: 'A4' }))
  expect(short.sheets).toBe(1)
  expect(short.sizes[0]).toMatch(/^0 0 59[45](\.\d+)? 84[12]/)

  // A year by day is long: the table continues under its heads.
  await page.getByRole('radio', { name: 'Year' }).click()
  await page.getByLabel('Group by').selectOption({ label: 'Day' })
  const year = day().slice(0, 4)
  const { rows } = await reportOf(
    stint,
    ...['--by', 'day', '--from', `${year}-01-01`, '--to', `${year}-12-31`],
  )
  await expect.poll(() => table(page).locator('tbody tr').count()).toBe(rows.length)
  const a4 = readPdf(await page.pdf({ format: 'A4' }))
  const letter = readPdf(await page.pdf({ format: 'Letter' }))
  for (const { sheets } of [a4, letter]) {
    expect(sheets).toBeGreaterThanOrEqual(Math.floor((rows.length * 30) / 1000))
    expect(sheets).toBeLessThanOrEqual(Math.ceil((rows.length * 50) / 800) + 2)
  }
  expect(letter.sizes[0]).toMatch(/^0 0 612 792/)

  // Paper is light and has the report alone, with who and when.
  await page.emulateMedia({ media: 'print' })
  const paper = await page.evaluate(() => ({
    text: document.body.innerText,
    ink: getComputedStyle(document.querySelector('.report-table')!).color,
    heads: getComputedStyle(document.querySelector('thead')!).display,
  }))
  expect(paper).toMatchObject({ ink: 'rgb(28, 27, 24)', heads: 'table-header-group' })
  expect(paper.text).toContain('Fernwood Studio')
  expect(paper.text).toContain('My entries')
  expect(paper.text).not.toContain('What are you working on')
  expect(paper.text).not.toContain('Up to date')
  await leave()
})

it('adds up what the lists show, and follows changes of another window', async () => {
  const { page, stint } = await beginWork({
    async before(stint) {
      await addWork(stint)
      await stint(...entryWords([1, 1], '09:00', 4, 'Wireframes'))
      await stint(...entryWords([2, 2], '10:30', 7, 'Weekly call'))
    },
  })
  await rowOf(page, 'Wireframes').waitFor()
  await press(page, 'g', 'r')
  await table(page).waitFor()
  const listed = async () => {
    const { data } = (await stint('times', 'list', '--limit', '100')) as ListPage<TimeEntry>
    return formatDurationText(data.reduce((sum, { total }) => sum + total, 0))
  }
  const total = async () => (await shownRows(page)).at(-1)![1]
  expect(await total()).toBe(await listed())
  await stint(...entryWords([2, 1], '14:00', 3, 'Added beside the window'))
  await expect.poll(total).toBe(await listed())
  await stint('undo')
  await expect.poll(total).toBe(await listed())
})

it('asks once what rates are for where the service does not say', async () => {
  const service = await startBareService()
  const { page, stint } = await beginWork()
  service.add({ project_id: 1, task_id: 1, date: day(), start: 540, quantity: 4 })
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByLabel('Access token').fill('token')
  await page.getByText('Found 127.0.0.1').first().waitFor()
  await press(page, 'Enter')
  await page.getByText('Up to date').first().waitFor({ state: 'attached', timeout: 90_000 })

  await press(page, 'g', 'r')
  const question = page.getByRole('region', { name: 'Are rates per hour or per increment?' })
  await question.waitFor()
  expect(await reportOf(stint)).toMatchObject({ valued: false, rate: null })
  await inspectEverywhere(page, 'reports-rate')
  await question.getByRole('button', { name: 'Per increment' }).focus()
  await press(page, 'Enter')
  await question.waitFor(gone)
  await page.getByText('Rates are per increment.').waitFor()
  // The focus moves to the next step, and the command line has the answer, too.
  await untilFocused(table(page).locator('tbody tr').first())
  const said = { means: 'increment', said: 'person' }
  expect(await reportOf(stint)).toMatchObject({ valued: true, rate: said })

  await page.getByRole('button', { name: 'Change', exact: true }).focus()
  await press(page, 'Enter')
  await question.waitFor()
  await service.leave()
})
