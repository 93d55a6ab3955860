import { ref, watch, type Ref } from 'vue'

/**
 * What stands in the field of a setting. What another window sets shows in it, unless something
 * else is being typed here.
 *
 * @param written the setting as the field shows it
 */
export function useTyped(written: () => string): Ref<string> {
  const typed = ref(written())
  watch(written, (now, before) => {
    if (typed.value === before) typed.value = now
  })
  return typed
}
