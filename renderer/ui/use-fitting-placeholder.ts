import { useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, type Ref } from 'vue'

/**
 * The placeholder that a field has room for, so that none is cut.
 * @param texts the possible ones, the longest first; the last is shown where none fits
 */
export function useFittingPlaceholder(
  field: Readonly<Ref<HTMLInputElement | undefined>>,
  texts: () => readonly string[],
): Readonly<Ref<string>> {
  /** Undefined until the field has been measured. */
  const space = shallowRef<{ width: number; font: string }>()
  useResizeObserver(field, ([entry]) => {
    if (!entry) return
    space.value = { width: entry.contentRect.width, font: getComputedStyle(entry.target).font }
  })
  const canvas = document.createElement('canvas')
  function isFitting(text: string) {
    const context = space.value && canvas.getContext('2d')
    if (!space.value || !context) return true
    context.font = space.value.font
    return context.measureText(text).width <= space.value.width
  }
  return computed(() => texts().find(isFitting) ?? texts().at(-1) ?? '')
}
