/** The week calendar's state that survives while other pages are open. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import type { CalendarSpan } from './week-days.ts'

export const useWeekStore = defineStore('week', () => {
  const app = useAppStore()
  const clock = useClockStore()
  const attempt = useFailureToast()
  /** Undefined means today, also after midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  const shown = ref<CalendarSpan>()
  const go = (to: string) => (chosen.value = to === clock.today ? undefined : to)

  return {
    /** The chosen day. */
    date,
    /** Stored for the next start; other open windows keep their own value. */
    shown: computed<CalendarSpan>({
      get: () => shown.value ?? app.state?.settings.weekShows ?? 'week',
      set(to) {
        shown.value = to
        void attempt(() => app.set({ weekShows: to }))
      },
    }),
    whose: ref<'mine' | 'everyone'>('mine'),
    /** Scroll position in pixels; undefined before the calendar was open. */
    scrolled: ref<number>(),
    go,
    step: (days: number) => go(addDays(date.value, days)),
  }
})
