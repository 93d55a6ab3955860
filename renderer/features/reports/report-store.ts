/** The settings of the report on screen; they survive while other pages are open. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ReportKind } from '#shared/ipc/reports.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import {
  type Period,
  periodAt,
  type PeriodKind,
  type PeriodPreset,
  presetPeriod,
  stepPeriod,
} from './report-periods.ts'
import type { ReportSorting } from './report-figures.ts'

export const useReportStore = defineStore('report', () => {
  const clock = useClockStore()

  const kind = ref<PeriodKind>('month')
  /** A day in the period; undefined means today, also after midnight. */
  const anchor = ref<string>()
  const chosen = ref<Pick<Period, 'from' | 'to'>>()

  const period = computed<Period>(() => {
    if (kind.value === 'custom' && chosen.value) return { kind: 'custom', ...chosen.value }
    const of = kind.value === 'custom' ? 'month' : kind.value
    return periodAt(of, anchor.value ?? clock.today, firstDayOfWeek())
  })
  const isNow = computed(() => period.value.from <= clock.today && clock.today <= period.value.to)

  function show({ kind: of, from, to }: Period) {
    kind.value = of
    if (of === 'custom') chosen.value = { from, to }
    anchor.value = from <= clock.today && clock.today <= to ? undefined : from
  }
  /** Chooses another kind of period around the same days; around today if they contain it. */
  function choose(of: PeriodKind) {
    const { from, to } = period.value
    if (of === 'custom') chosen.value = { from, to }
    kind.value = of
  }

  return {
    period,
    /** Whether today is in the period. */
    isNow,
    by: ref<ReportKind>('project'),
    whose: ref<'mine' | 'everyone'>('mine'),
    sorting: ref<ReportSorting>(),
    /** Charts that are shown as tables. */
    asTables: ref<readonly string[]>([]),
    show,
    choose,
    preset: (preset: PeriodPreset) => show(presetPeriod(preset, clock.today, firstDayOfWeek())),
    step: (by: 1 | -1) => show(stepPeriod(period.value, by, firstDayOfWeek())),
    goToday() {
      if (kind.value === 'custom') kind.value = 'month'
      anchor.value = undefined
    },
  }
})
