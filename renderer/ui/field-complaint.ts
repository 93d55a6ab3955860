/** Lets a control report a problem with its input to the field around it. */
import { nextTick, type InjectionKey } from 'vue'
import { isFocusFree } from './watch-focus.ts'

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

/**
 * Call it before saving: the input of the focused control takes effect, as when it is left. Focuses
 * the first control with input that was not understood, and returns true where there is one, so
 * that the caller does not save.
 */
export async function settleFocused(within: Element | null | undefined): Promise<boolean> {
  const active = document.activeElement
  const typing = active instanceof HTMLInputElement && within?.contains(active) ? active : undefined
  typing?.blur()
  await nextTick()
  if (focusUnread(within)) return true
  if (isFocusFree()) typing?.focus()
  return false
}
