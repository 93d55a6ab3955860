/** Lays entries or expenses out as a paper: by project, in the order of days. */
import { netCost } from '#shared/rules/cost-tax.ts'
import type { ClientView } from '#shared/rules/for-client.ts'
import type { PaperTexts } from '#shared/sentences/paper-texts.ts'
import { entryValue } from '#shared/rules/increments.ts'
import type { Cell, Paper, PaperColumn, PaperGroup, PaperTable } from '../paper/paper.ts'
import type { MeasuredTime } from '../store/resources/segments.ts'
import type { ChargedExpense } from './export-pages.ts'

/** For whom a paper is. */
export interface PaperReader {
  view: ClientView
  /** What the client is called; null where nothing is billable. */
  name: string | null
}

interface Setting {
  /** Absent: for oneself. */
  reader: PaperReader | undefined
  /** The days that were asked for, as far as they were. */
  from: string | undefined
  to: string | undefined
  words: PaperTexts
}

/** A column, and what a row has in it. */
type ColumnOf<Row> = PaperColumn & { cell: (row: Row) => Cell }

/** @param rate what a rate is for; null: unknown, so entries have no value */
export function paperOfTimes(
  times: readonly MeasuredTime[],
  rate: 'hour' | 'increment' | null,
  setting: Setting,
): Paper {
  const { values, people } = seenBy(setting)
  const { columns: titles } = setting.words
  const hasValues = values && rate !== null && times.some((time) => time.rate !== 0)
  const currencyOf = ({ currency }: MeasuredTime) => currency
  const columns: ColumnOf<MeasuredTime>[] = [
    { title: titles.date, kind: 'date', cell: ({ date }) => date },
    { title: titles.task, kind: 'text', cell: ({ task }) => task?.name ?? null },
    { title: titles.notes, kind: 'text', cell: ({ notes }) => notes },
    ...(people ? [personOf<MeasuredTime>(titles.person)] : []),
    { title: titles.hours, kind: 'minutes', isSummed: true, cell: ({ total }) => total },
    ...(hasValues
      ? [
          ...amounts(titles.rate, times, currencyOf, (time) => time.rate),
          ...summed(
            amounts(titles.value, times, currencyOf, ({ total, quantity, rate: own }) =>
              rate === 'hour' ? entryValue(total, own) : quantity * own,
            ),
          ),
        ]
      : []),
  ]
  const clientOf = ({ project }: MeasuredTime) => project?.client?.name
  return paperOf(setting.words.titles.hours, times, columns, clientOf, setting)
}

export function paperOfExpenses(expenses: readonly ChargedExpense[], setting: Setting): Paper {
  const { isInternal, people } = seenBy(setting)
  const { words } = setting
  const titles = words.columns
  const chargedIn = (row: ChargedExpense) => row.chargedIn
  const costs = expenses.filter(({ total_cost }) => total_cost !== 0)
  const ofCost = (part: 'net' | 'tax') => (row: ChargedExpense) =>
    netCost(row.total_cost, row.tax, row.tax_rate)[part]
  const costIn = ({ currency }: ChargedExpense) => currency
  const columns: ColumnOf<ChargedExpense>[] = [
    { title: titles.date, kind: 'date', cell: ({ date }) => date },
    { title: titles.name, kind: 'text', cell: ({ name }) => name },
    { title: titles.notes, kind: 'text', cell: ({ notes }) => notes },
    ...(people ? [personOf<ChargedExpense>(titles.person)] : []),
    { title: titles.quantity, kind: 'number', cell: ({ quantity }) => quantity },
    { title: titles.unit, kind: 'text', cell: ({ unit }) => unit },
    ...summed(amounts(titles.amount, expenses, chargedIn, (row) => row.total_charge)),
    ...(isInternal
      ? [
          {
            title: titles.billable,
            kind: 'text' as const,
            cell: ({ chargeable }: ChargedExpense) => (chargeable ? words.yes : words.no),
          },
          ...summed(amounts(titles.costs, costs, costIn, ofCost('net'))),
          ...summed(amounts(titles.taxes, costs, costIn, ofCost('tax'))),
        ]
      : []),
  ]
  return paperOf(words.titles.expenses, expenses, columns, () => undefined, setting)
}

const seenBy = ({ reader }: Setting) => ({
  isInternal: reader === undefined,
  values: reader?.view.values ?? true,
  people: reader?.view.people ?? true,
})

const personOf = <Row extends { user: { name: string } | null }>(title: string): ColumnOf<Row> => ({
  title,
  kind: 'text',
  cell: ({ user }) => user?.name ?? null,
})

/** A column for each currency, because amounts of different ones are never added up. */
function amounts<Row>(
  title: string,
  rows: readonly Row[],
  currencyOf: (row: Row) => string | null,
  amountOf: (row: Row) => number,
): ColumnOf<Row>[] {
  const currencies = [...new Set(rows.map(currencyOf))]
  const sorted = currencies.toSorted((one, other) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
  const own = new Set(rows)
  return sorted.map((currency) => ({
    title: currency === null ? title : `${title} ${currency}`,
    kind: 'amount',
    currency,
    cell: (row) => (own.has(row) && currencyOf(row) === currency ? amountOf(row) : null),
  }))
}

const summed = <Row>(columns: readonly ColumnOf<Row>[]): ColumnOf<Row>[] =>
  columns.map((column) => ({ ...column, isSummed: true }))

type Dated = { date: string; project: { id: number; code: string; name: string } | null }

function paperOf<Row extends Dated>(
  title: string,
  rows: readonly Row[],
  all: readonly ColumnOf<Row>[],
  clientOf: (row: Row) => string | undefined,
  { reader, from, to, words }: Setting,
): Paper {
  // A column of which no row has anything only takes width from the others.
  const columns = all.filter(
    ({ isSummed, cell }) => isSummed === true || rows.some((row) => hasContent(cell(row))),
  )
  const byProject = Map.groupBy(rows, ({ project }) => project?.id ?? null)
  const groups = [...byProject.values()].map((own): PaperGroup => {
    const [row] = own
    const { project } = row!
    const names = project ? [project.code, project.name] : [words.without.project]
    // The title of a client's paper names the client.
    const client = reader ? undefined : clientOf(row!)
    return {
      title: [client, names.filter(Boolean).join(' ')].filter(Boolean).join(' · '),
      rows: own.map((one) => columns.map(({ cell }) => cell(one))),
    }
  })
  const table: PaperTable = {
    title,
    groupedBy: words.kinds.project,
    columns: columns.map(({ cell: _, ...column }) => column),
    groups: groups.toSorted((one, other) => (one.title < other.title ? -1 : 1)),
  }
  const [first, last] = [from ?? rows[0]?.date, to ?? rows.at(-1)?.date]
  return {
    kind: reader ? title : '',
    title: reader?.name ?? title,
    days: first === undefined || last === undefined ? null : { from: first, to: last },
    tables: [table],
  }
}

const hasContent = (cell: Cell): boolean => cell !== null && cell !== ''
