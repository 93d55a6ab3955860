/** The form that takes the panel from the day's picture: of one entry, or of those that are picked. */
import { ref } from 'vue'
import type { TimeEntry } from '#shared/resources/time.ts'
import { minutesInDay } from '#shared/rules/calendar.ts'
import {
  draftOf,
  type EntryDraft,
  newDraft,
  suggestStretch,
} from '../../app/entries/entry-draft.ts'
import { type Stretch, stretchOf } from '../../app/entries/stretches.ts'
import { useClock } from '../../app/stores/clock.ts'
import { useDay } from './day-store.ts'

export type DayForm = { is: 'entry'; draft: EntryDraft; entry?: TimeEntry } | { is: 'several' }

export function useDayForm() {
  const clock = useClock()
  const day = useDay()
  const form = ref<DayForm>()

  /** @param like an entry whose work the new one is about, too */
  function add(stretch?: Stretch, like?: TimeEntry) {
    const taken = (day.today?.entries ?? []).filter(day.isOwn).map(stretchOf)
    const now = day.isToday ? clock.minute : undefined
    const draft = newDraft(day.date, stretch ?? suggestStretch(taken, now))
    const work = like && {
      project: like.project?.local ?? null,
      task: like.task?.local ?? null,
      notes: like.notes ?? '',
    }
    form.value = { is: 'entry', draft: { ...draft, ...work } }
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
    edit: (entry: TimeEntry) => (form.value = { is: 'entry', draft: draftOf(entry), entry }),
    editSeveral: () => (form.value = { is: 'several' }),
    close: () => (form.value = undefined),
    /** The form of another entry keeps what is typed in it. */
    closeOf(local: number) {
      if (form.value?.is === 'entry' && form.value.entry?.local === local) form.value = undefined
    },
  }
}
