/** Tables opened by an independent spreadsheet program: how it reads each cell. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { testFolder } from '../../support/folder.ts'
import { needsProgram } from '../../support/needs.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { exported } from './at-work.ts'

const open: TestContext[] = []
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

type Cell = { is: 'text'; text: string } | { is: 'number'; value: number; format: string }

/** The cells of a table by row and column, as the program keeps them after it opened the file. */
function opened(csv: string): Cell[][] {
  const folder = testFolder()
  const [from, to] = [join(folder, 'table.csv'), join(folder, 'table.xml')]
  writeFileSync(from, csv)
  execFileSync('ssconvert', ['--export-type=Gnumeric_XmlIO:sax:0', from, to], {
    stdio: 'pipe',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  const rows: Cell[][] = []
  const cell = /<gnm:Cell Row="(\d+)" Col="(\d+)"([^>]*)>([^<]*)<\/gnm:Cell>/g
  for (const [, row, column, attributes, text] of readFileSync(to, 'utf8').matchAll(cell)) {
    const type = /ValueType="(\d+)"/.exec(attributes!)?.[1]
    // A cell with a formula has an expression in place of a type.
    if (type !== '40' && type !== '60') throw new Error(`A cell of another kind: ${attributes}`)
    const format = /ValueFormat="([^"]*)"/.exec(attributes!)?.[1] ?? ''
    ;(rows[Number(row)] ??= [])[Number(column)] =
      type === '60'
        ? { is: 'text', text: plain(text!) }
        : { is: 'number', value: Number(text), format }
  }
  return rows
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text
    .replaceAll(/&#(x?)([0-9a-fA-F]+);/g, (_, hex: string, digits: string) =>
      String.fromCodePoint(parseInt(digits, hex ? 16 : 10)),
    )
    .replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!)

const text = (value: string): Cell => ({ is: 'text', text: value })
/** Days and their parts count from the last day of 1899. */
const dayOf = (date: string): number => daysBetween('1899-12-30', date)
const isDate = (date: string): unknown => ({
  ...{ is: 'number', value: dayOf(date), format: expect.stringMatching(/y.*m.*d|m.*d.*y|d.*m.*y/) },
})
const isTime = (minutes: number): unknown => ({
  ...{ is: 'number', value: expect.closeTo(minutes / 1440, 9), format: 'h:mm' },
})
const isNumber = (value: number): unknown => ({
  ...{ is: 'number', value: expect.closeTo(value, 9), format: expect.not.stringMatching(/[ymdh]/) },
})

/** Texts with something hidden in them to be run, and those that only look like it. */
const texts = [
  '=1+1',
  '=HYPERLINK("http://example.org","Click")',
  '@SUM(1+1)',
  '+49 1 234 567',
  '-cmd|calc',
  'Müller & Söhne, "Erste Skizzen"; zwei\nZeilen 😀',
]

describe('a spreadsheet program', () => {
  needsProgram('ssconvert')

  it.each([undefined, 'en-US', 'de-AT'])(
    'reads days as days, numbers as numbers and nothing as a formula (%s)',
    async (locale) => {
      const context = await testContext()
      open.push(context)
      await context.db.transaction().execute(async (trx) => {
        for (const [nth, notes] of texts.entries()) {
          await insertTime(trx, {
            ...{ organisation_id: organisation, date: '2026-03-29', start: 1410, quantity: 6 },
            ...{ increment: 15, rate: 12_050, currency: 'EUR', project_id: context.web, notes },
            tie: nth + 1,
          })
        }
      })
      const [head, ...rows] = opened(
        await exported(context, { what: 'times', format: 'csv', locale }),
      )
      const column = (name: string) =>
        head!.findIndex((cell) => cell.is === 'text' && cell.text === name)
      expect(rows).toHaveLength(texts.length)
      for (const [nth, row] of rows.entries()) {
        expect(row[column('Date')]).toEqual(isDate('2026-03-29'))
        expect(row[column('Start')]).toEqual(isTime(23 * 60 + 30))
        expect(row[column('End')]).toEqual(isTime(60))
        expect(row[column('Minutes')]).toEqual(isNumber(90))
        expect(row[column('Rate')]).toEqual(isNumber(120.5))
        expect(row[column('Value')]).toEqual(isNumber(180.75))
        expect(row[column('Notes')]).toEqual(text(texts[nth]!))
      }
    },
  )

  it('has amounts below 0 as numbers, in a table of expenses as well', async () => {
    const context = await testContext()
    open.push(context)
    await context.db.transaction().execute((trx) =>
      insertExpense(trx, {
        ...{ organisation_id: organisation, date: '2026-12-31', name: '=cmd', quantity: 2 },
        ...{ unit_charge: -1_250, chargeable: true, currency: 'EUR', project_id: context.app },
        ...{ exchange_rate: '1', tax: 'includes', tax_rate: '7.5', total_cost: 990 },
        ...{ original_unit_charge: -1_250, original_currency: 'EUR' },
      }),
    )
    for (const locale of [undefined, 'de-AT']) {
      const [head, row] = opened(
        await exported(context, { what: 'expenses', format: 'csv', locale }),
      )
      const cell = (name: string) =>
        row![head!.findIndex((one) => one.is === 'text' && one.text === name)]
      expect(cell('Date')).toEqual(isDate('2026-12-31'))
      expect(cell('Name')).toEqual(text('=cmd'))
      expect(cell('Unit charge')).toEqual(isNumber(-12.5))
      expect(cell('Total charge')).toEqual(isNumber(-25))
      expect(cell('Tax rate')).toEqual(isNumber(7.5))
    }
  })
})
