/**
 * Keys that work alone, without Ctrl or Alt. The person can switch them off (WCAG 2.1.4); then they
 * do nothing outside of fields, and no hint shows them.
 */
import { ref } from 'vue'

const areOn = ref(true)

export const setSingleKeys = (on: boolean): void => {
  areOn.value = on
}

/** True for `s`, `Shift+z` and `g d`; false for `Ctrl+z`, `F6`, `Enter` and arrows. */
const isSingle = (keys: string): boolean =>
  keys.split(' ').some((press) => !/(?:Ctrl|Alt)\+/.test(press) && /(?:^|\+).$/u.test(press))

/** @param keys as the shortcut registry writes them; reactive */
export const isKeyUsable = (keys: string): boolean => areOn.value || !isSingle(keys)
