/** Lays a report out as a paper: its rows, and those within each, with the sums that it has. */
import type {
  CurrencyAmount,
  Report,
  ReportKind,
  ReportRow,
  ReportSums,
} from '#shared/ipc/reports.ts'
import { addDays, civilAt } from '#shared/rules/calendar.ts'
import { formatMinuteText } from '#shared/rules/duration-text.ts'
import { put, type PaperTexts } from '#shared/sentences/paper-texts.ts'
import { filterText, reportNotes } from '#shared/sentences/report-texts.ts'
import {
  daysText,
  dayText,
  monthText,
  type Cell,
  type Paper,
  type PaperColumn,
  type PaperGroup,
  type PaperText,
} from '../paper/paper.ts'

/**
 * @param report of a client, it says nothing that is not the client's
 * @param zone in which it is said as of when the figures are
 */
export function paperOfReport(report: Report, text: PaperText, zone: string): Paper {
  const { by, then, from, to, client, total, filter } = report
  const { words } = text
  const columns = figureColumns(report, words)
  const rowsOf = (kind: ReportKind, rows: readonly ReportRow[]): Cell[][] =>
    rows.map((row) => [cellOf(kind, row, words), ...columns.map(({ cell }) => cell(row))])
  const sumsOf = (sums: ReportSums): Cell[] => [null, ...columns.map(({ cell }) => cell(sums))]
  const groups: PaperGroup[] =
    then === undefined
      ? [{ title: '', rows: rowsOf(by, report.rows) }]
      : report.rows.map((row) => ({
          title: titleOf(by, row, text),
          rows: rowsOf(then, row.rows ?? []),
          sums: sumsOf(row),
        }))
  const title = words.titles.report
  const inner = then ?? by
  return {
    kind: client === undefined ? '' : title,
    title: client?.name ?? title,
    days: { from, to },
    ...(filter.length === 0 ? {} : { filter: filterText(filter, words) }),
    tables: [
      {
        title,
        groupedBy: then === undefined ? null : words.kinds[by],
        columns: [
          { title: words.kinds[inner], kind: columnKind(inner) },
          ...columns.map(({ cell: _, ...column }) => column),
        ],
        groups: report.rows.length === 0 ? [] : groups,
        totals: sumsOf(total),
      },
    ],
    notes: [...reportNotes(report, words), ...ageNotes(report, text, zone)],
  }
}

const columnKind = (kind: ReportKind): PaperColumn['kind'] =>
  kind === 'day' || kind === 'week' ? 'date' : kind === 'month' ? 'month' : 'text'

/** A column of figures, and what sums have in it. */
type FigureColumn = PaperColumn & { cell: (sums: ReportSums) => number | null }

/** Amounts have a column for each currency, because those of different ones are never added up. */
function figureColumns({ total, client }: Report, { columns: words }: PaperTexts): FigureColumn[] {
  const money = [
    [words.value, 'values'],
    [words.expenses, 'expenses'],
    // A client sees no others.
    ...(client === undefined ? ([[words.billableExpenses, 'chargeable']] as const) : []),
    [words.costs, 'costs'],
    [words.taxes, 'taxes'],
  ] as const
  const amounts = money.flatMap(([title, field]) =>
    total[field].map(({ currency }): FigureColumn => ({
      title: currency === null ? title : `${title} ${currency}`,
      kind: 'amount',
      currency,
      isSummed: true,
      cell: (sums) => amountIn(sums[field], currency),
    })),
  )
  const hours: FigureColumn = {
    title: words.hours,
    kind: 'minutes',
    isSummed: true,
    cell: ({ minutes }) => minutes,
  }
  return [hours, ...amounts]
}

const amountIn = (amounts: readonly CurrencyAmount[], currency: string | null): number | null =>
  amounts.find((known) => known.currency === currency)?.amount ?? null

const cellOf = (kind: ReportKind, row: ReportRow, words: PaperTexts): Cell =>
  columnKind(kind) !== 'text' ? row.key : nameOf(kind, row, words)

function nameOf(kind: ReportKind, { key, name, code }: ReportRow, words: PaperTexts): string {
  if (key === null) return words.without[kind]
  // Only the own user has no name, until a service says it.
  if (kind === 'person' && name === '') return words.me
  return [code, name].filter(Boolean).join(' ') || String(key)
}

function titleOf(kind: ReportKind, row: ReportRow, text: PaperText): string {
  const key = String(row.key)
  switch (kind) {
    case 'day':
      return dayText(key, text)
    case 'week':
      return daysText({ from: key, to: addDays(key, 6) }, text)
    case 'month':
      return monthText(key, text)
    default:
      return nameOf(kind, row, text.words)
  }
}

/** When days were read from the service; to a client, that says nothing. */
function ageNotes({ asOf, client }: Report, text: PaperText, zone: string): string[] {
  if (asOf === null || client !== undefined) return []
  const { notes } = text.words
  if (asOf === 0) return [notes.notRead]
  const { date, minute } = civilAt(asOf, zone)
  return [put(notes.asOf, { moment: `${dayText(date, text)}, ${formatMinuteText(minute)}` })]
}
