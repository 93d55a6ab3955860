/** A live query of the categories, active and archived, and of their possible members. */
import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { CategorySummary, CategoryUses } from '#shared/resources/category.ts'
import { isChangeOf, useLiveQuery } from '../../app/stores/live-query.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { fetchAllPages } from '../../ipc/fetch-all-pages.ts'

const noUses: CategoryUses = { tasks: [], charges: [], categories: [] }

export function useCategories() {
  const client = useIpcClient()
  /** The search text; undefined while the search is closed. */
  const query = ref<string>()
  const settled = refDebounced(query, 80)
  const active = shallowRef<CategorySummary[]>()
  const archived = shallowRef<CategorySummary[]>([])
  const uses = shallowRef<CategoryUses>(noUses)
  /** Number of active categories, regardless of the search. */
  const total = ref<number>()

  const read = (inArchives: boolean) =>
    fetchAllPages((page) =>
      client.call('categories.list', {
        page,
        limit: 100,
        archived: inArchives,
        ...(settled.value?.trim() ? { query: settled.value.trim() } : {}),
      }),
    )
  const refresh = useLiveQuery(
    async () => {
      const [standing, gone] = await Promise.all([read(false), read(true)])
      active.value = standing
      archived.value = gone
      total.value = settled.value?.trim()
        ? (await client.call('categories.list', { limit: 1 })).total
        : standing.length
    },
    isChangeOf('category', 'task', 'charge'),
  )
  watch(settled, () => void refresh())

  useLiveQuery(
    async () => {
      uses.value = await client.call('categories.uses')
    },
    isChangeOf('category', 'time', 'expense', 'project'),
  )

  const byLocal = (kind: keyof CategoryUses) =>
    computed(() => new Map(uses.value[kind].map(({ local, projects }) => [local, projects])))

  return {
    query,
    looking: computed(() => Boolean(settled.value?.trim())),
    active,
    archived,
    total,
    /** Projects in which each of them was used, by local id. */
    projectsOf: {
      tasks: byLocal('tasks'),
      charges: byLocal('charges'),
      categories: byLocal('categories'),
    },
    refresh,
    find: (local: number) =>
      [...(active.value ?? []), ...archived.value].find((category) => category.local === local),
  }
}
