/** Parses what the rows of several programs have in common. */
import {
  parseForeignClock,
  parseForeignDate,
  parseForeignLength,
} from '#shared/rules/foreign-formats.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { normaliseNote } from '#shared/rules/search-text.ts'
import type { UnreadableLine, ParsedTime, ParsedProject, ParsedTask } from './parsed-lines.ts'
import type { TableRowContext } from './table-reader.ts'

const bad = (line: number, reason: string): UnreadableLine => ({ is: 'bad', line, reason })

/** The texts of a row's time; empty for columns that the table does not have. */
export interface TimeCellTexts {
  date: string
  start: string
  endDate: string
  end: string
  length: string
  /** The unit of a bare number in `length`. */
  unit?: 'hours' | 'minutes'
}

type Moment = Pick<ParsedTime, 'date' | 'start' | 'seconds'>

/**
 * When it was and for how long. A length takes precedence over begin and end, which ignore clock
 * changes. Without a begin the entry has none.
 */
function momentOf(
  { line, order, here }: TableRowContext,
  texts: TimeCellTexts,
): Moment | UnreadableLine {
  const { date, start, endDate, end, length } = texts
  const day = parseForeignDate(date, order)
  if (day === undefined) return bad(line, `date: “${date}” isn’t a date`)
  const from = start === '' ? null : parseForeignClock(start)
  if (from === undefined || from === 86_400) return bad(line, `start: “${start}” isn’t a time`)
  const until = end === '' ? null : parseForeignClock(end)
  if (until === undefined) return bad(line, `end: “${end}” isn’t a time`)
  const seconds =
    length === ''
      ? between(day, from, endDate === '' ? null : parseForeignDate(endDate, order), until)
      : parseForeignLength(length, texts.unit)
  if (seconds === undefined) {
    return length === ''
      ? bad(line, 'duration: needs a duration, or an end after the start')
      : bad(line, `duration: “${length}” isn’t a duration`)
  }
  if (seconds === 0) return bad(line, 'duration: is 0')
  if (from === null) return { date: day, start: null, seconds }
  const there = here(day, Math.floor(from / 60))
  return { date: there.date, start: there.minute, seconds }
}

/** An end before the start, without a date of its own, is on the next day. */
function between(
  day: string,
  from: number | null,
  endDay: string | null | undefined,
  until: number | null,
): number | undefined {
  if (from === null || until === null || endDay === undefined) return undefined
  const days = endDay === null ? (until < from ? 1 : 0) : daysBetween(day, endDay)
  const seconds = days * 86_400 + until - from
  return seconds >= 0 ? seconds : undefined
}

export const toParsedProject = (
  name: string,
  client: string,
  code = '',
  clientCode = '',
): ParsedProject | null =>
  name === '' && code === ''
    ? null
    : {
        name: name || code,
        code,
        client:
          client === '' && clientCode === ''
            ? null
            : { name: client || clientCode, code: clientCode },
      }

export const toParsedTask = (name: string): ParsedTask | null => (name === '' ? null : { name })

export const importedNotes = (text: string): string | null => normaliseNote(text)

/** Returns the entry of a row, or what is wrong with it. */
export function timeFromRow(
  context: TableRowContext,
  texts: TimeCellTexts,
  rest: Pick<ParsedTime, 'project' | 'task' | 'notes'>,
): ParsedTime | UnreadableLine {
  const moment = momentOf(context, texts)
  if ('reason' in moment) return moment
  const task = rest.task ?? toParsedTask(context.options.task ?? '')
  return { is: 'time', line: context.line, ...moment, ...rest, task }
}
