import { join } from 'node:path'
import { BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions } from 'electron'
import { programFolder } from '#core/node/program-folder.ts'
import { appOrigin } from './app-protocol.ts'
import { onWayland } from './screens.ts'

/** Background of a window until its page is rendered: `--bg-page` of its style sheet. */
const grounds = { light: '#fefefd', dark: '#1b1b19' }

export interface PageWindowOptions extends BrowserWindowConstructorOptions {
  preload: string
  path: string
  isMaximized?: boolean
}

/** Windows that are not visible yet and become so when their page is rendered. */
const coming = new WeakSet<BrowserWindow>()

/** Returns whether a window becomes visible as soon as its page is rendered. */
export const isComing = (window: BrowserWindow): boolean => coming.has(window)

/** Milliseconds after which a window is shown even if its page is not rendered yet. */
const patience = 5000

/** Opens a window that shows one page of the app; it becomes visible when the page is rendered. */
export function openPageWindow({
  preload,
  path,
  isMaximized,
  ...options
}: PageWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Stint',
    autoHideMenuBar: true,
    backgroundColor: grounds[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    show: false,
    // Elsewhere, and on Wayland, the system takes it from the program or its desktop entry.
    ...(process.platform === 'linux' && { icon: join(programFolder(), 'out', 'main', 'icon.png') }),
    ...options,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // On other systems than macOS it would download dictionaries from a Google server.
      spellcheck: process.platform === 'darwin',
    },
  })
  coming.add(window)
  onceDrawn(window, () => {
    coming.delete(window)
    // Maximizing shows a window, rendered or not.
    if (isMaximized) window.maximize()
    window.show()
  })
  // Rejects when the window is closed before its page has loaded.
  window.loadURL(`${appOrigin}/#${path}`).catch(() => undefined)
  return window
}

/**
 * Calls `show` once: when the page is rendered, or on Wayland, where a hidden window renders
 * nothing, when it is loaded; after `patience` in any case.
 */
function onceDrawn(window: BrowserWindow, show: () => void): void {
  const reveal = () => {
    clearTimeout(timer)
    window.off('ready-to-show', reveal)
    window.webContents.off('did-finish-load', reveal)
    show()
  }
  const timer = setTimeout(reveal, patience)
  window.once('closed', () => clearTimeout(timer))
  window.on('ready-to-show', reveal)
  // https://github.com/electron/electron/issues/48859
  if (onWayland()) window.webContents.on('did-finish-load', reveal)
}
