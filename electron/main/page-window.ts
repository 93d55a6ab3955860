import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { appOrigin } from './app-protocol.ts'

/** A window that shows a page of the app and nothing else; shown when the page is drawn. */
export function openPage({
  preload,
  path,
  ...options
}: BrowserWindowConstructorOptions & { preload: string; path: string }): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Stint',
    autoHideMenuBar: true,
    show: false,
    ...options,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  // Refused where the window is closed before its page is there.
  window.loadURL(`${appOrigin}/#${path}`).catch(() => undefined)
  return window
}
