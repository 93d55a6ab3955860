/** Converts rows of a report to bars: their shares, values and costs. */
import type { Report, ReportRow } from '#shared/ipc/reports.ts'
import type { Translate } from '../../app/messages/index.ts'
import { formatLength, formatMoney, formatPercent, formatSpokenDuration } from '../../ui/format.ts'
import type { HueMark } from '../../ui/project-hue.ts'
import { amountInCurrency, currenciesIn, percentOfTotal } from './report-figures.ts'
import { hueOfRow, reportRowName } from './chart-series.ts'

/** Maximum number of bars in a chart; the table has the others, too. */
const mostBars = 8

export interface Bar {
  key: string
  /** The code next to its color. */
  code?: string
  hue?: HueMark
  name: string
  /** Fraction of the longest bar in its group, 0 to 1. */
  size: number
  /** In the accent color instead of a project's. */
  isAccent?: boolean
  /** Length of a thinner second bar below it. */
  second?: number
  text: string
  secondaryText?: string
  /** The label for screen readers. */
  ariaLabel: string
}

/** Bars with one scale; other currencies have their own. */
export interface BarGroup {
  key: string
  bars: Bar[]
  /** Number of rows that are left out. */
  more: number
}

const headOf = (report: Report, row: ReportRow, t: Translate) => {
  const name = reportRowName(report.by, row, t)
  return report.by === 'project' ? { name, code: row.code || name, hue: hueOfRow(row) } : { name }
}

function group(key: string, bars: readonly Bar[], most: number): BarGroup {
  const scale = most || 1
  const shown = bars.slice(0, mostBars).map((bar) => ({
    ...bar,
    size: bar.size / scale,
    ...(bar.second === undefined ? {} : { second: bar.second / scale }),
  }))
  return { key, bars: shown, more: bars.length - shown.length }
}

/** Minutes of each row, and their share of all. */
export function shareBars(report: Report, t: Translate): BarGroup[] {
  const bars = report.rows
    .filter(({ minutes }) => minutes !== 0)
    .map((row): Bar => {
      const head = headOf(report, row, t)
      const share = formatPercent(percentOfTotal(row.minutes, report.total.minutes) ?? 0)
      return {
        key: String(row.key),
        ...head,
        size: row.minutes,
        secondaryText: share,
        text: formatLength(row.minutes),
        ariaLabel: `${head.name} ${formatSpokenDuration(row.minutes)}, ${share}`,
      }
    })
    .toSorted((one, other) => other.size - one.size)
  return bars.length === 0 ? [] : [group('minutes', bars, bars[0]!.size)]
}

/** The value of each row, grouped by currency, the main one first. */
export function valueBars(
  report: Report,
  main: string | null | undefined,
  t: Translate,
): BarGroup[] {
  return groupsOf(report, ['values'], main, (currency) =>
    report.rows
      .map((row) => ({ row, amount: amountInCurrency(row.values, currency) }))
      .filter(({ amount }) => amount !== 0)
      .map(({ row, amount }): Bar => {
        const head = headOf(report, row, t)
        const text = formatMoney(amount, currency, true)
        // An hourly rate makes sense only if all of the row's value is in one currency.
        const hourly =
          row.values.length === 1 && row.minutes > 0 && report.by === 'project'
            ? t('reports.ratePerHour', {
                rate: formatMoney(Math.round((amount * 60) / row.minutes), currency),
              })
            : undefined
        return {
          key: String(row.key),
          ...head,
          size: Math.max(0, amount),
          text,
          secondaryText: hourly,
          ariaLabel: `${head.name} ${text}`,
        }
      }),
  )
}

/** What is charged for expenses, and what they cost. */
export function expenseBars(
  report: Report,
  main: string | null | undefined,
  t: Translate,
): BarGroup[] {
  return groupsOf(report, ['expenses', 'chargeable', 'costs'], main, (currency) =>
    report.rows
      .map((row) => ({
        row,
        charged: amountInCurrency(row.chargeable, currency),
        cost: amountInCurrency(row.costs, currency),
      }))
      .filter(({ charged, cost }) => charged !== 0 || cost !== 0)
      .map(({ row, charged, cost }): Bar => {
        const head = headOf(report, row, t)
        const [charges, costs] = [charged, cost].map((amount) =>
          amount === 0 ? '–' : formatMoney(amount, currency, true),
        ) as [string, string]
        return {
          key: String(row.key),
          ...head,
          size: Math.max(0, charged),
          isAccent: true,
          text: charges,
          ...(cost > 0 ? { second: cost, secondaryText: costs } : {}),
          ariaLabel: `${head.name} ${charges}, ${t('reports.costs')} ${costs}`,
        }
      }),
  )
}

function groupsOf(
  report: Report,
  fields: Parameters<typeof currenciesIn>[1],
  main: string | null | undefined,
  barsIn: (currency: string | null) => Bar[],
): BarGroup[] {
  return currenciesIn(report.total, fields)
    .toSorted((one, other) => Number(other === main) - Number(one === main))
    .flatMap((currency) => {
      const longest = ({ size, second }: Bar) => Math.max(size, second ?? 0)
      const bars = barsIn(currency).toSorted((one, other) => longest(other) - longest(one))
      return bars.length === 0 ? [] : [group(currency ?? '–', bars, longest(bars[0]!))]
    })
}
