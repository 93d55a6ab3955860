/**
 * Actions on the current row or on all selected rows. Afterwards the focus returns to a row, unless
 * the person moved it elsewhere in the meantime.
 */
import { computed, nextTick, ref } from 'vue'
import type { CallInput } from '#shared/ipc/contract.ts'
import type { TimeEntry } from '#shared/resources/time.ts'
import { useEntryActions } from '../../app/entries/use-entry-actions.ts'
import { useMessageLoader, useTranslate } from '../../app/messages/index.ts'
import { useToastStore } from '../../app/stores/toasts.ts'
import { useRestoredFocus } from '../../ui/use-restored-focus.ts'
import { watchFocus } from '../../ui/watch-focus.ts'
import type { useDayForm } from './use-day-form.ts'
import type { DayRowKey, useDayRowSelection } from './use-row-selection.ts'
import { useBulkActions } from './use-bulk-actions.ts'

export function useRowActions({
  rows,
  panel,
  refresh,
}: {
  rows: ReturnType<typeof useDayRowSelection>
  panel: ReturnType<typeof useDayForm>
  /** Re-reads what the list shows. */
  refresh: () => Promise<void>
}) {
  const t = useTranslate()
  const words = useMessageLoader()
  const toasts = useToastStore()
  const actions = useEntryActions()
  const several = useBulkActions()
  const left = useRestoredFocus(rows.has, rows.focus)

  const selectedEntries = computed(() => [...rows.selected.value.values()])
  /** The entry that is being split, while the dialog is open. */
  const splitting = ref<TimeEntry>()
  /** The entries that are being copied, while the dialog asks for the day. */
  const copying = ref<readonly TimeEntry[]>()

  /**
   * @param run resolves to undefined when the action failed
   * @param next the row that gets the focus
   */
  async function afterwards(run: () => Promise<unknown>, next: () => DayRowKey | undefined) {
    const mayFocus = watchFocus()
    if ((await run()) === undefined) return
    await refresh()
    await nextTick()
    if (mayFocus()) await rows.focus(next())
  }

  async function remove(entry: TimeEntry) {
    const next = await rows.successor(new Set([entry.local]), entry.local)
    await afterwards(
      async () => {
        if (!(await actions.remove(entry.local))) return undefined
        panel.closeOf(entry.local)
        return true
      },
      () => next,
    )
    left([entry.local])
  }
  async function removeSelected() {
    const gone = selectedEntries.value
    const leaving = new Set(gone.map(({ local }) => local))
    const next = await rows.successor(leaving, rows.tabbable.value)
    await afterwards(
      () => several.remove(gone),
      () => next,
    )
    left([...leaving])
    rows.clearSelection()
  }
  async function changeSelected(edit: CallInput<'times.updateMany'>, settled: () => void) {
    const changed = await several.update(edit)
    if (!changed) return
    settled()
    panel.close()
    await afterwards(
      () => Promise.resolve(true),
      () => rows.tabbable.value,
    )
    rows.clearSelection()
  }
  /** Removes some entries from the selection that the form edits. */
  function leaveOut(locals: readonly number[]) {
    if (locals.length === selectedEntries.value.length) panel.close()
    for (const local of locals) rows.toggle(local)
  }
  async function mergeSelected() {
    await words.loadPageMessages()
    const together = selectedEntries.value
    const reason = several.whyNotMerged(together)
    if (reason) return void toasts.show({ text: reason })
    let left: number | undefined
    await afterwards(
      async () => (left = (await several.merge(together))?.local),
      () => left,
    )
    rows.clearSelection()
  }
  async function copyTo(date: string) {
    const like = copying.value ?? []
    copying.value = undefined
    await afterwards(
      () => several.copy(like, date),
      () => rows.tabbable.value,
    )
    rows.clearSelection()
  }
  async function startSplit(entry: TimeEntry) {
    if (entry.quantity > 1) splitting.value = entry
    else {
      await words.loadPageMessages()
      toasts.show({ text: t('several.cannotSplit') })
    }
  }
  async function splitAt(at: number) {
    const entry = splitting.value
    splitting.value = undefined
    if (!entry) return
    await afterwards(
      () => several.split(entry, at),
      () => entry.local,
    )
  }

  return {
    selectedEntries,
    remove,
    removeSelected,
    changeSelected,
    leaveOut,
    mergeSelected,
    copying,
    copySelected: () => (copying.value = selectedEntries.value),
    copyTo,
    splitting,
    startSplit,
    splitAt,
    resume: (entry: TimeEntry) => actions.resume(entry.local),
  }
}
