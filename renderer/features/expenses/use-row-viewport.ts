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
  const viewport = ref({ top: 0, bottom: 800 })

  function look() {
    const port = scroller.value
    if (!port || !box.value) return
    const top = port.getBoundingClientRect().top - box.value.getBoundingClientRect().top
    const height = port.clientHeight || 800
    if (top === viewport.value.top && height === viewport.value.bottom - top) return
    viewport.value = { top, bottom: top + height }
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
    if (top < viewport.value.top) port.scrollTop += top - viewport.value.top
    else if (bottom > viewport.value.bottom) port.scrollTop += bottom - viewport.value.bottom
    look()
    await nextTick()
  }
  return { viewport, revealBetween }
}
