/** How a control tells the field around it what is the matter with what was typed into it. */
import type { InjectionKey } from 'vue'

/** The empty text: nothing is. */
export const fieldComplaint: InjectionKey<(text: string) => void> = Symbol('complaint of a control')

/**
 * The focus goes to the first control in which something stands that was not understood; true where
 * there is one, and nothing is to be saved.
 */
export function focusUnread(within: Element | null | undefined): boolean {
  const unread = within?.querySelector<HTMLElement>('[data-unread]')
  unread?.focus()
  return Boolean(unread)
}
