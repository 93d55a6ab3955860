/** The time of day, once for the whole window. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { civilAt } from '#shared/rules/calendar.ts'
import { useApp } from './app.ts'

export const useClock = defineStore('clock', () => {
  const app = useApp()
  /** Epoch milliseconds, renewed every second. */
  const now = ref(Date.now())
  setInterval(() => (now.value = Date.now()), 1000)

  const minuteOfEpoch = computed(() => Math.floor(now.value / 60_000))
  const here = computed(() => civilAt(minuteOfEpoch.value * 60_000, app.zone))

  return {
    now,
    /** Civil date, `YYYY-MM-DD`. */
    today: computed(() => here.value.date),
    /** Minute of the day. */
    minute: computed(() => here.value.minute),
  }
})
