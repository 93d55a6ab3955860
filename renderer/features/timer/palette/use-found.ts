/** The newest entries like what the palette's line says, read as one types. */
import { shallowRef, watch } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useAttempt } from '../../../app/failures.ts'
import { useClient } from '../../../ipc/client.ts'

const most = 5

/** @param query words that all occur in an entry; empty: nothing is looked for */
export function useFound(query: () => string) {
  const client = useClient()
  const attempt = useAttempt()
  const found = shallowRef<readonly TimeEntry[]>([])
  let asked = 0

  watch(
    query,
    async (text) => {
      const own = ++asked
      const entries =
        text === ''
          ? []
          : await attempt(() =>
              client.call('times.find', { query: text.slice(0, 200), limit: most }),
            )
      // A slower answer to an earlier text is of no use any more.
      if (own === asked) found.value = entries ?? []
    },
    { immediate: true },
  )
  return found
}
