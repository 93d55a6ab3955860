/** Reopens unsaved forms of the Day page after an undo, on the day that they belong to. */
import { until } from '@vueuse/core'
import { nextTick } from 'vue'
import { isCivilDate } from '#shared/rules/calendar.ts'
import { useReopening } from '../../app/stores/drafts.ts'
import { useUnsavedEntry } from '../../app/entries/use-unsaved-entry.ts'
import { useDayStore } from './day-store.ts'
import type { UnsavedBulkEntries, useDayForm } from './use-day-form.ts'
import type { useEntrySearch } from './use-entry-search.ts'
import type { useDayRowSelection } from './use-row-selection.ts'

export function useReopened({
  panel,
  rows,
  find: { query, looking },
}: {
  panel: ReturnType<typeof useDayForm>
  rows: ReturnType<typeof useDayRowSelection>
  find: ReturnType<typeof useEntrySearch>
}): void {
  const day = useDayStore()
  /** Changes the day, which closes any open form. */
  async function goTo(date: string) {
    if (isCivilDate(date)) day.go(date)
    await nextTick()
  }

  useUnsavedEntry(async (kept) => {
    await goTo(kept.typed.date)
    panel.reopen(kept)
  })
  useReopening<UnsavedBulkEntries>('several', async (kept) => {
    const { entries, typed } = kept
    query.value = undefined
    await until(looking).toBe(false)
    const dates = entries.map(({ date }) => date).toSorted()
    const [from, to] = [dates[0]!, dates.at(-1)!]
    // The list shows the chosen day and those before it.
    if (to > day.date) await goTo(to)
    await day.refresh()
    await day.load({ from, to })
    rows.clearSelection()
    for (const { local } of entries) rows.toggle(local)
    if (rows.selected.value.size > 0) panel.editSeveral(kept)
    else panel.addTyped(typed)
  })
}
