import { app, nativeTheme } from 'electron'
import type { Desktop } from '#core/ports.ts'
import { fail } from '#shared/errors.ts'
import type { Act } from './acts.ts'
import { hasKeychain } from './keychain.ts'
import { setLoginItem } from './login-item.ts'
import { senses } from './power.ts'
import { savePdf } from './save-pdf.ts'
import { createShortcuts } from './shortcuts.ts'
import { hasTray } from './tray-presence.ts'
import type { Windows } from './windows.ts'

/** The desktop that the core is handed, which Electron makes of this machine. */
export async function createDesktop(options: {
  windows: Windows
  /** The data folder, where it is not the usual one. */
  home: string | null
  /** Whether the desktop took the icon for the tray. */
  isTrayOpen(): boolean
  act(act: Act): void
  quit(): void
}): Promise<Desktop & { close(): void }> {
  const { windows, home, isTrayOpen, act, quit } = options
  const shortcuts = createShortcuts(['timerShortcut', 'entryShortcut'])
  const hasPanel = await hasTray()
  const secrets = (await hasKeychain()) ? 'keychain' : 'file'
  let loginItemTook = true

  return {
    state: () => ({
      ...senses(),
      power: true,
      tray: hasPanel && isTrayOpen(),
      smallWindows: true,
      globalShortcuts: true,
      startAtLogin: loginItemTook,
      pdf: true,
      locale: app.getSystemLocale() || null,
      secrets,
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
        ? Promise.resolve(fail('conflict', 'Open the main window first: its page is printed'))
        : savePdf(window, name)
    },
    quit,
    close: () => shortcuts.close(),
  }
}
