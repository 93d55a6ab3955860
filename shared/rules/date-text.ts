/**
 * Parses dates as people write them: `yesterday`, `last Friday`, `Nov 20`, `20. November 2026`,
 * `11/20`, `20.11.`, `2026-11-20`. Always in every language of the interface, as a German speaker
 * may write English notes and the reverse, and as the person's locale shows dates. Ambiguous text
 * is undefined, never a guess.
 */
import { addDays, daysBetween, isCivilDate, weekdayNumber } from './calendar.ts'
import type { ClockContext } from './clock-text.ts'
import { bareWord, type DateNumbers, type TextStyle, toPlainText } from './text-style.ts'

/** When and where a text is read. */
export interface ReadingContext extends ClockContext {
  /** Civil date of today. */
  today: string
}

const numbered = (names: readonly string[]): Map<string, number> =>
  new Map(names.flatMap((list, index) => list.split('|').map((name) => [name, index + 1] as const)))

const months = numbered([
  'january|jan|januar|jänner|jän',
  'february|feb|februar|feber',
  'march|mar|märz|mär|mrz',
  'april|apr',
  'may|mai',
  'june|jun|juni',
  'july|jul|juli',
  'august|aug',
  'september|sep|sept',
  'october|oct|oktober|okt',
  'november|nov',
  'december|dec|dezember|dez',
])
const weekdays = numbered([
  'monday|mon|montag|mo',
  'tuesday|tue|tues|dienstag|di',
  'wednesday|wed|mittwoch|mi',
  'thursday|thu|thur|thurs|donnerstag|do',
  'friday|fri|freitag|fr',
  'saturday|sat|samstag|sonnabend|sa',
  'sunday|sun|sonntag|so',
])
/** German abbreviations count alone only with their full stop: "so" and "do" are words. */
const germanAbbreviation = /^(?:mo|di|mi|do|fr|sa|so)$/

const daysAgo = new Map([
  ['today', 0],
  ['heute', 0],
  ['yesterday', 1],
  ['gestern', 1],
  ['vorgestern', 2],
  ['tomorrow', -1],
  ['morgen', -1],
])
const before = 'last|letzten|letzter|letzte|letztem|vorigen|voriger|vergangenen|vergangener'
const after = 'next|nächsten|nächster|nächste|nächstem|kommenden|kommender'
/** Words that change which day a weekday means, in a way that people understand differently. */
const vague = `${before}|${after}|this|coming|previous|diesen|dieser|diese|diesem|vorletzten|übernächsten`

const relative =
  /^(?:(?<count>\d{1,3}) (?<unit>days?|weeks?) ago|vor (?<zahl>\d{1,3}) (?<einheit>tag|tagen|woche|wochen))$/
const lettered = [
  /^(?<month>\p{L}+)\.? ?(?<day>\d{1,2})(?:st|nd|rd|th|\.)?(?: (?<year>(?:19|20|21)\d{2}))?$/u,
  /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th|\.)? ?(?:of )?(?<month>\p{L}+)\.?(?: (?<year>(?:19|20|21)\d{2}))?$/u,
]
const dotted =
  /^(?<day>\d{1,2})\.(?:(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})?| (?<spaced>\d{1,2})\. (?<later>\d{4}))$/
const yearFirst = /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/
const dayFirst = /^(?<day>\d{1,2})(?<mark>[-/])(?<month>\d{1,2})(?:\k<mark>(?<year>\d{4}|\d{2}))?$/
const monthFirst =
  /^(?<month>\d{1,2})(?<mark>[-/])(?<day>\d{1,2})(?:\k<mark>(?<year>\d{4}|\d{2}))?$/

/** Parses a whole text to a civil date; without a year the nearest one. */
export function parseDateText(text: string, { today, style }: ReadingContext): string | undefined {
  const plain = toPlainText(text)
  const ago = daysAgo.get(plain) ?? readAgo(plain)
  if (ago !== undefined) return addDays(today, -ago)
  const [, order, name = ''] = weekdayOnly.exec(plain) ?? []
  const weekday = weekdayOf(name)
  if (weekday !== undefined) return nearWeekday(today, weekday, order)
  const numbers = readNumbers(plain, style)
  return numbers && nearestDate(numbers, today)
}

const weekdayOnly = new RegExp(String.raw`^(?:(${before}|${after}) )?(\p{L}+\.?)$`, 'u')

function weekdayOf(name: string): number | undefined {
  const bare = name.replace(/\.$/, '')
  return germanAbbreviation.test(name) ? undefined : weekdays.get(bare)
}

/** Alone the most recent such weekday, today included; `last` before today, `next` after it. */
function nearWeekday(today: string, weekday: number, order: string | undefined): string {
  const back = (weekdayNumber(today) - weekday + 7) % 7
  if (order === undefined) return addDays(today, -back)
  const isBefore = before.split('|').includes(order)
  return addDays(today, isBefore ? -(back || 7) : 7 - back)
}

function readAgo(plain: string): number | undefined {
  const { count, unit, zahl, einheit } = relative.exec(plain)?.groups ?? {}
  const number = count ?? zahl
  if (number === undefined) return undefined
  return Number(number) * (/^w/.test((unit ?? einheit)!) ? 7 : 1)
}

function readNumbers(plain: string, style: TextStyle): DateNumbers | undefined {
  const shown = style.readDate(plain)
  if (shown) return shown
  const { weekday, numbers } = splitWeekday(plain)
  const date = readWithoutWeekday(numbers, style)
  return date && (weekday === undefined ? date : { ...date, weekday })
}

/** Splits a weekday before a date from the date. */
function splitWeekday(plain: string): { weekday?: number; numbers: string } {
  const [, name = '', numbers = ''] = /^(\p{L}+)\.? (.+)$/u.exec(plain) ?? []
  const weekday = weekdays.get(name)
  return weekday === undefined ? { numbers: plain } : { weekday, numbers }
}

function readWithoutWeekday(plain: string, style: TextStyle): DateNumbers | undefined {
  for (const form of lettered) {
    const groups = form.exec(plain)?.groups
    const month = groups && months.get(groups['month']!)
    if (month !== undefined) return numbersOf({ ...groups, month: String(month) })
  }
  const slashed = style.slashes === 'month-first' ? monthFirst : dayFirst
  for (const form of [yearFirst, dotted, slashed]) {
    const groups = form.exec(plain)?.groups
    // `20-11` is rather a range, and a slash is no date where the locale does not use it.
    const isOpen =
      groups?.['mark'] === '/'
        ? form === slashed && style.slashes === null
        : groups?.['mark'] === '-' && groups['year']?.length !== 4
    if (groups && !isOpen) return numbersOf(groups)
  }
  return undefined
}

function numbersOf(groups: Record<string, string | undefined>): DateNumbers {
  const year = groups['year'] ?? groups['later']
  return {
    month: Number(groups['month'] ?? groups['spaced']),
    day: Number(groups['day']),
    ...(year === undefined ? {} : { year: Number(year.length === 2 ? `20${year}` : year) }),
  }
}

/** The date itself, or without a year the nearest one; undefined where its weekday is another. */
function nearestDate(
  { year, month, day, weekday }: DateNumbers,
  today: string,
): string | undefined {
  // Two leap years are at most eight years apart.
  const years =
    year === undefined
      ? Array.from({ length: 17 }, (_, index) => Number(today.slice(0, 4)) + index - 8)
      : [year]
  const dates = years
    .map((one) => [String(one).padStart(4, '0'), two(month), two(day)].join('-'))
    .filter(isCivilDate)
  if (dates.length === 0) return undefined
  const away = (date: string) => Math.abs(daysBetween(today, date))
  const nearest = dates.reduce((one, other) => (away(other) < away(one) ? other : one))
  return weekday === undefined || weekdayNumber(nearest) === weekday ? nearest : undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

const weekWords = 'week|woche'
const vagueDate = new RegExp(
  String.raw`^(?:(?:${vague}) \p{L}+\.?|\p{L}+\.? (?:${vague}) (?:${weekWords}))$`,
  'u',
)
const letteredNumbers = [
  /^(\p{L}+)\.? ?\d+\p{L}*\.?(?: (\d\S*))?$/u,
  /^\d+(?:st|nd|rd|th|\.)? ?(?:of )?(\p{L}+)\.?(?: (\d\S*))?$/u,
]

/** True for a text that is meant as a date, whether or not it can be parsed. */
export function looksLikeDate(text: string): boolean {
  const plain = toPlainText(text)
  if (vagueDate.test(plain)) {
    const words = plain.split(' ').map(bareWord)
    return words.some((word) => weekdays.has(word) || weekWords.split('|').includes(word))
  }
  const { numbers } = splitWeekday(plain)
  return letteredNumbers.some((form) => {
    const [, month = '', next = '00'] = form.exec(numbers) ?? []
    // A year with a typo has three digits left, unlike `3D`.
    return months.has(month) && (/^\d+$/.test(next) || /(?:\d\D*){3}/.test(next))
  })
}

/** Words of dates in the languages of the interface, in lower case, without marks. */
export const dateVocabulary: ReadonlySet<string> = new Set([
  ...months.keys(),
  ...weekdays.keys(),
  ...daysAgo.keys(),
  ...vague.split('|'),
  ...weekWords.split('|'),
  ...'of|the|ago|vor|day|days|week|weeks|tag|tagen|woche|wochen'.split('|'),
])
