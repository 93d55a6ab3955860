/**
 * Formats days, hours, lengths and money for the person. The chosen formats are reactive and shared
 * by the whole window, so that visible texts follow a change at once. Dates are civil, so they are
 * formatted in UTC and never shift.
 */
import { shallowRef } from 'vue'
import { parseTimeText } from '#shared/rules/clock-text.ts'
import { formatDurationText, formatMinuteText } from '#shared/rules/duration-text.ts'
import { currencyPlaces } from '#shared/rules/money.ts'
import { createTextStyle, type TextStyle } from '#shared/rules/text-style.ts'

export interface Formats {
  /** BCP 47, such as `en-GB`. */
  locale: string
  /** Hours as usual in the locale, or as chosen. */
  hours: 'locale' | '12' | '24'
  /** Lengths as `1:30`, or as `1.5 h`. */
  lengths: 'clock' | 'decimal'
  /** 1 is Monday, 7 Sunday. */
  firstDay: number
}

/** Creates the formatters that depend only on the chosen formats. */
function formattersOf({ locale, hours, lengths, firstDay }: Formats) {
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const isTwelve =
    hours === 'locale'
      ? date({ hour: 'numeric' }).resolvedOptions().hourCycle?.startsWith('h1') === true
      : hours === '12'
  const unit = (name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })
  return {
    locale,
    lengths,
    firstDay,
    isTwelve,
    weekday: date({ weekday: 'long' }),
    briefWeekday: date({ weekday: 'short' }),
    dayAndMonth: date({ day: 'numeric', month: 'long' }),
    dayMonthYear: date({ day: 'numeric', month: 'long', year: 'numeric' }),
    briefDay: date({ day: 'numeric', month: 'short' }),
    briefDate: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: date({ weekday: 'short', day: 'numeric', month: 'short' }),
    month: date({ month: 'long', year: 'numeric' }),
    monthAlone: date({ month: 'long' }),
    briefMonth: date({ month: 'short' }),
    /** Formatters of times of day, created when a zone is first used. */
    inZone: new Map<string, Intl.DateTimeFormat>(),
    wholeHour: date({ hour: 'numeric', hourCycle: 'h12' }),
    twelve: date({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }),
    decimal: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
    percent: new Intl.NumberFormat(locale, { style: 'percent' }),
    /**
     * Formatters of amounts, created when a currency is first used: a list shows hundreds of
     * amounts.
     */
    inCurrency: new Map<string, Intl.NumberFormat>(),
    hour: unit('hour'),
    minute: unit('minute'),
    /** Created when something is first read. */
    textStyle: undefined as TextStyle | undefined,
    daysLater: new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'day',
      unitDisplay: 'long',
      signDisplay: 'always',
    }),
  }
}

export const defaultFormats: Formats = {
  locale: 'en-GB',
  hours: 'locale',
  lengths: 'clock',
  firstDay: 1,
}

const current = shallowRef(formattersOf(defaultFormats))

/** Changes the formats of everything on screen. */
export const setFormats = (formats: Formats): void => {
  current.value = formattersOf(formats)
}

const asUtc = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** The day on which weeks begin: 1 is Monday, 7 Sunday. */
export const firstDayOfWeek = (): number => current.value.firstDay

/** The locale of all formats, such as `en-GB`. */
export const currentLocale = (): string => current.value.locale

/** How the locale writes what the person types. */
export const currentTextStyle = (): TextStyle =>
  (current.value.textStyle ??= createTextStyle(current.value.locale))

/** `Thursday`. */
export const formatWeekday = (date: string): string => current.value.weekday.format(asUtc(date))

/** `Thu`. */
export const formatBriefWeekday = (date: string): string =>
  current.value.briefWeekday.format(asUtc(date))

/** `19 November`, with the year when it is not that of `today`. */
export const formatDay = (date: string, today: string): string =>
  (date.slice(0, 4) === today.slice(0, 4)
    ? current.value.dayAndMonth
    : current.value.dayMonthYear
  ).format(asUtc(date))

/** `Thu 19 Nov`. */
export const formatShortDay = (date: string): string =>
  current.value.shortDay.format(asUtc(date)).replace(',', '')

/** `Thu 19 Nov`, with the year when it is not that of `today`. */
export const formatDatedDay = (date: string, today: string): string =>
  date.slice(0, 4) === today.slice(0, 4)
    ? formatShortDay(date)
    : `${formatBriefWeekday(date)} ${formatBriefDate(date, today)}`

/** `19 Nov`. */
export const formatBriefDay = (date: string): string => current.value.briefDay.format(asUtc(date))

/** `19 Nov`, with the year when it is not that of `today`. */
export const formatBriefDate = (date: string, today: string): string =>
  (date.slice(0, 4) === today.slice(0, 4)
    ? current.value.briefDay
    : current.value.briefDate
  ).format(asUtc(date))

/** `November 2026`; with `today` without the year when it is that of today. */
export const formatMonth = (date: string, today?: string): string =>
  (today?.slice(0, 4) === date.slice(0, 4) ? current.value.monthAlone : current.value.month).format(
    asUtc(date),
  )

/** `Nov`. */
export const formatBriefMonth = (date: string): string =>
  current.value.briefMonth.format(asUtc(date))

const formatRange = (formatter: Intl.DateTimeFormat, from: string, to: string): string =>
  formatter.formatRange(asUtc(from), asUtc(to)).replaceAll(/\s?–\s?/g, ' – ')

const isSameYear = (...dates: string[]) => new Set(dates.map((date) => date.slice(0, 4))).size === 1

/** `16 – 22 November`, with months and years where they differ; one day alone as `formatDay`. */
export const formatPeriod = (from: string, to: string, today: string): string =>
  formatRange(
    isSameYear(from, to, today) ? current.value.dayAndMonth : current.value.dayMonthYear,
    from,
    to,
  )

/** The same in short, `16 – 22 Nov`. */
export const formatBriefPeriod = (from: string, to: string, today: string): string =>
  formatRange(
    isSameYear(from, to, today) ? current.value.briefDay : current.value.briefDate,
    from,
    to,
  )

/** Time of day of an instant in a zone, `14:07`. */
export const formatTimeOfDay = (instant: number, zone: string): string => {
  const { locale, isTwelve, inZone } = current.value
  const known = inZone.get(zone)
  const formatter =
    known ??
    new Intl.DateTimeFormat(locale, {
      hour: isTwelve ? 'numeric' : '2-digit',
      minute: '2-digit',
      hourCycle: isTwelve ? 'h12' : 'h23',
      timeZone: zone,
    })
  if (!known) inZone.set(zone, formatter)
  return formatter.format(instant)
}

/** Formats a minute of the day, `09:05`; minutes past midnight start again at `00:00`. */
export function formatClock(minute: number): string {
  const { isTwelve, twelve } = current.value
  return isTwelve ? twelve.format(Date.UTC(2000, 0, 1) + minute * 60_000) : formatMinuteText(minute)
}

/**
 * Parses a field to the minute of the day, also in the form that `formatClock` writes: `9`,
 * `9:30pm`, `noon`, `午後9:30`; undefined for anything else.
 * @param now the minute that `now` means; without it, `now` is nothing
 */
export const readClock = (text: string, now?: number): number | undefined =>
  parseTimeText(text, { minute: now, style: currentTextStyle() })

/** Formats minutes of a day from-to, `09:30 – 10:45`; `23:30 – 01:00 +1 day` across midnight. */
export const spanOf = (from: number, to: number): string => `${formatClock(from)} – ${endOf(to)}`

/** Formats the end of an interval, and says when it is on the next day. */
export const endOf = (minute: number): string =>
  minute <= 1440 ? formatClock(minute) : `${formatClock(minute)}\u00A0${nextDay()}`

/** `+1 day`, with a no-break space. */
export const nextDay = (): string => current.value.daysLater.format(1).replaceAll(' ', '\u00A0')

/** An hour on an axis, `09:00` or `9 AM`. */
export function formatHour(minute: number): string {
  const { isTwelve, wholeHour } = current.value
  return isTwelve
    ? wholeHour.format(Date.UTC(2000, 0, 1) + minute * 60_000)
    : formatMinuteText(minute)
}

/** True for the 12-hour clock, whose texts are longer. */
export const hasTwelveHours = (): boolean => current.value.isTwelve

/** Formats a length to read, `1:05` or `1.08 h`. For fields use `formatDurationText`. */
export function formatLength(minutes: number): string {
  return current.value.lengths === 'clock' ? formatDurationText(minutes) : decimalLength(minutes)
}

/** Formats a length in hours, `1.50 h`: always two places, so that columns align. */
export const decimalLength = (minutes: number): string =>
  // A no-break space.
  `${current.value.decimal.format(minutes / 60).replace('-', '−')}\u00A0h`

/** True for text that may be a currency: formatters throw for any other. */
const isCurrencyCode = (text: string): boolean => /^[A-Za-z]{3}$/.test(text)

/**
 * Formats an amount in the smallest unit of its currency, `NZ$1,785.72`; a plain number where the
 * currency is unknown, and `90.00 US` for text that is no currency, as while one is typed.
 * @param whole without decimal places: for headline figures
 */
export function formatMoney(amount: number, currency: string | null, whole = false): string {
  const { locale, inCurrency, decimal } = current.value
  if (currency === null) return formatNumber(amount)
  const places = currencyPlaces(currency)
  if (!isCurrencyCode(currency)) {
    // A no-break space.
    return `${decimal.format(amount / 10 ** places).replace('-', '−')}\u00A0${currency}`
  }
  const digits = whole ? 0 : places
  const key = `${currency} ${digits}`
  const known = inCurrency.get(key)
  const formatter =
    known ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  if (!known) inCurrency.set(key, formatter)
  return formatter.format(amount / 10 ** places).replace('-', '−')
}

/** Formats a number for the locale, `1,234.5`. */
export const formatNumber = (value: number): string =>
  current.value.number.format(value).replace('-', '−')

/** Formats a share in whole percent for the locale, `24%`, `24 %`. */
export const formatPercent = (share: number): string => current.value.percent.format(share / 100)

/** Formats the size of a file, `1.4 MB`. */
export function formatFileSize(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(current.value.locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** `1 hour 5 minutes`: a length in words, for screen readers. */
export function formatSpokenDuration(minutes: number): string {
  const { hour, minute } = current.value
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return minute.format(rest)
  return rest === 0 ? hour.format(hours) : `${hour.format(hours)} ${minute.format(rest)}`
}
