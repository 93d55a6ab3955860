/** The viewport of a long list of rows, and scrolling rows into it. */
import { useEventListener, useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onMounted, ref, type Ref, watch } from 'vue'
import type { RowLayout } from '../../ui/virtual-rows.ts'

/** @param box the element that contains the rows */
export function useRowViewport(
  box: Readonly<Ref<HTMLElement | null>>,
  layout: Readonly<Ref<RowLayout>>,
) {
  const scroller = computed(() => box.value?.closest<HTMLElement>('#content'))
  /** In pixels from the top of the list. */
  const sight = ref({ top: 0, bottom: 800 })

  function look() {
    const port = scroller.value
    if (!port || !box.value) return
    const top = port.getBoundingClientRect().top - box.value.getBoundingClientRect().top
    const height = port.clientHeight || 800
    if (top === sight.value.top && height === sight.value.bottom - top) return
    sight.value = { top, bottom: top + height }
  }
  useEventListener(scroller, 'scroll', look, { passive: true })
  useResizeObserver(scroller, look)
  onMounted(look)
  watch(layout, () => void nextTick(look))

  /** Scrolls as little as needed to make the range between two heights visible. */
  async function revealBetween(top: number, bottom: number) {
    const port = scroller.value
    if (!port || !box.value) return
    look()
    if (top < sight.value.top) port.scrollTop += top - sight.value.top
    else if (bottom > sight.value.bottom) port.scrollTop += bottom - sight.value.bottom
    look()
    await nextTick()
  }
  return { sight, revealBetween }
}
