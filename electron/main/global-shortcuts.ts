import { globalShortcut } from 'electron'
import type { ShortcutState } from '#shared/ipc/desktop.ts'

export interface GlobalShortcutBinding {
  /** Null: off. */
  keys: string | null
  press(): void
}

export interface GlobalShortcuts<Name extends string> {
  /** Replaces the registered shortcuts by these. */
  set(shortcuts: Record<Name, GlobalShortcutBinding>): void
  state(): Record<Name, ShortcutState>
  close(): void
}

/**
 * Registers global shortcuts. Those that another program uses are reported as `taken`; on Wayland
 * the desktop decides, and reports nothing.
 *
 * @param isAsked whether the desktop decides without reporting
 */
export function createGlobalShortcuts<Name extends string>(
  names: readonly Name[],
  isAsked: boolean,
): GlobalShortcuts<Name> {
  const all = <Value>(value: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
  let states = all<ShortcutState>(() => 'off')
  let registered = all<string | null>(() => null)

  return {
    set(shortcuts) {
      // A desktop may ask the person at each registration; shortcuts that were taken may be free
      // now.
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

/** Registers a shortcut. If both have the same keys, the second one counts as taken. */
function register(keys: string, press: () => void): boolean {
  return !globalShortcut.isRegistered(keys) && globalShortcut.register(keys, press)
}
