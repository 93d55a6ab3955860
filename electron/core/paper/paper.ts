/** What a file to read or to hand over says, before a writer gives it a form. */
import { formatAmount } from '#shared/rules/money-text.ts'
import type { PaperTexts } from '#shared/sentences/paper-texts.ts'
import type { LocaleText } from '#shared/rules/locale-text.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'

/** How a paper says what it says. */
export interface PaperText {
  words: PaperTexts
  /** How days and decimals are written; null, which is for English alone: for no country. */
  locale: LocaleText | null
}

export interface Paper {
  /** Above the title: what kind of paper it is; empty where the title says so. */
  kind: string
  title: string
  /** First and last day; null where there is nothing. */
  days: { from: string; to: string } | null
  /** Below the days: what is left out; absent: nothing. */
  filter?: string
  tables: PaperTable[]
  /** Sentences after the tables. */
  notes?: readonly string[]
}

export interface PaperTable {
  /** Says what its rows are, such as `Hours`. */
  title: string
  /** What the titles of the groups are, such as `Project`; null: there is one group, without a title. */
  groupedBy: string | null
  columns: PaperColumn[]
  groups: PaperGroup[]
  /** The sums of all groups, where something counts in several of them. */
  totals?: readonly Cell[]
}

export interface PaperGroup {
  title: string
  /** A cell for each column. */
  rows: Cell[][]
  /** The sums of its rows, where something counts in several of them. */
  sums?: readonly Cell[]
}

/** Text, a civil date, a month as `YYYY-MM`, minutes, a number, or an amount in the smallest unit; null: none. */
export type Cell = string | number | null

export interface PaperColumn {
  title: string
  kind: 'text' | 'date' | 'month' | 'minutes' | 'number' | 'amount'
  /** Of amounts; null: unknown. */
  currency?: string | null
  isSummed?: boolean
}

/** The sum of a column; null where it has none. */
const sumOf = ({ isSummed }: PaperColumn, cells: readonly Cell[]): number | null =>
  isSummed === true
    ? Number(cells.reduce((sum, cell) => sum + BigInt(Number(cell ?? 0)), 0n))
    : null

/** What the rows of a table add up to, for each column; null where it has no sum. */
export const addedUp = (
  { columns }: PaperTable,
  rows: readonly (readonly Cell[])[],
): (number | null)[] =>
  columns.map((column, nth) =>
    sumOf(
      column,
      rows.map((row) => row[nth] ?? null),
    ),
  )

/** The rows of all groups. */
export const allRows = ({ groups }: PaperTable): Cell[][] => groups.flatMap(({ rows }) => rows)

/** The sums of a group. */
export const sumsOf = (table: PaperTable, { rows, sums }: PaperGroup): readonly Cell[] =>
  sums ?? addedUp(table, rows)

/** The sums of a table. */
export const totalsOf = (table: PaperTable): readonly Cell[] =>
  table.totals ?? addedUp(table, allRows(table))

/** True where a column is set flush right, as figures are. */
export const isFigure = ({ kind }: PaperColumn): boolean =>
  kind !== 'text' && kind !== 'date' && kind !== 'month'

/** Formats a cell for people. */
export function cellText({ kind, currency }: PaperColumn, cell: Cell, text: PaperText): string {
  if (cell === null) return ''
  switch (kind) {
    case 'text':
      return String(cell)
    case 'date':
      return dayText(String(cell), text)
    case 'month':
      return monthText(String(cell), text)
    case 'minutes':
      return formatDurationText(Number(cell))
    case 'number':
      return String(cell)
    case 'amount':
      return figures(amountOf(Number(cell), currency ?? null), text)
  }
}

/** In the smallest unit when the currency is unknown. */
export const amountOf = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : formatAmount(amount, currency)

/** Parts groups of three digits by a space: either sign would be another's decimal sign. */
function figures(plain: string, { locale }: PaperText): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [whole = '', ...decimals] = plain.slice(sign.length).split('.')
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(whole.slice(Math.max(0, end - 3), end))
  }
  const grouped = sign + [groups.join('\u00A0'), ...decimals].join('.')
  return locale ? locale.decimal(grouped) : grouped
}

/** Formats a day: `2 Mar 2026`, or as the locale does. */
export function dayText(date: string, { words, locale }: PaperText): string {
  if (locale) return locale.day(date)
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${words.months[month! - 1]!.slice(0, 3)} ${year}`
}

/** Formats a month: `March 2026`. */
export function monthText(date: string, { words }: PaperText): string {
  const [year, month] = date.split('-').map(Number)
  return `${words.months[month! - 1]} ${year}`
}

/** Formats a range of days. */
export function daysText({ from, to }: NonNullable<Paper['days']>, text: PaperText): string {
  const [first, last] = [dayText(from, text), dayText(to, text)]
  return first === last ? first : `${first} – ${last}`
}
