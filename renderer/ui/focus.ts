/** The focus: where it goes when what had it is gone, and when something wants to move it. */
import { useEventListener, useMutationObserver } from '@vueuse/core'
import { shallowRef, watch } from 'vue'

/**
 * What has it where nothing in particular does: the page's content, or the panel that fills a narrow
 * window over it. Null in a window without pages.
 */
export function pageInSight(): HTMLElement | null {
  const content = document.getElementById('content')
  return content?.closest('[inert]') ? document.getElementById('panel') : content
}

/** True where nothing in particular has it: the window, or the page in it. */
export const isFocusFree = (): boolean =>
  [document.body, null, pageInSight()].includes(document.activeElement as HTMLElement | null)

/** Takes the focus from what is going to be about something else: the page has it then. */
export function freeFocus(): void {
  const page = pageInSight()
  if (page) page.focus({ preventScroll: true })
  else (document.activeElement as HTMLElement | null)?.blur()
}

/**
 * Call it when the work begins. What it returns answers, when the work is done, whether the focus
 * may be moved: it is where it was, or what had it went away. Who went elsewhere meanwhile, into
 * a form that was opened say, keeps it there.
 */
export function watchFocus(): () => boolean {
  const before = document.activeElement
  return () => isFocusFree() || document.activeElement === before
}

/**
 * What was deleted gets the focus back when it is taken back, unless the person went elsewhere.
 * @param isThere whether a record is in the list; reactive
 * @returns to be told of records that went, once what took over has the focus
 */
export function useFocusBack(
  isThere: (local: number) => boolean,
  focus: (local: number) => unknown,
): (gone: readonly number[]) => void {
  const left = shallowRef<{ gone: readonly number[]; mayFocus: () => boolean }>()
  watch(
    () => left.value?.gone.find(isThere),
    (back) => {
      const { mayFocus } = left.value ?? {}
      if (back === undefined || !mayFocus) return
      left.value = undefined
      // The button that takes it back may have it still.
      if (mayFocus() || document.activeElement?.closest('.toast')) void focus(back)
    },
    { flush: 'post' },
  )
  return (gone) => {
    left.value = gone.some(isThere) ? undefined : { gone, mayFocus: watchFocus() }
  }
}

/**
 * Where what has the focus goes away, and nothing else is given it, the page takes it: keys
 * and Tab go on from there, and not from the window's very beginning. What only changes its
 * place in a list keeps it, which browsers take from it.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null
  const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
  function takeOver() {
    if (!last || document.activeElement !== document.body) return
    const isHere = last.isConnected && isSeen(last)
    const next = isHere ? last : pageInSight()
    last = null
    next?.focus({ preventScroll: true })
  }
  useEventListener(document, 'focusin', ({ target }) => (last = target as HTMLElement))
  // What is hidden loses it with the next frame.
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

/** For `keydown` of Tab in a small form over the page: it stays in the form until that is closed. */
export function keepTabWithin(box: HTMLElement | null | undefined, event: KeyboardEvent): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('button, input, textarea') ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )
  const [begin, end] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== begin) return
  event.preventDefault()
  end?.focus()
}
