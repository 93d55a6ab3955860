/** What keys are called where they are shown: on caps, and in the tips of buttons. */
import { shallowRef } from 'vue'

/** Keys that have another name in another language. */
export interface KeyNames {
  Ctrl: string
  Shift: string
  Delete: string
  Space: string
}
export const usualKeyNames: KeyNames = {
  Ctrl: 'Ctrl',
  Shift: 'Shift',
  Delete: 'Del',
  Space: 'Space',
}

const chosen = shallowRef(usualKeyNames)

/** What the language of the window calls them. */
export const chooseKeyNames = (names: KeyNames): void => {
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
 * `Ctrl Z` of `Ctrl+z`: what is pressed at once; reactive.
 * @param press as the shortcut registry writes it
 */
export const pressName = (press: string): string =>
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
export const keysName = (keys: string): string => keys.split(' ').map(pressName).join(' ')
