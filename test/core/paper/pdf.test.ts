/** Papers as PDF, as other programs read them. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawPdf } from '#core/paper/draw-pdf.ts'
import { layOut, type Layout } from '#core/paper/layout.ts'
import type { Cell, Paper } from '#core/paper/paper.ts'
import { unwrap } from '#shared/errors.ts'
import { english } from '#shared/sentences/paper-texts.ts'
import { testFolder } from '../../support/folder.ts'
import { needsProgram } from '../../support/needs.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const plain = { words: english, locale: null }

const notes = [
  'Logo drafts for the van livery, three variants in two colors, with the corrections of last week',
  'Weekly call',
  null,
  'Typeface comparison\nSecond round: lettering for the shop front',
  'Προσχέδιο / Черновик',
]

const rowsOf = (count: number): Cell[][] =>
  Array.from({ length: count }, (_, nth) => {
    const day = String(1 + (nth % 28)).padStart(2, '0')
    return [`2026-11-${day}`, 'Design', notes[nth % notes.length] ?? null, 90, 15_000, 22_500]
  })

const paperOf = (groups: Paper['tables'][number]['groups']): Paper => ({
  kind: 'Hours',
  title: 'Harbour Lane Bakery',
  days: { from: '2026-11-01', to: '2026-11-30' },
  tables: [
    {
      title: 'Hours',
      groupedBy: 'Project',
      columns: [
        { title: 'Date', kind: 'date' },
        { title: 'Task', kind: 'text' },
        { title: 'Notes', kind: 'text' },
        { title: 'Hours', kind: 'minutes', isSummed: true },
        { title: 'Rate NZD', kind: 'amount', currency: 'NZD' },
        { title: 'Value NZD', kind: 'amount', currency: 'NZD', isSummed: true },
      ],
      groups,
    },
  ],
})
const paper = paperOf([
  { title: 'Brand refresh', rows: rowsOf(38) },
  { title: 'Website relaunch', rows: rowsOf(24) },
])

/** Each character is half as wide as it is high. */
const layout = (given: Paper): Layout =>
  layOut(given, plain, (text, { size }) => [...text].length * size * 0.5)
const textOf = ({ cells }: Layout['sheets'][number][number]): string =>
  cells
    .map((lines) => lines.map(({ text }) => text).join('\n'))
    .filter((text) => text !== '')
    .join(' | ')

describe('the sheets of a paper', () => {
  it('have the head of the table and the group that goes on there', () => {
    const { sheets } = layout(paper)
    expect(sheets.length).toBeGreaterThan(2)
    const [, second] = sheets
    expect(second!.slice(0, 2).map(textOf)).toEqual([
      'Date | Task | Notes | Hours | Rate NZD | Value NZD',
      'Brand refresh, continued',
    ])
  })

  it('keep a group with its first row, and its sum with its last', () => {
    for (let count = 1; count < 60; count += 1) {
      const groups = [
        { title: 'One', rows: rowsOf(count) },
        { title: 'Two', rows: rowsOf(3) },
      ]
      const { sheets } = layout(paperOf(groups))
      for (const rows of sheets) {
        const kinds = rows.map(({ kind }) => kind)
        expect(kinds.at(-1)).not.toBe('group')
        const [first] = kinds.filter((kind) => kind !== 'repeated' && kind !== 'continued')
        expect(first).not.toBe('sum')
      }
      expect(sheets.flat().filter(({ kind }) => kind === 'row')).toHaveLength(count + 3)
    }
  })

  it('hold all that they have, also a note that is longer than a sheet', () => {
    const long = Array.from({ length: 300 }, (_, nth) => `line ${nth}`).join('\n')
    const wide = 'x'.repeat(3000)
    const given = paperOf([
      { title: 'One', rows: [['2026-11-01', 'Design', long, 60, null, null], ...rowsOf(2)] },
      { title: wide, rows: [['2026-11-01', wide, wide, 60, null, null]] },
    ])
    const { sheets, width, height, margin } = layout(given)
    const lines = sheets.flat().flatMap(({ cells }) => cells.flat())
    const texts = new Set(lines.map(({ text }) => text))
    for (let nth = 0; nth < 300; nth += 1) expect(texts).toContain(`line ${nth}`)
    for (const { text, x, y, style } of lines) {
      expect(x).toBeGreaterThanOrEqual(margin - 0.01)
      expect(x + [...text].length * style.size * 0.5).toBeLessThanOrEqual(width - margin + 0.01)
      expect(y + style.size).toBeLessThanOrEqual(height - margin)
    }
    for (const rows of sheets) {
      for (const [nth, row] of rows.entries()) {
        expect(row.top).toBeGreaterThanOrEqual(rows[nth - 1]?.bottom ?? 0)
      }
    }
  })

  it('lie across where upright there is too little width', () => {
    const [table] = paper.tables
    const money = ['EUR', 'GBP', 'JPY', 'KWD', 'USD'].map((currency) => ({
      ...{ title: `Value ${currency}`, kind: 'amount' as const, currency, isSummed: true },
    }))
    const columns = [...table!.columns, ...money]
    const rows = rowsOf(2).map((row) => [...row, ...money.map(() => 123_456_789)])
    const given = { ...paper, tables: [{ ...table!, columns, groups: [{ title: 'One', rows }] }] }
    expect(layout(paper).width).toBeLessThan(layout(paper).height)
    expect(layout(given).width).toBeGreaterThan(layout(given).height)
  })
})

const pdfOf = (given: Paper) => drawPdf(given, plain, () => Promise.resolve())

describe('a PDF', () => {
  it('is the same file each time', async () => {
    const bytes = unwrap(await pdfOf(paper))
    const again = unwrap(await pdfOf(structuredClone(paper)))
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true)
  })

  it('names the letters that its font lacks', async () => {
    const odd = paperOf([
      { title: '東京', rows: [['2026-11-01', null, '京 \u200B\u{1F600}\uFE0F', 60, null, null]] },
    ])
    expect(await pdfOf(odd)).toEqual({
      ok: false,
      error: {
        code: 'conflict',
        message:
          'This PDF needs letters that Stint’s font lacks: 東, 京, 😀. Print it from the window',
      },
    })
  })

  describe('in other programs', () => {
    needsProgram('pdftotext')

    async function read(program: 'pdftotext' | 'pdfinfo', ...args: string[]): Promise<string> {
      const file = join(testFolder(), 'hours.pdf')
      writeFileSync(file, unwrap(await pdfOf(paper)))
      const { status, stdout, stderr } = spawnSync(
        program,
        [...args, file, ...(program === 'pdftotext' ? ['-'] : [])],
        {
          encoding: 'utf8',
        },
      )
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout
    }

    it('has its text, in Greek and Cyrillic too, and the number of each sheet', async () => {
      const text = await read('pdftotext', '-layout')
      expect(text).toContain('Προσχέδιο / Черновик')
      expect(text).toMatch(/^Brand refresh, continued$/m)
      expect(text).toMatch(/^Total +93:00 +13.950\.00$/m)
      expect(
        text
          .split('\f')
          .slice(0, -1)
          .map((sheet) => /\d of \d/.exec(sheet)?.[0]),
      ).toEqual(['1 of 3', '2 of 3', '3 of 3'])
    })

    it('is tagged: a heading, and a table with its rows and no repeated heads', async () => {
      const tree = await read('pdfinfo', '-struct')
      const count = (tag: string) =>
        tree.split('\n').filter((line) => line.trim().split(' ')[0] === tag).length
      expect(count('Document')).toBe(1)
      expect(count('H1')).toBe(1)
      expect(count('Table')).toBe(1)
      // The head, two groups with their sums, the total, and the entries.
      expect(count('TR')).toBe(1 + 4 + 1 + 62)
      const about = await read('pdfinfo')
      expect(about).toMatch(/^Title: +Harbour Lane Bakery, Hours$/m)
      expect(about).toMatch(/^Tagged: +yes$/m)
    })
  })
})
