/** Manages the single tab stop in a grid of records: which row has it, and how keys move it. */
import { computed, nextTick, ref, type Ref } from 'vue'

export function useRowFocus(keys: Ref<readonly number[]>) {
  const current = ref<number>()

  /** Key of the row that is the tab stop. */
  const tabbable = computed(() =>
    current.value !== undefined && keys.value.includes(current.value)
      ? current.value
      : keys.value[0],
  )

  /** Makes a row the current one and focuses it as soon as it is rendered. */
  async function focus(key: number | undefined) {
    if (key === undefined) return
    current.value = key
    await nextTick()
    const row = document.querySelector<HTMLElement>(`[data-row="${key}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView?.({ block: 'nearest' })
  }

  function move(by: 1 | -1) {
    const at = current.value === undefined ? -1 : keys.value.indexOf(current.value)
    void focus(at === -1 ? keys.value[0] : keys.value[at + by])
  }

  /** The row that becomes current when this one is removed. */
  function neighbor(key: number): number | undefined {
    const at = keys.value.indexOf(key)
    return keys.value[at + 1] ?? keys.value[at - 1]
  }

  return { current, tabbable, focus, move, neighbor }
}
