/**
 * The format of the journal's lines: a checksum, a space, one JSON document. A line that was
 * truncated, or that a disk corrupted, is skipped; every other line still counts.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { isNestedTooDeep } from '#shared/rules/parse-json.ts'
import type { RecordSnapshot } from './record-snapshot.ts'

/** The first line: which database the journal belongs to. */
export interface JournalHead {
  journal: 1
  /** Identity of the database (database-identity.ts). */
  database: string
  /**
   * The journal has a snapshot of every record that was unsent after this mark; 0 or absent: of
   * every record that was ever unsent.
   */
  since?: number
}

/** A record's snapshot, taken when the mark `n` was the newest one. */
export type JournalLine = RecordSnapshot & { n: number }

export interface ParsedJournal {
  head: JournalHead | null
  lines: JournalLine[]
  /** Number of lines that could not be read. */
  torn: number
}

export const formatJournalHead = (database: string, since: number): string =>
  write({ journal: 1, database, since })
export const formatJournalLine = (line: JournalLine): string => write(line)

function write(document: JournalHead | JournalLine): string {
  const json = JSON.stringify(document)
  return `${checksum(json)} ${json}\n`
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

export function parseJournal(text: string): ParsedJournal {
  const read: ParsedJournal = { head: null, lines: [], torn: 0 }
  for (const line of text.split('\n')) {
    if (line === '') continue
    const document = parse(line)
    if (document === undefined) read.torn++
    else if ('journal' in document) read.head ??= document
    else read.lines.push(document)
  }
  return read
}

function parse(line: string): JournalHead | JournalLine | undefined {
  const json = line.slice(9)
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined
  if (isNestedTooDeep(json)) return undefined
  // eslint-disable-next-line no-restricted-syntax -- its nesting is checked above
  return JSON.parse(json) as JournalHead | JournalLine
}

/** Reads the whole journal; empty when there is none. */
export function readJournal(file: string): ParsedJournal {
  try {
    return parseJournal(readFileSync(file, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return parseJournal('')
    throw cause
  }
}

/** Returns the newest line of each record, oldest first. */
export function latestLinePerRecord(lines: readonly JournalLine[]): JournalLine[] {
  const newest = new Map<string, JournalLine>()
  for (const line of lines) {
    const key = `${line.resource}:${line.local}`
    const known = newest.get(key)
    if (known && known.n > line.n) continue
    newest.set(key, line)
  }
  return [...newest.values()].sort((a, b) => a.n - b.n)
}

export interface JournalExtent {
  /** The database that it belongs to; null when there is no journal, or not a readable one. */
  database: string | null
  /** Highest mark in it. */
  position: number
  /** False when the last line was truncated. */
  isWhole: boolean
}

/**
 * Bytes read from each end. Enough for the first line and, at the other end, for all lines that two
 * processes may have written out of order.
 */
const endLength = 64 * 1024

/**
 * Reads what opening needs of the journal from its two ends, because reading all of a long one
 * takes a while.
 */
export function readJournalExtent(file: string): JournalExtent {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    return { database: null, position: 0, isWhole: true }
  }
  try {
    const { size } = fstatSync(descriptor)
    const read = (from: number) => {
      const part = Buffer.alloc(Math.min(endLength, size - from))
      readSync(descriptor, part, 0, part.length, from)
      return part.toString('utf8')
    }
    const first = read(0)
    const last = read(Math.max(0, size - endLength))
    const { head } = parseJournal(first)
    let { lines } = parseJournal(last)
    if (lines.length === 0 && size > endLength) lines = readJournal(file).lines
    return {
      database: head?.database ?? null,
      position: lines.reduce((highest, { n }) => Math.max(highest, n), 0),
      isWhole: size === 0 || last.endsWith('\n'),
    }
  } finally {
    closeSync(descriptor)
  }
}
