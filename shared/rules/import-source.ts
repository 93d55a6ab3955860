/** What a file looks like before it is read: which program it is of, and which columns it has. */
import Papa from 'papaparse'
import type { ImportSource } from '../ipc/transfer.ts'
import { plainColumn } from './import-columns.ts'

/** So much of a file tells it: bytes, or characters. */
export const headLength = 64 * 1024

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
