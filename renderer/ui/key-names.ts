/** Display names of keys, on caps and in the tooltips of buttons. */
import { shallowRef } from 'vue'

/** Keys whose names differ between languages. */
export interface KeyNames {
  Ctrl: string
  Shift: string
  Delete: string
  Space: string
}
export const defaultKeyNames: KeyNames = {
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Delete: 'Del',
  Space: 'Space',
}

const chosen = shallowRef(defaultKeyNames)

/** Sets the names of keys in the window's language. */
export const setKeyNames = (names: KeyNames): void => {
  chosen.value = names
}

const onMac = navigator.platform.startsWith('Mac')
const signs: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ...(onMac ? { Ctrl: '⌘', Alt: '⌥' } : {}),
}

/**
 * `Ctrl Z` for `Ctrl+z`: keys pressed together; reactive.
 * @param press as the shortcut registry writes it
 */
export const keyPressLabel = (press: string): string =>
  press
    .split('+')
    .map(
      (key) =>
        signs[key] ??
        chosen.value[key as keyof KeyNames] ??
        (key.length === 1 ? key.toUpperCase() : key),
    )
    .join(' ')

/** `G D` of `g d`: what is pressed one after the other; reactive. */
export const keysName = (keys: string): string => keys.split(' ').map(keyPressLabel).join(' ')
