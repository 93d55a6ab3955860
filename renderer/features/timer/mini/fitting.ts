/** Small windows are as high as what they show. */
import { useResizeObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/**
 * Follows the content's height, where a window may set its own: those of the desktop, and those
 * that a page opened. Elsewhere nothing happens.
 */
export function useFittingHeight(content: Ref<HTMLElement | undefined>, page: Window): void {
  useResizeObserver(content, () => {
    const element = content.value
    if (!element) return
    const wanted = Math.ceil(element.getBoundingClientRect().height)
    const frame = page.outerHeight - page.innerHeight
    if (wanted > 0 && wanted !== page.innerHeight) {
      try {
        page.resizeTo(page.outerWidth, wanted + frame)
      } catch {
        // A picture may be resized only just after a press in it; it scrolls meanwhile.
      }
    }
  })
}
