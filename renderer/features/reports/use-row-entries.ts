/** A live query of the entries of a report row, as far back as was requested. */
import { type Ref, ref, shallowRef, watch } from 'vue'
import type { ReportKind, ReportRow } from '#shared/ipc/reports.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'

export interface RowOfReport {
  by: ReportKind
  from: string
  to: string
  whose: 'mine' | 'everyone'
  key: ReportRow['key']
}

const atOnce = 100

export function useRowEntries(row: Ref<RowOfReport>) {
  const client = useIpcClient()
  const entries = shallowRef<readonly TimeEntry[]>()
  const hasMore = ref(false)
  let wanted = atOnce

  const refresh = useLiveQuery(
    async () => {
      const asked = row.value
      const found: TimeEntry[] = []
      while (found.length < wanted) {
        const page = await client.call('reports.entries', {
          ...asked,
          limit: atOnce,
          skip: found.length,
        })
        for (const entry of page) found.push(entry)
        if (page.length < atOnce) break
      }
      if (asked !== row.value) return
      entries.value = found
      hasMore.value = found.length >= wanted
    },
    isChangeOf('time', 'project', 'task', 'category'),
  )
  watch(row, () => {
    wanted = atOnce
    entries.value = undefined
    void refresh()
  })
  return {
    /** Newest first; undefined until they are read. */
    entries,
    hasMore,
    extend() {
      wanted += atOnce
      return refresh()
    },
  }
}
