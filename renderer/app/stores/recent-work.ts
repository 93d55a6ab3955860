/** Work that can be started again: pinned work first, then the most recent. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { RecentWork } from '#shared/ipc/call-results.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { changeOf, useMirror } from './live-query.ts'

/** How many are offered when nothing is pinned. */
const offered = 4
/** Maximum number offered: one for each digit key. */
const mostOffered = 9
/** How many are read: enough to contain the last use of favourites and suggestions. */
const read = 30

/** The fields that identify a piece of work. */
export type Pinnable = Pick<RecentWork, 'project' | 'task' | 'notes'>

const keyOf = ({ project, task, notes }: Pinnable): string =>
  `${project.local} ${task.local} ${notes ?? ''}`

export interface OfferedWork extends RecentWork {
  key: string
  pinned: boolean
}

export const useRecents = defineStore('recents', () => {
  const client = useIpcClient()
  const recent = shallowRef<RecentWork[]>([])
  const favourites = shallowRef<RecentWork[]>([])

  useMirror(
    async () => {
      const [last, pinned] = await Promise.all([
        client.call('timer.recents', { limit: read }),
        client.call('favourites.list'),
      ])
      recent.value = last
      favourites.value = pinned
    },
    changeOf('time', 'project', 'task'),
  )

  const pinnedKeys = computed(() => new Set(favourites.value.map(keyOf)))
  /** Favourites first, then the newest others. */
  const work = computed<OfferedWork[]>(() => {
    const pinned = favourites.value.map((one) => ({ ...one, key: keyOf(one), pinned: true }))
    const others = recent.value
      .map((one) => ({ ...one, key: keyOf(one), pinned: false }))
      .filter(({ key }) => !pinnedKeys.value.has(key))
    const most = Math.min(mostOffered, Math.max(offered, pinned.length))
    return [...pinned, ...others].slice(0, most)
  })

  const named = (works: readonly Pinnable[]) =>
    works.map(({ project, task, notes }) => ({
      project: project.local,
      task: task.local,
      ...(notes ? { notes } : {}),
    }))
  async function setFavourites(works: readonly Pinnable[]) {
    const was = named(favourites.value)
    favourites.value = await client.call('favourites.set', { work: named(works), was })
  }
  const pin = (one: Pinnable) => setFavourites([...favourites.value, one])
  const unpin = (one: Pinnable) =>
    setFavourites(favourites.value.filter((known) => keyOf(known) !== keyOf(one)))
  /** Moves a favourite in their order, up by -1 or down by 1. */
  async function move(one: Pinnable, by: 1 | -1) {
    const at = favourites.value.findIndex((known) => keyOf(known) === keyOf(one))
    const to = at + by
    if (at < 0 || to < 0 || to >= favourites.value.length) return
    const moved = favourites.value.toSpliced(at, 1)
    await setFavourites(moved.toSpliced(to, 0, favourites.value[at]!))
  }

  return {
    work,
    recent,
    favourites,
    isPinned: (one: Pinnable) => pinnedKeys.value.has(keyOf(one)),
    pin,
    unpin,
    move,
  }
})
