/**
 * The second click of a double click counts only on the control of the first one: the stop button
 * becomes the start button under the pointer, and Undo becomes Redo.
 */
import { useEventListener } from '@vueuse/core'

export function useSteadyClicks(): void {
  let first: Element | null = null

  useEventListener(
    'click',
    (event) => {
      const control = (event.target as Element).closest('button, a')
      if (event.detail > 1 && control !== first) {
        event.preventDefault()
        event.stopPropagation()
      } else first = control
    },
    { capture: true },
  )
}
