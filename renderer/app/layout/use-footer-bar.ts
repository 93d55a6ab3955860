/** A fixed bar at the bottom of the page; toasts appear above it. */
import { useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, type ShallowRef } from 'vue'

const property = '--foot-bar'

/**
 * Keeps toasts above the bar, by its current height.
 * @param above pixels of other fixed content on top of the bar
 */
export function useFooterBar(bar: Readonly<ShallowRef<HTMLElement | null>>, above = 0): void {
  const { style } = document.documentElement
  useResizeObserver(bar, () =>
    style.setProperty(property, `${(bar.value?.offsetHeight ?? 0) + above}px`),
  )
  onBeforeUnmount(() => style.removeProperty(property))
}
