/** When the person's last entry of today ended: a suggestion for when the current work began. */
import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useClockStore } from './clock.ts'
import { isChangeOf, useLiveQuery } from './live-query.ts'

export const useLastEntryStore = defineStore('last-entry', () => {
  const client = useIpcClient()
  const clock = useClockStore()
  const at = ref<number | null>(null)

  const refresh = useLiveQuery(async () => {
    at.value = (await client.call('timer.lastEntryEnd')).at
  }, isChangeOf('time'))
  watch(
    () => clock.today,
    () => void refresh(),
  )

  return {
    /**
     * Epoch milliseconds; undefined without an entry today, or when it ended within the last
     * minute.
     */
    end: computed(() =>
      at.value !== null && at.value < clock.now - 60_000 ? at.value : undefined,
    ),
  }
})
