/** The words on paper: every language has all of them, and papers have no others. */
import { describe, expect, it } from 'vitest'
import { drawHtml } from '#core/paper/draw-html.ts'
import { layOut } from '#core/paper/layout.ts'
import type { Paper, PaperText } from '#core/paper/paper.ts'
import { writeCsv } from '#core/paper/write-csv.ts'
import { paperOfExpenses, paperOfTimes } from '#core/transfer/paper-of-entries.ts'
import { paperOfReport } from '#core/transfer/paper-of-report.ts'
import { readMeasured } from '#core/store/resources/segments.ts'
import { readCharged, readExpensePages, readTimePages } from '#core/transfer/export-pages.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { reportKinds, type Report, type ReportKind } from '#shared/ipc/reports.ts'
import { createLocaleText } from '#shared/rules/locale-text.ts'
import { loadPaperTexts } from '#shared/sentences/load-paper-texts.ts'
import { english, type PaperTexts } from '#shared/sentences/paper-texts.ts'
import { faultsIn } from '../../support/plain-german.ts'
import { organisation, testContext } from '../../support/store.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

type Tree = string | readonly Tree[] | { [key: string]: Tree }
function leaves(tree: Tree, path = ''): [path: string, words: string][] {
  return typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
async function rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
const placesIn = (words: string) => words.match(/\{\w+\}/g)?.toSorted() ?? []
/** The same in both languages. */
const shared = new Set(['Person', 'Name', 'Status {values}', 'Person {values}', 'April', 'August'])
for (const month of ['September', 'November']) shared.add(month)

describe('the words on paper', () => {
  it('exist in plain German, each with its places', async () => {
    const german = await loadPaperTexts('de')
    const [one, other] = [leaves(english), leaves(german)]
    expect(other.map(([path]) => path)).toEqual(one.map(([path]) => path))
    for (const [nth, [path, words]] of one.entries()) {
      const [, translated] = other[nth]!
      expect({ path, places: placesIn(translated) }).toEqual({ path, places: placesIn(words) })
      if (!shared.has(words)) expect({ path, words: translated }).not.toEqual({ path, words })
      expect(faultsIn([{ where: path, english: words, german: translated }])).toEqual([])
    }
  })

  it('are English in a language that has none', async () => {
    expect(await loadPaperTexts('fr')).toBe(english)
  })

  /** Each word of a language is in brackets, so one that is in no language is seen. */
  function marked<Words extends Tree>(words: Words): Words {
    if (typeof words === 'string') return `[${words}]` as Words
    if (Array.isArray(words)) return words.map((one: Tree) => marked(one)) as unknown as Words
    const inner = Object.entries(words as Record<string, Tree>)
    return Object.fromEntries(inner.map(([key, one]) => [key, marked(one)])) as Words
  }
  const words: PaperTexts = { ...marked(english), language: 'en' }
  const text: PaperText = { words, locale: createLocaleText('de') }
  const textsIn = (paper: Paper): string[] => [
    ...Array.from(
      drawHtml(paper, text)
        .replace(/<style>[\s\S]*?<\/style>/, '')
        .matchAll(/(?:>|data-title=")([^<>"]+)/g),
      ([, content]) => content!,
    ),
    ...layOut(paper, text, (line) => line.length).sheets.flatMap((rows) =>
      rows.flatMap(({ cells }) => cells.flat().map((line) => line.text)),
    ),
    ...writeCsv(paper, text).split(/[;\r\n]+/),
  ]
  /** Data has no letters outside of brackets, but for the currency and X. */
  const others = (paper: Paper) =>
    textsIn(paper).filter((content) =>
      /\p{L}/u.test(content.replaceAll(/\[[^\]]*\]|EUR|\bX+\b/g, '')),
    )

  it('are all that reports say', () => {
    const euro = [{ currency: 'EUR', amount: 100 }]
    const sums = {
      ...{ minutes: 60, entries: 1, values: euro, expenses: euro, chargeable: euro },
      ...{ costs: euro, taxes: euro },
    }
    const days: Partial<Record<ReportKind, string>> = {
      ...{ day: '2026-03-02', week: '2026-03-02', month: '2026-03' },
    }
    const keyOf = (kind: ReportKind) => days[kind] ?? 1
    for (const by of reportKinds) {
      for (const then of [undefined, ...reportKinds]) {
        const name = { id: null, name: 'X', code: null }
        const inner = then && [
          { ...name, ...sums, key: keyOf(then) },
          ...(then in days ? [] : [{ ...name, ...sums, key: null }]),
        ]
        const report: Report = {
          ...{ from: '2026-03-01', to: '2026-03-31', by, then: then!, whose: 'mine' },
          rows: [{ ...name, ...sums, key: keyOf(by), rows: inner! }],
          ...{ total: sums, counted: { times: 1, of: 1 }, drafts: 1, unpriced: 2, valued: true },
          ...{ rate: null, asOf: 0 },
          filter: [
            { kind: 'client', of: [null] },
            { kind: 'project', not: true, of: [1, null], names: ['X', null] },
            { kind: 'task', of: [1], names: ['X'] },
            { kind: 'notes', is: false },
            { kind: 'billable', is: true },
            { kind: 'words', text: 'X' },
            { kind: 'words', not: true, text: 'X' },
          ],
        }
        if (then === undefined) delete report.then
        expect(others(paperOfReport(report, text, 'UTC')), `${by} ${then}`).toEqual([])
      }
    }
  })

  it('are all that entries and expenses say', async () => {
    const context = await testContext()
    const common = { organisation_id: organisation, date: '2026-03-02' }
    await context.db.transaction().execute(async (trx) => {
      for (const notes of ['X', null]) {
        const work = { quantity: 60, increment: 1, rate: 100, currency: 'EUR' }
        await insertTime(trx, { ...common, ...work, notes, start: 60 })
      }
      const cost = { total_cost: 100, tax: 'includes', tax_rate: '10', currency: 'EUR' }
      const train = { name: 'X', quantity: 1, unit: 'X', unit_charge: 100 }
      const charged = { original_unit_charge: 100, exchange_rate: '1', original_currency: 'EUR' }
      await insertExpense(trx, { ...common, ...train, ...charged, ...cost, chargeable: true })
    })
    const extent = { organisation, from: '0001-01-01', to: '9999-12-31', user: undefined }
    const setting = { reader: undefined, from: undefined, to: undefined, words }
    const { db } = context
    const times = await rowsOf(readMeasured(db, readTimePages(db, extent)))
    expect(others(paperOfTimes(times, 'hour', setting))).toEqual([])
    const expenses = await rowsOf(readCharged(db, readExpensePages(db, extent)))
    expect(others(paperOfExpenses(expenses, setting))).toEqual([])
    expect(others(paperOfTimes([], 'hour', setting))).toEqual([])
    await context.store.close()
  })
})
