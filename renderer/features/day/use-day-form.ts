/**
 * State of the form that replaces the timeline in the panel: for one entry, or for the selected
 * ones.
 */
import { ref } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { minutesInDay } from '#shared/rules/calendar.ts'
import type { timeValues } from '#shared/rules/concurrent-edits.ts'
import {
  toEntryDraft,
  type EntryDraft,
  newEntryDraft,
  suggestInterval,
} from '../../app/entries/entry-draft.ts'
import type { UnsavedEntry } from '../../app/entries/use-unsaved-entry.ts'
import { type DayInterval, toDayInterval } from '../../app/entries/day-intervals.ts'
import { useClockStore } from '../../app/stores/clock.ts'
import { useDayStore } from './day-store.ts'

export type DayForm =
  | {
      is: 'entry'
      nth: number
      initial: EntryDraft
      typed?: EntryDraft
      entry?: TimeEntry
      undecided?: readonly string[]
    }
  | { is: 'several'; nth: number; kept?: UnsavedBulkEntries }

/** An unsaved bulk form, kept for undo. */
export interface UnsavedBulkEntries {
  entries: readonly TimeEntry[]
  /** The values of each entry that the person saw, by local id. */
  seen: ReadonlyMap<number, ReturnType<typeof timeValues>>
  typed: { project: number | null; task: number | null; date: string; notes: string }
}

export function useDayForm() {
  const clock = useClockStore()
  const day = useDayStore()
  const form = ref<DayForm>()
  let forms = 0
  const open = (shown: Omit<Extract<DayForm, { is: 'entry' }>, 'is' | 'nth'>) =>
    (form.value = { is: 'entry', nth: ++forms, ...shown })

  function suggest(): DayInterval {
    const taken = (day.today?.entries ?? []).filter(day.isOwn).map(toDayInterval)
    return suggestInterval(taken, day.isToday ? clock.minute : undefined)
  }
  /** @param like an entry whose project, task and notes the new one takes */
  function add(stretch = suggest(), like?: TimeEntry) {
    const draft = newEntryDraft(day.date, stretch)
    const work = like && {
      project: like.project?.local ?? null,
      task: like.task?.local ?? null,
      notes: like.notes ?? '',
    }
    open({ initial: { ...draft, ...work } })
  }
  /** Opens a form for a copy: after the day's last entry, with the length of the original. */
  function duplicate(entry: TimeEntry) {
    const entries = day.today?.entries ?? []
    const end = entries.reduce((last, { start, worked }) => Math.max(last, start + worked), 0)
    const from = Math.min(end || entry.start, minutesInDay - 1)
    add({ from, to: from + entry.worked }, entry)
  }
  return {
    form,
    add,
    duplicate,
    edit: (entry: TimeEntry) => open({ initial: toEntryDraft(entry), entry }),
    /** Reopens an unsaved form with what was typed. */
    reopen: ({ initial, typed, entry, conflicts }: UnsavedEntry) =>
      open({ initial, typed, undecided: conflicts, ...(entry ? { entry } : {}) }),
    editSeveral: (kept?: UnsavedBulkEntries) =>
      (form.value = { is: 'several', nth: ++forms, ...(kept ? { kept } : {}) }),
    /** When all the entries of a bulk form were deleted, its values become a new entry. */
    addTyped({ project, task, date, notes }: UnsavedBulkEntries['typed']) {
      const initial = newEntryDraft(day.date, suggest())
      open({ initial, typed: { ...initial, project, task, date: date || initial.date, notes } })
    },
    close: () => (form.value = undefined),
    /** Closes the form of this entry; one of another entry stays open. */
    closeOf(local: number) {
      if (form.value?.is === 'entry' && form.value.entry?.local === local) form.value = undefined
    },
  }
}
