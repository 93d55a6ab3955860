/** Tells a finger that holds on to something from one that scrolls or taps. */

/** A finger that stays so long picks up what lies under it. In milliseconds. */
export const holdAfter = 350
/** One that went so far before scrolls. In pixels. */
export const scrollsFrom = 8

/** @param held is told when the finger stayed long enough */
export function pressAndHold(held: () => void) {
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
      }, holdAfter)
    },
    /** @returns true when that was too far: the finger scrolls, and will hold nothing any more */
    strays(x: number, y: number): boolean {
      if (!from || Math.hypot(x - from.x, y - from.y) < scrollsFrom) return false
      end()
      return true
    },
    end,
  }
}
