/** What a file looks like before it is read: which program it is of, and which columns it has. */
import Papa from 'papaparse'
import type { ImportField, ImportSource } from '#shared/ipc/transfer.ts'
import { fileText } from '#shared/rules/file-text.ts'
import { plainColumn, usualColumns } from '#shared/rules/import-columns.ts'

/** Every field that a column can be, in the order in which they are offered. */
export const importFields = Object.keys(usualColumns) as readonly ImportField[]

/** So much of a file, in bytes, is looked at. */
const headLength = 64 * 1024

export interface TableHead {
  columns: string[]
  /** What the first rows have in a column, for telling it by. */
  samples: string[]
}

const separators = [',', ';', '\t']

/** The first line of a table; without columns where it is none. */
export function tableHead(head: string): TableHead {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  const first = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1)[0]!
  const count = (separator: string) => first.split(separator).length
  const delimiter = separators.reduce((best, one) => (count(one) > count(best) ? one : best))
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: 4, skipEmptyLines: 'greedy' })
  const [names = [], ...rows] = data
  const columns = names.map((name) => name.trim())
  return {
    columns,
    samples: columns.map((_, at) => rows.map((row) => row[at]?.trim()).find(Boolean) ?? ''),
  }
}

/** The program that a file most likely comes from. */
export function sourceOf(head: string): ImportSource {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return 'stint'
  if (/^(\[|inc )/.test(text)) return 'timewarrior'
  const columns = new Set(tableHead(head).columns.map(plainColumn))
  const has = (...names: string[]) => names.every((name) => columns.has(name))
  if (has('start date', 'duration (h)') || has('start date', 'duration (decimal)')) {
    return 'clockify'
  }
  if (has('start date', 'start time', 'duration')) return 'toggl'
  const isHarvest = has('first name', 'last name') && (has('date') || has('spent date'))
  return isHarvest && (columns.has('hours') || columns.has('amount')) ? 'harvest' : 'csv'
}

/** Which column each field is, by the names that columns usually have. */
export function matchedColumns(columns: readonly string[]): Partial<Record<ImportField, string>> {
  const matched: Partial<Record<ImportField, string>> = {}
  for (const field of importFields) {
    for (const name of usualColumns[field]) {
      const column = columns.find((one) => plainColumn(one) === plainColumn(name))
      if (column === undefined) continue
      matched[field] = column
      break
    }
  }
  return matched
}

/** A column is one field, and a field one column: what was either before is nothing now. */
export function withColumn(
  matched: Partial<Record<ImportField, string>>,
  column: string,
  field: ImportField | '',
): Partial<Record<ImportField, string>> {
  const others = Object.entries(matched).filter(([one, name]) => name !== column && one !== field)
  return { ...Object.fromEntries(others), ...(field === '' ? {} : { [field]: column }) }
}

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer())

/** How a file begins; for a file that cannot be read, nothing. */
export async function headOf(file: Blob): Promise<string> {
  try {
    const bytes = await bytesOf(file.slice(0, headLength))
    return fileText(TextDecoder)(bytes, file.size <= headLength)
  } catch {
    return ''
  }
}

/** Bytes that are read at once: a message to the core may have a mebibyte. */
const pieceLength = 128 * 1024

/** The text of a file by pieces, and how many of its bytes are read with each. */
export async function* textOf(file: Blob): AsyncGenerator<{ text: string; bytes: number }> {
  const read = fileText(TextDecoder)
  for (let from = 0; from < file.size; from += pieceLength) {
    const bytes = await bytesOf(file.slice(from, from + pieceLength))
    const to = from + bytes.length
    yield { text: read(bytes, to >= file.size), bytes: to }
  }
}
