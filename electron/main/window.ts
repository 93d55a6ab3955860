import { BrowserWindow, screen, shell, type WebContents } from 'electron'
import { appOrigin } from './app-protocol.ts'
import { readPlace, writePlace } from './window-bounds.ts'

/** Opens the app's window where it was last. */
export function openAppWindow({
  preload,
  placeFile,
}: {
  preload: string
  /** Remembers where the window was. */
  placeFile: string
}): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const place = readPlace(placeFile, screens)
  const window = new BrowserWindow({
    width: 1100,
    height: 760,
    ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
    minWidth: 380,
    minHeight: 480,
    title: 'Stint',
    autoHideMenuBar: true,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (place?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    writePlace(placeFile, { ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
  void window.loadURL(`${appOrigin}/`)
  return window
}

/** Keeps contents on the app's own page: nothing navigates, opens or embeds anything else. */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    // Links lead to the system's browser, and only where no program but that one is started.
    if (URL.parse(url)?.protocol === 'https:') void shell.openExternal(url)
    return { action: 'deny' }
  })
}
