import { ref, watch, type Ref } from 'vue'

/**
 * The text of a setting's field. It follows changes from other windows, unless another text is
 * being typed.
 * @param written the setting as the field shows it
 */
export function useTyped(written: () => string): Ref<string> {
  const typed = ref(written())
  watch(written, (now, before) => {
    if (typed.value === before) typed.value = now
  })
  return typed
}
