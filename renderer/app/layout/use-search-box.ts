/** Opens a page's FindBox, or focuses it when it is open. */
import { nextTick, ref, type Ref } from 'vue'

/** @param query the search text; undefined while the search is closed */
export function useSearchBox(query: Ref<string | undefined>) {
  /** Template ref of the box. */
  const box = ref<{ focus: () => void }>()
  async function find() {
    query.value ??= ''
    await nextTick()
    box.value?.focus()
  }
  return { box, find }
}
