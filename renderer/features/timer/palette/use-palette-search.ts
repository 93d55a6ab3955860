/** Finds the newest entries that match the palette's line, as the person types. */
import { nextTick, shallowRef, watch } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useFailureToast } from '../../../app/stores/use-failure-toast.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'

const most = 5

/** @param query words that all have to occur in an entry; empty: no search */
export function usePaletteSearch(query: () => string) {
  const client = useIpcClient()
  const attempt = useFailureToast()
  const found = shallowRef<readonly TimeEntry[]>([])
  let asked = 0
  let searching: Promise<void>

  async function search(text: string) {
    const own = ++asked
    const entries =
      text === ''
        ? []
        : await attempt(() =>
            client.call('times.search', { query: text.slice(0, 200), limit: most }),
          )
    // Ignores a slower reply to an earlier text.
    if (own === asked) found.value = entries ?? []
  }
  watch(query, (text) => (searching = search(text)), { immediate: true })
  return {
    found,
    /** Resolves when `found` is the result for the text of this moment. */
    settled: async () => {
      await nextTick()
      await searching
    },
  }
}
