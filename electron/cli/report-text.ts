/** Formats a report as lines for people. */
import type {
  CurrencyAmount,
  Report,
  ReportKind,
  ReportRow,
  ReportSums,
} from '#shared/ipc/reports.ts'
import { toIsoWithOffset } from '#shared/rules/calendar.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import { english, type PaperTexts } from '#shared/sentences/paper-texts.ts'
import { filterText, reportNotes } from '#shared/sentences/report-texts.ts'
import { amountText } from './amount-flags.ts'
import { t } from './language.ts'
import { renderTable, type TextColumn } from './terminal-table.ts'

/**
 * Formats the table of a report.
 * @param asOf when its days were read, as text
 * @param words those that a report on paper has, too, in the language of the command line
 */
export function reportText(
  report: Report,
  asOf: string | null,
  width: number,
  words: PaperTexts = english,
): string {
  const { from, to, filter, counted, rows, total } = report
  const heading = [
    t('{from} to {to}', { from, to }),
    whoseText(report),
    ...(asOf === null ? [] : [ageText(asOf)]),
  ].join(', ')
  const head =
    filter.length === 0 ? [heading] : [heading, countedText(filterText(filter, words), counted)]
  if (rows.length === 0) {
    const text = head.join('\n')
    return filter.length === 0 ? t('{text}: nothing logged', { text }) : text
  }
  const lines: Line[] = [
    ...rows.flatMap((row) => [
      { ...row, name: nameOf(report.by, row) },
      ...(row.rows ?? []).map((inner) => ({
        ...inner,
        name: `${indent}${nameOf(report.then ?? report.by, inner)}`,
      })),
    ]),
    { ...total, name: words.total },
  ]
  return [
    ...head,
    renderTable(lines, columnsOf(report, words), width),
    ...notes(report, words),
  ].join('\n')
}

const countedText = (text: string, { times: count, of: total }: Report['counted']): string =>
  total === 1
    ? t('{text}: {count} of 1 entry', { text, count })
    : t('{text}: {count} of {total} entries', { text, count, total })

function whoseText({ client, whose }: Report): string {
  if (client === undefined) return t(whose === 'mine' ? 'mine' : 'everyone’s')
  return client ? [client.code, client.name].filter(Boolean).join(' ') : t('nothing billable')
}

/**
 * Formats as of when the days of a report were read.
 * @param at epoch milliseconds; 0 where some never were, null within the last hour
 * @returns ISO 8601, `never` or null
 */
export const writtenAsOf = (at: number | null, zone: string): string | null =>
  at === null ? null : at === 0 ? 'never' : toIsoWithOffset(at, zone)

const ageText = (asOf: string): string =>
  asOf === 'never'
    ? t('not all of it received yet')
    : t('as of {time}', { time: asOf.slice(0, 16).replace('T', ' ') })

interface Line extends ReportSums {
  name: string
}

/** Before the rows within a row; spaces alone would be trimmed. */
const indent = '· '

/** Money has columns only where there is any. */
function columnsOf(
  { by, then, total, client }: Report,
  { kinds, columns: titles }: PaperTexts,
): TextColumn<Line>[] {
  const money = [
    [titles.value, 'values'],
    [titles.expenses, 'expenses'],
    // A client sees no others.
    ...(client === undefined ? ([[titles.billable, 'chargeable']] as const) : []),
    [titles.costs, 'costs'],
    [titles.taxes, 'taxes'],
  ] as const
  return [
    {
      title: [by, ...(then ? [then] : [])].map((kind) => kinds[kind]).join(', '),
      value: ({ name }) => name,
      flexible: true,
    },
    { title: titles.hours, value: ({ minutes }) => formatDurationText(minutes), align: 'right' },
    ...money
      .filter(([, sums]) => total[sums].length > 0)
      .map(([title, sums]) => ({
        title,
        value: (line: Line) => amountsText(line[sums]),
        align: 'right' as const,
      })),
  ]
}

const amountsText = (amounts: readonly CurrencyAmount[]): string =>
  amounts.map(({ amount, currency }) => amountText(amount, currency)).join(', ')

function nameOf(by: ReportKind, { key, name, code }: ReportRow): string {
  if (key === null) return t('no {what}', { what: t(by) })
  // Only the own user has no name, until a service says it.
  if (by === 'person' && name === '') return t('me')
  return [code, name].filter(Boolean).join(' ') || String(key)
}

const notes = (report: Report, words: PaperTexts): string[] => [
  ...reportNotes(report, words),
  ...(report.valued
    ? []
    : [
        t(
          'The service doesn’t say what rates are for. Use --rate hour or --rate increment to show values',
        ),
      ]),
]
