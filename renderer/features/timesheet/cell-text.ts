/** What people type and paste into cells, and what they copy out of them. */
import { readDuration, writeDuration } from '#shared/rules/duration-text.ts'
import { withoutTrailing } from '#shared/rules/text.ts'

/** Minutes of what was typed; 0 for what empties a cell, undefined for what cannot be read. */
export function readCell(text: string): number | undefined {
  const typed = text.trim()
  if (typed === '' || /^(?:[-–—]|0+(?:[:.,]0*)?(?:h|m|min)?)$/.test(typed)) return 0
  return readDuration(typed)
}

/** What a cell's field holds. */
export const writeCell = (minutes: number): string => (minutes === 0 ? '' : writeDuration(minutes))

/** Keys with which typing begins: what a length can begin with. */
export const beginsTyping = (key: string): boolean => /^[\d.,:]$/.test(key)

/** A range as text that spreadsheets read: tabs between cells, a line for each row. */
export const writeRange = (rows: readonly (readonly number[])[]): string =>
  rows.map((row) => row.map(writeCell).join('\t')).join('\n')

export type PastedRange =
  { is: 'read'; rows: number[][] } | { is: 'unread'; text: string } | { is: 'nothing' }

/** Whole numbers up to this are hours where nothing else in the range says what they are. */
const mostHours = 12

/**
 * A range that was copied here, or in a spreadsheet. Those write lengths with seconds (`1:30:00`)
 * or as decimal hours; a whole number among decimal ones is hours, and so are small whole numbers
 * alone. Otherwise a number is what it is when it is typed.
 */
export function readRange(text: string): PastedRange {
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
      const minutes = readCell(
        cell.replace(/^(\d+:\d{2}):\d{2}$/, '$1').replace(/^\d+$/, areHours ? '$&h' : '$&'),
      )
      if (minutes === undefined) return { is: 'unread', text: cell }
      row.push(minutes)
    }
    rows.push(row)
  }
  return { is: 'read', rows }
}
