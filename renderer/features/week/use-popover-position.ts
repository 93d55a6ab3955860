/** Positions the popover beside its anchor; in a narrow window at the bottom. */
import { useEventListener, useMediaQuery } from '@vueuse/core'
import { nextTick, type Ref, ref, watch } from 'vue'

/** Distances to the anchor and to the window's edges. In pixels. */
const gap = 8
const edge = 12

export function usePopoverPosition(
  box: Readonly<Ref<HTMLElement | null>>,
  /** The anchor's rectangle on screen. */
  anchor: () => DOMRect | undefined,
) {
  const narrow = useMediaQuery('(max-width: 640px)')
  /** Inline style of the popover. */
  const position = ref<Record<string, string>>({})

  /**
   * Places the popover to the right where there is room, otherwise to the left, inside the window.
   */
  function place() {
    const near = anchor()
    const own = box.value
    if (!own || narrow.value) {
      position.value = {}
      return
    }
    const { innerWidth, innerHeight } = window
    const right = (near?.right ?? innerWidth / 2) + gap
    const atLeft = (near?.left ?? 0) - gap - own.offsetWidth
    const room = innerWidth - own.offsetWidth - edge
    const x = right <= room ? right : atLeft >= edge ? atLeft : room - gap
    const y = Math.min(near?.top ?? 0, innerHeight - own.offsetHeight - edge)
    const top = own.parentElement?.getBoundingClientRect().top ?? 0
    position.value = { left: `${x}px`, top: `${Math.max(top, edge, y)}px` }
  }
  watch(narrow, () => void nextTick(place), { flush: 'post' })
  useEventListener(window, 'resize', place)
  useEventListener(document, 'scroll', place, { capture: true, passive: true })

  return { position, place }
}
