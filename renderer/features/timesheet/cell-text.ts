/** Parses what is typed and pasted into cells, and formats what is copied from them. */
import { parseDurationText, formatDurationText } from '#shared/rules/duration-text.ts'
import { withoutTrailing } from '#shared/rules/search-text.ts'

/** A day has no more; a larger whole number can only be minutes. */
const mostHours = 24

/** The whole number that a text is, and the unit that it counts in; undefined for other text. */
export function bareNumberOf(text: string): { number: number; unit: 'h' | 'm' } | undefined {
  const typed = text.trim()
  if (!/^\d+$/.test(typed) || Number(typed) === 0) return undefined
  return { number: Number(typed), unit: Number(typed) <= mostHours ? 'h' : 'm' }
}

/**
 * Parses the text of a cell to minutes: a whole number up to 24 is hours, a larger one minutes; 0
 * for text that empties the cell, undefined for invalid text.
 */
export function parseCell(text: string): number | undefined {
  const typed = text.trim()
  if (typed === '' || /^(?:[-–—]|0+(?:[:.,]0*)?(?:h|m|min)?)$/.test(typed)) return 0
  return parseDurationText(`${typed}${bareNumberOf(typed)?.unit ?? ''}`)
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

/**
 * Parses a range that was copied here or in a spreadsheet. Spreadsheets write lengths with seconds
 * (`1:30:00`) or as decimal hours. Whole numbers of a range have one unit: hours among decimal ones
 * and where each may be hours, else minutes.
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
        cell.replace(/^(\d+:\d{2}):\d{2}$/, '$1').replace(/^\d+$/, areHours ? '$&h' : '$&m'),
      )
      if (minutes === undefined) return { is: 'unread', text: cell }
      row.push(minutes)
    }
    rows.push(row)
  }
  return { is: 'read', rows }
}
