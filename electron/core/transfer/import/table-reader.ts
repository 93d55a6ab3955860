/** What the tables of all programs share: rows, the order of dates, people, and the zone. */
import { civilAt, toInstant } from '#shared/rules/calendar.ts'
import {
  noDateEvidence,
  addDateEvidence,
  addTimeEvidence,
  inferDateOrder,
  type DatePartOrder,
  type TimeEvidence,
} from '#shared/rules/foreign-formats.ts'
import {
  addDecimalEvidence,
  inferDecimalSign,
  type DecimalSign,
} from '#shared/rules/number-text.ts'
import { sentence, type Text } from '#shared/sentences/sentence.ts'
import { TableHeader, type RowCells } from './table-header.ts'
import type {
  ParsedLine,
  ImportEnvironment,
  ImportReadOptions,
  ImportReader,
} from './parsed-lines.ts'
import { createBufferedText } from './buffered-text.ts'
import { createRowReader, type TableRow } from './line-reader.ts'

/** The table of one program. */
export interface TableLayout {
  /** The program's name, as people know it. */
  program: string
  /** What is missing for this program's table, in plain words. */
  problem(header: TableHeader, times: TimeEvidence): Text | undefined
  /** Texts of a row that are dates, to detect their order. */
  dates(cells: RowCells): string[]
  /** Texts of a row that are times of day, perhaps with their dates. */
  times(cells: RowCells): string[]
  /** Texts of a row that are numbers, to detect their decimal sign. */
  numbers(cells: RowCells): string[]
  /** Names and addresses of the person of a row; the first is displayed. */
  people(cells: RowCells): string[]
  rules(header: TableHeader): string[]
  read(row: TableRowContext): ParsedLine
}

export interface TableRowContext {
  line: number
  cells: RowCells
  header: TableHeader
  order: DatePartOrder
  /** Undefined where no number of the file shows it. */
  decimalSign: DecimalSign | undefined
  times: TimeEvidence
  /** True where a date's time of day at midnight is none. */
  hasEmptyMidnights: boolean
  /** This computer's zone. */
  zone: string
  options: ImportReadOptions
  /** Converts a date and minute of the file's zone to this computer's. */
  here(date: string, minute: number): { date: string; minute: number }
}

export function createTableReader(
  layout: TableLayout,
  options: ImportReadOptions,
  machine: ImportEnvironment,
): ImportReader {
  const text = createBufferedText()
  const people = new Map<string, string>()
  const evidence = noDateEvidence()
  const decimals = { point: false, comma: false }
  const times: TimeEvidence = { fractions: false, clocks: false, dates: false }
  let header: TableHeader | undefined
  const reader = createRowReader((row) => {
    if (!header) {
      header = new TableHeader(row.cells)
      return
    }
    const cells = header.of(row)
    for (const text of layout.dates(cells)) addDateEvidence(evidence, text)
    for (const text of layout.numbers(cells)) addDecimalEvidence(decimals, text)
    for (const text of layout.times(cells)) {
      if (addTimeEvidence(times, text) === 'dated') addDateEvidence(evidence, text)
    }
    const [person] = layout.people(cells)
    if (person) people.set(person.toLowerCase(), person)
  })
  let isWhole = false
  const finish = () => {
    if (!isWhole) reader.end()
    isWhole = true
  }
  const order = () => options.dates ?? inferDateOrder(evidence)
  const decimalSign = () =>
    options.decimal === undefined
      ? inferDecimalSign(decimals)
      : ({ point: '.', comma: ',' } as const)[options.decimal]

  return {
    feed(piece) {
      text.add(piece)
      reader.feed(piece)
    },

    problem() {
      finish()
      if (!header) return 'The file is empty'
      const problem = layout.problem(header, times)
      if (problem !== undefined) return problem
      switch (order()) {
        case 'contradictory':
          return sentence(
            'Some dates are day first, others month first. Choose one with --dates dmy or --dates mdy',
            {},
          )
        case 'open':
          return sentence(
            evidence.yearFirst === null
              ? 'Dates like {date} could be day first or month first. Choose one with --dates dmy or --dates mdy'
              : 'Dates like {date} could be day first or year first. Choose one with --dates dmy or --dates ymd',
            { date: evidence.yearFirst ?? evidence.open! },
          )
        default:
          return undefined
      }
    },

    rules() {
      finish()
      const isShort = evidence.separator !== null
      return [
        ...layout.rules(header!),
        ...(isShort ? [order() === 'mdy' ? 'Dates are month first' : 'Dates are day first'] : []),
        ...(decimals.point || decimals.comma ? [decimalRule(decimalSign())] : []),
        ...(options.zone !== undefined && options.zone !== machine.zone
          ? [`Times are converted from ${options.zone} to ${machine.zone}`]
          : ['Times stay as written']),
      ]
    },

    columns: () => (finish(), [...(header?.names ?? [])]),

    people: () => (finish(), people.size > 1 ? [...people.values()] : []),

    *readParsedLines() {
      finish()
      const { person, zone } = options
      const here = (date: string, minute: number) =>
        zone === undefined || zone === machine.zone
          ? { date, minute }
          : civilAt(toInstant(date, minute, zone), machine.zone)
      for (const row of rowsAfterHead(text.pieces())) {
        const cells = header!.of(row)
        const of = layout.people(cells)
        if (person !== undefined && !of.some((one) => one.toLowerCase() === person.toLowerCase())) {
          yield {
            is: 'left',
            line: row.line,
            reason: of[0] ? `belongs to ${of[0]}` : 'has no person',
          }
        } else if (row.cells.some((cell) => cell.includes('\uFFFD'))) {
          const reason = 'has a character Stint can’t read. Save the file as UTF-8'
          yield { is: 'bad', line: row.line, reason }
        } else {
          yield layout.read({
            line: row.line,
            cells,
            header: header!,
            order: order() as DatePartOrder,
            decimalSign: decimalSign(),
            times,
            hasEmptyMidnights: !evidence.hasTimes,
            zone: machine.zone,
            options,
            here,
          })
        }
      }
    },
  }
}

function decimalRule(sign: DecimalSign | undefined): string {
  if (sign === undefined) return 'Some decimals have a point, others a comma'
  return sign === '.' ? 'Decimals have a point' : 'Decimals have a comma'
}

function* rowsAfterHead(pieces: Iterable<string>): Iterable<TableRow> {
  let rows: TableRow[] = []
  let isHead = true
  const reader = createRowReader((row) => {
    if (!isHead) rows.push(row)
    isHead = false
  })
  for (const piece of pieces) {
    reader.feed(piece)
    yield* rows
    rows = []
  }
  reader.end()
  yield* rows
}
