import { globalShortcut } from 'electron'
import type { ShortcutState } from '#shared/ipc/desktop.ts'

export interface Shortcut {
  /** Null: off. */
  keys: string | null
  press(): void
}

export interface Shortcuts<Name extends string> {
  /** Registers these in place of the ones before. */
  set(shortcuts: Record<Name, Shortcut>): void
  state(): Record<Name, ShortcutState>
  close(): void
}

/**
 * Keys that work in every program. Those that another program has are told apart as `taken`; on
 * Wayland the desktop decides, and tells nobody.
 *
 * @param isAsked whether a desktop is asked that gives no answer
 */
export function createShortcuts<Name extends string>(
  names: readonly Name[],
  isAsked: boolean,
): Shortcuts<Name> {
  const all = <Value>(value: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
  let states = all<ShortcutState>(() => 'off')
  let registered = all<string | null>(() => null)

  return {
    set(shortcuts) {
      // A desktop that is asked may ask the person each time; keys that were taken may be free by now.
      const isSame = names.every(
        (name) =>
          registered[name] === shortcuts[name].keys && (isAsked || states[name] !== 'taken'),
      )
      if (isSame) return
      globalShortcut.unregisterAll()
      registered = all((name) => shortcuts[name].keys)
      states = all((name) => {
        const { keys, press } = shortcuts[name]
        if (keys === null) return 'off'
        if (!register(keys, press)) return 'taken'
        return isAsked ? 'asked' : 'on'
      })
    },
    state: () => states,
    close: () => globalShortcut.unregisterAll(),
  }
}

/** Both shortcuts on the same keys: the second one finds them taken. */
function register(keys: string, press: () => void): boolean {
  return !globalShortcut.isRegistered(keys) && globalShortcut.register(keys, press)
}
