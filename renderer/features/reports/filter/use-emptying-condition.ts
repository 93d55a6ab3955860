/** Finds which condition of a filter leaves nothing in a report. */
import { shallowRef, watch } from 'vue'
import type { Condition } from '#shared/rules/entry-filter.ts'
import { maximum } from '#shared/rules/extremes.ts'
import { useIpcClient } from '../../../ipc/ipc-client.ts'
import type { ShownReport } from '../use-report.ts'
import { removeCondition } from './edit-filter.ts'

interface EmptyingCondition {
  condition: Condition
  /** How many entries there are without it. */
  entries: number
}

/**
 * Returns that without which most entries are left, of several the last; undefined where no single
 * condition is the reason, and until it is known.
 */
export function useEmptyingCondition(shown: () => ShownReport | undefined) {
  const client = useIpcClient()
  const found = shallowRef<EmptyingCondition>()
  watch(
    shown,
    async (now) => {
      found.value = undefined
      if (!now || now.report.rows.length > 0 || now.filter.length === 0) return
      const { from, to, by, whose } = now.report
      const all = await Promise.all(
        now.filter.map(async (condition) => {
          const filter = removeCondition(now.filter, condition)
          const { counted } = await client.call('reports.show', { from, to, by, whose, filter })
          return { condition, entries: counted.times }
        }),
      )
      const most = maximum(all.map(({ entries }) => entries))
      if (now === shown() && most > 0) {
        found.value = all.findLast(({ entries }) => entries === most)
      }
    },
    { immediate: true },
  )
  return found
}
