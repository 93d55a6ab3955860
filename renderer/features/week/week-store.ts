/** What the week calendar remembers while other pages are open. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useAttempt } from '../../app/failures.ts'
import { useApp } from '../../app/stores/app.ts'
import { useClock } from '../../app/stores/clock.ts'
import type { Shown } from './week-days.ts'

export const useWeek = defineStore('week', () => {
  const app = useApp()
  const clock = useClock()
  const attempt = useAttempt()
  /** Undefined follows today, also past midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  const shown = ref<Shown>()
  const go = (to: string) => (chosen.value = to === clock.today ? undefined : to)

  return {
    /** The day that is looked at. */
    date,
    /** Kept for the next start; another window that is open meanwhile keeps its own. */
    shown: computed<Shown>({
      get: () => shown.value ?? app.state?.settings.weekShows ?? 'week',
      set(to) {
        shown.value = to
        void attempt(() => app.set({ weekShows: to }))
      },
    }),
    whose: ref<'mine' | 'everyone'>('mine'),
    /** How far the calendar was scrolled, in pixels; undefined before it was open. */
    scrolled: ref<number>(),
    go,
    step: (days: number) => go(addDays(date.value, days)),
  }
})
