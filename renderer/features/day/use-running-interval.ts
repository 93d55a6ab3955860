/** The running timer's part of the day on screen. */
import { computed } from 'vue'
import { civilAt } from '#shared/rules/calendar.ts'
import type { Stretch } from '../../app/entries/day-intervals.ts'
import { useApp } from '../../app/stores/app.ts'
import { useClock } from '../../app/stores/clock.ts'
import { useTimer } from '../../app/stores/timer.ts'
import { useDay } from './day-store.ts'

export function useRunning() {
  const app = useApp()
  const clock = useClock()
  const day = useDay()
  const timer = useTimer()

  /** Its interval in the day, from midnight if it began earlier. Undefined on other days. */
  const stretch = computed<Stretch | undefined>(() => {
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
    const total = timer.quantity * running.increment
    return { project: running.project, start: stretch.value.from, total }
  })
  return { stretch, share }
}
