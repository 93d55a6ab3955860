/** Papers as workbooks and pages. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { drawHtml } from '#core/paper/draw-html.ts'
import type { Paper } from '#core/paper/paper.ts'
import { writeXlsx } from '#core/paper/write-xlsx.ts'
import { createLocaleText } from '#shared/rules/locale-text.ts'
import { english } from '#shared/sentences/paper-texts.ts'
import { testFolder } from '../../support/folder.ts'
import { needsProgram } from '../../support/needs.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const plain = { words: english, locale: null }

const paper: Paper = {
  kind: 'Hours',
  title: 'Acme & Sons',
  days: { from: '2026-03-01', to: '2026-03-31' },
  tables: [
    {
      title: 'Hours',
      groupedBy: 'Project',
      columns: [
        { title: 'Date', kind: 'date' },
        { title: 'Notes', kind: 'text' },
        { title: 'Hours', kind: 'minutes', isSummed: true },
        { title: 'Rate EUR', kind: 'amount', currency: 'EUR' },
        { title: 'Value EUR', kind: 'amount', currency: 'EUR', isSummed: true },
        { title: 'Value JPY', kind: 'amount', currency: 'JPY', isSummed: true },
      ],
      groups: [
        {
          title: 'Brand refresh',
          rows: [
            ['2026-03-02', '=HYPERLINK("http://x")', 1500, 12_050, 301_250, null],
            ['2026-03-03', '<script>alert(1)</script>\u0001', 45, 12_050, 9_038, null],
          ],
        },
        { title: '-1+1', rows: [['2026-03-02', null, 60, null, null, 123_456]] },
      ],
    },
  ],
}

describe('a workbook', () => {
  it('has dates, hours, and amounts as numbers, text as text, and sums with their values', async () => {
    const files = unzipSync(await writeXlsx(paper, plain))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    const strings = [
      ...strFromU8(files['xl/sharedStrings.xml']!).matchAll(/<si><t[^>]*>([^<]*)<\/t>/g),
    ].map(([, text]) => text)
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toContain('ySplit="1"')
    const cells = new Map(
      [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/g)].map(([, at, kind, content]) => {
        const isText = /t="s"/.test(kind!)
        const [, value] = /<v>(.*?)<\/v>/.exec(content!) ?? []
        return [at!, isText ? strings[Number(value)] : content!]
      }),
    )
    // The day 2026-03-02 is the 46083rd after 1899-12-30.
    expect(cells.get('B2')).toBe('<v>46083</v>')
    expect(cells.get('C2')).toBe('=HYPERLINK("http://x")')
    expect(cells.get('C3')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(cells.get('A4')).toBe('-1+1')
    expect(cells.get('D3')).toBe('<v>0.03125</v>')
    expect(cells.get('F3')).toBe('<v>90.38</v>')
    expect(cells.get('D5')).toBe(`<f>SUM(D2:D4)</f><v>${1605 / 1440}</v>`)
    expect(cells.get('F5')).toBe('<f>SUM(F2:F4)</f><v>3102.88</v>')
    expect(cells.get('G5')).toBe('<f>SUM(G2:G4)</f><v>123456</v>')
    expect(cells.has('E5')).toBe(false)
    const styles = strFromU8(files['xl/styles.xml']!)
    for (const format of [
      '[h]:mm',
      'yyyy-mm-dd',
      '#,##0.00 &quot;EUR&quot;',
      '#,##0 &quot;JPY&quot;',
    ]) {
      expect(styles).toContain(`formatCode="${format}"`)
    }
  })

  it('is the same file whenever and wherever it is written', async () => {
    const bytes = Buffer.from(await writeXlsx(paper, plain))
    expect(Buffer.from(await writeXlsx(structuredClone(paper), plain)).equals(bytes)).toBe(true)
    // The year of a zip's first day.
    expect(bytes.readUInt16LE(12)).toBe(0b0000000_0001_00001)
  })

  describe('in another program', () => {
    needsProgram('ssconvert')
    it('is calculated to the same sums', async () => {
      const folder = testFolder()
      const [file, table] = [join(folder, 'hours.xlsx'), join(folder, 'hours.csv')]
      writeFileSync(file, await writeXlsx(paper, plain))
      const { status, stderr } = spawnSync('ssconvert', ['--recalc', file, table], {
        encoding: 'utf8',
      })
      expect(status, stderr).toBe(0)
      const lines = readFileSync(table, 'utf8').trimEnd().split('\n')
      expect(lines).toHaveLength(5)
      expect(lines[0]).toBe('Project,Date,Notes,Hours,"Rate EUR","Value EUR","Value JPY"')
      expect(lines[1]).toMatch(/^"Brand refresh",2026.03.02,"=HYPERLINK\(""http:\/\/x""\)",25:00/)
      expect(lines[4]).toMatch(/^Total,,,26:45[:0]*,,3102\.88,123456$/)
    })
  })
})

describe('a page', () => {
  it('runs nothing, fetches nothing, and takes no text for HTML', () => {
    const page = drawHtml(paper, plain)
    expect(page).toContain('<h1 dir="auto">Acme &amp; Sons</h1>')
    expect(page).toContain('1 Mar 2026 – 31 Mar 2026')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\ssrc=|\shref=|\son\w+=/)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(drawHtml(structuredClone(paper), plain)).toBe(page)
  })

  it('has the sum of each project and of all', () => {
    const page = drawHtml(paper, plain)
    const cells = (line: string) =>
      [...line.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, cell]) => cell)
    const lines = page.split('\n').filter((line) => line.startsWith('<tr'))
    expect(lines.filter((line) => line.includes('class="sum"')).map(cells)).toEqual([
      ['Sum', '25:45', '', '3\u00A0102.88', '0'],
      ['Sum', '1:00', '', '0.00', '123\u00A0456'],
      ['Total', '26:45', '', '3\u00A0102.88', '123\u00A0456'],
    ])
  })

  it('writes days and decimals as a locale does', () => {
    const page = drawHtml(paper, { words: english, locale: createLocaleText('de-AT') })
    expect(page).toContain('01.03.2026 – 31.03.2026')
    expect(page).toContain('3\u00A0102,88')
  })

  it('says that there is nothing', () => {
    const [table] = paper.tables
    const empty = drawHtml({ ...paper, tables: [{ ...table!, groups: [] }] }, plain)
    expect(empty).toContain('Nothing in this period')
  })
})
