/** Formats text for terminals: tables whose last columns shrink, single lines, no control characters. */
import { maximum } from '#shared/rules/extremes.ts'

export interface TextColumn<Row> {
  readonly title: string
  readonly value: (row: Row) => string
  readonly align?: 'right'
  /** May be truncated when the line is too long for the terminal. */
  readonly flexible?: boolean
}

const shortest = 6

/**
 * Formats a table with titles, or its rows as stacked lines where it does not fit the terminal.
 * @param width the terminal's, in columns
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: TextColumn<Row>[],
  width: number,
): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => toSingleLine(value(row)))),
  ]
  const widths = columns.map((_, index) => maximum(cells.map((line) => displayWidth(line[index]!))))
  let surplus = widths.reduce((sum, each) => sum + each + 2, -2) - width
  for (let index = columns.length - 1; index >= 0 && surplus > 0; index -= 1) {
    if (columns[index]!.flexible !== true) continue
    const less = Math.min(surplus, Math.max(0, widths[index]! - shortest))
    widths[index]! -= less
    surplus -= less
  }
  if (surplus > 0) return stacked(rows, columns)
  const lines = cells.map((line) =>
    line
      .map((cell, index) => fit(cell, widths[index]!, columns[index]!.align === 'right'))
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/**
 * For a narrow terminal: one line per value, empty ones left out. Untitled marks precede what they
 * mark.
 */
const stacked = <Row>(rows: readonly Row[], columns: TextColumn<Row>[]): string =>
  rows
    .flatMap((row) => {
      const cells = columns
        .map(({ title, value }) => ({ title, text: toSingleLine(value(row)) }))
        .filter(({ text }) => text !== '')
      const named = cells.findIndex(({ title }) => title !== '')
      return [
        cells
          .slice(0, named + 1)
          .map(({ text }) => text)
          .join(' '),
        ...cells
          .slice(named + 1)
          .map(({ title, text }) => (title === '' ? `  ${text}` : `  ${title}: ${text}`)),
      ]
    })
    .join('\n')

/** Truncates a text to the width, with an ellipsis. */
export const truncateToWidth = (text: string, width: number): string =>
  displayWidth(text) > width ? `${cut(text, width - 1)}…` : text

function fit(cell: string, width: number, right: boolean): string {
  const text = truncateToWidth(cell, width)
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return right ? space + text : text + space
}

function cut(text: string, width: number): string {
  let out = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += displayWidth(segment)
    if (used > width) break
    out += segment
  }
  return out
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u
const invisible = /\p{Mn}|\p{Me}|\p{Cf}|[\u1160-\u11FF]/gu
/** An emoji flag is two letters of a separate kind, each one column wide. */
const flagLetter = /\p{Regional_Indicator}/u

/** Returns the number of terminal columns of a text: two for East Asian letters and for emoji. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text.replaceAll(invisible, '')) {
    width += wide.test(character) && !flagLetter.test(character) ? 2 : 1
  }
  return width
}

/** Returns one line, as wide as it looks. */
export const toSingleLine = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()

/**
 * Returns a text without characters with which it could move a terminal's cursor, change its colors
 * or title, or reorder what it shows: control characters except line feeds and tabs, and
 * bidirectional embeddings, overrides, and isolates.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ')
