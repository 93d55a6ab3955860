/**
 * How a locale writes dates and times, so that fields and lines read back what is shown. Patterns
 * are derived from the platform's own formats.
 */

/** Numbers of a date; the year is missing where it was not written. 1 is Monday. */
export interface DateNumbers {
  year?: number
  month: number
  day: number
  weekday?: number
}

/** A time on a clock of 24 hours, or of 12 with its half of the day. */
export interface ClockNumbers {
  hour: number
  minute: number
  half?: 'am' | 'pm'
}

export interface TextStyle {
  /** How to read `11/20`; null: not as a date. */
  readonly slashes: 'month-first' | 'day-first' | null
  /** Words of the locale's dates and times, in lower case, without marks. */
  readonly words: ReadonlySet<string>
  /** Parses a plain text (`toPlainText`) that is a date as the locale writes it with letters. */
  readDate(text: string): DateNumbers | undefined
  /** Parses a plain text that is a time of day as the locale writes it. */
  readClock(text: string): ClockNumbers | undefined
}

/** Only what English and German share with everyone. */
export const neutralTextStyle: TextStyle = {
  slashes: null,
  words: new Set(),
  readDate: () => undefined,
  readClock: () => undefined,
}

/** Lower case, single blanks, without invisible marks, and without commas between words. */
export const toPlainText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\u061C\u200E\u200F]/g, '')
    .replaceAll(/,?\s+/g, ' ')
    .replace(/,$/, '')
    .trim()

/** The letters of a word, without marks such as full stops. */
export const bareWord = (word: string): string => word.replaceAll(/[.,()]/g, '')

type Names = Map<string, number>

/** One date of each month of 2026; together they fall on all days of the week. */
const sampleDates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 20)))

const dateOptions: readonly Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'short' },
  { day: 'numeric', month: 'short', year: 'numeric' },
  { day: 'numeric', month: 'long' },
  { day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'short', day: 'numeric', month: 'short' },
]
const clockOptions: readonly Intl.DateTimeFormatOptions[] = [
  { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  { hour: 'numeric', hourCycle: 'h12' },
  { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
]

export function createTextStyle(locale: string): TextStyle {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', numberingSystem: 'latn' })
  // The numbers of another calendar mean other dates.
  const isGregorian = formatter({}).resolvedOptions().calendar === 'gregory'
  const dates = isGregorian ? dateOptions.map((options) => datePattern(formatter(options))) : []
  const clocks = clockOptions.map((options) => clockPattern(formatter(options)))
  return {
    slashes: slashesOf(locale),
    words: new Set([...[...dates, ...clocks].flatMap(({ words }) => words), dayWord(locale)]),
    readDate: (text) => firstOf(dates, text),
    readClock: (text) => firstOf(clocks, text),
  }
}

/** The word behind the end of a span on the next day: `+1 day`. */
const dayWord = (locale: string): string =>
  bareWord(
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
      .format(1)
      .replaceAll(/[\d\s]/g, '')
      .toLowerCase(),
  )

interface Pattern<Numbers> {
  words: string[]
  read(text: string): Numbers | undefined
}

const firstOf = <Numbers>(patterns: Pattern<Numbers>[], text: string): Numbers | undefined => {
  for (const { read } of patterns) {
    const numbers = read(text)
    if (numbers) return numbers
  }
  return undefined
}

/** How a locale reads `11/20`; null where it does not use slashes. */
export function slashesOf(locale: string): TextStyle['slashes'] {
  const options = { day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(sampleDates[10])
  if (!parts.some(({ type, value }) => type === 'literal' && value.trim() === '/')) return null
  const first = parts.find(({ type }) => type === 'day' || type === 'month')
  return first?.type === 'day' ? 'day-first' : 'month-first'
}

function datePattern(formatter: Intl.DateTimeFormat): Pattern<DateNumbers> {
  const months: Names = new Map()
  const weekdays: Names = new Map()
  const all = sampleDates.map((date) => formatter.formatToParts(date))
  for (const [month, parts] of all.entries()) {
    for (const { type, value } of parts) {
      if (type === 'month') months.set(toPlainText(value), month + 1)
      if (type === 'weekday') weekdays.set(toPlainText(value), sampleDates[month]!.getUTCDay() || 7)
    }
  }
  const places = {
    month: anyOf('month', months),
    weekday: anyOf('weekday', weekdays),
    day: String.raw`(?<day>\d{1,2})`,
    year: String.raw`(?<year>\d{4})`,
  }
  const forms = formsOf(all, places)
  return {
    words: wordsOf(all),
    read(text) {
      const { year, month, day, weekday } = match(forms, text) ?? {}
      if (month === undefined || day === undefined) return undefined
      return {
        month: months.get(month)!,
        day: Number(day),
        ...(year === undefined ? {} : { year: Number(year) }),
        ...(weekday === undefined ? {} : { weekday: weekdays.get(weekday)! }),
      }
    },
  }
}

function clockPattern(formatter: Intl.DateTimeFormat): Pattern<ClockNumbers> {
  const halves: Names = new Map()
  const all = [6, 18].map((hour) => formatter.formatToParts(Date.UTC(2026, 0, 1, hour)))
  for (const [half, parts] of all.entries()) {
    for (const { type, value } of parts) {
      if (type === 'dayPeriod') halves.set(toPlainText(value), half)
    }
  }
  const forms = formsOf(all, {
    dayPeriod: anyOf('half', halves),
    hour: String.raw`(?<hour>\d{1,2})`,
    minute: String.raw`(?<minute>\d{2})`,
  })
  return {
    words: wordsOf(all),
    read(text) {
      const { hour, minute, half } = match(forms, text) ?? {}
      if (hour === undefined) return undefined
      return {
        hour: Number(hour),
        minute: Number(minute ?? 0),
        ...(half === undefined ? {} : { half: halves.get(half) === 0 ? 'am' : 'pm' }),
      }
    },
  }
}

/** Patterns for plain texts; literals may differ between months. */
function formsOf(
  all: Intl.DateTimeFormatPart[][],
  places: Partial<Record<Intl.DateTimeFormatPartTypes, string>>,
): RegExp[] {
  const sources = all.map((parts) => {
    // A part's own comma and blanks count as those of the text around it.
    const marked = parts.map(({ type, value }, index) =>
      places[type] ? `\uE000${index}\uE001` : value,
    )
    return escape(toPlainText(marked.join(''))).replaceAll(
      /\uE000(\d+)\uE001/g,
      (_, index: string) => places[parts[Number(index)]!.type]!,
    )
  })
  return [...new Set(sources)].map((source) => new RegExp(`^${source}$`, 'u'))
}

const match = (forms: RegExp[], text: string): Record<string, string> | undefined =>
  forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)

const wordsOf = (all: Intl.DateTimeFormatPart[][]): string[] =>
  all
    .flatMap((parts) => toPlainText(parts.map(({ value }) => value).join('')).split(' '))
    .map(bareWord)
    .filter((word) => word !== '' && !/\d/.test(word))

const anyOf = (name: string, names: Names): string =>
  `(?<${name}>${[...names.keys()].map(escape).join('|')})`

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
