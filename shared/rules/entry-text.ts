/**
 * What a person types into one field, as the parts of an entry: `design #WEB @call 15m`. A token
 * is taken where it stands alone between blanks; whatever is none, and every further token of a
 * kind that is taken already, stays in the notes. A backslash before a word keeps it as text.
 */

export interface EntryText {
  /** After `#`: a project's code or name, as typed. */
  project?: string
  /** After `@`: a task's name, as typed. */
  task?: string
  /** Length: given as such, or that of the range. */
  minutes?: number
  /** Minute of the day, 0 to 1439. */
  from?: number
  /** Minute of the day, 0 to 1440; before `from` when the range runs over midnight. */
  to?: number
  day?: 'today' | 'yesterday'
  notes: string
}

/** In every language of the interface: who speaks German may write English notes, and reverse. */
const days = new Map<string, 'today' | 'yesterday'>([
  ['today', 'today'],
  ['heute', 'today'],
  ['yesterday', 'yesterday'],
  ['gestern', 'yesterday'],
])

const word = /\\?[#@]"[^"]*"|\S+/gu

/**
 * Lengths `15m`, `1h`, `1h30`, `1:30`, `1.5h`; ranges `9-10:15`, `11am-1pm`; `#project` and `@task`, in
 * double quotes when they hold blanks; `yesterday`, `today`, `gestern`, `heute`.
 */
export function parseEntryText(text: string): EntryText {
  const parts: Omit<EntryText, 'notes'> = {}
  const notes: string[] = []
  for (const [token] of text.matchAll(word)) {
    const part = token.startsWith('\\') ? undefined : partOf(token)
    const isNew = part && Object.keys(part).every((key) => !(key in parts))
    if (isNew) Object.assign(parts, part)
    else notes.push(token.replace(/^\\(?=.)/u, ''))
  }
  return { ...parts, notes: notes.join(' ') }
}

function partOf(token: string): Omit<EntryText, 'notes'> | undefined {
  const name = /^([#@])(?:"([^"]*)"|([^\s#@"]\S*))$/u.exec(token)
  if (name) {
    const value = (name[2] ?? name[3]!).trim()
    if (value === '') return undefined
    return name[1] === '#' ? { project: value } : { task: value }
  }
  const day = days.get(token.toLowerCase())
  if (day !== undefined) return { day }
  const range = parseRange(token)
  if (range) return range
  const minutes = parseDuration(token)
  return minutes === undefined ? undefined : { minutes }
}

function parseRange(token: string): Omit<EntryText, 'notes'> | undefined {
  const match = /^(\d{1,2}(?::\d{2})?)([ap]m)?[-–](\d{1,2}(?::\d{2})?)([ap]m)?$/i.exec(token)
  if (!match) return undefined
  const [, begin, beginHalf, end, endHalf] = match
  // `9am-5` could mean either: it is no range.
  if (beginHalf && !endHalf) return undefined
  const to = !endHalf && /^24(:00)?$/.test(end!) ? 1440 : inHalf(end!, endHalf)
  const alike = inHalf(begin!, beginHalf ?? endHalf)
  // `11-1pm` begins before noon.
  const isOther = endHalf && !beginHalf && alike !== undefined && to !== undefined && alike >= to
  const from = isOther ? inHalf(begin!, /pm/i.test(endHalf) ? 'am' : 'pm') : alike
  if (from === undefined || to === undefined || from === to) return undefined
  return { from, to, minutes: to > from ? to - from : to + 1440 - from }
}

const inHalf = (clock: string, half: string | undefined): number | undefined =>
  half ? parseHalfClock(clock, /pm/i.test(half) ? 'pm' : 'am') : parseClock(clock)

/**
 * Minutes of a length as people write it: `15m`, `1h`, `1h30`, `1h30m`, `1:30`, `1.5h`, `1,5h`.
 * Undefined for anything else, for nothing (`0m`), and for what rounds to no whole minute.
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

/** Minute of the day, 0 to 1439, of `9`, `09:30` or `23:59`; undefined for anything else. */
export function parseClock(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?$/.exec(text)
  if (!match) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined
}

/** Minute of the day of a time as people write it: `9`, `09:30`, `9:30pm`; undefined for anything else. */
export function parseTimeOfDay(text: string): number | undefined {
  const [, clock = '', half] = /^([\d:]+) ?([ap]m)?$/i.exec(text) ?? []
  return inHalf(clock, half)
}

/** The same of `9`, `9:30` or `12` in a half of the day: hours go from 1 to 12. */
export function parseHalfClock(text: string, half: 'am' | 'pm'): number | undefined {
  const minute = parseClock(text)
  if (minute === undefined || minute < 60 || minute >= 13 * 60) return undefined
  return (minute % 720) + (half === 'pm' ? 720 : 0)
}
