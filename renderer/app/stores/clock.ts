/** The current time, shared by the whole window. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { civilAt } from '#shared/rules/calendar.ts'
import { useAppStore } from './app.ts'

export const useClockStore = defineStore('clock', () => {
  const app = useAppStore()
  /** Epoch milliseconds, updated every second; less often in a page that is hidden. */
  const now = ref(Date.now())
  /** Updates it at once. */
  const read = (): number => (now.value = Date.now())
  setInterval(read, 1000)

  const minuteOfEpoch = computed(() => Math.floor(now.value / 60_000))
  const here = computed(() => civilAt(minuteOfEpoch.value * 60_000, app.zone))

  return {
    now,
    read,
    /** Civil date, `YYYY-MM-DD`. */
    today: computed(() => here.value.date),
    /** Minute of the day. */
    minute: computed(() => here.value.minute),
  }
})
