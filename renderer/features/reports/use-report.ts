/** A live query of the chosen report: its rows, and the data of its charts. */
import { computed, shallowRef, watch } from 'vue'
import type { Report, ReportTimeSeries } from '#shared/ipc/reports.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useSyncStore } from '../../app/stores/sync.ts'
import { useWatchedDays } from '../../app/entries/use-watched-days.ts'
import { timeSeriesUnitFor, bucketUnitFor } from './chart-buckets.ts'
import type { Period } from './report-periods.ts'
import { useReportStore } from './report-store.ts'

export interface ShownReport {
  period: Period
  report: Report
  course: ReportTimeSeries
  /** The data of the share charts: the rows; for a report by day, its projects. */
  shares: Report
}

/** Maximum length in days of a period that sync keeps fresh while it is shown. */
const mostWatched = 62

export function useReport() {
  const client = useIpcClient()
  const choice = useReportStore()
  const clock = useClockStore()
  const sync = useSyncStore()
  /** The last result; undefined until the first. Rows and charts are replaced together. */
  const shown = shallowRef<ShownReport>()

  const refresh = useLiveQuery(
    async () => {
      const { period, by, whose } = choice
      const { from, to } = period
      const range = { from, to, whose }
      const unit = timeSeriesUnitFor(bucketUnitFor(period))
      const [report, course, shares] = await Promise.all([
        client.call('reports.show', { ...range, by }),
        client.call('reports.timeSeries', { ...range, unit }),
        by === 'day' ? client.call('reports.show', { ...range, by: 'project' }) : undefined,
      ])
      shown.value = { period, report, course, shares: shares ?? report }
    },
    isChangeOf('time', 'expense', 'project', 'task', 'client', 'charge', 'category'),
  )
  watch(
    [() => choice.period.from, () => choice.period.to, () => choice.by, () => choice.whose],
    () => void refresh(),
  )
  // Figures age, and sync re-reads old ones. The report is read again even if nothing changed,
  // because its age did.
  const tenMinutes = computed(() => Math.floor(clock.now / 600_000))
  watch([tenMinutes, () => sync.status?.lastSync], ([ten], [before]) => {
    if (ten !== before || (shown.value?.report.asOf ?? null) !== null) void refresh()
  })
  useWatchedDays(() => {
    const { from, to } = choice.period
    return daysBetween(from, to) < mostWatched ? { from, to } : null
  })

  return { shown, refresh }
}
