/** The text of the report on paper: complete, and with the figures of the command line. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Report, ReportRow, ReportSums } from '#shared/ipc/reports.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { periodName } from '../../renderer/features/reports/period-name.ts'
import { periodAt, presetPeriod, type Period } from '#shared/rules/report-periods.ts'
import {
  setFormats,
  formatMoney,
  formatShortDay,
  defaultFormats,
} from '../../renderer/ui/format.ts'
import { needsProgram } from '../support/needs.ts'
import { playAt } from '../support/test-day.ts'
import { addWork, beginWork, entryWords, press, rowOf, type Work } from './at-work.ts'
import { beginDemo } from './demo-service.ts'
import { readSheets, type Sheet } from './paper.ts'

playAt('2026-11-19T15:20[Europe/Berlin]')

afterEach(() => setFormats(defaultFormats))

const table = (page: Page, name = 'Report') => page.getByRole('grid', { name })

const printed = async (page: Page, format: 'A4' | 'Letter' = 'A4') =>
  readSheets(await page.pdf({ format }))

/** The report of these days, with the period that the page knows them as. */
async function reportOf(work: Work, by: string, period: Period) {
  const range = ['--from', period.from, '--to', period.to]
  const report = (await work.stint('report', '--by', by, ...range)) as Report
  return { report, name: periodName(period, work.day()) }
}

/** 14 mm, as in the page's own style, in points; a chart's marks may extend a little beyond it. */
const margin = (14 / 25.4) * 72 - 3

/** Checks that nothing extends beyond the printable area, and that nothing is cut. */
function expectWhole(sheets: readonly Sheet[]): void {
  for (const { width, height, left, right, bottom, lines } of sheets) {
    expect(left).toBeGreaterThan(margin)
    expect(right).toBeLessThan(width - margin)
    expect(bottom).toBeLessThan(height - margin)
    expect(lines.join('\n')).not.toContain('…')
  }
}

interface Figures {
  /** Without blanks: a name may continue on the next line. */
  name: string
  hours: string
  money: string[]
}

const amountText = /[−\d][\d.,]* ?(?:[A-Z]+\$|€)|−?(?:[A-Z]+\$|€)[\d.,]+/g

/** The table's rows on all sheets, the total last; each sheet repeats the head, once. */
function rowsUnder(head: string, sheets: readonly Sheet[]): Figures[] {
  const rows: { name: string; hours: string; rest: string }[] = []
  for (const [nth, { lines }] of sheets.entries()) {
    expect(lines.filter((line) => line === head)).toHaveLength(1)
    const at = lines.indexOf(head)
    if (nth > 0) expect(at).toBe(0)
    for (const line of lines.slice(at + 1)) {
      const [, name, hours, rest] = /^(.+?) (\d+:\d\d)(?: (.*))?$/.exec(line) ?? []
      const row = rows.at(-1)
      if (name !== undefined) rows.push({ name, hours: hours!, rest: rest ?? '' })
      else if (row) {
        // The further lines of a row: more of its name, amounts in further currencies.
        row.name += line.replaceAll(amountText, '')
        row.rest += ` ${line}`
      }
    }
  }
  return rows.map(({ name, hours, rest }) => ({
    name: name.replaceAll(/\s/g, ''),
    hours,
    money: (rest.match(amountText) ?? []).toSorted(),
  }))
}

/** The expected text of a row: each amount in its own currency, none added to another. */
function figuresOf(name: string, { minutes, ...sums }: ReportSums): Figures {
  const { values, expenses, chargeable, costs, taxes } = sums
  const money = [values, expenses, chargeable, costs, taxes].flat()
  return {
    name: name.replaceAll(/\s/g, ''),
    hours: formatDurationText(minutes),
    money: money
      .map(({ amount, currency }) => formatMoney(amount, currency).replaceAll(/\s/g, ' '))
      .toSorted(),
  }
}

const allOf = ({ rows, total }: Report, nameOf: (row: ReportRow) => string, totalName: string) => [
  ...rows.map((row) => figuresOf(nameOf(row), row)),
  figuresOf(totalName, total),
]

const ofProject = ({ code, name }: ReportRow) => `${code ?? ''} ${name ?? ''}`

describe('a report on paper', () => {
  needsProgram('pdftotext')

  it('names its days, and has every figure of the command line, each currency separately', async () => {
    const work = await beginDemo()
    const { page, leave } = work
    await press(page, 'g', 'r')
    await table(page).waitFor()
    // This month is complete on any day, and so is its year, or nearly.
    const lastMonth = presetPeriod('lastMonth', work.day(), 1)
    await press(page, '[')
    const month = await reportOf(work, 'project', lastMonth)
    await page.getByRole('heading', { level: 1, name: month.name, exact: false }).waitFor()
    const sheets = await printed(page)
    const head = 'Project Hours Share Value Expenses Billable Cost (net) Tax'
    expect(sheets[0]!.lines.slice(0, 2)).toEqual(['Fernwood Studio', `Reports · ${month.name}`])
    expect(rowsUnder(head, sheets)).toEqual(allOf(month.report, ofProject, 'Total'))
    expect(month.report.total.values.length).toBeGreaterThan(1)
    expectWhole(sheets)

    // A year by day: under the heads on each sheet, no day missing, none twice.
    await page.getByRole('radio', { name: 'Year' }).click()
    await page.getByLabel('Group by').selectOption({ label: 'Day' })
    const year = await reportOf(work, 'day', periodAt('year', lastMonth.to, 1))
    await expect.poll(() => table(page).locator('tbody tr').count()).toBe(year.report.rows.length)
    const days = allOf(year.report, ({ key }) => formatShortDay(String(key)), 'Total')
    for (const format of ['A4', 'Letter'] as const) {
      const long = await printed(page, format)
      expect(long.length).toBeGreaterThan(2)
      expect(long[0]!.lines[1]).toBe(`Reports · ${year.name}`)
      expect(rowsUnder(head.replace('Project', 'Day'), long)).toEqual(days)
      expectWhole(long)
    }
    await leave()
  })

  it('does not show what has the focus, what is selected, or what the pointer is on', async () => {
    const work = await beginWork({
      async before(stint) {
        await addWork(stint)
        await stint(...entryWords([1, 1], '09:00', 4, 'Sketches'))
        await stint(...entryWords([2, 1], '10:00', 6, 'Layout'))
      },
    })
    const { page } = work
    await rowOf(page, 'Sketches').waitFor()
    await press(page, 'g', 'r')
    await table(page).locator('tbody tr').nth(1).hover()
    await press(page, 'j', 'Enter')
    await page.getByRole('complementary').waitFor()
    const marked = () =>
      table(page)
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [
            getComputedStyle(row).outlineStyle,
            getComputedStyle(row.firstElementChild!).backgroundColor,
          ]),
        )
    expect(new Set((await marked()).map(String)).size).toBeGreaterThan(1)
    await page.emulateMedia({ media: 'print' })
    expect(new Set((await marked()).flat())).toEqual(new Set(['none', 'rgba(0, 0, 0, 0)']))
    await page.emulateMedia({ media: 'screen' })

    await press(page, 'Escape')
    await page.getByRole('slider').first().focus()
    await press(page, 'ArrowLeft')
    const bubble = page.locator('.bubble')
    await bubble.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await bubble.isVisible()).toBe(false)
    expect(
      await page
        .getByRole('slider')
        .first()
        .evaluate((slider) => getComputedStyle(slider).outlineStyle),
    ).toBe('none')
  })

  it('is in German for people who read German, with names of any length', async () => {
    const name =
      'Umgestaltung des Schaufensters und der Donaudampfschifffahrtsgesellschaftsbroschüre für das Frühjahr'
    const work = await beginWork({
      locale: 'de-DE',
      async before(stint) {
        await addWork(stint)
        const worth = ['--rate', '119900', '--currency', 'EUR']
        await stint('projects', 'add', '--name', name, '--code', 'DDS', ...worth)
        await stint(...entryWords([1, 1], '09:00', 4, 'Skizzen'))
        await stint(...entryWords([3, 1], '10:00', 6, 'Satz'))
      },
    })
    const { page } = work
    await rowOf(page, 'Skizzen').waitFor()
    await press(page, 'g', 'r')
    await table(page, 'Bericht').waitFor()
    setFormats({ ...defaultFormats, locale: 'de-DE' })
    const { report, name: month } = await reportOf(
      work,
      'project',
      periodAt('month', work.day(), 1),
    )
    const sheets = await printed(page)
    expect(sheets[0]!.lines[1]).toBe(`Berichte · ${month}`)
    expect(rowsUnder('Projekt Stunden Anteil Wert', sheets)).toEqual(
      allOf(report, ofProject, 'Summe'),
    )
    expectWhole(sheets)
  })
})
