/** Lets a control report a problem with its input to the field around it. */
import type { InjectionKey } from 'vue'

/** An empty text means no problem. */
export const fieldComplaint: InjectionKey<(text: string) => void> = Symbol('complaint of a control')

/**
 * Focuses the first control with input that was not understood. Returns true where there is one, so
 * that the caller does not save.
 */
export function focusUnread(within: Element | null | undefined): boolean {
  const unread = within?.querySelector<HTMLElement>('[data-unread]')
  unread?.focus()
  return Boolean(unread)
}
