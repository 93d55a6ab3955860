/**
 * The periods of a report: their kinds, the steps from one to the next, and how they stand in an
 * address or a saved report.
 */
import { addDays, addMonths, daysBetween, isCivilDate, startOfWeek } from './calendar.ts'

export const periodKinds = ['day', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** Civil dates, both inclusive. */
export interface Period {
  kind: PeriodKind
  from: string
  to: string
}

/** The calendar has the years 0001 to 9999. */
const within = (date: string): string =>
  isCivilDate(date) ? date : date.startsWith('+') ? '9999-12-31' : '0001-01-01'

const startOfMonth = (date: string): string => `${date.slice(0, 7)}-01`
const startOfQuarter = (date: string): string => {
  const month = Number(date.slice(5, 7))
  return addMonths(startOfMonth(date), -((month - 1) % 3))
}

/** From the first of a month to the last day of this many months. */
const months = (kind: PeriodKind, from: string, count: number): Period => ({
  kind,
  from,
  to: addDays(addMonths(from, count), -1),
})

/** The period of a kind that contains a day. */
export function periodAt(
  kind: Exclude<PeriodKind, 'custom'>,
  date: string,
  firstDay: number,
): Period {
  switch (kind) {
    case 'day':
      return { kind, from: date, to: date }
    case 'week': {
      const from = startOfWeek(date, firstDay)
      return { kind, from: within(from), to: within(addDays(from, 6)) }
    }
    case 'month':
      return months(kind, startOfMonth(date), 1)
    case 'quarter':
      return months(kind, startOfQuarter(date), 3)
    case 'year':
      return months(kind, `${date.slice(0, 4)}-01-01`, 12)
  }
}

/** Number of whole months in a period; undefined when it does not consist of whole months. */
function wholeMonths({ from, to }: Period): number | undefined {
  const after = addDays(to, 1)
  if (!from.endsWith('-01') || !after.endsWith('-01')) return undefined
  return monthsBetween(from, after)
}

/**
 * The previous or next period of the same length. Custom periods move by whole months if they
 * consist of them, otherwise by their number of days. At the ends of the calendar the period stays.
 */
export function stepPeriod(period: Period, by: 1 | -1, firstDay: number): Period {
  const { kind, from, to } = period
  const next = (): Period => {
    if (kind !== 'custom') {
      const near = by === 1 ? addDays(to, 1) : addDays(from, -1)
      return isCivilDate(near) ? periodAt(kind, near, firstDay) : period
    }
    const count = wholeMonths(period)
    if (count !== undefined) return months(kind, addMonths(from, by * count), count)
    const days = (daysBetween(from, to) + 1) * by
    return { kind, from: addDays(from, days), to: addDays(to, days) }
  }
  const found = next()
  return isCivilDate(found.from) && isCivilDate(found.to) ? found : period
}

export const periodPresets = [
  'today',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'lastYear',
] as const
export type PeriodPreset = (typeof periodPresets)[number]

/** The most common periods, relative to today. */
export function presetPeriod(preset: PeriodPreset, today: string, firstDay: number): Period {
  const here = (kind: Exclude<PeriodKind, 'custom'>) => periodAt(kind, today, firstDay)
  switch (preset) {
    case 'today':
      return here('day')
    case 'thisWeek':
      return here('week')
    case 'lastWeek':
      return stepPeriod(here('week'), -1, firstDay)
    case 'thisMonth':
      return here('month')
    case 'lastMonth':
      return stepPeriod(here('month'), -1, firstDay)
    case 'thisQuarter':
      return here('quarter')
    case 'thisYear':
      return here('year')
    case 'lastYear':
      return stepPeriod(here('year'), -1, firstDay)
  }
}

/** The calendar of the reader. */
export interface ReaderCalendar {
  today: string
  /** The day with which weeks begin, 1 is Monday. */
  firstDay: number
}

/** A period that moves with today, which `back: 0` contains, or chosen days. */
export type SavedPeriod =
  | { kind: Exclude<PeriodKind, 'custom'>; back: number }
  | ({ kind: 'custom' } & Pick<Period, 'from' | 'to'>)

/** Last month stays last month, also tomorrow; chosen days stay what they are. */
export function toSavedPeriod(
  { kind, from, to }: Period,
  { today, firstDay }: ReaderCalendar,
): SavedPeriod {
  if (kind === 'custom') return { kind, from, to }
  const current = periodAt(kind, today, firstDay).from
  switch (kind) {
    case 'day':
      return { kind, back: daysBetween(from, current) }
    case 'week':
      return { kind, back: Math.round(daysBetween(from, current) / 7) }
    default:
      return { kind, back: monthsBetween(from, current) / monthsOf[kind] }
  }
}

const monthsOf = { month: 1, quarter: 3, year: 12 }

const monthsBetween = (from: string, to: string): number => monthNumber(to) - monthNumber(from)
const monthNumber = (date: string): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))

/** The length of the calendar. */
const mostBack = { day: 3_652_059, week: 521_723, month: 120_000, quarter: 40_000, year: 10_000 }

/** Undefined for days that the calendar does not have. */
export function fromSavedPeriod(
  saved: SavedPeriod,
  { today, firstDay }: ReaderCalendar,
): Period | undefined {
  if (saved.kind === 'custom') {
    const { kind, from, to } = saved
    return isCivilDate(from) && isCivilDate(to) && from <= to ? { kind, from, to } : undefined
  }
  const { kind, back } = saved
  const current = periodAt(kind, today, firstDay).from
  if (Math.abs(back) > mostBack[kind]) return undefined
  const date =
    kind === 'day' || kind === 'week'
      ? addDays(current, -back * (kind === 'week' ? 7 : 1))
      : addMonths(current, -back * monthsOf[kind])
  return isCivilDate(date) ? periodAt(kind, date, firstDay) : undefined
}
