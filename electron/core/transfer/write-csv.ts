/** Writes entries and expenses as a table for spreadsheets; amounts are decimals of their currency. */
import type { ClientView } from '#shared/rules/for-client.ts'
import { entryValue } from '#shared/rules/increments.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import type { LocaleText } from '#shared/rules/locale-text.ts'
import { formatAmount } from '#shared/rules/money-text.ts'
import { csvLines, type CsvCell } from '../paper/csv-lines.ts'
import { workedMinutes, type MeasuredTime } from '../store/resources/segments.ts'
import type { ChargedExpense } from './export-pages.ts'

/** Which tables have a column; absent: all. A client's has values and people if they are asked for. */
type Reader = 'internal' | keyof ClientView
type Columns<Row> = readonly (readonly [
  title: string,
  cell: (row: Row, text: LocaleText) => CsvCell,
  reader?: Reader,
])[]

export interface CsvTable<Row> {
  head(): string
  lines(rows: readonly Row[]): string
}

function tableOf<Row>(
  all: Columns<Row>,
  text: LocaleText,
  view: ClientView | undefined,
): CsvTable<Row> {
  const columns = all.filter(
    ([, , reader]) => !view || !reader || (reader !== 'internal' && view[reader]),
  )
  return {
    head: () => text.mark + csvLines([columns.map(([title]) => title)], text),
    lines: (rows) =>
      csvLines(
        rows.map((row) => columns.map(([, cell]) => cell(row, text))),
        text,
      ),
  }
}

/**
 * @param rate what a rate is for; null: unknown, and the value stays empty
 * @param view absent: not for a client
 */
export const timeCsvTable = (
  text: LocaleText,
  rate: 'hour' | 'increment' | null,
  view?: ClientView,
): CsvTable<MeasuredTime> =>
  tableOf<MeasuredTime>(
    [
      ['Date', ({ date }, { date: write }) => write(date)],
      ['Start', ({ start }) => formatMinuteText(start)],
      ['End', (row) => formatMinuteText((row.start + workedMinutes(row, row.segments)) % 1440)],
      ['Minutes', ({ total }) => total],
      ['Project code', ({ project }) => project?.code ?? ''],
      ['Project', ({ project }) => project?.name ?? ''],
      ['Client code', ({ project }) => project?.client?.code ?? ''],
      ['Client', ({ project }) => project?.client?.name ?? ''],
      ['Task', ({ task }) => task?.name ?? ''],
      ['Notes', ({ notes }) => notes ?? ''],
      ['Quantity', ({ quantity }) => quantity, 'values'],
      ['Increment', ({ increment }) => increment, 'values'],
      ['Rate', (row) => (rate === null ? '' : amountIn(text, row.rate, row.currency)), 'values'],
      [
        'Value',
        (row) => (rate === null ? '' : amountIn(text, valueOf(row, rate), row.currency)),
        'values',
      ],
      ['Currency', ({ currency }) => currency ?? '', 'values'],
      ['Person', ({ user }) => user?.name ?? '', 'people'],
      ['Worked minutes', (row) => workedMinutes(row, row.segments), 'internal'],
      ['Hours', ({ total }) => text.decimal((total / 60).toFixed(2))],
    ],
    text,
    view,
  )

const valueOf = ({ total, quantity, rate }: MeasuredTime, meaning: 'hour' | 'increment'): number =>
  meaning === 'hour' ? entryValue(total, rate) : quantity * rate

export const expenseCsvTable = (text: LocaleText, view?: ClientView): CsvTable<ChargedExpense> =>
  tableOf<ChargedExpense>(
    [
      ['Date', ({ date }, { date: write }) => write(date)],
      ['Project code', ({ project }) => project?.code ?? ''],
      ['Project', ({ project }) => project?.name ?? ''],
      ['Charge', ({ charge }) => charge?.name ?? ''],
      ['Name', ({ name }) => name],
      ['Quantity', ({ quantity }) => quantity],
      ['Unit', ({ unit }) => unit ?? ''],
      ['Unit charge', (row) => amountIn(text, row.unit_charge, row.chargedIn)],
      ['Total charge', (row) => amountIn(text, row.total_charge, row.chargedIn)],
      ['Currency', ({ chargedIn }) => chargedIn ?? ''],
      ['Chargeable', ({ chargeable }) => (chargeable ? 'yes' : 'no'), 'internal'],
      ['Cost', (row) => (row.total_cost === 0 ? '' : costOf(text, row)), 'internal'],
      [
        'Cost currency',
        ({ total_cost, currency }) => (total_cost === 0 ? '' : (currency ?? '')),
        'internal',
      ],
      ['Tax', ({ total_cost, tax }) => (total_cost === 0 ? '' : tax), 'internal'],
      ['Tax rate', (row) => (row.total_cost === 0 ? '' : text.decimal(row.tax_rate)), 'internal'],
      ['Notes', ({ notes }) => notes ?? ''],
      ['Person', ({ user }) => user?.name ?? '', 'people'],
    ],
    text,
    view,
  )

const costOf = (text: LocaleText, { total_cost, currency }: ChargedExpense): string =>
  amountIn(text, total_cost, currency)

/** In the smallest unit when the currency is unknown. */
const amountIn = (text: LocaleText, amount: number, currency: string | null): string =>
  text.decimal(currency === null ? String(amount) : formatAmount(amount, currency))
