import { extname, join } from 'node:path'
import { app, dialog, nativeTheme, type BrowserWindow } from 'electron'
import { writeNamedFile } from '#core/node/named-file.ts'
import type { Desktop } from '#core/ports.ts'
import { fail, ok, type Result } from '#shared/errors.ts'
import type { DesktopAction } from './desktop-actions.ts'
import type { Keychain } from './keychain.ts'
import { setLoginItem } from './login-item.ts'
import type { PowerCapabilities } from './power-signals.ts'
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
  let isLoginItemSet = true

  return {
    state: () => ({
      ...senses.known(),
      power: true,
      tray: isTrayShown(),
      smallWindows: true,
      alwaysOnTop: !isWayland,
      globalShortcuts: true,
      startAtLogin: isLoginItemSet,
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
      isLoginItemSet = setLoginItem(settings.startAtLogin, home) === settings.startAtLogin
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

/**
 * Asks for a path and prints the window's page there; an existing file is replaced once everything
 * is written. Returns the path; null when the person canceled. Fails with `conflict` when the page
 * cannot be printed, or the file cannot be written.
 *
 * @param name of the file, without its extension
 */
async function savePdf(window: BrowserWindow, name: string): Promise<Result<string | null>> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), `${plainName(name)}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  if (canceled || filePath === '') return ok(null)
  const pdf = await window.webContents
    .printToPDF({
      pageSize: 'A4',
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
    })
    .catch(() => null)
  if (pdf === null) {
    return fail('conflict', 'Couldn’t print the page. Close other programs and try again')
  }
  // Save dialogs on Linux do not add the extension.
  const file = extname(filePath) === '' ? `${filePath}.pdf` : filePath
  const saved = await writeNamedFile(file, async (put) => ok(await put(pdf)))
  return saved.ok
    ? ok(file)
    : fail('conflict', 'Couldn’t save {place}. Choose another folder', { place: file })
}

/** Replaces characters that some file system reserves. */
const plainName = (name: string): string =>
  name.replaceAll(/[\p{Control}<>:"/\\|?*]+/gu, ' ').trim() || 'Stint'
