import { join } from 'node:path'
import { BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions } from 'electron'
import { programFolder } from '#core/node/program-folder.ts'
import { appOrigin } from './app-protocol.ts'

/** What is behind a page until it is drawn: `--bg-page` of its style sheet. */
const grounds = { light: '#fefefd', dark: '#1b1b19' }

export interface PageWindowOptions extends BrowserWindowConstructorOptions {
  preload: string
  path: string
  isMaximized?: boolean
}

/** A window that shows a page of the app and nothing else; shown when the page is drawn. */
export function openPage({
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
      // Elsewhere than on macOS it would fetch dictionaries from a server of Google.
      spellcheck: process.platform === 'darwin',
    },
  })
  window.once('ready-to-show', () => {
    // Maximizing shows a window, drawn or not.
    if (isMaximized) window.maximize()
    window.show()
  })
  // Refused where the window is closed before its page is there.
  window.loadURL(`${appOrigin}/#${path}`).catch(() => undefined)
  return window
}
