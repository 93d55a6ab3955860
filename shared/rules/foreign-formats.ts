/**
 * Parses dates, times, durations and amounts as other programs write them, with any of their
 * settings. Unreadable text is undefined, never a guess.
 */
import { isCivilDate } from './calendar.ts'

/** Order of the parts of a date that does not begin with the year. */
export type DatePartOrder = 'dmy' | 'mdy' | 'ymd'

const parts = /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})\.?(?:[T\s].*)?$/

/** What the dates of a file show about their order. */
export interface DateOrderEvidence {
  /** A part that cannot be a month came first, or second. */
  dayFirst: boolean
  dayLast: boolean
  separator: string | null
  /** The first ambiguous date: it differs by which part comes first. */
  open: string | null
}

export const noDateEvidence = (): DateOrderEvidence => ({
  ...{ dayFirst: false, dayLast: false, separator: null, open: null },
})

/** Adds one more date to the evidence. */
export function addDateEvidence(evidence: DateOrderEvidence, text: string): void {
  const [matched, first = '', separator = '', second = ''] = parts.exec(text.trim()) ?? []
  if (matched === undefined || first.length === 4) return
  evidence.separator ??= separator
  const [one, other] = [Number(first), Number(second)]
  if (one > 12) evidence.dayFirst = true
  if (other > 12) evidence.dayLast = true
  if (one <= 12 && other <= 12 && one !== other) evidence.open ??= text.trim()
}

/**
 * Returns the order of all dates of a file. With full stops the day comes first. `open`: every date
 * is ambiguous. `contradictory`: some have the day first, others the month.
 */
export function inferDateOrder({
  dayFirst,
  dayLast,
  separator,
  open,
}: DateOrderEvidence): DatePartOrder | 'open' | 'contradictory' {
  if (dayFirst && dayLast) return 'contradictory'
  if (dayLast) return 'mdy'
  return dayFirst || separator === '.' || open === null ? 'dmy' : 'open'
}

/** Parses a civil date to `YYYY-MM-DD`; a time of day after it is ignored. */
export function parseForeignDate(text: string, order: DatePartOrder): string | undefined {
  const [matched, first = '', , second = '', third = ''] = parts.exec(text.trim()) ?? []
  if (matched === undefined) return undefined
  const [year, month, day] =
    first.length === 4
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : [third, second, first]
  const century = year.length === 2 ? `20${year}` : year
  const date = `${century}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCivilDate(date) ? date : undefined
}

const clock =
  /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.](\d{2}))?(?:[.,]\d+)?(?:\s*([ap])(?:\.?\s*m\.?)?)?$/i

/**
 * Parses a time to seconds of the day: `14:05`, `2:05:30 PM`, `12:00 a.m.`; 24:00 is the day's end.
 */
export function parseForeignClock(text: string): number | undefined {
  const [matched, hours = '', minutes = '0', seconds = '0', half] = clock.exec(text.trim()) ?? []
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

const worded =
  /^(?:(\d+) ?h(?:ours?|rs?)?)? ?(?:(\d+) ?m(?:in(?:utes?)?)?)? ?(?:(\d+) ?s(?:ec(?:onds?)?)?)?$/i

/**
 * Parses a duration to seconds: `01:30:00`, `1:30`, `1.5`, `1,5 h`, `47:06 min`, `12 sec`, `1 h 30
 * min`. A bare number counts hours, or minutes where the column says so.
 */
export function parseForeignLength(
  text: string,
  unit: 'hours' | 'minutes' = 'hours',
): number | undefined {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const underAnHour = /^(\d+):(\d{2})\s*min$/i.exec(plain)
  if (underAnHour) return Number(underAnHour[1]) * 60 + Number(underAnHour[2])
  const colons = /^(\d+):(\d{2})(?::(\d{2}))?(?:\s*h)?$/i.exec(plain)
  if (colons) {
    const [, first, second, third = '0'] = colons
    return Number(second) < 60 && Number(third) < 60
      ? Number(first) * 3600 + Number(second) * 60 + Number(third)
      : undefined
  }
  const short = /^(\d+)\s*h\s*(\d{1,2})$/i.exec(plain)
  if (short) return Number(short[1]) * 3600 + Number(short[2]) * 60
  const decimal = parseForeignDecimal(plain.replace(/h(?:ours?)?$/i, ''), 'decimals')
  if (decimal !== undefined) {
    const seconds = Math.round(Number(decimal) * (unit === 'hours' ? 3600 : 60))
    return seconds >= 0 ? seconds : undefined
  }
  const words = plain === '' ? null : worded.exec(plain)
  if (!words) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = words
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/**
 * Normalises a number with a decimal point or comma, with or without thousands separators, to plain
 * decimal text.
 * @param single what a single comma before three digits is: in `1,234` of money a thousands
 * separator, of hours a decimal comma
 */
export function parseForeignDecimal(
  text: string,
  single: 'groups' | 'decimals',
): string | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u202F'’]/g, '').replace(/^\+/, '')
  const inBrackets = /^\(([\d.,]+)\)$/.exec(bare)?.[1]
  if (inBrackets !== undefined) return parseForeignDecimal(`-${inBrackets}`, single)
  if (/^-?\d+(\.\d+)?$/.test(bare)) return bare
  const isOneGroup = /^-?\d{1,3},\d{3}$/.test(bare)
  if (/^-?\d+,\d+$/.test(bare) && !(isOneGroup && single === 'groups')) {
    return bare.replace(',', '.')
  }
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3})+,\d+$|^-?\d{1,3}(\.\d{3}){2,}$/.test(bare)) {
    return bare.replaceAll('.', '').replace(',', '.')
  }
  return undefined
}

/** Parses yes and no as tables have them; undefined for anything else. */
export function parseForeignBoolean(text: string): boolean | undefined {
  const plain = text.trim().toLowerCase()
  if (/^(yes|y|true|1|ja|x)$/.test(plain)) return true
  return /^(no|n|false|0|nein|)$/.test(plain) ? false : undefined
}

/** Finds the currency code in a column's text: `EUR`, `US Dollar - USD`. */
export const parseForeignCurrency = (text: string): string | undefined =>
  /(?:^|[^A-Z])([A-Z]{3})\)?\s*$/.exec(text.trim())?.[1]
