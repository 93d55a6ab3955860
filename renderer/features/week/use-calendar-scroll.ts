/** The calendar's scroll position: restored, or else working hours or the current time. */
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { pixelsPerMinute } from './calendar-scale.ts'
import type { Calendar } from './use-calendar.ts'
import { useWeekStore } from './week-store.ts'

/** Minutes visible above the beginning of working hours. */
const before = 75

export function useCalendarScroll(calendar: Calendar) {
  const app = useAppStore()
  const clock = useClockStore()
  const week = useWeekStore()
  const scroller = shallowRef<HTMLElement | null>(null)

  function scrollToNow() {
    const element = scroller.value
    if (!element) return
    const now = clock.minute * pixelsPerMinute
    const isInView =
      now > element.scrollTop + 40 && now < element.scrollTop + element.clientHeight - 120
    if (!isInView) element.scrollTop = now - element.clientHeight * 0.4
  }
  onMounted(() => {
    const element = document.getElementById('content')
    scroller.value = element
    if (!element) return
    if (week.scrolled !== undefined) {
      element.scrollTop = week.scrolled
      return
    }
    const begins = app.state?.settings.workingHours.from ?? 9 * 60
    element.scrollTop = Math.max(0, begins - before) * pixelsPerMinute
    if (calendar.onScreen.value.some(({ isToday }) => isToday)) scrollToNow()
  })
  onBeforeUnmount(() => (week.scrolled = scroller.value?.scrollTop))

  return { scroller, scrollToNow }
}
