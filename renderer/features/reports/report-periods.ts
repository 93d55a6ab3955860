/** The periods of a report: their kinds, and the steps from one to the next. */
import {
  addDays,
  addMonths,
  daysBetween,
  isCivilDate,
  startOfWeek,
} from '#shared/rules/calendar.ts'

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
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return count(after) - count(from)
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
