/** A text in pieces as lines and as rows of a table, each with its number. */
import Papa from 'papaparse'
import { FailureError, type Failure } from '#shared/errors.ts'

/** One kind of line end; a return that ends a piece waits for what follows it. */
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

export interface Line {
  line: number
  text: string
}

/** @param take hears each line that is not blank; `end` gives the last one */
function lineReader(take: (line: Line) => void): { feed(text: string): void; end(): void } {
  const unify = unified()
  /** Of the line that is not over yet; put together once, however long it gets. */
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

export interface Row {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const head = text
    .slice(0, 5000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')[0]!
  const count = (separator: string) => head.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Characters of the longest row that is read; a quote that nobody closes would take in the file. */
const longestRow = 1_000_000

/**
 * Rows of a table, those of blank lines left out. A cell may hold line ends; a row's number is that
 * of the line on which it begins. Throws a failure where a row is longer than any can be meant.
 */
export function rowReader(take: (row: Row) => void): { feed(text: string): void; end(): void } {
  const unify = unified()
  let rest = ''
  let line = 1
  let parser: Papa.Parser | undefined

  function read(isLast: boolean): void {
    if (rest === '') return
    parser ??= new Papa.Parser({ delimiter: separatorOf(rest), newline: '\n' })
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
      // A first line has to be whole for its separator to be counted.
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

/** The lines of a text in pieces that are not blank, as they are asked for. */
export function* linesOf(pieces: Iterable<string>): Iterable<Line> {
  let lines: Line[] = []
  const reader = lineReader((line) => lines.push(line))
  for (const piece of pieces) {
    reader.feed(piece)
    yield* lines
    lines = []
  }
  reader.end()
  yield* lines
}
