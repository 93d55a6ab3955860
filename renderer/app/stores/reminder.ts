/** The core's current reminder, until it is answered or no longer applies. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Reminder } from '#shared/ipc/desktop.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useTimerStore } from './timer.ts'

export const useReminderStore = defineStore('reminder', () => {
  const client = useIpcClient()
  const timer = useTimerStore()
  const reminder = shallowRef<Reminder>()

  client.on((event) => {
    if (event.event === 'reminder') reminder.value = event.reminder
    if (event.event === 'reminder-dismissed' && event.reminder === reminder.value?.is) close()
  })
  const close = () => (reminder.value = undefined)
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
    close,
    /** “Not now”: dismisses it in every window. */
    async putAside() {
      const kind = reminder.value?.is
      close()
      if (kind) await client.call('timer.dismissReminder', { reminder: kind })
    },
  }
})
