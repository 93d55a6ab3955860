/** A bar that stays at the foot of the page, over which toasts stand. */
import { useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, type ShallowRef } from 'vue'

const property = '--foot-bar'

/**
 * Keeps what is said in passing above the bar, as high as it is at present.
 * @param above pixels of what stands on the bar and stays with it
 */
export function useFootBar(bar: Readonly<ShallowRef<HTMLElement | null>>, above = 0): void {
  const { style } = document.documentElement
  useResizeObserver(bar, () =>
    style.setProperty(property, `${(bar.value?.offsetHeight ?? 0) + above}px`),
  )
  onBeforeUnmount(() => style.removeProperty(property))
}
