/** The core's current reminder, until it is answered or no longer applies. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Reminder } from '#shared/ipc/desktop.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useTimerStore } from './timer.ts'

export const useReminderStore = defineStore('reminder', () => {
  const client = useIpcClient()
  const timer = useTimerStore()
  const reminder = shallowRef<Reminder>()
  /** True when the person has to answer, because they stop a timer that was perhaps forgotten. */
  const asking = ref(false)

  client.on((event) => {
    if (event.event === 'reminder') reminder.value = event.reminder
    if (event.event === 'reminder-dismissed' && event.reminder === reminder.value?.is) close()
  })
  function close() {
    reminder.value = undefined
    asking.value = false
  }
  // Starting or stopping the timer, in any window, answers it.
  watch(
    () => timer.status.running,
    () => {
      if (reminder.value?.is !== 'target-reached') close()
    },
  )

  return {
    /** Hidden while there is a question, which concerns the same time. */
    shown: computed(() => (timer.running?.question ? undefined : reminder.value)),
    asking,
    /** Asks when the running timer should have stopped. */
    askWhenStopped() {
      reminder.value = { is: 'running-long', minutes: timer.minutes }
      asking.value = true
    },
    close,
    /** “Not now”: dismisses it in every window. */
    async putAside() {
      const kind = reminder.value?.is
      close()
      if (kind) await client.call('timer.dismissReminder', { reminder: kind })
    },
  }
})
