/** Names of periods. */
import {
  formatBriefDay,
  formatDay,
  formatMonth,
  formatPeriod,
  formatShortDay,
  formatWeekday,
} from '../../ui/format.ts'
import type { Period } from '#shared/rules/report-periods.ts'

/** `November 2026`, `16 – 22 November`, `2026`; the year only where it differs from today's. */
export function periodName({ kind, from, to }: Period, today: string): string {
  switch (kind) {
    case 'day':
      return `${formatWeekday(from)} ${formatDay(from, today)}`
    case 'month':
      return formatMonth(from)
    case 'year':
      return from.slice(0, 4)
    case 'week':
    case 'quarter':
    case 'custom':
      return from === to ? formatDay(from, today) : formatPeriod(from, to, today)
  }
}

/** A short form for narrow windows: `1 Oct – 31 Dec`. */
export function briefPeriodName(period: Period, today: string): string {
  const { kind, from, to } = period
  if (kind === 'day') return formatShortDay(from)
  if (kind === 'month' || kind === 'year' || from === to) return periodName(period, today)
  const years = from.slice(0, 4) === to.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4)
  return years
    ? `${formatBriefDay(from)} – ${formatBriefDay(to)}`
    : `${from.slice(0, 4)}: ${formatBriefDay(from)} – ${formatBriefDay(to)}`
}
