/** Derives the data of a report's charts from what was read. */
import { computed, type Ref } from 'vue'
import { useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { firstDayOfWeek, formatLength, formatMoney, formatPercent } from '../../ui/format.ts'
import { expenseBars, shareBars, valueBars } from './bar-groups.ts'
import { cutIntoBuckets, toChartColumns, bucketUnitFor } from './chart-buckets.ts'
import { columnLabels } from './column-labels.ts'
import type { FigureRow } from './FigureTable.vue'
import {
  mainCurrency,
  sortMainCurrencyFirst,
  type MoneyField,
  percentOfTotal,
} from './report-figures.ts'
import { seriesCodeOf, reportRowName, toSeries } from './chart-series.ts'
import type { ShownReport } from './use-report.ts'

export function useCharts(shown: Ref<ShownReport>) {
  const t = useTranslate()
  const app = useAppStore()
  const clock = useClockStore()

  const unit = computed(() => bucketUnitFor(shown.value.period))
  const buckets = computed(() =>
    cutIntoBuckets({
      unit: unit.value,
      from: shown.value.period.from,
      to: shown.value.period.to,
      firstDay: firstDayOfWeek(),
      workingDays: app.state?.settings.workingHours.days ?? [1, 2, 3, 4, 5],
      points: shown.value.course.points,
    }),
  )
  const words = computed(() => columnLabels(unit.value, buckets.value, clock.today))
  const series = computed(() => toSeries(shown.value.course.projects, t))
  const known = computed(() => new Set(series.value.map(({ key }) => key)))
  const columns = computed(() =>
    toChartColumns(
      buckets.value,
      shown.value.course.points.map((point) => ({
        ...point,
        project: known.value.has(point.project) ? point.project : ('others' as const),
      })),
    ),
  )

  const timeTable = computed(() => {
    const { projects, points } = shown.value.course
    const all = toChartColumns(buckets.value, points)
    return {
      corner: t(`reports.when.${unit.value}`),
      heads: [t('reports.total'), ...projects.map((project) => seriesCodeOf(project, t))],
      rows: all.map((column, nth): FigureRow => ({
        key: column.from,
        head: words.value[nth]!.name,
        cells: [
          formatLength(column.minutes),
          ...projects.map(({ key }) => {
            const minutes = column.parts.get(key) ?? 0
            return minutes === 0 ? '–' : formatLength(minutes)
          }),
        ],
      })),
    }
  })

  const main = computed(() => mainCurrency(shown.value.shares.rows, shown.value.shares.total))
  const amounts = (field: MoneyField, nth: number): string =>
    sortMainCurrencyFirst(shown.value.shares.rows[nth]![field], main.value)
      .map(({ amount, currency }) => formatMoney(amount, currency))
      .join(', ') || '–'
  /** The table version of a bar chart, with these cells. */
  const tableOf = (heads: string[], cells: (nth: number) => string[]) => {
    const { by, rows } = shown.value.shares
    return {
      corner: t(`reports.byKind.${by}`),
      heads,
      rows: rows.map((row, nth): FigureRow => ({
        key: String(row.key),
        head: reportRowName(by, row, t),
        cells: cells(nth),
      })),
    }
  }

  return {
    main,
    time: computed(() => ({
      unit: unit.value,
      columns: columns.value,
      series: series.value,
      words: words.value,
      table: timeTable.value,
    })),
    shares: computed(() => ({
      groups: shareBars(shown.value.shares, t),
      table: tableOf([t('reports.hours'), t('reports.share')], (nth) => {
        const { rows, total } = shown.value.shares
        const share = percentOfTotal(rows[nth]!.minutes, total.minutes)
        return [formatLength(rows[nth]!.minutes), share === undefined ? '–' : formatPercent(share)]
      }),
    })),
    values: computed(() => ({
      groups: valueBars(shown.value.shares, main.value, t),
      table: tableOf([t('reports.value')], (nth) => [amounts('values', nth)]),
    })),
    expenses: computed(() => ({
      groups: expenseBars(shown.value.shares, main.value, t),
      table: tableOf([t('reports.expenses'), t('reports.charged'), t('reports.costs')], (nth) => [
        amounts('expenses', nth),
        amounts('chargeable', nth),
        amounts('costs', nth),
      ]),
    })),
    /** Number of days with entries; undefined where only months were requested. */
    daysWorked: computed(() =>
      shown.value.course.unit === 'day'
        ? new Set(shown.value.course.points.map(({ at }) => at)).size
        : undefined,
    ),
  }
}
