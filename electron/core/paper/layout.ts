/**
 * Lays a paper out on sheets: what is where, before anything draws it. The head of the table is on
 * every sheet, and so is the title of a group that goes on there; a group keeps its title with its
 * first row, and its sum with its last.
 */
import { put } from '#shared/sentences/paper-texts.ts'
import { maximum } from '#shared/rules/extremes.ts'
import {
  allRows,
  cellText,
  daysText,
  isFigure,
  sumsOf,
  totalsOf,
  type Cell,
  type Paper,
  type PaperColumn,
  type PaperTable,
  type PaperText,
} from './paper.ts'

export interface TextStyle {
  /** In points. */
  size: number
  isBold?: boolean
  isQuiet?: boolean
}

/** How wide a text is, in points. */
export type Measure = (text: string, style: TextStyle) => number

/** A line of text, by its upper left corner. */
export interface Line {
  text: string
  x: number
  y: number
  style: TextStyle
}

type RowKind =
  'kind' | 'title' | 'text' | 'head' | 'repeated' | 'group' | 'continued' | 'row' | 'sum' | 'total'

export interface PlacedRow {
  kind: RowKind
  top: number
  bottom: number
  /** The lines of each cell; one cell where it is no row of a table. */
  cells: Line[][]
}

export interface Layout {
  width: number
  height: number
  margin: number
  sheets: PlacedRow[][]
  /** On every sheet, before its number. */
  foot: string
}

const margin = 48
const gap = 14
const [shortSide, longSide] = [595.28, 841.89]
const lineHeight = 1.3
/** Room for the number of the sheet. */
const footHeight = 28

/** A title of a group that is longer is cut. */
const mostTitleLines = 3

const styles = {
  kind: { size: 11, isBold: true, isQuiet: true },
  title: { size: 24, isBold: true },
  text: { size: 11, isQuiet: true },
  label: { size: 9, isQuiet: true },
  note: { size: 9, isQuiet: true },
  figure: { size: 16, isBold: true },
  head: { size: 9, isQuiet: true },
  group: { size: 12, isBold: true },
  row: { size: 10 },
  sum: { size: 10, isBold: true },
  total: { size: 12, isBold: true },
} as const satisfies Record<string, TextStyle>

/** A row before it is known where it is. */
interface Row {
  kind: RowKind
  /** Blank above its text, and below. */
  above: number
  below: number
  cells: { lines: string[]; x: number; width: number; isRight: boolean; style: TextStyle }[]
}

export function layOut(paper: Paper, text: PaperText, measure: Measure): Layout {
  const isWide = paper.tables.some((table) => needsWidth(table, text, measure))
  const [width, height] = isWide ? [longSide, shortSide] : [shortSide, longSide]
  const days = paper.days ? daysText(paper.days, text) : ''
  const sheets: PlacedRow[][] = [[]]
  let y = margin
  const bottom = height - margin - footHeight
  const place = ({ kind, above, below, cells }: Row) => {
    const top = y
    y += above
    const lines = cells.map((cell) => placed(cell, y, measure))
    y = top + heightOf({ kind, above, below, cells })
    sheets.at(-1)!.push({ kind, top, bottom: y, cells: lines })
  }
  /** @param repeated what a further sheet begins with */
  const placeTogether = (rows: readonly Row[], repeated: readonly Row[] = []) => {
    const needed = rows.reduce((sum, row) => sum + heightOf(row), 0)
    if (y + needed > bottom) {
      sheets.push([])
      y = margin
      for (const row of repeated) place(row)
    }
    for (const row of rows) place(row)
  }

  const whole = { x: margin, width: width - 2 * margin }
  const line = (kind: RowKind, content: string, style: TextStyle, below = 0): Row => {
    const lines = wrapped(content, whole.width, style, measure)
    return { kind, above: 0, below, cells: [{ lines, ...whole, isRight: false, style }] }
  }
  if (paper.kind !== '') place(line('kind', paper.kind, styles.kind))
  place(line('title', paper.title, styles.title))
  const { filter } = paper
  place(line('text', days, styles.text, filter === undefined ? 18 : 2))
  if (filter !== undefined) place(line('text', filter, styles.text, 18))
  for (const table of paper.tables) {
    if (table.groups.length === 0) {
      placeTogether([line('text', text.words.nothing, styles.text)])
      continue
    }
    const widths = widthsOf(table, whole.width, text, measure)
    const rowOf = tableRow(table.columns, widths, text, measure)
    const totals = totalsOf(table)
    for (const figure of figureRows(table.columns, totals, text)) placeTogether([figure])
    const heads = (kind: RowKind) =>
      rowOf(
        kind,
        table.columns.map(({ title }) => title),
        styles.head,
      )
    const repeated = heads('repeated')
    const rowHeight = heightOf(repeated)
    const highest =
      bottom - margin - 3 * rowHeight - mostTitleLines * styles.group.size * lineHeight
    for (const [nth, group] of table.groups.entries()) {
      const { title, rows } = group
      const isTitled = table.groupedBy !== null
      const groupHead = (kind: 'group' | 'continued', most: number): Row => {
        const { lines } = line(kind, title, styles.group).cells[0]!
        const shown = lines.length > most ? `${lines.slice(0, most).join('\n')}…` : lines.join('\n')
        const above = kind === 'group' ? 16 : 8
        return {
          ...line(
            kind,
            kind === 'group' ? shown : put(text.words.continued, { title: shown }),
            styles.group,
            2,
          ),
          above,
        }
      }
      const parts = rows.flatMap((row) => split(rowOf('row', texts(table, row, text)), highest))
      const sums = texts(table, sumsOf(table, group), text)
      const sum = isTitled ? [rowOf('sum', [text.words.sum, ...sums.slice(1)], styles.sum)] : []
      const first = [
        ...(nth === 0 ? [heads('head')] : []),
        ...(isTitled ? [groupHead('group', mostTitleLines)] : []),
      ]
      for (const [at, part] of parts.entries()) {
        const together = [...(at === 0 ? first : []), part, ...(at === parts.length - 1 ? sum : [])]
        const isBegun = at > 0
        const continued = isBegun && isTitled ? [groupHead('continued', 1)] : []
        placeTogether(together, nth === 0 && !isBegun ? [] : [repeated, ...continued])
      }
    }
    const total = rowOf(
      'total',
      [text.words.total, ...texts(table, totals, text).slice(1)],
      styles.total,
    )
    placeTogether([{ ...total, above: 10 }], [repeated])
  }
  for (const [nth, note] of (paper.notes ?? []).entries()) {
    placeTogether([{ ...line('text', note, styles.note), above: nth === 0 ? 18 : 4 }])
  }
  const foot = [paper.title, days].filter(Boolean).join(' · ')
  return { width, height, margin, sheets, foot }
}

const heightOf = ({ above, below, cells }: Row): number =>
  above +
  below +
  cells.reduce(
    (most, { lines, style }) => Math.max(most, lines.length * style.size * lineHeight),
    0,
  )

function placed(
  { lines, x, width, isRight, style }: Row['cells'][number],
  top: number,
  measure: Measure,
): Line[] {
  return lines.map((text, nth) => ({
    text,
    x: isRight ? x + width - measure(text, style) : x,
    y: top + nth * style.size * lineHeight,
    style,
  }))
}

const texts = ({ columns }: PaperTable, row: readonly Cell[], text: PaperText): string[] =>
  columns.map((column, nth) => cellText(column, row[nth] ?? null, text))

/** Returns a function that makes rows of a table. */
const tableRow =
  (columns: readonly PaperColumn[], widths: readonly number[], text: PaperText, measure: Measure) =>
  (kind: RowKind, contents: readonly string[], style: TextStyle = styles.row): Row => {
    let x = margin
    const cells = columns.map((column, nth) => {
      const width = widths[nth]!
      const isRight = isFigure(column)
      const content = contents[nth] ?? ''
      // Figures are never broken; they may reach into the gap.
      const lines = isRight ? [content] : wrapped(content, width, style, measure)
      const cell = { lines: content === '' ? [] : lines, x, width, isRight, style }
      x += width + gap
      return cell
    })
    return { kind, above: 4, below: 4, cells }
  }

/** The sums of a table, large, before it. */
function figureRows(
  columns: readonly PaperColumn[],
  totals: readonly Cell[],
  text: PaperText,
): Row[] {
  const shown = columns.flatMap((column, nth) => {
    const sum = totals[nth] ?? null
    return sum === null ? [] : [{ title: column.title, content: cellText(column, sum, text) }]
  })
  const perRow = 4
  const rows: Row[] = []
  for (let from = 0; from < shown.length; from += perRow) {
    const some = shown.slice(from, from + perRow)
    const row = (of: 'title' | 'content', style: TextStyle, below: number): Row => ({
      kind: 'text',
      above: 0,
      below,
      cells: some.map((figure, nth) => ({
        lines: [figure[of]],
        x: margin + nth * 124,
        width: 124,
        isRight: false,
        style,
      })),
    })
    rows.push(row('title', styles.label, 1), row('content', styles.figure, 16))
  }
  return rows
}

/** Divides a row that no sheet would hold, by the lines of its cells. */
function split(row: Row, highest: number): Row[] {
  const most = Math.max(1, Math.floor(highest / (styles.row.size * lineHeight)))
  const lines = Math.max(1, maximum(row.cells.map((cell) => cell.lines.length)))
  const parts: Row[] = []
  for (let from = 0; from < lines; from += most) {
    const cells = row.cells.map((cell) => ({ ...cell, lines: cell.lines.slice(from, from + most) }))
    parts.push({ ...row, cells })
  }
  return parts
}

/** The least width in which texts are readable beside the figures. */
const leastText = 70

const naturalWidths = (table: PaperTable, text: PaperText, measure: Measure): number[] => {
  const rows = allRows(table)
  const totals = totalsOf(table)
  return table.columns.map((column, nth) => {
    const cells = rows.map((row) => cellText(column, row[nth] ?? null, text))
    const widest = cells.reduce((most, cell) => Math.max(most, measure(cell, styles.row)), 0)
    const sum = totals[nth] ?? null
    const total = sum === null ? 0 : measure(cellText(column, sum, text), styles.total)
    return Math.max(widest, total, measure(column.title, styles.head))
  })
}

const isFlexible = ({ kind }: PaperColumn): boolean => kind === 'text'

function needsWidth(table: PaperTable, text: PaperText, measure: Measure): boolean {
  const natural = naturalWidths(table, text, measure)
  const least = table.columns.map((column, nth) =>
    isFlexible(column) ? Math.min(natural[nth]!, leastText) : natural[nth]!,
  )
  const gaps = gap * (table.columns.length - 1)
  return least.reduce((sum, width) => sum + width, gaps) > shortSide - 2 * margin
}

/** Figures, days, and months have the width that they need, and texts share the rest. */
function widthsOf(table: PaperTable, whole: number, text: PaperText, measure: Measure): number[] {
  const widths = naturalWidths(table, text, measure)
  const flexible = table.columns
    .map((column, nth) => ({ column, nth }))
    .filter(({ column }) => isFlexible(column))
    .map(({ nth }) => nth)
    .toSorted((one, other) => widths[one]! - widths[other]!)
  const fixed = widths.filter((_, nth) => !flexible.includes(nth))
  const gaps = gap * (widths.length - 1)
  let rest = fixed.reduce((left, width) => left - width, whole - gaps)
  for (const [place, nth] of flexible.entries()) {
    const isLast = place === flexible.length - 1
    const share = Math.max(rest / (flexible.length - place), 20)
    // The widest takes what is left.
    widths[nth] = isLast ? share : Math.min(widths[nth]!, share)
    rest -= widths[nth]
  }
  return widths
}

/**
 * Breaks a text into lines: at blanks, and within words that are too long for a line. Words are
 * measured one by one, as they recur.
 */
function wrapped(content: string, width: number, style: TextStyle, measure: Measure): string[] {
  const blank = measure(' ', style)
  const lines: string[] = []
  for (const paragraph of content.split('\n')) {
    let words: string[] = []
    let used = 0
    for (const word of paragraph.split(' ')) {
      let rest = word
      let own = measure(rest, style)
      if (words.length > 0 && used + blank + own > width) {
        lines.push(words.join(' '))
        words = []
        used = 0
      }
      while (own > width && rest.length > 1) {
        const fits = fittingLength(rest, width, style, measure)
        lines.push(rest.slice(0, fits))
        rest = rest.slice(fits)
        own = measure(rest, style)
      }
      used += own + (words.length > 0 ? blank : 0)
      words.push(rest)
    }
    lines.push(words.join(' '))
  }
  return lines
}

/** How many UTF-16 units of a word fit, at least one character. */
function fittingLength(word: string, width: number, style: TextStyle, measure: Measure): number {
  const characters = [...word]
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(characters.slice(0, middle).join(''), style) <= width) low = middle
    else high = middle - 1
  }
  return characters.slice(0, low).join('').length
}
