/** State of the popover next to a block: for a new entry or an existing one. */
import { computed, nextTick, ref } from 'vue'
import type { FieldTexts } from '#shared/errors.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import {
  countLength,
  toEntryDraft,
  type EntryDraft,
  toEntryInput,
  newEntryDraft,
  validateEntryDraft,
  toEntryFieldTexts,
} from '../../app/entries/entry-draft.ts'
import { type EditedEntry, useEntryConflicts } from '../../app/entries/use-entry-conflicts.ts'
import type { UnsavedEntry } from '../../app/entries/use-unsaved-entry.ts'
import { saveEntryChanges } from '../../app/entries/save-entry.ts'
import type { DayInterval } from '../../app/entries/day-intervals.ts'
import { toFailure } from '../../app/stores/use-failure-toast.ts'
import { useAppStore } from '../../app/stores/app.ts'
import { useCatalogStore } from '../../app/stores/catalog.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useIpcClient } from '../../ipc/ipc-client.ts'
import { formatClock, readClock } from '../../ui/format.ts'
import type { EntryPlacement } from './entry-placement.ts'

export interface Editing extends EditedEntry {
  /** The core's validation messages by field. */
  refused: FieldTexts
  /** The form is hidden, and its block stays until the entry has been read. */
  isSaving: boolean
}

/** The saved entry and its change. */
interface Saved {
  entry: TimeEntry
  change: number | undefined
}

export function useEntryPopover() {
  const app = useAppStore()
  const client = useIpcClient()
  const catalog = useCatalogStore()
  const toasts = useToastStore()

  const editing = ref<Editing>()

  const increment = computed(() => {
    const { draft, record: entry } = editing.value ?? {}
    if (entry && draft?.project === (entry.project?.local ?? null)) return entry.increment
    return catalog.projects.find(({ local }) => local === draft?.project)?.increment
  })
  const count = computed(() => {
    const { draft, record } = editing.value ?? {}
    return draft && countLength(draft, increment.value, app.rounding, record)
  })
  const problemsOf = ({ draft, record }: Editing) => validateEntryDraft(draft, count.value, record)
  /** The block's place as typed; the last valid one while what is typed is invalid. */
  const place = computed<{ place: EntryPlacement; increment: number } | undefined>((last) => {
    if (!editing.value) return undefined
    const { date, from } = editing.value.draft
    const start = readClock(from)
    const problems = problemsOf(editing.value)
    if (!count.value || start === undefined || problems.start || problems.date || problems.quantity)
      return last
    const { quantity, increment: length } = count.value
    return { place: { date, start, quantity }, increment: length }
  })
  /** The edited entry with the values of the form. */
  const shown = computed<TimeEntry | undefined>(() => {
    const entry = editing.value?.record
    if (!entry || !place.value) return entry
    const { place: at, increment: length } = place.value
    const total = at.quantity * length
    const worked = count.value?.exact ?? total
    return { ...entry, ...at, increment: length, total, worked }
  })

  const conflicts = useEntryConflicts(() =>
    editing.value?.isSaving === true ? undefined : editing.value,
  )
  const open = (
    draft: EntryDraft,
    record?: TimeEntry,
    before = { ...draft },
    kept: readonly string[] = [],
  ) => {
    editing.value = { draft, before, record, conflicts: [...kept], refused: {}, isSaving: false }
    void conflicts.refresh()
  }

  /** True when closing would lose something that was typed. */
  function isTouched(): boolean {
    if (!editing.value) return false
    const { draft, before, record } = editing.value
    const written = ['project', 'task', 'notes'] as const
    const all = [...written, 'date', 'from', 'to', 'length'] as const
    // The place of a new block does not count, because it is quickly drawn again.
    return (record ? all : written).some((field) => draft[field] !== before[field])
  }

  /**
   * Saves the form and shows the core's refusals in it. Returns undefined when it was not saved.
   */
  async function save(refresh: () => Promise<void>): Promise<Saved | undefined> {
    const now = editing.value
    if (!now || now.isSaving || !count.value) return undefined
    const input = toEntryInput(now.draft, count.value)
    now.isSaving = true
    now.refused = {}
    try {
      const saved = now.record
        ? await saveEntryChanges(client, now.record, input)
        : await client.write('times.create', input)
      await refresh()
      if (editing.value === now) editing.value = undefined
      return { entry: saved.value, change: saved.change }
    } catch (thrown) {
      const failure = toFailure(thrown)
      now.isSaving = false
      if (failure.code === 'stale') {
        await conflicts.refresh()
        if (now.conflicts.length === 0) toasts.show({ text: failure.message })
      } else if (failure.fields) now.refused = toEntryFieldTexts(failure.fields)
      else toasts.show({ text: failure.message })
      await nextTick()
      return undefined
    }
  }

  return {
    editing,
    count,
    place,
    shown,
    isTouched,
    canSave: () =>
      editing.value !== undefined &&
      editing.value.conflicts.length === 0 &&
      !editing.value.isGone &&
      Object.keys(problemsOf(editing.value)).length === 0,
    edit: (entry: TimeEntry) => open(toEntryDraft(entry), entry),
    begin: (
      date: string,
      stretch: DayInterval,
      work: { project: number | null; task: number | null; notes: string },
    ) => open({ ...newEntryDraft(date, stretch), ...work }),
    /** Updates the form when its block is dragged. */
    follow(to: EntryPlacement) {
      if (!editing.value || !place.value) return
      const total = to.quantity * place.value.increment
      Object.assign(editing.value.draft, {
        date: to.date,
        from: formatClock(to.start),
        to: formatClock(to.start + total),
        length: formatDurationText(total),
      })
    },
    /** Reopens an unsaved form with what was typed. */
    reopen: ({ typed, initial, entry, conflicts: kept }: UnsavedEntry) =>
      open({ ...typed }, entry, initial, kept),
    conflicts,
    close: () => (editing.value = undefined),
    save,
  }
}
