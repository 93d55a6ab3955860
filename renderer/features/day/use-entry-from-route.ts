/** Opens what the route names: a day, or an entry with its day and its form. */
import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { TimeEntry } from '#shared/resources/time.ts'
import { isCivilDate } from '#shared/rules/calendar.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { useDayStore } from './day-store.ts'

export function useEntryFromRoute(open: (entry: TimeEntry) => void): void {
  const route = useRoute()
  const router = useRouter()
  const client = useIpcClient()
  const day = useDayStore()
  const attempt = useFailureToast()

  async function show(local: number) {
    await router.replace({ query: {} })
    const entry = await attempt(() => client.call('times.show', { local }))
    if (!entry) return
    day.go(entry.date)
    // Changing the day closes an open form.
    await nextTick()
    open(entry)
  }
  watch(
    () => route.query['entry'],
    (asked) => {
      if (route.name === 'day' && typeof asked === 'string') void show(Number(asked))
    },
    { immediate: true },
  )
  watch(
    () => route.query['day'],
    (asked) => {
      if (route.name !== 'day' || typeof asked !== 'string') return
      if (isCivilDate(asked)) day.go(asked)
      void router.replace({ query: {} })
    },
    { immediate: true },
  )
}
