/** When the person's last entry of today ended: a suggestion for when the current work began. */
import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useClock } from './clock.ts'
import { changeOf, useMirror } from './live-query.ts'

export const useLastEntry = defineStore('last-entry', () => {
  const client = useIpcClient()
  const clock = useClock()
  const at = ref<number | null>(null)

  const refresh = useMirror(async () => {
    at.value = (await client.call('timer.lastEnd')).at
  }, changeOf('time'))
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
