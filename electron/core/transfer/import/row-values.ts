/** Parses what the rows of several programs have in common. */
import {
  parseForeignDate,
  parseForeignLength,
  parseForeignTime,
  type ForeignDate,
} from '#shared/rules/foreign-formats.ts'
import { addDays, civilAt, toInstant } from '#shared/rules/calendar.ts'
import { normalizeNote } from '#shared/rules/search-text.ts'
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

type Moment = Pick<ParsedTime, 'date' | 'start' | 'seconds' | 'segments'>

/** A cell's date, and its time in seconds of the day, as far as it has them. */
type CellMoment = Partial<ForeignDate>

/**
 * When it was and for how long. A length takes precedence over begin and end, which ignore clock
 * changes unless they or the options say in which zone they are. Without a begin the entry has none.
 */
function momentOf(context: TableRowContext, texts: TimeCellTexts): Moment | UnreadableLine {
  const { line, order, times, hasEmptyMidnights } = context
  const readDate = (text: string): CellMoment | undefined =>
    text === '' ? {} : parseForeignDate(text, order)
  const readTime = (text: string): CellMoment | undefined => {
    if (text === '') return {}
    const seconds = parseForeignTime(text, times)
    return seconds === undefined ? parseForeignDate(text, order) : { seconds }
  }
  const day = readDate(texts.date)
  if (!day) return bad(line, `date: “${texts.date}” isn’t a date`)
  const start = readTime(texts.start)
  if (!start || start.seconds === 86_400)
    return bad(line, `start: “${texts.start}” isn’t a time. Write it like 9:30`)
  const endDay = readDate(texts.endDate)
  if (!endDay) return bad(line, `end date: “${texts.endDate}” isn’t a date`)
  const end = readTime(texts.end)
  if (!end) return bad(line, `end: “${texts.end}” isn’t a time. Write it like 17:30`)
  if (day.date !== undefined && start.date !== undefined && day.date !== start.date)
    return bad(line, `start: “${texts.start}” is on another day than “${texts.date}”`)
  const from = joined(day, start, hasEmptyMidnights)
  const until = joined(endDay, end, hasEmptyMidnights)
  if (from.date === undefined) return bad(line, 'date: is missing')
  const date = from.date
  if (from.seconds !== undefined && until.seconds !== undefined) {
    if ((from.offset === undefined) !== (until.offset === undefined))
      return bad(
        line,
        `end: “${texts.end}” and start “${texts.start}” need a time zone, or neither`,
      )
  }
  const span = between({ ...from, date }, until, context.options.zone)
  const seconds = texts.length === '' ? span : lengthOf(context, texts, span)
  if (seconds === 'open') return bad(line, ambiguousLength(texts.length))
  if (seconds === undefined) {
    return texts.length === ''
      ? bad(line, 'duration: needs a duration, or an end after the start')
      : bad(line, `duration: “${texts.length}” isn’t a duration`)
  }
  if (seconds === 0) return bad(line, 'has a duration of 0')
  if (from.seconds === undefined) return { date, start: null, seconds }
  if (from.offset !== undefined) {
    const { zone } = context
    const started_at = instantOf({ ...from, date })
    const { date: there, minute } = civilAt(started_at, zone)
    const stopped_at = started_at + seconds * 1000
    return { date: there, start: minute, seconds, segments: [{ started_at, stopped_at, zone }] }
  }
  const there = context.here(date, Math.floor(from.seconds / 60))
  return { date: there.date, start: there.minute, seconds }
}

/**
 * The date of one column and the time of another. The time of a date counts where there is no other,
 * unless it only fills up the dates of the file.
 */
function joined(day: CellMoment, time: CellMoment, hasEmptyMidnights: boolean): CellMoment {
  const own = hasEmptyMidnights && day.seconds === 0 ? { date: day.date } : day
  const { seconds, offset } = time.seconds === undefined ? own : time
  return { date: time.date ?? day.date, seconds, offset }
}

/** @param zone of what has no offset; without one its days have 24 hours */
function instantOf(
  { date, seconds = 0, offset }: CellMoment & { date: string },
  zone?: string,
): number {
  if (offset !== undefined || zone === undefined)
    return Date.parse(`${date}T00:00:00Z`) + (seconds - (offset ?? 0) * 60) * 1000
  const day = addDays(date, Math.floor(seconds / 86_400))
  return toInstant(day, Math.floor((seconds % 86_400) / 60), zone) + (seconds % 60) * 1000
}

/** Seconds between. An end before the start, without a date of its own, is on the next day. */
function between(
  from: CellMoment & { date: string },
  until: CellMoment,
  zone: string | undefined,
): number | undefined {
  if (from.seconds === undefined || until.seconds === undefined) return undefined
  const isNextDay = until.date === undefined && until.seconds < from.seconds
  const date = until.date ?? addDays(from.date, isNextDay ? 1 : 0)
  const seconds = (instantOf({ ...until, date }, zone) - instantOf(from, zone)) / 1000
  return seconds >= 0 ? seconds : undefined
}

/**
 * A bare number where times are fractions of a day can be hours, or a fraction too: the one that
 * begin and end make.
 */
function lengthOf(
  { times, decimalSign }: TableRowContext,
  { length, unit }: TimeCellTexts,
  span: number | undefined,
): number | 'open' | undefined {
  const seconds = parseForeignLength(length, unit, decimalSign)
  if (!times.fractions || times.clocks || typeof seconds !== 'number') return seconds
  if (!/^\d*[.,]\d+$/.test(length)) return seconds
  const readings = [seconds, seconds * 24]
  return readings.find((one) => Math.abs(one - (span ?? -Infinity)) <= 60) ?? 'open'
}

const ambiguousLength = (text: string): string =>
  `duration: “${text}” could be two durations. Write it like 1:30`

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

export const importedNotes = (text: string): string | null => normalizeNote(text)

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
