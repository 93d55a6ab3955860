/** A live query of the chosen report: its rows, and the data of its charts. */
import { computed, shallowRef, watch } from 'vue'
import type { Report, ReportTimeSeries } from '#shared/ipc/reports.ts'
import { daysBetween } from '#shared/rules/calendar.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useSyncStore } from '../../app/stores/sync.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import { useWatchedDays } from '../../app/entries/use-watched-days.ts'
import { timeSeriesUnitFor, bucketUnitFor } from './chart-buckets.ts'
import { isCalendarKind } from '#shared/rules/report-kinds.ts'
import type { Period } from '#shared/rules/report-periods.ts'
import { useReportStore } from './report-store.ts'

export interface ShownReport {
  period: Period
  /** That of the report, as it was chosen. */
  filter: EntryFilter
  report: Report
  course: ReportTimeSeries
  /** The data of the share charts: the rows; for a report by day, week or month, its projects. */
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
      const { period, by, then, whose, filter } = choice
      const { from, to } = period
      const range = { from, to, whose, ...(filter.length === 0 ? {} : { filter }) }
      const levels = {
        by,
        ...(then === undefined ? {} : { then }),
        ...([by, then].includes('week') ? { firstDay: firstDayOfWeek() } : {}),
      }
      const unit = timeSeriesUnitFor(bucketUnitFor(period))
      const [report, course, shares] = await Promise.all([
        client.call('reports.show', { ...range, ...levels }),
        client.call('reports.timeSeries', { ...range, unit }),
        isCalendarKind(by) ? client.call('reports.show', { ...range, by: 'project' }) : undefined,
      ])
      shown.value = { period, filter, report, course, shares: shares ?? report }
    },
    isChangeOf('time', 'expense', 'project', 'task', 'client', 'charge', 'category'),
  )
  watch(
    [
      () => choice.period.from,
      () => choice.period.to,
      () => choice.by,
      () => choice.then,
      () => choice.whose,
      () => choice.filter,
    ],
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
