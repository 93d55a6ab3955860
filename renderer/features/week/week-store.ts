/** What the week calendar remembers while other pages are open. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { addDays } from '#shared/rules/calendar.ts'
import { useClock } from '../../app/stores/clock.ts'
import type { Shown } from './week-days.ts'

export const useWeek = defineStore('week', () => {
  const clock = useClock()
  /** Undefined follows today, also past midnight. */
  const chosen = ref<string>()
  const date = computed(() => chosen.value ?? clock.today)
  const go = (to: string) => (chosen.value = to === clock.today ? undefined : to)

  return {
    /** The day that is looked at. */
    date,
    shown: ref<Shown>('week'),
    whose: ref<'mine' | 'everyone'>('mine'),
    /** How far the calendar was scrolled, in pixels; undefined before it was open. */
    scrolled: ref<number>(),
    go,
    step: (days: number) => go(addDays(date.value, days)),
  }
})
