/**
 * Writes a paper as a workbook, a sheet for each table: dates as dates, hours as parts of a day,
 * amounts in the format of their currency, text as text, and sums as formulas with their values.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import writeWorkbook, {
  type CellObject,
  type Sheet as WorkbookSheet,
} from 'write-excel-file/universal'
import type { PaperTexts } from '#shared/sentences/paper-texts.ts'
import { currencyPlaces } from '#shared/rules/money.ts'
import {
  addedUp,
  allRows,
  isFigure,
  totalsOf,
  type Cell,
  type Paper,
  type PaperColumn,
  type PaperTable,
  type PaperText,
} from './paper.ts'

/** The same paper is the same file, byte for byte. */
export async function writeXlsx(paper: Paper, { words }: PaperText): Promise<Uint8Array> {
  const sheets = paper.tables.map((table) => sheetOf(table, words))
  const blob = await writeWorkbook(sheets.map(({ sheet }) => sheet)).toBlob()
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  for (const [nth, { sums }] of sheets.entries()) {
    const name = `xl/worksheets/sheet${nth + 1}.xml`
    files[name] = strToU8(withValues(strFromU8(files[name]!), sums))
  }
  // The library's file has the time of writing in it. Zips have local times.
  return zipSync(files, { mtime: new Date(1980, 0, 1) })
}

interface Sheet {
  sheet: WorkbookSheet<Blob>
  /** Values by formula. */
  sums: ReadonlyMap<string, number>
}

function sheetOf(table: PaperTable, words: PaperTexts): Sheet {
  const groupColumns: PaperColumn[] =
    table.groupedBy === null ? [] : [{ title: table.groupedBy, kind: 'text' }]
  const columns = [...groupColumns, ...table.columns]
  const rows = table.groups.flatMap(({ title, rows }) =>
    rows.map((row) => [...groupColumns.map(() => title), ...row]),
  )
  const sums = new Map<string, number>()
  const added = addedUp(table, allRows(table))
  const totals = totalsOf(table).map((sum, nth): CellObject | null => {
    const column = table.columns[nth]!
    if (sum === null || column.isSummed !== true) return null
    const bold = { fontWeight: 'bold', ...formatOf(column) } as const
    // What counts in several rows is not the sum of them.
    if (sum !== added[nth]) return { value: inUnits(column, Number(sum)), type: Number, ...bold }
    const letter = columnLetters(groupColumns.length + nth)
    const formula = `SUM(${letter}2:${letter}${Math.max(2, rows.length + 1)})`
    sums.set(formula, inUnits(column, sum))
    return { value: formula, type: 'Formula', ...bold }
  })
  const [, ...rest] = [...groupColumns.map(() => null), ...totals]
  return {
    sheet: {
      sheet: table.title,
      stickyRowsCount: 1,
      columns: columns.map((column, nth) => ({
        width: widthOf(column, [column.title, ...rows.map((row) => row[nth] ?? null)]),
      })),
      data: [
        columns.map((column) => ({
          ...textCell(column.title),
          fontWeight: 'bold',
          align: isFigure(column) ? 'right' : 'left',
        })),
        ...rows.map((row) => columns.map((column, nth) => cellObject(column, row[nth] ?? null))),
        [{ ...textCell(words.total), fontWeight: 'bold' }, ...rest],
      ],
    },
    sums,
  }
}

function cellObject(column: PaperColumn, cell: Cell): CellObject | null {
  if (cell === null || cell === '') return null
  switch (column.kind) {
    case 'text':
      return { ...textCell(String(cell)), wrap: true, alignVertical: 'top' }
    case 'date':
    case 'month': {
      const value = new Date(column.kind === 'date' ? `${cell}T00:00:00Z` : `${cell}-01T00:00:00Z`)
      return { value, type: Date, alignVertical: 'top', ...formatOf(column) }
    }
    default:
      return {
        value: inUnits(column, Number(cell)),
        type: Number,
        alignVertical: 'top',
        ...formatOf(column),
      }
  }
}

/** A formula is one only by its type, which this is not. */
const textCell = (text: string) => ({ value: writable(text), type: String })

/** What XML can hold, up to the length of a cell. */
const writable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .slice(0, 32_767)

/** Minutes as a part of a day, and amounts in whole units, as decimals. */
function inUnits({ kind, currency = null }: PaperColumn, value: number): number {
  if (kind === 'minutes') return value / 1440
  if (kind !== 'amount' || currency === null) return value
  return value / 10 ** currencyPlaces(currency)
}

function formatOf({ kind, currency = null }: PaperColumn): { format?: string } {
  switch (kind) {
    case 'date':
      return { format: 'yyyy-mm-dd' }
    case 'month':
      return { format: 'yyyy-mm' }
    case 'minutes':
      return { format: '[h]:mm' }
    case 'amount': {
      if (currency === null) return { format: '#,##0' }
      const places = currencyPlaces(currency)
      const decimals = places === 0 ? '' : `.${'0'.repeat(places)}`
      const code = /^[A-Z]{3}$/.test(currency) ? ` "${currency}"` : ''
      return { format: `#,##0${decimals}${code}` }
    }
    default:
      return {}
  }
}

/** In characters. */
function widthOf({ kind }: PaperColumn, cells: readonly Cell[]): number {
  if (kind !== 'text') return 14
  const longest = cells.reduce<number>((most, cell) => Math.max(most, String(cell ?? '').length), 0)
  return Math.min(60, Math.max(10, longest + 2))
}

function columnLetters(nth: number): string {
  const last = String.fromCodePoint(65 + (nth % 26))
  return nth < 26 ? last : columnLetters(Math.floor(nth / 26) - 1) + last
}

/** Adds values to formulas, for programs that do not calculate. */
const withValues = (xml: string, sums: ReadonlyMap<string, number>): string =>
  xml.replaceAll(
    /<f>=?([^<]*)<\/f>/g,
    (_, formula: string) => `<f>${formula}</f><v>${sums.get(formula)}</v>`,
  )
