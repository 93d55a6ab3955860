/** Opens a page's FindBox, or goes back to it. */
import { nextTick, ref, type Ref } from 'vue'

/** @param query the text that is looked for; undefined while nobody looks */
export function useFindBox(query: Ref<string | undefined>) {
  /** The box, where the template shows it. */
  const box = ref<{ focus: () => void }>()
  async function find() {
    query.value ??= ''
    await nextTick()
    box.value?.focus()
  }
  return { box, find }
}
