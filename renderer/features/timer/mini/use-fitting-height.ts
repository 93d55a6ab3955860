/** Fits the height of a small window to its content. */
import { useResizeObserver } from '@vueuse/core'
import type { Ref } from 'vue'

/**
 * Follows the content's height in windows that may resize themselves: those of the desktop app, and
 * those that a page opened. Does nothing elsewhere.
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
        // A picture-in-picture window may be resized only right after a press in it; until then it
        // scrolls.
      }
    }
  })
}
