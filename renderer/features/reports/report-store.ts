/** The settings of the report on screen; they survive while other pages are open. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ReportChart, ReportKind } from '#shared/ipc/reports.ts'
import type { SavedReport, SavedReportView } from '#shared/ipc/saved-reports.ts'
import type { EntryFilter } from '#shared/rules/entry-filter.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import {
  fromSavedPeriod,
  type Period,
  periodAt,
  type PeriodKind,
  type PeriodPreset,
  presetPeriod,
  stepPeriod,
  toSavedPeriod,
} from '#shared/rules/report-periods.ts'
import { chartsInOrder, type ReportAddress } from './report-address.ts'
import type { ReportSorting } from './report-figures.ts'
import { kindsWithin } from '#shared/rules/report-kinds.ts'

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

  const by = ref<ReportKind>('project')
  const chosenWithin = ref<ReportKind>()
  const then = computed({
    get: () => kindsWithin(by.value).find((within) => within === chosenWithin.value),
    set: (within) => (chosenWithin.value = within),
  })
  const whose = ref<'mine' | 'everyone'>('mine')
  const filter = shallowRef<EntryFilter>([])
  const chosenTables = ref<readonly ReportChart[]>([])
  /** Charts that are shown as tables. */
  const asTables = computed({
    get: (): readonly ReportChart[] =>
      chartsInOrder.filter((chart) => chosenTables.value.includes(chart)),
    set: (charts: readonly ReportChart[]) => (chosenTables.value = charts),
  })
  /** The id of the saved report that was opened, also after changes. */
  const saved = ref<number>()
  const calendar = () => ({ today: clock.today, firstDay: firstDayOfWeek() })
  /** What saving keeps. */
  const view = computed<SavedReportView>(() => ({
    period: toSavedPeriod(period.value, calendar()),
    by: by.value,
    ...(then.value === undefined ? {} : { then: then.value }),
    whose: whose.value,
    filter: filter.value,
    asTables: asTables.value,
  }))

  /** The account whose records the filter names, and whose report it is. */
  let account: string | undefined
  /** Drops what is of another account. Returns whether there was another. */
  function belongTo(current: typeof account): boolean {
    const isOfOther = account !== undefined && account !== current
    account = current
    if (isOfOther) {
      filter.value = []
      saved.value = undefined
    }
    return isOfOther
  }

  return {
    period,
    /** Whether today is in the period. */
    isNow,
    by,
    /** What the rows within each row are by; undefined: there are none. */
    then,
    whose,
    filter,
    asTables,
    saved,
    view,
    belongTo,
    open(address: ReportAddress) {
      show(address.period)
      by.value = address.by
      then.value = address.then
      whose.value = address.whose
      filter.value = address.filter
      asTables.value = address.asTables
      saved.value = address.saved
    },
    openSaved({ id, view: { period: days, asTables: tables, ...levels } }: SavedReport) {
      show(fromSavedPeriod(days, calendar()) ?? period.value)
      by.value = levels.by
      then.value = levels.then
      whose.value = levels.whose
      filter.value = levels.filter
      asTables.value = tables
      saved.value = id
    },
    sorting: ref<ReportSorting>(),
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
