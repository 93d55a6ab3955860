/**
 * Parses one line of text into the parts of an entry: `design #WEB @call 15m`. A token counts where
 * it is surrounded by spaces; any other text, and every further token of a kind that already
 * occurred, stays in the notes. A backslash before a word keeps it as text.
 */
import { addDays, daysBetween, isCivilDate, weekdayNumber } from './calendar.ts'

export interface EntryText {
  /** After `#`: a project's code or name, as typed. */
  project?: string
  /** After `@`: a task's name, as typed. */
  task?: string
  /** Duration: that of the range, else as written. */
  minutes?: number
  /** A duration beside a range of another duration. */
  otherMinutes?: number
  /** Minute of the day, 0 to 1439. */
  from?: number
  /** Minute of the day, 0 to 1440; before `from` when the range runs over midnight. */
  to?: number
  day?: EntryDay
  notes: string
}

/** This many days ago, the most recent such weekday (1 is Monday; today counts), or a date. */
export type EntryDay =
  { ago: number } | { weekday: number } | { month: number; day: number; year?: number }

/** A word of the line. `unread`: it looks like a time or a duration, and stays in the notes. */
export interface EntryWord {
  text: string
  /** Index of its first character. */
  at: number
  is: 'project' | 'task' | 'time' | 'unread' | 'notes'
}

/**
 * The context of logged work, on any day, as opposed to starting a timer. `slashes`: how to read
 * `11/20`; null: not as a date.
 */
export interface Logging {
  slashes: 'month-first' | 'day-first' | null
}

/**
 * In every language of the interface: a German speaker may write English notes, and the reverse.
 */
const nearDays = new Map<string, number>([
  ['today', 0],
  ['heute', 0],
  ['yesterday', 1],
  ['gestern', 1],
])
const otherDays = new Map<string, EntryDay>([
  ['tomorrow', { ago: -1 }],
  ['morgen', { ago: -1 }],
  ['vorgestern', { ago: 2 }],
  // German abbreviations only with their full stop: "so" and "do" are words.
  ...[
    ['monday', 'mon', 'montag', 'mo.'],
    ['tuesday', 'tue', 'dienstag', 'di.'],
    ['wednesday', 'wed', 'mittwoch', 'mi.'],
    ['thursday', 'thu', 'donnerstag', 'do.'],
    ['friday', 'fri', 'freitag', 'fr.'],
    ['saturday', 'sat', 'samstag', 'sa.'],
    ['sunday', 'sun', 'sonntag', 'so.'],
  ].flatMap((names, index) => names.map((name) => [name, { weekday: index + 1 }] as const)),
])

const word = /\\?[#@]"[^"]*"|\S+/gu
/** Digits with characters that only times, durations and dates have between or after them. */
const timeLike = /^\d[\d:/.,]*(?:[ap]m|h|m|min)?(?:[-–]\d[\d:.]*(?:[ap]m|h)?)?$/i

/**
 * Parses durations `15m`, `1h`, `1h30`, `1:30`, `1.5h`; ranges `9-10:15`, `11am-1pm`; `#project`
 * and `@task`, in double quotes when they contain spaces; `yesterday`, `today`, `gestern`, `heute`.
 * For logged work also weekdays, `tomorrow`, `2026-11-20`, `20.11.`, `11/20`, and minutes without a
 * unit at the beginning of a line with a project or a task.
 */
export function readEntryText(
  text: string,
  logging?: Logging,
): { read: EntryText; words: EntryWord[] } {
  const tokens = [...text.matchAll(word)]
  const isAnEntry = logging && tokens.some(([token]) => /^[#@]./u.test(token))
  const parts: Parts = {}
  const notes: string[] = []
  const words = tokens.map(({ 0: token, index: at }, place): EntryWord => {
    const bare = isAnEntry && place === 0 && /^[1-9]\d{0,2}$/.test(token)
    const part = token.startsWith('\\')
      ? undefined
      : bare
        ? { length: Number(token) }
        : partOf(token, logging)
    if (part && Object.keys(part).every((key) => !(key in parts))) {
      Object.assign(parts, part)
      return {
        text: token,
        at,
        is: 'project' in part ? 'project' : 'task' in part ? 'task' : 'time',
      }
    }
    notes.push(token.replace(/^\\(?=.)/u, ''))
    const isUnread = timeLike.test(token) && !/^\d+(?:[.,]\d*)?$/.test(token)
    return { text: token, at, is: isUnread ? 'unread' : 'notes' }
  })
  const { length, ranged, ...others } = parts
  const minutes = ranged ?? length
  return {
    read: {
      ...others,
      ...(minutes === undefined ? {} : { minutes }),
      ...(length === undefined || length === minutes ? {} : { otherMinutes: length }),
      notes: notes.join(' '),
    },
    words,
  }
}

/** @see readEntryText */
export const parseEntryText = (text: string): EntryText => readEntryText(text).read

/** Returns the civil date of a parsed day; without a year the nearest one. */
export function dateOf(day: EntryDay, today: string): string {
  if ('ago' in day) return addDays(today, -day.ago)
  if ('weekday' in day) return addDays(today, -((weekdayNumber(today) - day.weekday + 7) % 7))
  if (day.year !== undefined) return dateIn(day.year, day)
  // Two leap years are at most eight years apart.
  const years = Array.from({ length: 17 }, (_, index) => Number(today.slice(0, 4)) + index - 8)
  const near = years.map((year) => dateIn(year, day)).filter(isCivilDate)
  const away = (date: string) => Math.abs(daysBetween(today, date))
  return near.reduce((one, other) => (away(other) < away(one) ? other : one))
}

const dateIn = (year: number, { month, day }: { month: number; day: number }): string =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-')

type Parts = Pick<EntryText, 'project' | 'task' | 'from' | 'to' | 'day'> & {
  length?: number
  /** Minutes of the range. */
  ranged?: number
}

function partOf(token: string, logging: Logging | undefined): Parts | undefined {
  const name = /^([#@])(?:"([^"]*)"|([^\s#@"]\S*))$/u.exec(token)
  if (name) {
    const value = (name[2] ?? name[3]!).trim()
    if (value === '') return undefined
    return name[1] === '#' ? { project: value } : { task: value }
  }
  const ago = nearDays.get(token.toLowerCase())
  if (ago !== undefined) return { day: { ago } }
  const day = logging && (otherDays.get(token.toLowerCase()) ?? readDate(token, logging))
  if (day) return { day }
  const range = parseRange(token)
  if (range) return range
  const length = parseDuration(token)
  return length === undefined ? undefined : { length }
}

/** Parses a date with its year, or without one; `dateOfRecord` then finds the year. */
function readDate(token: string, { slashes }: Logging): EntryDay | undefined {
  const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
  const dotted = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?$/
  const slashed =
    slashes === 'month-first'
      ? /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}))?$/
      : /^(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}))?$/
  const match = [iso, dotted, ...(slashes ? [slashed] : [])]
    .map((form) => form.exec(token))
    .find((found) => found !== null)
  if (!match?.groups) return undefined
  const [month, day] = [Number(match.groups['month']), Number(match.groups['day'])]
  const year = match.groups['year'] === undefined ? undefined : Number(match.groups['year'])
  // Checked in a leap year, in which every date exists.
  if (!isCivilDate(dateIn(year ?? 2024, { month, day }))) return undefined
  return { month, day, ...(year === undefined ? {} : { year }) }
}

function parseRange(token: string): Parts | undefined {
  const match = /^(\d{1,2}(?::\d{2})?)([ap]m)?[-–](\d{1,2}(?::\d{2})?)([ap]m)?$/i.exec(token)
  if (!match) return undefined
  const [, begin, beginHalf, end, endHalf] = match
  // `9am-5` is ambiguous, so it is no range.
  if (beginHalf && !endHalf) return undefined
  const to = !endHalf && /^24(:00)?$/.test(end!) ? 1440 : inHalf(end!, endHalf)
  const alike = inHalf(begin!, beginHalf ?? endHalf)
  // `11-1pm` begins before noon.
  const isOther = endHalf && !beginHalf && alike !== undefined && to !== undefined && alike >= to
  const from = isOther ? inHalf(begin!, /pm/i.test(endHalf) ? 'am' : 'pm') : alike
  if (from === undefined || to === undefined || from === to) return undefined
  return { from, to, ranged: to > from ? to - from : to + 1440 - from }
}

const inHalf = (clock: string, half: string | undefined): number | undefined =>
  half ? parseHalfClock(clock, /pm/i.test(half) ? 'pm' : 'am') : parseClock(clock)

/**
 * Parses a duration as people write it: `15m`, `1h`, `1h30`, `1h30m`, `1:30`, `1.5h`, `1,5h`.
 * Returns minutes; undefined for anything else, for zero (`0m`), and for what rounds to no whole
 * minute.
 */
export function parseDuration(text: string): number | undefined {
  const match =
    /^(?:(?<hours>\d{1,3})h(?:(?<rest>\d{1,2})m?)?|(?<minutes>\d{1,4})m(?:in)?|(?<clock>\d{1,3}):(?<past>\d{2})|(?<decimal>\d{1,3}[.,]\d{1,2})h)$/i.exec(
      text,
    )
  if (!match?.groups) return undefined
  const { hours, rest, minutes, clock, past, decimal } = match.groups
  const below60 = Number(rest ?? past ?? 0)
  if (below60 > 59) return undefined
  const total =
    decimal !== undefined
      ? Math.round(Number(decimal.replace(',', '.')) * 60)
      : Number(hours ?? clock ?? 0) * 60 + below60 + Number(minutes ?? 0)
  return total > 0 ? total : undefined
}

/**
 * Parses `9`, `09:30` or `23:59` to a minute of the day, 0 to 1439; undefined for anything else.
 */
export function parseClock(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?$/.exec(text)
  if (!match) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined
}

/**
 * Parses a time of day as people write it (`9`, `09:30`, `9:30pm`) to a minute of the day;
 * undefined for anything else.
 */
export function parseTimeOfDay(text: string): number | undefined {
  const [, clock = '', half] = /^([\d:]+) ?([ap]m)?$/i.exec(text) ?? []
  return inHalf(clock, half)
}

/** Parses `9`, `9:30` or `12` in a half of the day: hours are 1 to 12. */
export function parseHalfClock(text: string, half: 'am' | 'pm'): number | undefined {
  const minute = parseClock(text)
  if (minute === undefined || minute < 60 || minute >= 13 * 60) return undefined
  return (minute % 720) + (half === 'pm' ? 720 : 0)
}
