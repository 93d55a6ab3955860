/** Searches the entries of all days. */
import { computed, ref, shallowRef, watch } from 'vue'
import { refDebounced } from '@vueuse/core'
import { maxBulkRecords } from '#shared/rules/bulk-limit.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { searchTerms } from '#shared/rules/search-text.ts'
import { useTranslate } from '../../app/messages/index.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { formatNumber } from '../../ui/format.ts'
import { newestFirst } from './day-rows.ts'
import type { DayGroup } from './day-store.ts'

const pageLength = 50

export function useEntrySearch() {
  const client = useIpcClient()
  const t = useTranslate()
  /** Undefined while the search is closed. */
  const query = ref<string>()
  const settled = refDebounced(query, 80)
  const text = computed(() => settled.value?.trim() ?? '')
  const found = shallowRef<readonly TimeEntry[]>([])
  /** Number of all hits; undefined until they are counted. */
  const total = ref<number>()
  /** The search text that `found` is the result of. */
  const answered = ref('')
  /** True when the last page was not full. */
  const isAll = ref(true)

  const readPage = (asked: string, page: number) =>
    client.call('times.search', { query: asked, limit: pageLength, page })

  const refresh = useLiveQuery(
    async () => {
      const asked = text.value
      if (!asked) {
        found.value = []
        answered.value = ''
        return
      }
      // Reads as many pages as are on screen, so that a change does not shorten the list.
      const pages = asked === answered.value ? Math.ceil(found.value.length / pageLength) || 1 : 1
      const read: TimeEntry[] = []
      let isFull = true
      for (let page = 1; page <= pages && isFull; page++) {
        const hits = await readPage(asked, page)
        isFull = hits.length === pageLength
        for (const hit of hits) read.push(hit)
      }
      if (asked !== text.value) return
      if (asked !== answered.value) total.value = undefined
      found.value = read
      isAll.value = !isFull
      answered.value = asked
      // Counting all hits takes longer than reading the newest, so the count comes afterwards.
      total.value = isAll.value
        ? read.length
        : (await client.call('times.countMatches', { query: asked })).total
    },
    isChangeOf('time', 'project', 'task'),
  )
  watch(text, () => void refresh())

  async function readNextPage() {
    if (isAll.value || answered.value !== text.value) return
    try {
      const [asked, before] = [answered.value, found.value]
      const hits = await readPage(asked, before.length / pageLength + 1)
      // A change in the meantime has shifted the pages; they are read again anyway.
      if (asked !== answered.value || before !== found.value) return
      found.value = [...before, ...hits]
      isAll.value = hits.length < pageLength
    } catch {
      // Another part of the window reports that the core is unreachable; scrolling on retries.
    }
  }
  let extending: Promise<void> | undefined
  /** Reads the next page. */
  const extend = () =>
    (extending ??= readNextPage().finally(() => {
      extending = undefined
    }))
  /**
   * Reads all hits. Returns false when they are more than one change may contain, undefined when
   * they cannot be read.
   */
  async function readAll(): Promise<boolean | undefined> {
    const isTooMany = () => Math.max(total.value ?? 0, found.value.length) > maxBulkRecords
    for (let before; !isAll.value && !isTooMany() && found.value !== before;) {
      before = found.value
      await extend()
    }
    return isTooMany() ? false : isAll.value || undefined
  }

  const groups = computed<readonly DayGroup[]>(() =>
    [...Map.groupBy(found.value, (entry) => entry.date)].map(([date, entries]) => ({
      date,
      entries: entries.toSorted(newestFirst),
      count: entries.length,
      minutes: entries.reduce((sum, entry) => sum + entry.total, 0),
    })),
  )
  return {
    query,
    groups,
    found,
    total,
    refresh,
    extend,
    readAll,
    /** Folded, as the search needs them. */
    terms: computed(() => searchTerms(answered.value)),
    looking: computed(() => text.value !== ''),
    /** The number of hits as text. */
    foundWords: computed(() => {
      if (total.value !== undefined) return t('day.found', {}, total.value)
      // The newest hits are shown before all are counted.
      return found.value.length === 0
        ? t('day.looking')
        : t('day.foundFirst', { shown: formatNumber(found.value.length - 1) })
    }),
  }
}
