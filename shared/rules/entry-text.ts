/**
 * Parses one line of text into the parts of an entry: `design #WEB @call 15m`. A part counts where
 * it is surrounded by spaces; any other text, and every further part of a kind that already
 * occurred, stays in the notes. A backslash before a word keeps it as text.
 */
import { civilAt, minutesInDay } from './calendar.ts'
import { clockVocabulary, isMarkedTime, parseSpanText, parseTimeText } from './clock-text.ts'
import { dateVocabulary, looksLikeDate, parseDateText, type ReadingContext } from './date-text.ts'
import { durationVocabulary, looksLikeDuration, parseDuration } from './duration-text.ts'
import { mayHaveBegun, parseAgo, parseDayAndTime } from './moment-text.ts'
import { bareWord } from './text-style.ts'

export interface EntryText {
  /** After `#`: a project's code or name, as typed. */
  project?: string
  /** After `@`: a task's name, as typed. */
  task?: string
  /** Duration: that of the range, else as written; of a line that starts a timer, how long ago. */
  minutes?: number
  /** A duration beside a range of another duration. */
  otherMinutes?: number
  /** Minute of the day, 0 to 1439. */
  from?: number
  /** Minute of the day, 0 to 1440; before `from` when the range runs over midnight. */
  to?: number
  /** Civil date. */
  day?: string
  notes: string
}

/**
 * A word of the line, or several that are one part. `unread`: it looks like a date, a time, a
 * duration or an amount, and stays in the notes.
 */
export interface EntryWord {
  text: string
  /** Index of its first character. */
  at: number
  is: 'project' | 'task' | 'time' | 'day' | 'unread' | 'notes'
}

/**
 * `log`: the line says what was done, on any day. `start`: it starts a timer, so it says at most
 * how long ago or since when, and a range or a day alone stays in the notes.
 */
export type EntryPurpose = 'log' | 'start'

export interface LineContext extends ReadingContext {
  purpose: EntryPurpose
}

const word = /\\?[#@]"[^"]*"|\S+/gu
/** Maximum number of words of a part, as in `10 h 49 p.m. – 12 h 24 a.m. +1 jour`. */
const mostWords = 11

interface Parts {
  project?: string
  task?: string
  day?: string
  from?: number
  to?: number
  length?: number
  /** Minutes of the range. */
  ranged?: number
}

/**
 * Parses durations (`15m`, `1h 30min`), ranges (`9-10:15`, `noon-1pm`), days (`yesterday`, `Nov
 * 20`), a day with a time (`yesterday 6pm`), `#project` and `@task`, in double quotes when they
 * contain spaces. For logged work also minutes without a unit at the beginning of a line with a
 * project or a task.
 */
export function readEntryText(
  text: string,
  context: LineContext,
): { read: EntryText; words: EntryWord[] } {
  const tokens = [...text.matchAll(word)].map(({ 0: piece, index: at }) => ({ piece, at }))
  const isAnEntry = context.purpose === 'log' && tokens.some(({ piece }) => /^[#@]./u.test(piece))
  const parts: Parts = {}
  const notes: string[] = []
  const words: EntryWord[] = []
  for (let place = 0; place < tokens.length;) {
    const { piece, at } = tokens[place]!
    const bare = isAnEntry && place === 0 && /^[1-9]\d{0,2}$/.test(piece)
    const found = bare
      ? { count: 1, part: { length: Number(piece) } }
      : (readName(piece) ?? longestPart(tokens, place, context))
    const count = found?.count ?? 1
    const last = tokens[place + count - 1]!
    const phrase = text.slice(at, last.at + last.piece.length)
    const part = found?.part
    if (part && !clashes(part, parts, context.purpose)) {
      Object.assign(parts, part)
      words.push({ text: phrase, at, is: kindOf(part) })
    } else {
      notes.push(phrase.replace(/^\\(?=.)/u, ''))
      const isUnread = found !== undefined || looksLikeAmount(piece)
      words.push({ text: phrase, at, is: isUnread ? 'unread' : 'notes' })
    }
    place += count
  }
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

/** True where a part of the kind has occurred already. A run has one beginning. */
function clashes(part: Parts, parts: Parts, purpose: EntryPurpose): boolean {
  const isStart = (one: Parts) => 'length' in one || 'from' in one
  if (purpose === 'start' && isStart(part) && isStart(parts)) return true
  return Object.keys(part).some((key) => key in parts)
}

function kindOf(part: Parts): EntryWord['is'] {
  if ('project' in part) return 'project'
  if ('task' in part) return 'task'
  return Object.keys(part).length === 1 && 'day' in part ? 'day' : 'time'
}

/** A part that begins at a word: how many words it has, and what it says, if it can be parsed. */
interface FoundPart {
  count: number
  part?: Parts
}

function readName(piece: string): FoundPart | undefined {
  const [, sign, quoted, plain] = /^([#@])(?:"([^"]*)"|([^\s#@"]\S*))$/u.exec(piece) ?? []
  const name = (quoted ?? plain)?.trim()
  if (!name) return undefined
  return { count: 1, part: sign === '#' ? { project: name } : { task: name } }
}

/** The longest run of words from a place on that is one part, or looks like one. */
function longestPart(
  tokens: readonly { piece: string }[],
  place: number,
  context: LineContext,
): FoundPart | undefined {
  const most = tokens.slice(place, place + mostWords)
  const end = most.findIndex(({ piece }) => !mayBePart(piece, context))
  const run = (end === -1 ? most : most.slice(0, end)).map(({ piece }) => piece)
  for (let count = run.length; count > 0; count--) {
    const phrase = run.slice(0, count).join(' ')
    if (count > 1 && /^[\d ]+$/.test(phrase)) continue
    const part = partOf(phrase, context)
    if (part) return { count, part }
    if (!looksLikePart(phrase, context)) continue
    // What ends it may be the next part, or begin it: `Nov 20 9-10`, `1h 20 Nov`.
    const isAlone = count === 1 || /^[-–—]$/.test(run[count - 2]!)
    if (isAlone || !longestPart(tokens, place + count - 1, context)?.part) return { count }
  }
  return undefined
}

/** Spares the parsers most words of the notes. */
function mayBePart(piece: string, { style }: ReadingContext): boolean {
  if (/^[#@\\]/.test(piece) || piece.length > 40) return false
  if (/\d|^[-–—]$/.test(piece)) return true
  return piece
    .toLowerCase()
    .split(/[-–—]/)
    .map(bareWord)
    .some((one) =>
      [dateVocabulary, clockVocabulary, durationVocabulary, style.words].some((words) =>
        words.has(one),
      ),
    )
}

function partOf(phrase: string, context: LineContext): Parts | undefined {
  return context.purpose === 'log' ? loggedPart(phrase, context) : startingPart(phrase, context)
}

function loggedPart(phrase: string, context: LineContext): Parts | undefined {
  const day = parseDateText(phrase, context)
  if (day !== undefined) return { day }
  if (phrase.endsWith(',')) return undefined
  const span = parseSpanText(phrase, context, 'line')
  if (span) {
    const to = span.to > minutesInDay ? span.to - minutesInDay : span.to
    return { from: span.from, to, ranged: span.to - span.from }
  }
  const length = parseDuration(phrase)
  if (length !== undefined) return { length }
  const there = parseDayAndTime(phrase, context, (time) => isMarkedTime(time, context))
  if (there) return { day: there.date, from: there.minute }
  return (
    timeWithPrefix(phrase, /^(?:at|um|from|since|seit|ab) (.+)$/i, context) ??
    timeAndLength(phrase, context)
  )
}

/** `6pm 1h`: a time of day alone may be part of the notes. */
function timeAndLength(phrase: string, context: LineContext): Parts | undefined {
  const words = phrase.split(' ')
  for (let at = 1; at < words.length; at++) {
    const time = words.slice(0, at).join(' ')
    const length = parseDuration(words.slice(at).join(' '))
    const from = isMarkedTime(time, context) ? parseTimeText(time, context, 'line') : undefined
    if (length !== undefined && from !== undefined) return { from, length }
  }
  return undefined
}

function startingPart(phrase: string, context: LineContext): Parts | undefined {
  if (phrase.endsWith(',')) return undefined
  const ago = parseAgo(phrase) ?? parseDuration(phrase)
  if (ago !== undefined) return { length: ago }
  const there = parseDayAndTime(phrase, context, (time) => /\D/.test(time))
  if (there && mayHaveBegun(there, context)) return { day: there.date, from: there.minute }
  const since = timeWithPrefix(phrase, /^(?:from|since|seit|ab) (.+)$/i, context)
  // A timer starts today, so this says nothing new. A weekday may be what the work is about.
  return since ?? (/^(?:today|heute)$/i.test(phrase) ? { day: context.today } : undefined)
}

/** A time of day behind a word such as `since`; a bare number there may be anything. */
function timeWithPrefix(phrase: string, prefixed: RegExp, context: LineContext): Parts | undefined {
  const [, time = ''] = prefixed.exec(phrase) ?? []
  if (!/\D/.test(time)) return undefined
  const from = parseTimeText(time, context, 'line')
  return from === undefined || from === minutesInDay ? undefined : { from }
}

/** Digits with characters that only times, durations and dates have between or after them. */
const timeLike =
  /^\d[\d:/.,]*(?:[ap]m?|h|m|min|[ahmp]\d[\d:.,]*)?(?:[-–—]\d[\d:/.]*(?:[ap]m?|h)?)*[-–—]*$/i
const plainNumber = /^\d+(?:[.,]\d*)?$/

/** True for words that are meant as a part, but cannot be parsed as one here. */
function looksLikePart(phrase: string, context: LineContext): boolean {
  if (timeLike.test(phrase)) return !plainNumber.test(phrase)
  return (
    (isMarkedTime(phrase, context) && /\d/.test(phrase)) ||
    looksLikeDuration(phrase) ||
    looksLikeDate(phrase) ||
    parseDateText(phrase, context) !== undefined ||
    /^\d{1,2}(?:[:.,–—-]\S*)?(?: [ap]\.?m\.?)? [-–—] \d{1,2}(?::\S*|\D\S*\d)?$/i.test(phrase) ||
    parseAgo(phrase) !== undefined ||
    parseSpanText(phrase, context, 'line') !== undefined
  )
}

/** `$50`, `50€`, `15m,`: an amount, or a part that touches a mark. */
const looksLikeAmount = (piece: string): boolean =>
  /^\p{Sc}\d[\d.,]*$|^\d[\d.,]*\p{Sc}$/u.test(piece)

export interface EntryTime {
  /** Civil date. */
  date: string
  /** Minutes of the day. */
  from: number
  /** Exact minutes. */
  minutes: number
}

/** When the work was: as the line says, otherwise ending now. Undefined while it has no length. */
export function resolveEntryTime(
  { minutes, from, day }: Pick<EntryText, 'minutes' | 'from' | 'day'>,
  now: number,
  zone: string,
): EntryTime | undefined {
  if (minutes === undefined) return undefined
  const { date: today } = civilAt(now, zone)
  const began = from === undefined ? civilAt(now - minutes * 60_000, zone) : undefined
  return {
    date: day ?? began?.date ?? today,
    from: from ?? began!.minute,
    minutes,
  }
}

/** Parses `9`, `09:30` or `23:59` to a minute of the day; undefined for anything else. */
export function parseClock(text: string): number | undefined {
  const [, hour, minute = '0'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? []
  const total = Number(hour) * 60 + Number(minute)
  return total < minutesInDay && Number(minute) < 60 ? total : undefined
}
