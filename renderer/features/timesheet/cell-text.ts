/** Parses what is typed and pasted into cells, and formats what is copied from them. */
import { parseDurationText, formatDurationText } from '#shared/rules/duration-text.ts'
import { withoutTrailing } from '#shared/rules/search-text.ts'

/**
 * Parses the text of a cell to minutes; 0 for text that empties the cell, undefined for invalid
 * text.
 */
export function parseCell(text: string): number | undefined {
  const typed = text.trim()
  if (typed === '' || /^(?:[-–—]|0+(?:[:.,]0*)?(?:h|m|min)?)$/.test(typed)) return 0
  return parseDurationText(typed)
}

/** Formats the minutes of a cell as its field's text. */
export const formatCell = (minutes: number): string =>
  minutes === 0 ? '' : formatDurationText(minutes)

/** Keys that start typing over a cell: those that a length may begin with. */
export const isTypingKey = (key: string): boolean => /^[\d.,:]$/.test(key)

/** Formats a range as text for spreadsheets: tabs between cells, a line for each row. */
export const formatCellRange = (rows: readonly (readonly number[])[]): string =>
  rows.map((row) => row.map(formatCell).join('\t')).join('\n')

export type PastedRange =
  { is: 'read'; rows: number[][] } | { is: 'unread'; text: string } | { is: 'nothing' }

/** Whole numbers up to this count as hours where nothing else in the range shows their unit. */
const mostHours = 12

/**
 * Parses a range that was copied here or in a spreadsheet. Spreadsheets write lengths with seconds
 * (`1:30:00`) or as decimal hours. A whole number among decimal ones counts as hours, and so do
 * small whole numbers alone. Any other number is parsed as if it were typed.
 */
export function parseCellRange(text: string): PastedRange {
  const lines = withoutTrailing(text.replaceAll(/\r\n?/g, '\n'), '\n').split('\n')
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  const all = cells.flat()
  if (all.every((cell) => cell === '')) return { is: 'nothing' }
  const whole = all.filter((cell) => /^\d+$/.test(cell))
  const areHours =
    all.some((cell) => /^\d*[.,]\d+$/.test(cell)) ||
    whole.every((cell) => Number(cell) <= mostHours)
  const rows: number[][] = []
  for (const line of cells) {
    const row: number[] = []
    for (const cell of line) {
      const minutes = parseCell(
        cell.replace(/^(\d+:\d{2}):\d{2}$/, '$1').replace(/^\d+$/, areHours ? '$&h' : '$&'),
      )
      if (minutes === undefined) return { is: 'unread', text: cell }
      row.push(minutes)
    }
    rows.push(row)
  }
  return { is: 'read', rows }
}
