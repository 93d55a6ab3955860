/** What a file to read or to hand over says, before a writer gives it a form. */
import { formatAmount } from '#shared/rules/money-text.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import type { LocaleText } from '#shared/rules/locale-text.ts'

export interface Paper {
  /** Above the title: what kind of paper it is; empty where the title says so. */
  kind: string
  title: string
  /** First and last day; null where there is nothing. */
  days: { from: string; to: string } | null
  tables: PaperTable[]
}

export interface PaperTable {
  /** Says what its rows are, such as `Hours`. */
  title: string
  /** What the titles of the groups are, such as `Project`. */
  groupedBy: string
  columns: PaperColumn[]
  groups: PaperGroup[]
}

export interface PaperGroup {
  title: string
  /** A cell for each column. */
  rows: Cell[][]
}

/** Text, a civil date, minutes, a number, or an amount in the smallest unit; null: none. */
export type Cell = string | number | null

export interface PaperColumn {
  title: string
  kind: 'text' | 'date' | 'minutes' | 'number' | 'amount'
  /** Of amounts; null: unknown. */
  currency?: string | null
  isSummed?: boolean
}

/** The sum of a column; null where it has none. */
export const sumOf = ({ isSummed }: PaperColumn, cells: readonly Cell[]): number | null =>
  isSummed === true
    ? Number(cells.reduce((sum, cell) => sum + BigInt(Number(cell ?? 0)), 0n))
    : null

/** The cells of a column in all groups. */
export const cellsOf = ({ groups }: PaperTable, nth: number): Cell[] =>
  groups.flatMap(({ rows }) => rows.map((row) => row[nth] ?? null))

/** True where a column is set flush right, as figures are. */
export const isFigure = ({ kind }: PaperColumn): boolean => kind !== 'text' && kind !== 'date'

/** Formats a cell for people. */
export function cellText(
  { kind, currency }: PaperColumn,
  cell: Cell,
  text: LocaleText | undefined,
): string {
  if (cell === null) return ''
  switch (kind) {
    case 'text':
      return String(cell)
    case 'date':
      return dayText(String(cell), text)
    case 'minutes':
      return formatDurationText(Number(cell))
    case 'number':
      return String(cell)
    case 'amount':
      return figures(amountOf(Number(cell), currency ?? null), text)
  }
}

/** In the smallest unit when the currency is unknown. */
const amountOf = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : formatAmount(amount, currency)

/** Parts groups of three digits by a space: either sign would be another's decimal sign. */
function figures(plain: string, text: LocaleText | undefined): string {
  const sign = plain.startsWith('-') ? '-' : ''
  const [whole = '', ...decimals] = plain.slice(sign.length).split('.')
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(whole.slice(Math.max(0, end - 3), end))
  }
  const grouped = sign + [groups.join('\u00A0'), ...decimals].join('.')
  return text ? text.decimal(grouped) : grouped
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a day: `2 Mar 2026`, or as the locale does. */
function dayText(date: string, text: LocaleText | undefined): string {
  if (text) return text.date(date)
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[month! - 1]} ${year}`
}

/** Formats the days of a paper. */
export function daysText({ days }: Paper, text: LocaleText | undefined): string {
  if (days === null) return ''
  const [from, to] = [dayText(days.from, text), dayText(days.to, text)]
  return from === to ? from : `${from} – ${to}`
}
