/** A report as a file: its rows, and the sums that it has. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { drawHtml } from '#core/paper/draw-html.ts'
import type { PaperText } from '#core/paper/paper.ts'
import { writeCsv } from '#core/paper/write-csv.ts'
import { writeXlsx } from '#core/paper/write-xlsx.ts'
import { paperOfReport } from '#core/transfer/paper-of-report.ts'
import type { Report, ReportRow, ReportSums } from '#shared/ipc/reports.ts'
import { createLocaleText } from '#shared/rules/locale-text.ts'
import { english } from '#shared/sentences/paper-texts.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const plain: PaperText = { words: english, locale: null }
const austrian: PaperText = { words: english, locale: createLocaleText('de-AT') }

const nothing: ReportSums = {
  ...{ minutes: 0, entries: 0, values: [], expenses: [], chargeable: [], costs: [], taxes: [] },
}
const row = (key: ReportRow['key'], name: string | null, sums: Partial<ReportSums>): ReportRow => ({
  ...{ ...nothing, key, id: null, name, code: null },
  ...sums,
})
const euro = (amount: number) => [{ currency: 'EUR', amount }]

/** A task in two categories, of which the total has it once. */
const report: Report = {
  ...{ from: '2026-03-01', to: '2026-03-31', by: 'category', then: 'month', whose: 'mine' },
  rows: [
    {
      ...row(1, '=Talking', { minutes: 90, values: euro(150_000) }),
      rows: [row('2026-03', null, { minutes: 90, values: euro(150_000) })],
    },
    {
      ...row(null, null, { minutes: 90, values: euro(150_000), costs: euro(500) }),
      rows: [row('2026-03', null, { minutes: 90, values: euro(150_000), costs: euro(500) })],
    },
  ],
  total: {
    ...nothing,
    ...{ minutes: 90, values: [{ currency: 'EUR', amount: 150_000 }], costs: euro(500) },
  },
  filter: [{ kind: 'client', of: [3, null], names: ['Acme & Sons', null] }],
  ...{ counted: { times: 1, of: 2 }, drafts: 2, unpriced: 0, valued: true },
  ...{ rate: { means: 'hour', said: 'service' }, asOf: Date.UTC(2026, 2, 31, 12, 5) },
}

describe('a report', () => {
  it('is a table for spreadsheets without its sums, in minutes and hours', () => {
    const csv = (text: PaperText) => writeCsv(paperOfReport(report, text, 'UTC'), text)
    expect(csv(plain)).toBe(
      [
        'Category,Month,Minutes,Hours,Value EUR,"Cost, net EUR"',
        `"'=Talking",2026-03,90,1.50,1500.00,`,
        'No category,2026-03,90,1.50,1500.00,5.00',
        '',
      ].join('\r\n'),
    )
    expect(csv(austrian)).toMatch(/^\uFEFFCategory;.*\r\n.*;90;1,50;1500,00;\r\n/)
  })

  it('has in total what counts in several rows once, and says so', async () => {
    const paper = paperOfReport(report, plain, 'UTC')
    const page = drawHtml(paper, plain)
    const cells = (line: string) =>
      [...line.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, cell]) => cell)
    const lines = page.split('\n').filter((line) => line.startsWith('<tr'))
    expect(lines.map(cells)).toEqual([
      ['Month', 'Hours', 'Value EUR', 'Cost, net EUR'],
      ['=Talking'],
      ['March 2026', '1:30', '1\u00A0500.00', ''],
      ['Sum', '1:30', '1\u00A0500.00', ''],
      ['No category'],
      ['March 2026', '1:30', '1\u00A0500.00', '5.00'],
      ['Sum', '1:30', '1\u00A0500.00', '5.00'],
      ['Total', '1:30', '1\u00A0500.00', '5.00'],
    ])
    expect(page).toContain('<p class="days" dir="auto">Client Acme &amp; Sons or none</p>')
    expect([...page.matchAll(/class="note">([^<]*)/g)].map(([, note]) => note)).toEqual([
      english.notes.severalCategories,
      '2 entries are missing a project or task',
      'As of 31 Mar 2026, 12:05',
    ])
    const files = unzipSync(await writeXlsx(paper, plain))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    // No formula adds up what is not the sum of the rows.
    expect(sheet.match(/<f>[^<]*<\/f>/g)).toEqual(['<f>SUM(E2:E3)</f>'])
    expect(sheet).toMatch(/<c r="C4"[^>]*><v>0\.0625<\/v>/)
  })

  it('has no groups without rows within rows, and nothing of others for a client', () => {
    const ofClient: Report = {
      ...{ ...report, by: 'day', client: { key: 3, id: null, name: 'Acme', code: '' } },
      ...{ rows: [row('2026-03-02', null, { minutes: 60 })], filter: [], drafts: 0 },
      total: { ...nothing, minutes: 60 },
    }
    delete ofClient.then
    const page = drawHtml(paperOfReport(ofClient, plain, 'UTC'), plain)
    expect(page).toContain('<p class="kind">Report</p>\n<h1 dir="auto">Acme</h1>')
    expect(page).toContain('2 Mar 2026')
    expect(page).not.toMatch(/class="group"|class="note"|>Sum</)
  })

  it('says that there is nothing', () => {
    const empty = { ...report, rows: [], total: nothing }
    expect(drawHtml(paperOfReport(empty, plain, 'UTC'), plain)).toContain('Nothing in this period')
  })
})
