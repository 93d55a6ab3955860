import { shallowRef, watch } from 'vue'
import { watchFocus } from './watch-focus.ts'

/**
 * Restores the focus to a deleted record when the deletion is undone, unless the person moved it
 * elsewhere.
 * @param isThere whether a record is in the list; reactive
 * @returns call it with the deleted records, after their successor has received the focus
 */
export function useRestoredFocus(
  isThere: (local: number) => boolean,
  focus: (local: number) => unknown,
): (deleted: readonly number[]) => void {
  const left = shallowRef<{ deleted: readonly number[]; mayFocus: () => boolean }>()
  watch(
    () => left.value?.deleted.find(isThere),
    (restored) => {
      const { mayFocus } = left.value ?? {}
      if (restored === undefined || !mayFocus) return
      left.value = undefined
      // The focus may still be on the undo button.
      if (mayFocus() || document.activeElement?.closest('.toast')) void focus(restored)
    },
    { flush: 'post' },
  )
  return (deleted) => {
    left.value = deleted.some(isThere) ? undefined : { deleted, mayFocus: watchFocus() }
  }
}
