/** Finding entries of any day by their words. */
import { computed, ref, shallowRef, watch } from 'vue'
import { refDebounced } from '@vueuse/core'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useClient } from '../../ipc/client.ts'
import { changeOf, useMirror } from '../../app/stores/mirror.ts'
import type { DayGroup } from './day-store.ts'

const shown = 50

export function useFind() {
  const client = useClient()
  /** Undefined while nobody looks for anything. */
  const query = ref<string>()
  const settled = refDebounced(query, 80)
  const found = shallowRef<TimeEntry[]>([])
  const total = ref(0)

  const refresh = useMirror(
    async () => {
      const text = settled.value?.trim()
      if (!text) {
        found.value = []
        return
      }
      found.value = await client.call('times.find', { query: text, limit: shown })
      // How many there are in all takes longer than the newest of them, and comes after.
      total.value = (await client.call('times.count', { query: text })).total
    },
    changeOf('time', 'project', 'task'),
  )
  watch(settled, () => void refresh())

  const groups = computed<DayGroup[]>(() =>
    [...Map.groupBy(found.value, (entry) => entry.date)].map(([date, entries]) => ({
      date,
      entries,
      minutes: entries.reduce((sum, entry) => sum + entry.total, 0),
    })),
  )
  return { query, groups, found, total, looking: computed(() => Boolean(settled.value?.trim())) }
}
