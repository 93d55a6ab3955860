/** A live query of the entries of a date range, while a page shows them. */
import { computed, type Ref, shallowRef, watch } from 'vue'
import type { TimesInRange } from '#shared/ipc/call-results.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from '../stores/live-query.ts'
import { type WatchedDays, useWatchedDays } from './use-watched-days.ts'

/**
 * Reads the entries of a period, and reads them again whenever one of them changes. Call it in a
 * component's setup.
 * @param watched whether sync keeps these days fresh: true for the page's own days, false for
 *   those of a dialog over the page
 */
export function useEntriesOfDays(
  days: Ref<WatchedDays>,
  whose: Ref<'mine' | 'everyone'>,
  { watched = true }: { watched?: boolean } = {},
) {
  const client = useIpcClient()
  const range = shallowRef<TimesInRange & WatchedDays>()

  /** Local ids of entries that were sent and whose reply was lost. */
  const checking = shallowRef<ReadonlySet<number>>(new Set())
  async function readChecking({ entries }: TimesInRange) {
    if (!entries.some(({ state }) => state === 'sending')) return new Set<number>()
    const { items } = await client.call('sync.outbox', { limit: 200 })
    const lost = items.filter(({ resource, state }) => resource === 'time' && state === 'checking')
    return new Set(lost.map(({ local }) => local))
  }

  const refresh = useLiveQuery(
    async () => {
      const { from, to } = days.value
      const answer = await client.call('times.inDateRange', { from, to, whose: whose.value })
      checking.value = await readChecking(answer)
      range.value = { ...answer, from, to }
    },
    isChangeOf('time', 'project', 'task'),
  )
  watch([() => days.value.from, () => days.value.to, whose], () => void refresh())

  if (watched) useWatchedDays(() => days.value)

  const others = computed(() => new Set(range.value?.others))
  return {
    /** The last result with its date range; undefined until the first one. */
    range,
    entries: computed<readonly TimeEntry[]>(() => range.value?.entries ?? []),
    /** False for a colleague's entry. */
    isOwn: (entry: Pick<TimeEntry, 'local'>) => !others.value.has(entry.local),
    isChecking: ({ local }: Pick<TimeEntry, 'local'>) => checking.value.has(local),
    refresh,
  }
}
