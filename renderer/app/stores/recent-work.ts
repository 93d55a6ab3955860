/** Work that can be started again: pinned work first, then the most recent. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LastUse, RecentWork } from '#shared/ipc/call-results.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { isChangeOf, useLiveQuery } from './live-query.ts'

/** How many are offered when nothing is pinned. */
const offered = 4
/** Maximum number offered: one for each digit key. */
const mostOffered = 9
/** How many are read: enough for the notes that the person may use again. */
const read = 30

/** The fields that identify a piece of work. */
export type PinnableWork = Pick<RecentWork, 'project' | 'task' | 'notes'>

const keyOf = ({ project, task, notes }: PinnableWork): string =>
  `${project.local} ${task.local} ${notes ?? ''}`

const byLocal = (uses: readonly LastUse[]): Map<number, number> =>
  new Map(uses.map(({ local, lastUsed }) => [local, lastUsed]))

export interface StartableWork extends RecentWork {
  key: string
  pinned: boolean
}

export const useRecentWorkStore = defineStore('recents', () => {
  const client = useIpcClient()
  const recent = shallowRef<RecentWork[]>([])
  const favorites = shallowRef<RecentWork[]>([])
  const lastUses = shallowRef({
    project: new Map<number, number>(),
    task: new Map<number, number>(),
  })

  useLiveQuery(
    async () => {
      const [last, pinned, uses] = await Promise.all([
        client.call('timer.recents', { limit: read }),
        client.call('favorites.list'),
        client.call('timer.lastUses'),
      ])
      recent.value = last
      favorites.value = pinned
      lastUses.value = { project: byLocal(uses.project), task: byLocal(uses.task) }
    },
    isChangeOf('time', 'project', 'task'),
  )

  /** Epoch milliseconds; null for a record that was never used. */
  const lastUse = (kind: 'project' | 'task', local: number): number | null =>
    lastUses.value[kind].get(local) ?? null
  /** Sorts the most recently used first. */
  const byLastUse = <Item extends { local: number }>(
    kind: 'project' | 'task',
    items: readonly Item[],
  ): Item[] =>
    items.toSorted(
      (one, other) => (lastUse(kind, other.local) ?? 0) - (lastUse(kind, one.local) ?? 0),
    )

  const pinnedKeys = computed(() => new Set(favorites.value.map(keyOf)))
  /** Favorites first, then the newest others. */
  const work = computed<StartableWork[]>(() => {
    const pinned = favorites.value.map((one) => ({ ...one, key: keyOf(one), pinned: true }))
    const others = recent.value
      .map((one) => ({ ...one, key: keyOf(one), pinned: false }))
      .filter(({ key }) => !pinnedKeys.value.has(key))
    const most = Math.min(mostOffered, Math.max(offered, pinned.length))
    return [...pinned, ...others].slice(0, most)
  })

  const named = (works: readonly PinnableWork[]) =>
    works.map(({ project, task, notes }) => ({
      project: project.local,
      task: task.local,
      ...(notes ? { notes } : {}),
    }))
  async function setFavorites(works: readonly PinnableWork[]) {
    const was = named(favorites.value)
    favorites.value = await client.call('favorites.set', { work: named(works), was })
  }
  const pin = (one: PinnableWork) => setFavorites([...favorites.value, one])
  const unpin = (one: PinnableWork) =>
    setFavorites(favorites.value.filter((known) => keyOf(known) !== keyOf(one)))
  /** Moves a favorite in their order, up by -1 or down by 1. */
  async function move(one: PinnableWork, by: 1 | -1) {
    const at = favorites.value.findIndex((known) => keyOf(known) === keyOf(one))
    const to = at + by
    if (at < 0 || to < 0 || to >= favorites.value.length) return
    const moved = favorites.value.toSpliced(at, 1)
    await setFavorites(moved.toSpliced(to, 0, favorites.value[at]!))
  }

  return {
    work,
    recent,
    lastUse,
    byLastUse,
    favorites,
    isPinned: (one: PinnableWork) => pinnedKeys.value.has(keyOf(one)),
    pin,
    unpin,
    move,
  }
})
