/**
 * Inspects the beginning of a file before it is parsed: which program wrote it, and which columns
 * it has.
 */
import Papa from 'papaparse'
import type { ImportSource } from '../ipc/transfer.ts'
import { normalizeColumnName } from './import-columns.ts'

/** How much of the file is inspected, in bytes or characters. */
export const headLength = 64 * 1024

export interface TableHead {
  columns: string[]
  /** Values of the first rows by column, for recognizing it. */
  samples: string[]
}

const separators = [',', ';', '\t']

/** Parses the header line of a table; without columns where it is no table. */
export function readTableHead(head: string): TableHead {
  const whole = head.replace(/^\uFEFF/, '').trimStart()
  const [named = '', separator] = /^"?sep=([^"\r\n])"?\r?\n/i.exec(whole) ?? []
  const text = whole.slice(named.length)
  const first = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1)[0]!
  const count = (separator: string) => first.split(separator).length
  const delimiter =
    separator ?? separators.reduce((best, one) => (count(one) > count(best) ? one : best))
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: 4, skipEmptyLines: 'greedy' })
  const [names = [], ...rows] = data
  const columns = names.map((name) => name.trim())
  return {
    columns,
    samples: columns.map((_, at) => rows.map((row) => row[at]?.trim()).find(Boolean) ?? ''),
  }
}

/** Guesses the program that wrote a file. */
export function detectImportSource(head: string): ImportSource {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return 'stint'
  if (/^(\[|inc )/.test(text)) return 'timewarrior'
  const columns = new Set(readTableHead(head).columns.map(normalizeColumnName))
  const has = (...names: string[]) => names.every((name) => columns.has(name))
  if (has('start date', 'duration (h)') || has('start date', 'duration (decimal)')) {
    return 'clockify'
  }
  if (has('start date', 'start time', 'duration')) return 'toggl'
  const isHarvest = has('first name', 'last name') && (has('date') || has('spent date'))
  return isHarvest && (columns.has('hours') || columns.has('amount')) ? 'harvest' : 'csv'
}
