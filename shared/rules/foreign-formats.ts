/**
 * Parses dates, times, durations and amounts as other programs write them, with any of their
 * settings. Unreadable text is undefined, never a guess.
 */
import { isCivilDate } from './calendar.ts'
import { statedCurrencies } from './currency-signs.ts'
import { maximumEntryMinutes } from './increments.ts'
import { plainDecimal } from './money.ts'
import {
  readNumber,
  toPlainCharacters,
  type DecimalSign,
  type WrittenNumber,
} from './number-text.ts'

/** Order of the parts of a date that does not begin with the year. */
export type DatePartOrder = 'dmy' | 'mdy' | 'ymd'

/** A civil date, and what follows it. */
const dateParts = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2}|\d{4})\.?(?:(?:T|,? )(.+))?$/i

/** What the dates of a file show about their order. */
export interface DateOrderEvidence {
  /** A part that cannot be a month came first, or second. */
  dayFirst: boolean
  dayLast: boolean
  separator: string | null
  /** The first date that could also begin with a year of two digits. */
  yearFirst: string | null
  /** Some date has a time of day other than midnight, with which spreadsheets fill up dates. */
  hasTimes: boolean
  /** The first ambiguous date: it differs by which part comes first. */
  open: string | null
}

export const noDateEvidence = (): DateOrderEvidence => ({
  dayFirst: false,
  dayLast: false,
  separator: null,
  yearFirst: null,
  hasTimes: false,
  open: null,
})

/** Adds one more date to the evidence. */
export function addDateEvidence(evidence: DateOrderEvidence, text: string): void {
  const plain = toPlainCharacters(text)
  const [matched, first = '', separator = '', second = '', third = '', time] =
    dateParts.exec(plain) ?? []
  if (matched === undefined) return
  if (time !== undefined && parseTimeWithOffset(time)?.seconds !== 0) evidence.hasTimes = true
  if (first.length === 4) return
  evidence.separator ??= separator
  const [one, other] = [Number(first), Number(second)]
  // Dashes, unlike slashes and full stops, separate years of two digits at either end.
  if (separator === '-' && first.length === 2 && Number(third) <= 31 && other <= 12) {
    evidence.yearFirst ??= plain
  }
  if (one > 12) evidence.dayFirst = true
  if (other > 12) evidence.dayLast = true
  if (one <= 12 && other <= 12 && one !== other) evidence.open ??= plain
}

/**
 * Returns the order of all dates of a file. With full stops the day comes first. `open`: every date
 * is ambiguous. `contradictory`: some have the day first, others the month.
 */
export function inferDateOrder({
  dayFirst,
  dayLast,
  separator,
  yearFirst,
  open,
}: DateOrderEvidence): DatePartOrder | 'open' | 'contradictory' {
  if (dayFirst && dayLast) return 'contradictory'
  if (dayLast) return 'mdy'
  if (yearFirst !== null) return 'open'
  return dayFirst || separator === '.' || open === null ? 'dmy' : 'open'
}

/** A civil date with what follows it in the same text. */
export interface ForeignDate {
  date: string
  /** Seconds of the day; undefined for a date without a time. */
  seconds?: number | undefined
  /** Minutes that the time is ahead of UTC; undefined where the text does not say. */
  offset?: number
}

/**
 * Parses a civil date, and the time of day and the offset from UTC that may follow it:
 * `2026-03-02 09:15`, `02.03.2026, 9:15`, `2026-03-02T09:15:00+01:00`.
 */
export function parseForeignDate(text: string, order: DatePartOrder): ForeignDate | undefined {
  const [matched, first = '', , second = '', third = '', rest] =
    dateParts.exec(toPlainCharacters(text)) ?? []
  if (matched === undefined || first.length === 3) return undefined
  const isYearFirst = first.length === 4 || order === 'ymd'
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : order === 'mdy'
      ? [third, first, second]
      : [third, second, first]
  if (year.length < 2 || day.length > 2) return undefined
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isCivilDate(date)) return undefined
  if (rest === undefined) return { date }
  const time = parseTimeWithOffset(rest)
  return time && { date, ...time }
}

/** Parses a time of day and the offset from UTC that may follow it: `09:15:00+01:00`, `9:15 Z`. */
function parseTimeWithOffset(text: string): Omit<ForeignDate, 'date'> | undefined {
  const [, time = '', zone, sign, hours = '0', minutes = '0'] =
    /^(.+?) ?(Z|UTC|GMT|([+-])(\d{2}):?(\d{2})?)?$/i.exec(text) ?? []
  const seconds = parseForeignClock(time)
  if (seconds === undefined) return undefined
  if (zone === undefined) return { seconds }
  const ahead = Number(hours) * 60 + Number(minutes)
  return { seconds, offset: sign === '-' ? -ahead : ahead }
}

const clock = /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?(?: ?([ap])(?:\.? ?m\.?)?)?$/i

/**
 * Parses a time to seconds of the day: `14:05`, `2:05:30 PM`, `12:00 a.m.`; 24:00 is the day's end.
 */
export function parseForeignClock(text: string): number | undefined {
  const [matched, hours = '', minutes = '0', seconds = '0', half] =
    clock.exec(toPlainCharacters(text)) ?? []
  if (matched === undefined) return undefined
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (minute > 59 || second > 59) return undefined
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 3600 + minute * 60 + second
  }
  const total = hour * 3600 + minute * 60 + second
  return total <= 86_400 ? total : undefined
}

/** What the times of a file show: spreadsheets count them in fractions of a day. */
export interface TimeEvidence {
  fractions: boolean
  clocks: boolean
  /** Some time has its date before it. */
  dates: boolean
}

/** `0.375`; two decimals could be minutes as well. */
const fraction = /^0?[.,]\d+$/
const isMinutes = /^0[.,]\d\d$/

/** Adds one more time of day to the evidence; returns `dated` for one with its date before it. */
export function addTimeEvidence(evidence: TimeEvidence, text: string): 'dated' | undefined {
  const plain = toPlainCharacters(text)
  if (fraction.test(plain)) {
    if (!isMinutes.test(plain)) evidence.fractions = true
  } else if (dateParts.exec(plain)?.[5] !== undefined) {
    evidence.dates = true
    return 'dated'
  } else if (/\D/.test(plain) && parseForeignClock(plain) !== undefined) evidence.clocks = true
  return undefined
}

/**
 * Parses a time of day as `parseForeignClock` does, or a spreadsheet's fraction of a day: `0.375` is
 * nine o'clock. Fractions and whole numbers that could be either are read as the file shows.
 */
export function parseForeignTime(
  text: string,
  { fractions, clocks }: Pick<TimeEvidence, 'fractions' | 'clocks'>,
): number | undefined {
  const plain = toPlainCharacters(text)
  const isFractionFile = fractions && !clocks
  const isFraction =
    (fraction.test(plain) && !isMinutes.test(plain)) ||
    (isFractionFile && (isMinutes.test(plain) || plain === '0' || plain === '1'))
  if (isFraction) return Math.round(Number(plain.replace(',', '.')) * 86_400)
  if (isFractionFile && !/\D/.test(plain)) return undefined
  return isMinutes.test(plain) && !clocks ? undefined : parseForeignClock(plain)
}

const worded =
  /^(?:(\d+) ?h(?:ours?|rs?)?)? ?(?:(\d+) ?m(?:in(?:utes?)?)?)? ?(?:(\d+) ?s(?:ec(?:onds?)?)?)?$/i

/**
 * Parses a duration to seconds: `01:30:00`, `1:30`, `1.5`, `1,5 h`, `47:06 min`, `12 sec`, `1 h 30
 * min`. A bare number counts hours, or minutes where the column says so.
 * @param sign of the file's decimals; undefined where nothing shows it
 * @returns `open` for a number that could be two durations: `1,500` minutes
 */
export function parseForeignLength(
  text: string,
  unit: 'hours' | 'minutes' = 'hours',
  sign?: DecimalSign,
): number | 'open' | undefined {
  const plain = toPlainCharacters(text)
  const underAnHour = /^(\d+):(\d{2}) ?min$/i.exec(plain)
  if (underAnHour) {
    return Number(underAnHour[2]) < 60
      ? Number(underAnHour[1]) * 60 + Number(underAnHour[2])
      : undefined
  }
  const colons = /^(\d+):(\d{2})(?::(\d{2}))?(?: ?h)?$/i.exec(plain)
  if (colons) {
    const [, first, second, third = '0'] = colons
    return Number(second) < 60 && Number(third) < 60
      ? Number(first) * 3600 + Number(second) * 60 + Number(third)
      : undefined
  }
  const short = /^(\d+) ?h ?(\d{1,2})$/i.exec(plain)
  if (short) {
    return Number(short[2]) < 60 ? Number(short[1]) * 3600 + Number(short[2]) * 60 : undefined
  }
  const written = readNumber(plain)
  if (written && written.before === '' && /^(?:h(?:ours?|rs?)?)?$/i.test(written.after)) {
    const isHours = unit === 'hours' || written.after !== ''
    return secondsOf(written, isHours ? 3600 : 60, sign)
  }
  const words = plain === '' ? null : worded.exec(plain)
  if (!words) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = words
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Of two values, the one that an entry can have: no entry has 7,333 hours. */
function secondsOf(
  { point, comma }: WrittenNumber,
  factor: number,
  sign: DecimalSign | undefined,
): number | 'open' | undefined {
  const decimals = sign === '.' ? [point] : sign === ',' ? [comma] : [point, comma]
  const lengths = decimals.flatMap((decimal) =>
    decimal ? [Math.round(Number(plainDecimal(decimal)) * factor)] : [],
  )
  const possible = lengths.filter((length) => length <= maximumEntryMinutes * 60)
  const [first, second = first] = possible.length > 0 ? possible : lengths
  if (first === undefined || first < 0 || Object.is(first, -0)) return undefined
  return first === second ? first : 'open'
}

/** Parses yes and no as tables have them; undefined for anything else. */
export function parseForeignBoolean(text: string): boolean | undefined {
  const plain = text.trim().toLowerCase()
  if (/^(yes|y|true|1|ja|x)$/.test(plain)) return true
  return /^(no|n|false|0|nein|)$/.test(plain) ? false : undefined
}

/**
 * Finds the currency of a column's text: `EUR`, `US Dollar - USD`, `€`; undefined for a sign that
 * several currencies have.
 * @param expected the currency that a shared sign means
 */
export function parseForeignCurrency(text: string, expected: string | null): string | undefined {
  const code = /(?:^|[^A-Z])([A-Z]{3})\)?\s*$/.exec(text.trim())?.[1]
  const codes =
    code === undefined ? statedCurrencies({ before: text, after: '' }, expected, null) : [code]
  return codes?.length === 1 ? codes[0] : undefined
}
