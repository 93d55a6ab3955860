/** Splits a text that arrives in chunks into lines and rows of a table, each with its number. */
import Papa from 'papaparse'
import { FailureError, type Failure } from '#shared/errors.ts'

/** Normalizes line ends; a carriage return at the end of a chunk waits for what follows. */
function unified(): (text: string) => string {
  let waiting = ''
  let isFirst = true
  return (text) => {
    let whole = waiting + text
    if (isFirst && whole !== '') {
      whole = whole.replace(/^\uFEFF/, '')
      isFirst = false
    }
    waiting = whole.endsWith('\r') ? '\r' : ''
    return whole.slice(0, whole.length - waiting.length).replaceAll(/\r\n?/g, '\n')
  }
}

export interface TextLine {
  line: number
  text: string
}

/** @param take called with each line that is not blank; `end` passes the last one */
function lineReader(take: (line: TextLine) => void): { feed(text: string): void; end(): void } {
  const unify = unified()
  /** Parts of the line that is not complete yet; joined once, however long it gets. */
  let parts: string[] = []
  let line = 0
  const put = () => {
    const text = parts.join('').trim()
    parts = []
    line += 1
    if (text !== '') take({ line, text })
  }
  return {
    feed(text) {
      const [first, ...others] = unify(text).split('\n')
      parts.push(first!)
      for (const other of others) {
        put()
        parts.push(other)
      }
    },
    end: () => put(),
  }
}

export interface TableRow {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const

/** The separator that is most frequent in the first line, outside quotes. */
function separatorOf(text: string): string {
  const head = text
    .slice(0, 5000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')[0]!
  const count = (separator: string) => head.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The line before the header in which spreadsheets name the separator: `sep=;`. */
const separatorLine = /^"?sep=([^"\n])"?\n/i

/** Maximum characters of a row: an unclosed quote would otherwise swallow the rest of the file. */
const longestRow = 1_000_000

/**
 * Reads the rows of a table, except blank lines. A cell may contain line ends; a row's number is
 * that of the line on which it begins. Throws a failure when a row is longer than any real one.
 */
export function createRowReader(take: (row: TableRow) => void): {
  feed(text: string): void
  end(): void
} {
  const unify = unified()
  let rest = ''
  let line = 1
  let parser: Papa.Parser | undefined

  function read(isLast: boolean): void {
    if (rest === '') return
    if (!parser) {
      const [named = '', separator] = separatorLine.exec(rest) ?? []
      if (separator !== undefined) line += 1
      rest = rest.slice(named.length)
      parser = new Papa.Parser({ delimiter: separator ?? separatorOf(rest), newline: '\n' })
    }
    const { data, meta } = parser.parse(rest, 0, !isLast) as {
      data: string[][]
      meta: { cursor: number }
    }
    for (const cells of data) {
      if (cells.some((cell) => cell.trim() !== '')) take({ line, cells })
      line += 1
      for (const cell of cells) line += cell.split('\n').length - 1
    }
    rest = isLast ? '' : rest.slice(meta.cursor)
  }

  return {
    feed(text) {
      rest += unify(text)
      // The first line has to be complete before its separator can be counted.
      if (rest.includes('\n')) read(false)
      if (rest.length > longestRow) throw new FailureError(tooLong(line))
    },
    end: () => read(true),
  }
}

const tooLong = (line: number): Failure => ({
  code: 'validation',
  message: `Line ${line} has more than a million characters. Check it for an unclosed quotation mark`,
})

/** Yields the lines of a text in chunks that are not blank, on demand. */
export function* readTextLines(pieces: Iterable<string>): Iterable<TextLine> {
  let lines: TextLine[] = []
  const reader = lineReader((line) => lines.push(line))
  for (const piece of pieces) {
    reader.feed(piece)
    yield* lines
    lines = []
  }
  reader.end()
  yield* lines
}
