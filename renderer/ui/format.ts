/** Days as people read them. Dates are civil, so they are formatted in UTC and never shift. */

const locale = 'en-GB'

const asUtc = (date: string): Date => new Date(`${date}T00:00:00Z`)

const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })

const weekdayName = formatter({ weekday: 'long' })
const dayAndMonth = formatter({ day: 'numeric', month: 'long' })
const dayMonthYear = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
const briefDay = formatter({ day: 'numeric', month: 'short' })
const shortDay = formatter({ weekday: 'short', day: 'numeric', month: 'short' })

export const weekdayOf = (date: string): string => weekdayName.format(asUtc(date))

/** `19 November`, with the year when it is not that of `today`. */
export const dayOf = (date: string, today: string): string =>
  (date.slice(0, 4) === today.slice(0, 4) ? dayAndMonth : dayMonthYear).format(asUtc(date))

/** `Thu 19 Nov`. */
export const shortDayOf = (date: string): string => shortDay.format(asUtc(date)).replace(',', '')

/** `19 Nov`. */
export const briefDayOf = (date: string): string => briefDay.format(asUtc(date))

/** Time of day of an instant in a zone, `14:07`. */
export const timeOf = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(instant)

/** Size of a file, `1.4 MB`. */
export function sizeOf(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** `1 hour 5 minutes`: a length in words, for those who listen. */
export function spokenDuration(minutes: number): string {
  const part = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return part(rest, 'minute')
  return rest === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(rest, 'minute')}`
}
