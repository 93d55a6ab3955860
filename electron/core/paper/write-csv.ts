/** Writes the tables of a paper as one for spreadsheets, without their sums. */
import { neutralLocaleText, type LocaleText } from '#shared/rules/locale-text.ts'
import type { PaperTexts } from '#shared/sentences/paper-texts.ts'
import { csvLines, type CsvCell } from './csv-lines.ts'
import {
  amountOf,
  type Cell,
  type Paper,
  type PaperColumn,
  type PaperTable,
  type PaperText,
} from './paper.ts'

export function writeCsv({ tables }: Paper, { words, locale }: PaperText): string {
  const text = locale ?? neutralLocaleText
  return text.mark + tables.map((table) => csvLines(linesOf(table, text, words), text)).join('')
}

function linesOf(
  { columns, groupedBy, groups }: PaperTable,
  text: LocaleText,
  words: PaperTexts,
): CsvCell[][] {
  const group = (title: string) => (groupedBy === null ? [] : [title])
  return [
    [...group(groupedBy ?? ''), ...columns.flatMap((column) => titlesOf(column, words))],
    ...groups.flatMap(({ title, rows }) =>
      rows.map((row) => [
        ...group(title),
        ...columns.flatMap((column, nth) => cellsOf(column, row[nth] ?? null, text)),
      ]),
    ),
  ]
}

/** Durations are in minutes and in hours. */
const titlesOf = ({ kind, title }: PaperColumn, words: PaperTexts): string[] =>
  kind === 'minutes' ? [words.columns.minutes, title] : [title]

function cellsOf({ kind, currency }: PaperColumn, cell: Cell, text: LocaleText): CsvCell[] {
  if (cell === null) return kind === 'minutes' ? ['', ''] : ['']
  switch (kind) {
    case 'date':
      return [text.date(String(cell))]
    case 'month':
      return [text.month(String(cell))]
    case 'minutes':
      return [cell, text.decimal((Number(cell) / 60).toFixed(2))]
    case 'amount':
      return [text.decimal(amountOf(Number(cell), currency ?? null))]
    default:
      return [cell]
  }
}
