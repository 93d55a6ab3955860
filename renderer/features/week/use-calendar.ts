/** The data of the week calendar: its days, including unsaved changes. */
import { useMediaQuery } from '@vueuse/core'
import { computed, type Ref, ref, watch } from 'vue'
import { addDays, civilAt, daysOfWeek } from '#shared/rules/calendar.ts'
import { maximum } from '#shared/rules/extremes.ts'
import { defaultIncrement } from '#shared/rules/increments.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { entryStateBadge } from '../../app/entries/entry-state-badge.ts'
import { useEntriesOfDays } from '../../app/entries/use-entries-of-days.ts'
import { useTranslateCore, useTranslate } from '../../app/messages/index.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useRecentWorkStore } from '../../app/stores/recent-work.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { firstDayOfWeek } from '../../ui/format.ts'
import type { CursorPosition } from './cursor-position.ts'
import { useOptimisticChanges } from './use-optimistic-changes.ts'
import {
  precedingDaysRead,
  type BlockKey,
  type BlockSegment,
  runningSegment,
} from './week-blocks.ts'
import { scrollToDay, defaultWeekOffset } from './week-days.ts'
import { useWeekStore } from './week-store.ts'
import { type DayView, toDayView } from './day-view.ts'

/**
 * @param at position of the keyboard cursor
 * @param inHand an entry that is being dragged or edited, as it is shown for now
 */
export function useCalendar(
  at: Ref<CursorPosition | undefined>,
  inHand: () => TimeEntry | undefined,
) {
  const app = useAppStore()
  const clock = useClockStore()
  const timer = useTimerStore()
  const recents = useRecentWorkStore()
  const catalog = useCatalogStore()
  const week = useWeekStore()
  const t = useTranslate()
  const translateCore = useTranslateCore()

  const isNarrow = useMediaQuery('(max-width: 640px)')
  const hasNoWeek = useMediaQuery('(max-width: 1040px)')
  const count = computed(() => {
    if (isNarrow.value || week.shown === 'day') return 1
    return week.shown === 'five' || hasNoWeek.value ? 5 : 7
  })
  const dates = computed(() => daysOfWeek(week.date, firstDayOfWeek()))
  const working = computed(() => app.state?.settings.workingHours.days ?? [])

  /** Index in the week of the first day on screen. */
  const offset = ref(0)
  watch(
    [() => dates.value[0], count, () => dates.value.indexOf(week.date)] as const,
    ([from, shown, index], [fromBefore, shownBefore]) => {
      const isSame = from === fromBefore && shown === shownBefore
      const base = isSame ? offset.value : defaultWeekOffset(dates.value, shown, working.value)
      offset.value = scrollToDay(base, index, shown)
    },
    { immediate: true, flush: 'sync' },
  )
  const onScreen = computed(() => dates.value.slice(offset.value, offset.value + count.value))

  const hidden = computed(() => ({
    before: !isNarrow.value && count.value === 5 && offset.value > 0,
    after: !isNarrow.value && count.value === 5 && offset.value + 5 < dates.value.length,
  }))

  const days = useEntriesOfDays(
    computed(() => ({ from: addDays(dates.value[0]!, -precedingDaysRead), to: dates.value[6]! })),
    computed(() => week.whose),
  )
  const changes = useOptimisticChanges(days.entries, days.refresh)
  const entries = computed(() => {
    const held = inHand()
    return held
      ? changes.shown.value.map((entry) => (entry.local === held.local ? held : entry))
      : changes.shown.value
  })

  const began = computed(() => timer.running && civilAt(timer.running.startedAt, app.zone))
  const runningShare = computed(
    () =>
      timer.running && {
        project: timer.running.project,
        minutes: timer.countedSince(clock.today),
      },
  )
  const front = (date: string): BlockKey | undefined =>
    date === week.date && at.value?.is === 'entry' ? at.value.key : inHand()?.local
  const views = computed<DayView[]>(() =>
    dates.value.map((date) =>
      toDayView(date, {
        entries: entries.value,
        isOwn: days.isOwn,
        running: (of) =>
          began.value &&
          runningSegment(of, began.value, { date: clock.today, minute: clock.minute }),
        runningShare: runningShare.value,
        today: clock.today,
        workingDays: working.value,
        front,
      }),
    ),
  )

  const dayTarget = computed(() => app.state?.settings.dailyTarget ?? undefined)
  const isDay = computed(() => count.value === 1 && !isNarrow.value)
  const minutes = computed(() =>
    views.value
      .filter(({ date }) => !isDay.value || date === week.date)
      .reduce((sum, day) => sum + day.minutes, 0),
  )
  const target = computed(() =>
    isDay.value ? dayTarget.value : dayTarget.value && dayTarget.value * working.value.length,
  )
  /** Minutes at which a day's bar is full: the target, otherwise the longest day. */
  const full = computed(
    () => dayTarget.value ?? Math.max(60, maximum(views.value.map((day) => day.minutes))),
  )

  /** The person's own entries of a day and the running timer, by time. */
  const ownPieces = (date: string): BlockSegment[] =>
    views.value
      .find((day) => day.date === date)
      ?.pieces.filter(({ entry }) => !entry || days.isOwn(entry)) ?? []

  const incrementOf = (project: number | null | undefined): number =>
    catalog.projects.find(({ local }) => local === project)?.increment ?? defaultIncrement

  return {
    isNarrow,
    isDay,
    dates,
    days,
    changes,
    entries,
    views,
    hidden,
    /** Shows the days at one end of the week. */
    slideTo: (by: 1 | -1) => (offset.value = by === 1 ? dates.value.length - count.value : 0),
    onScreen: computed(() => views.value.filter(({ date }) => onScreen.value.includes(date))),
    view: computed(() => views.value.find(({ date }) => date === week.date)!),
    minutes,
    target,
    full,
    entryOf: (key: BlockKey | undefined): TimeEntry | undefined =>
      entries.value.find(({ local }) => local === key),
    ownPieces,
    incrementOf,
    /** The most recent work: a newly drawn entry starts with it. */
    lastWork: computed(() => recents.recent[0]),
    lastIncrement: computed(() => incrementOf(recents.recent[0]?.project.local)),
    stateOf: (entry: TimeEntry) =>
      entryStateBadge(entry, app.account?.kind, t, translateCore, days.isChecking(entry)),
  }
}
export type Calendar = ReturnType<typeof useCalendar>
