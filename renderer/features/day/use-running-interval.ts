/** The running timer's part of the day on screen. */
import { computed } from 'vue'
import { civilAt } from '#shared/rules/calendar.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useTimerStore } from '../../app/stores/timer.ts'
import { useDayStore } from './day-store.ts'

export function useRunningInterval() {
  const app = useAppStore()
  const clock = useClockStore()
  const day = useDayStore()
  const timer = useTimerStore()

  /** Its interval in the day, from midnight if it began earlier. Undefined on other days. */
  const stretch = computed<DayInterval | undefined>(() => {
    const { running } = timer
    if (!running || !day.isToday) return undefined
    const began = civilAt(running.startedAt, app.zone)
    const from = began.date === day.date ? began.minute : 0
    return { from, to: Math.max(clock.minute, from + 1) }
  })
  /** What it adds to the day's totals. */
  const share = computed(() => {
    const { running } = timer
    if (!running || !stretch.value) return undefined
    const { project } = running
    return { project, start: stretch.value.from, total: timer.countedSince(day.date) }
  })
  return { stretch, share }
}
