/**
 * Optimistic changes: an entry is shown in its new place within the same frame, while the core
 * writes it. When the core refuses, the entry moves back and a toast reports it.
 */
import { computed, type Ref, shallowRef } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { wasOfTime } from '#shared/rules/concurrent-edits.ts'
import { useFailureToast } from '../../app/stores/use-failure-toast.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useUnderWay } from '../../app/stores/under-way.ts'
import { useUndo } from '../../app/notices/use-undo.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { type EntryPlacement, isSamePlacement } from './entry-placement.ts'

export const toPlacement = ({ date, start, quantity }: TimeEntry): EntryPlacement => ({
  date,
  start,
  quantity,
})

/** Returns the entry as it will be in another place. */
export function withPlacement(entry: TimeEntry, place: EntryPlacement): TimeEntry {
  const total = place.quantity * entry.increment
  return { ...entry, ...place, total, worked: total === entry.total ? entry.worked : total }
}

/** The toast's text for an entry in its new place. */
type PlaceWords = (at: EntryPlacement) => { text: string; detail: string }

/** The fields that differ between two places. */
const changed = (from: EntryPlacement, to: EntryPlacement): Partial<EntryPlacement> => ({
  ...(from.date === to.date ? {} : { date: to.date }),
  ...(from.start === to.start ? {} : { start: to.start }),
  ...(from.quantity === to.quantity ? {} : { quantity: to.quantity }),
})

/**
 * @param entries as they were read
 * @param refresh re-reads them and resolves when it is done
 */
export function useOptimisticChanges(
  entries: Ref<readonly TimeEntry[]>,
  refresh: () => Promise<void>,
) {
  const client = useIpcClient()
  const attempt = useFailureToast()
  const toasts = useToastStore()
  const underWay = useUnderWay()
  const { wayBack } = useUndo()

  /** The pending places of entries, until the entries that were read confirm them. */
  const wanted = shallowRef<ReadonlyMap<number, { entry: TimeEntry; place: EntryPlacement }>>(
    new Map(),
  )
  const shown = computed<readonly TimeEntry[]>(() => {
    const read = new Set(entries.value.map(({ local }) => local))
    // Entries that are moving to days which are not read yet are shown there, too.
    const away = [...wanted.value.values()].filter(({ entry }) => !read.has(entry.local))
    return [
      ...entries.value.map((entry) => {
        const place = wanted.value.get(entry.local)?.place
        return place ? withPlacement(entry, place) : entry
      }),
      ...away.map(({ entry, place }) => withPlacement(entry, place)),
    ]
  })

  function want(entry: TimeEntry, place: EntryPlacement | undefined) {
    const next = new Map(wanted.value)
    if (place) next.set(entry.local, { entry, place })
    else next.delete(entry.local)
    wanted.value = next
  }

  /** Shows a toast about a change, with Undo. */
  function toldWithUndo(change: number | undefined, text: string, detail?: string) {
    toasts.show({ text, ...(detail ? { detail } : {}), action: wayBack(change) })
  }

  /** Sends one call at a time for each entry; changes made in the meantime go with the next one. */
  const busy = new Set<number>()
  async function send(entry: TimeEntry, seen: EntryPlacement, words: PlaceWords) {
    const { local } = entry
    if (busy.has(local)) return
    busy.add(local)
    let known = seen
    let made: number | undefined
    let isTold = true
    for (;;) {
      const place = wanted.value.get(local)?.place ?? known
      if (!isSamePlacement(place, known)) {
        const set = changed(known, place)
        const was = wasOfTime(set, { project: entry.project?.local ?? null, ...known })
        const done = await attempt(() => client.write('times.update', { local, set, was }))
        if (done) {
          known = place
          made = done.change ?? made
          isTold = false
        } else want(entry, undefined)
      } else if (!isTold) {
        isTold = true
        const { text, detail } = words(known)
        toldWithUndo(made, text, detail)
        await refresh()
      } else break
    }
    want(entry, undefined)
    busy.delete(local)
  }

  return {
    /** The entries, including all pending changes. */
    shown,
    /**
     * Moves an entry to another place.
     * @param seen where the person saw it; by default the place that was read last
     * @param words the toast's text after the change
     */
    place(
      local: number,
      { to, seen, words }: { to: EntryPlacement; seen?: EntryPlacement; words: PlaceWords },
    ) {
      const under = wanted.value.get(local)
      const entry = under?.entry ?? entries.value.find((known) => known.local === local)
      if (!entry) return
      const from = seen ?? toPlacement(entry)
      if (isSamePlacement(under?.place ?? from, to)) return
      want(entry, to)
      underWay.follow(send(entry, from, words))
    },
    toldWithUndo,
  }
}
