/**
 * Keeps the page still under a finger that drags. Listens on the element that the finger went down
 * on: there its events go on to arrive after a block was drawn anew in another day and that element
 * is gone. To be begun from `touchstart` by a listener that is not passive, else the browser
 * scrolls before anybody is asked.
 */
export function guardTouch(target: EventTarget, isHeld: () => boolean): { end: () => void } {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: false }
  const end = () => listening.abort()

  const still = (event: Event) => {
    if (isHeld() && event.cancelable) event.preventDefault()
  }
  target.addEventListener('touchmove', still, options)
  // What a long press opens elsewhere.
  target.addEventListener('contextmenu', (event) => event.preventDefault(), options)
  // The finger did something here: the click that follows would go to what came up under it.
  const released = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    end()
  }
  target.addEventListener('touchend', released, options)
  target.addEventListener('touchcancel', end, options)
  return { end }
}
