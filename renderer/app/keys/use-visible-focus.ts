/**
 * Keeps the focused element visible when the layout around it changes: a row arrives above it, or
 * the window becomes smaller. Scroll anchoring does not help at the very top of a scrolling box.
 * Scrolling away from the focus stays possible, and nothing scrolls under a pressed pointer, which
 * may be dragging the element.
 */
import {
  useActiveElement,
  useEventListener,
  useIntersectionObserver,
  useMousePressed,
} from '@vueuse/core'
import { watch } from 'vue'

/** A scroll this shortly before is why the element is hidden, in milliseconds. */
const justNow = 100
/** The part of an element that is all of it, short of rounding. */
const whole = 0.98

export function useVisibleFocus(): void {
  const focused = useActiveElement()
  const { pressed } = useMousePressed()
  let scrolledAt = -Infinity
  /** The part of it that was visible, from 0 to 1; 0 once the person scrolled away from it. */
  let before = 0

  useEventListener(document, 'scroll', ({ timeStamp }) => (scrolledAt = timeStamp), {
    capture: true,
    passive: true,
  })
  watch(focused, () => (before = 0), { flush: 'sync' })
  useIntersectionObserver(
    focused,
    (entries) => {
      const { intersectionRatio, time, target } = entries.at(-1)!
      const visible = intersectionRatio >= whole ? 1 : intersectionRatio
      const isScrolled = time - scrolledAt <= justNow
      const isLost = visible < before && !isScrolled
      if (isLost && !pressed.value) target.scrollIntoView({ block: 'nearest' })
      before = isScrolled && visible < 1 ? 0 : visible
    },
    // Reports when it begins or ends to be visible, and when all of it is.
    { threshold: [0, whole] },
  )
}
