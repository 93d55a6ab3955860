/** One tab stop in a list of many rows: which row has it, and how keys move it. */
import { computed, nextTick, ref, type Ref } from 'vue'

/** An entry's local id, or the running timer. */
export type RowKey = number | 'running'

const rowElement = (key: RowKey): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-entry="${key}"]`)

export function useRows(keys: Ref<RowKey[]>) {
  const selected = ref<RowKey>()

  const tabbable = computed(() =>
    selected.value !== undefined && keys.value.includes(selected.value)
      ? selected.value
      : keys.value[0],
  )

  /** Selects a row and gives it the focus, as soon as it is there. */
  async function focus(key: RowKey | undefined) {
    if (key === undefined) return
    selected.value = key
    await nextTick()
    const row = rowElement(key)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView?.({ block: 'nearest' })
  }

  /** True when there was a row to go to. */
  function move(by: 1 | -1): boolean {
    const at = selected.value === undefined ? -1 : keys.value.indexOf(selected.value)
    const next = at === -1 ? keys.value[0] : keys.value[at + by]
    if (next === undefined) return false
    void focus(next)
    return true
  }

  /** The row that takes over when one goes away. */
  function neighbour(key: RowKey): RowKey | undefined {
    const at = keys.value.indexOf(key)
    return keys.value[at + 1] ?? keys.value[at - 1]
  }

  return { selected, tabbable, focus, move, neighbour }
}
