import { app, nativeTheme } from 'electron'
import type { Desktop } from '#core/ports.ts'
import { fail } from '#shared/errors.ts'
import type { DesktopAction } from './desktop-actions.ts'
import type { Keychain } from './keychain.ts'
import { setLoginItem } from './login-item.ts'
import type { PowerCapabilities } from './power-signals.ts'
import { savePdf } from './save-pdf.ts'
import { onWayland } from './screens.ts'
import { createGlobalShortcuts } from './global-shortcuts.ts'
import type { Windows } from './windows.ts'

/** Creates the desktop that the core gets, implemented with Electron. */
export function createDesktop(options: {
  windows: Windows
  /** The data folder, where it is not the default one. */
  home: string | null
  senses: PowerCapabilities
  keychain: Keychain
  isTrayShown(): boolean
  act(act: DesktopAction): void
  quit(): void
}): Desktop & { changed(): void; close(): void } {
  const { windows, home, senses, keychain, isTrayShown, act, quit } = options
  const isWayland = onWayland()
  const shortcuts = createGlobalShortcuts(['timerShortcut', 'entryShortcut'], isWayland)
  const listeners = new Set<() => void>()
  let loginItemTook = true

  return {
    state: () => ({
      ...senses.known(),
      power: true,
      tray: isTrayShown(),
      smallWindows: true,
      alwaysOnTop: !isWayland,
      globalShortcuts: true,
      startAtLogin: loginItemTook,
      pdf: true,
      locale: app.getSystemLocale() || null,
      secrets: keychain.place(),
      ...shortcuts.state(),
    }),
    apply(settings) {
      nativeTheme.themeSource = settings.theme
      shortcuts.set({
        timerShortcut: { keys: settings.timerShortcut, press: () => act({ does: 'toggle' }) },
        entryShortcut: { keys: settings.entryShortcut, press: () => act({ does: 'entry' }) },
      })
      loginItemTook = setLoginItem(settings.startAtLogin, home) === settings.startAtLogin
      return Promise.resolve()
    },
    open: (window, path) => windows.open(window, path),
    savePdf(name) {
      const window = windows.find('main')
      return window === null
        ? Promise.resolve(fail('conflict', 'Open the main window to print'))
        : savePdf(window, name)
    },
    quit,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed: () => listeners.forEach((listener) => listener()),
    close: () => shortcuts.close(),
  }
}
