/** Scrolls when something is dragged to the edges of the visible calendar. */
import { onScopeDispose } from 'vue'

/** Distance from the upper or lower edge at which scrolling begins. In pixels. */
const edge = 36
const fastest = 14
/**
 * Distance from a side, and the delay, at which other days are shown. In pixels and milliseconds.
 */
const side = 20
const turnAfter = 600

interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** How far to scroll in the next frame: the nearer to the edge, or beyond it, the faster. */
export function scrollStep(y: number, { top, bottom }: Pick<Box, 'top' | 'bottom'>): number {
  const over = Math.max(0, y - (bottom - edge)) - Math.max(0, top + edge - y)
  return Math.max(-fastest, Math.min(fastest, over / 3))
}

/** The side at which the pointer is: -1 left, 1 right, 0 neither. */
export function edgeSideAt(x: number, { left, right }: Pick<Box, 'left' | 'right'>): -1 | 0 | 1 {
  if (x < left + side) return -1
  return x > right - side ? 1 : 0
}

export function useEdgeScroll(options: {
  /** The visible area of the days; undefined while they are not rendered. */
  box: () => Box | undefined
  scroll: (by: number) => void
  /** Shows other days. */
  turn: (by: 1 | -1) => void
  /** Called when the content moved under the pointer. */
  moved: () => void
}) {
  let at: { x: number; y: number; turns: boolean } | undefined
  let frame = 0
  let waits: -1 | 0 | 1 = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function step() {
    frame = 0
    const box = at && options.box()
    const by = at && box ? scrollStep(at.y, box) : 0
    if (by === 0) return
    options.scroll(by)
    options.moved()
    frame = requestAnimationFrame(step)
  }
  function watchSide(to: -1 | 0 | 1) {
    if (to === waits) return
    clearTimeout(timer)
    waits = to
    if (to === 0) return
    timer = setTimeout(() => {
      waits = 0
      options.turn(to)
      options.moved()
      if (at) follow(at)
    }, turnAfter)
  }
  /** @param to the pointer's position; `turns`: what is dragged may move to other days */
  function follow(to: { x: number; y: number; turns: boolean }) {
    at = to
    frame ||= requestAnimationFrame(step)
    const box = options.box()
    watchSide(to.turns && box ? edgeSideAt(to.x, box) : 0)
  }
  function end() {
    at = undefined
    cancelAnimationFrame(frame)
    frame = 0
    watchSide(0)
  }
  onScopeDispose(end)
  return { follow, end }
}
