/** Distinguishes a long press from a scroll or a tap. */

/** Duration of a long press. In milliseconds. */
export const holdDelay = 350
/** A touch that moves further than this before is a scroll. In pixels. */
export const scrollThreshold = 8

/** @param held called when the touch was held long enough */
export function createPressAndHold(held: () => void) {
  let from: { x: number; y: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function end() {
    clearTimeout(timer)
    from = undefined
  }
  return {
    begin(x: number, y: number) {
      end()
      from = { x, y }
      timer = setTimeout(() => {
        from = undefined
        held()
      }, holdDelay)
    },
    /**
     * @returns true when the touch moved too far: it scrolls, and cannot become a long press any
     * more
     */
    strays(x: number, y: number): boolean {
      if (!from || Math.hypot(x - from.x, y - from.y) < scrollThreshold) return false
      end()
      return true
    },
    end,
  }
}
