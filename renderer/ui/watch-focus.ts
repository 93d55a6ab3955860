/** Decides where the focus goes when its element disappears, and when code may move it. */
import { useEventListener, useMutationObserver } from '@vueuse/core'

/**
 * The element that has the focus when no control has it: the page's content, or the panel that
 * covers it in a narrow window. Null in a window without pages.
 */
export function visiblePage(): HTMLElement | null {
  const content = document.getElementById('content')
  return content?.closest('[inert]') ? document.getElementById('panel') : content
}

/** True when no control has the focus, only the window or its page. */
export const isFocusFree = (): boolean =>
  [document.body, null, visiblePage()].includes(document.activeElement as HTMLElement | null)

/** Moves the focus to the page, from a control that is about to show something else. */
export function freeFocus(): void {
  const page = visiblePage()
  if (page) page.focus({ preventScroll: true })
  else (document.activeElement as HTMLElement | null)?.blur()
}

/**
 * Call it before an asynchronous operation. The returned function tells, after the operation,
 * whether the focus may be moved: it has not moved, or its element disappeared. If the person moved
 * it elsewhere in the meantime, such as into a form, it stays there.
 */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  return () => isFocusFree() || document.activeElement === before
}

/**
 * Moves the focus to the page when the focused element disappears and no other receives it, so that
 * keys and Tab continue from there and not from the start of the window. An element that only moves
 * within a list gets the focus back, which browsers take from it.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null
  const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
  function takeOver() {
    if (!last || document.activeElement !== document.body) return
    const isHere = last.isConnected && isSeen(last)
    const next = isHere ? last : visiblePage()
    last = null
    next?.focus({ preventScroll: true })
  }
  useEventListener(document, 'focusin', ({ target }) => (last = target as HTMLElement))
  // A hidden element loses the focus with the next frame.
  useEventListener(document, 'focusout', () =>
    setTimeout(() => last?.isConnected && !isSeen(last) && takeOver()),
  )
  useMutationObserver(
    document.body,
    (changes) => {
      const isMoved = changes.some(({ removedNodes }) =>
        [...removedNodes].some((node) => node.contains(last)),
      )
      if (last && (isMoved || !last.isConnected)) takeOver()
    },
    { childList: true, subtree: true },
  )
}

/** For `keydown` of Tab in a popover form: keeps the focus inside until it is closed. */
export function keepTabWithin(box: HTMLElement | null | undefined, event: KeyboardEvent): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('button, input, textarea') ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const [begin, end] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== begin) return
  event.preventDefault()
  end?.focus()
}
