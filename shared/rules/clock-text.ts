/**
 * Parses times of day and spans as people write them: `9`, `9:30`, `9.30`, `1p`, `9:30 p.m.`,
 * `18 Uhr`, `noon`, `mittags`, `now`, `9-10:30`, `noon-1pm`. Minutes of the day. Ambiguous text is
 * undefined, never a guess.
 */
import { minutesInDay } from './calendar.ts'
import { type ClockNumbers, type TextStyle, toPlainText } from './text-style.ts'

/** Where a time of day is read. */
export interface ClockContext {
  /** Minute of the day, which `now` means; without it, `now` means nothing. */
  minute?: number | undefined
  style: TextStyle
}

/** A parsed minute interval: `9-10:30` is 540 to 630. `to` may pass midnight (beyond 1440). */
export interface MinuteInterval {
  from: number
  to: number
}

/**
 * `field`: the text contains nothing else, so `0930` and `9.30` are times, too. `line`: it stands
 * among other words.
 */
export type TextOrigin = 'field' | 'line'

/** A time of day as written, before it is known which half of the day it is in. */
interface ClockText extends ClockNumbers {
  /** `plain`: digits alone, which could be anything. */
  is: 'plain' | 'marked' | 'noon' | 'midnight' | 'now'
}

const dayWords = new Map<string, ClockText['is']>([
  ...['noon', 'midday', 'mittag', 'mittags'].map((word) => [word, 'noon'] as const),
  ...['midnight', 'mitternacht', 'mitternachts'].map((word) => [word, 'midnight'] as const),
  ...['now', 'jetzt'].map((word) => [word, 'now'] as const),
])

const halved =
  /^(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))?(?:(?<letter>[ap])| ?(?<half>[ap])\.? ?m\.?)$/
const german = /^(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?uhr(?: (?<past>\d{2}))?$/
const digits = {
  line: /^(?<hour>\d{1,2})(?::(?<minute>\d{2}))?$/,
  field: /^(?<hour>\d{1,2})(?:[:. ]?(?<minute>\d{2})|[:.])?$/,
}

function readClock(
  plain: string,
  { minute: now, style }: ClockContext,
  place: TextOrigin,
): ClockText | undefined {
  const word = dayWords.get(plain)
  if (word === 'now') {
    return now === undefined
      ? undefined
      : { is: word, hour: Math.floor(now / 60), minute: now % 60 }
  }
  if (word) return { is: word, hour: word === 'noon' ? 12 : 0, minute: 0 }
  const half = halved.exec(plain)?.groups
  if (half) {
    const isMorning = (half['letter'] ?? half['half']) === 'a'
    return { ...numbersOf(half), half: isMorning ? 'am' : 'pm', is: 'marked' }
  }
  const uhr = german.exec(plain)?.groups
  if (uhr) {
    const { hour, minute, past } = uhr
    return minute && past
      ? undefined
      : { ...numbersOf({ hour, minute: minute ?? past }), is: 'marked' }
  }
  const alone = digits[place].exec(plain)?.groups
  if (alone) return { ...numbersOf(alone), is: 'plain' }
  const shown = style.readClock(plain)
  return shown && { ...shown, is: 'marked' }
}

const numbersOf = ({ hour, minute }: Record<string, string | undefined>): ClockNumbers => ({
  hour: Number(hour),
  minute: Number(minute ?? 0),
})

/** The minute of the day, up to 1440; hours of a half are 1 to 12. */
function minuteOf({ hour, minute, half }: ClockNumbers): number | undefined {
  if (minute > 59) return undefined
  if (half === undefined) {
    const total = hour * 60 + minute
    return total <= minutesInDay ? total : undefined
  }
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) * 60 + minute + (half === 'pm' ? 720 : 0)
}

/** Parses a time of day, 0 to 1439; `24:00` is the day's end, 1440. */
export function parseTimeText(
  text: string,
  context: ClockContext,
  place: TextOrigin = 'field',
): number | undefined {
  const clock = readClock(toPlainText(text), context, place)
  return clock && minuteOf(clock)
}

/** True for a time that cannot be anything else: `6pm`, `18 Uhr`, `noon`, but not `9` or `1:30`. */
export function isMarkedTime(text: string, context: ClockContext): boolean {
  const clock = readClock(toPlainText(text), context, 'line')
  return clock !== undefined && isMarked(clock) && minuteOf(clock) !== undefined
}

/**
 * Parses from and to: `9-10:30`, `9:00 – 10.30`, `9 to 10`, `11-1pm`, `22:30-0:30` (the end falls
 * on the next day, which may be written as `+1 day`). Undefined when either side is unreadable, both
 * are equal, or the half of the day is open, as in `9am-5`.
 */
export function parseSpanText(
  text: string,
  context: ClockContext,
  place: TextOrigin = 'field',
): MinuteInterval | undefined {
  const plain = toPlainText(text).replace(/^(?:from|von) /, '')
  const whole = plain.replace(/ ?\+1 ?\p{L}+\.?$/u, '')
  const sides = whole.split(/ ?[-–—] ?| (?:to|bis) /)
  if (sides.length !== 2) return undefined
  const [begin, end] = sides.map((side) => readClock(side, context, place))
  if (!begin || !end || begin.is === 'now') return undefined
  // `9 - 10` among words may be anything; `9-10` is a range.
  const isBare = sides.some((side) => /^\d+$/.test(side)) && ![begin, end].some(isMarked)
  if (place === 'line' && isBare && whole.includes(' ')) return undefined
  const from = beginOf(begin, end)
  const to = end.is === 'midnight' ? minutesInDay : minuteOf(end)
  if (from === undefined || to === undefined || from === minutesInDay || from === to) {
    return undefined
  }
  const isNextDay = to < from
  if (isNextDay && (end.is === 'now' || isOpenEnd(begin, end))) return undefined
  if (whole !== plain && !isNextDay) return undefined
  return { from, to: isNextDay ? to + minutesInDay : to }
}

const isMarked = ({ is }: ClockText): boolean => is !== 'plain'

/** `noon-1` and `9am-5` leave open which half of the day the end is in. */
const isOpenEnd = (begin: ClockText, end: ClockText): boolean =>
  end.is === 'plain' && end.hour < 13 && begin.is === 'noon'

function beginOf(begin: ClockText, end: ClockText): number | undefined {
  const isPlain = begin.is === 'plain'
  if (begin.half !== undefined && end.half === undefined && end.is === 'plain') return undefined
  // `10-midnight`: in the morning or in the evening?
  if (isPlain && end.is === 'midnight' && begin.hour < 13) return undefined
  const half = end.half
  if (!isPlain || half === undefined || begin.half !== undefined) return minuteOf(begin)
  const to = minuteOf(end)
  const alike = minuteOf({ ...begin, half })
  // `11-1pm` begins before noon.
  const isOther = alike !== undefined && to !== undefined && alike >= to
  return isOther ? minuteOf({ ...begin, half: half === 'pm' ? 'am' : 'pm' }) : alike
}

/** Words of times in the languages of the interface, in lower case, without marks. */
export const clockVocabulary: ReadonlySet<string> = new Set([
  ...dayWords.keys(),
  ...'a|p|am|pm|m|uhr|to|bis|from|von|at|um|since|seit|ab'.split('|'),
])
