/**
 * Prevents the page from scrolling under a touch drag. Listens on the element that the touch began
 * on, because touch events keep going there even after its block was rendered again in another day
 * and the element was removed. Start it from a non-passive `touchstart` listener, otherwise the
 * browser scrolls without asking.
 */
export function guardTouch(target: EventTarget, isHeld: () => boolean): { end: () => void } {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: false }
  const end = () => listening.abort()

  const still = (event: Event) => {
    if (isHeld() && event.cancelable) event.preventDefault()
  }
  target.addEventListener('touchmove', still, options)
  // Suppresses the context menu of a long press.
  target.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  // Suppresses the click that follows a handled touch: it would hit what appeared under the finger.
  const released = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    end()
  }
  target.addEventListener('touchend', released, options)
  target.addEventListener('touchcancel', end, options)
  return { end }
}
