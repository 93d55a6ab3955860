/** The form that takes the panel from the day's picture: of one entry, or of those that are picked. */
import { ref } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { minutesInDay } from '#shared/rules/calendar.ts'
import type { timeValues } from '#shared/rules/concurrent-edits.ts'
import {
  draftOf,
  type EntryDraft,
  newDraft,
  suggestStretch,
} from '../../app/entries/entry-draft.ts'
import type { KeptEntry } from '../../app/entries/kept-entry.ts'
import { type Stretch, stretchOf } from '../../app/entries/stretches.ts'
import { useClock } from '../../app/stores/clock.ts'
import { useDay } from './day-store.ts'

export type DayForm =
  | {
      is: 'entry'
      nth: number
      initial: EntryDraft
      typed?: EntryDraft
      entry?: TimeEntry
      undecided?: readonly string[]
    }
  | { is: 'several'; nth: number; kept?: KeptSeveral }

/** What was typed about several entries, in a form that went away unsaved. */
export interface KeptSeveral {
  entries: readonly TimeEntry[]
  /** What the person had seen of each entry, by local id. */
  seen: ReadonlyMap<number, ReturnType<typeof timeValues>>
  typed: { project: number | null; task: number | null; date: string; notes: string }
}

export function useDayForm() {
  const clock = useClock()
  const day = useDay()
  const form = ref<DayForm>()
  let forms = 0
  const open = (shown: Omit<Extract<DayForm, { is: 'entry' }>, 'is' | 'nth'>) =>
    (form.value = { is: 'entry', nth: ++forms, ...shown })

  function suggest(): Stretch {
    const taken = (day.today?.entries ?? []).filter(day.isOwn).map(stretchOf)
    return suggestStretch(taken, day.isToday ? clock.minute : undefined)
  }
  /** @param like an entry whose work the new one is about, too */
  function add(stretch = suggest(), like?: TimeEntry) {
    const draft = newDraft(day.date, stretch)
    const work = like && {
      project: like.project?.local ?? null,
      task: like.task?.local ?? null,
      notes: like.notes ?? '',
    }
    open({ initial: { ...draft, ...work } })
  }
  /** A copy stands after the last entry of the day on screen, as long as the one it copies. */
  function duplicate(entry: TimeEntry) {
    const entries = day.today?.entries ?? []
    const end = entries.reduce((last, { start, total }) => Math.max(last, start + total), 0)
    const from = Math.min(end || entry.start, minutesInDay - 1)
    add({ from, to: from + entry.total }, entry)
  }
  return {
    form,
    add,
    duplicate,
    edit: (entry: TimeEntry) => open({ initial: draftOf(entry), entry }),
    /** As it was left, with what was typed. */
    reopen: ({ initial, typed, entry, conflicts }: KeptEntry) =>
      open({ initial, typed, undecided: conflicts, ...(entry ? { entry } : {}) }),
    editSeveral: (kept?: KeptSeveral) =>
      (form.value = { is: 'several', nth: ++forms, ...(kept ? { kept } : {}) }),
    /** What was typed about several that are all gone by now becomes a new one. */
    addTyped({ project, task, date, notes }: KeptSeveral['typed']) {
      const initial = newDraft(day.date, suggest())
      open({ initial, typed: { ...initial, project, task, date: date || initial.date, notes } })
    },
    close: () => (form.value = undefined),
    /** The form of another entry keeps what is typed in it. */
    closeOf(local: number) {
      if (form.value?.is === 'entry' && form.value.entry?.local === local) form.value = undefined
    },
  }
}
