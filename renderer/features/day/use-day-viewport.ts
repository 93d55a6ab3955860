/**
 * The visible part of a long list while it scrolls, and how far beyond it rows are rendered. It
 * advances in strides, so that most scroll events render nothing.
 */
import { useEventListener } from '@vueuse/core'
import { onBeforeUnmount, onMounted, type Ref, shallowRef } from 'vue'

export interface ListViewport {
  /** In pixels from the list's beginning. */
  top: number
  bottom: number
  /** Pixels rendered beyond each end of the viewport; none right after a jump. */
  overscan: number
  /** True while jumps follow one another: only the names of days are readable then. */
  isJumping: boolean
}

/** Scrolling further than this between two frames counts as a jump. */
const overscan = 640
const stride = 240
/** After a jump the viewport is rendered at once, and the overscan after this many milliseconds. */
const pause = 120
/** Height of a window without a layout, as in tests. */
const usualHeight = 900

export function useDayViewport(grid: Readonly<Ref<HTMLElement | null>>) {
  const scroller = () => grid.value?.closest<HTMLElement>('#content') ?? undefined
  // The first frame has no row that is not seen, and no layout is computed for it in between.
  const viewport = shallowRef<ListViewport>({
    top: 0,
    bottom: window.innerHeight || usualHeight,
    overscan: 0,
    isJumping: false,
  })

  /** Measures the viewport. Forces a layout, so call it once per frame. */
  function seen(): { top: number; bottom: number } {
    const element = scroller()
    const list = grid.value
    const height = element?.clientHeight || usualHeight
    if (!element || !list) return { top: 0, bottom: height }
    const top = element.getBoundingClientRect().top - list.getBoundingClientRect().top
    return { top, bottom: top + height }
  }

  let later: ReturnType<typeof setTimeout> | undefined
  const rest = () => (viewport.value = { ...seen(), overscan, isJumping: false })
  function look() {
    const now = seen()
    const { top, bottom, overscan: beyond } = viewport.value
    const isJump = Math.abs(now.top - top) > overscan
    const isAfterJump = beyond === 0
    if (isJump || isAfterJump) {
      clearTimeout(later)
      later = setTimeout(rest, pause)
      viewport.value = { ...now, overscan: 0, isJumping: isJump && isAfterJump }
    } else if (Math.max(Math.abs(now.top - top), Math.abs(now.bottom - bottom)) > stride) {
      viewport.value = { ...now, overscan, isJumping: false }
    }
  }

  let isAsked = false
  useEventListener(
    scroller,
    'scroll',
    () => {
      if (isAsked) return
      isAsked = true
      requestAnimationFrame(() => {
        isAsked = false
        look()
      })
    },
    { passive: true },
  )
  useEventListener(window, 'resize', rest)
  onMounted(() => (later = setTimeout(rest, pause)))
  onBeforeUnmount(() => clearTimeout(later))

  /** Scrolls by this many pixels. */
  function scrollBy(pixels: number) {
    const element = scroller()
    if (element) element.scrollTop += pixels
  }
  function scrollToBeginning() {
    const element = scroller()
    if (element) element.scrollTop = 0
    rest()
  }
  /** The row that has or contains the focus; undefined where none does. */
  function focusedRow(): HTMLElement | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[data-entry]')
    return row && grid.value?.contains(row) ? row : undefined
  }
  function isVisible(row: HTMLElement): boolean {
    const frame = scroller()?.getBoundingClientRect()
    const { top, bottom } = row.getBoundingClientRect()
    return !frame || (bottom > frame.top && top < frame.bottom)
  }
  return { viewport, seen, scrollBy, scrollToBeginning, focusedRow, isVisible }
}
