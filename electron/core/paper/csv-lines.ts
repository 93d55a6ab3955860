/** Lines of a table for spreadsheets. A cell that one would take for a formula is made text. */
import Papa from 'papaparse'
import type { LocaleText } from '#shared/rules/locale-text.ts'

export type CsvCell = string | number

/**
 * Matches the beginning of a formula, unless it is a negative number: at the beginning of a cell,
 * and wherever a spreadsheet that uses another separator than the file would see one. A text that
 * already has an apostrophe there gets another, so that removing one restores it. Spreadsheets in
 * East Asian locales read a full-width sign (U+FF0B, FF0D, FF1D, FF20) as its ASCII counterpart.
 */
const formula =
  /(?<=^|[;,\t\r\n]"?)(?:'+|(?!-\d+(?:[.,]\d+)?(?:$|[;,\t\r\n"])))[=+\-@＝＋－＠]|^'*[\t\r]/g

/** Such a cell is quoted, so that it does not mislead programs that guess the separator. */
const isGuarded = (cell: unknown): boolean =>
  typeof cell === 'string' && /'[=+\-@＝＋－＠\t\r]/.test(cell)

/** Prefixes formulas with an apostrophe, which makes them text. */
const withoutFormulae = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' ? cell.replaceAll(formula, "'$&") : cell

export function csvLines(rows: readonly CsvCell[][], { separator }: LocaleText): string {
  const plain = rows.map((cells) => cells.map(withoutFormulae))
  return `${Papa.unparse(plain, { delimiter: separator, quotes: isGuarded })}\r\n`
}
