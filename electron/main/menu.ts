import { Menu } from 'electron'

/** Only what the system's own keys need: copy, paste, close, quit, full screen. */
export function setAppMenu(): void {
  const isMac = process.platform === 'darwin'
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : [{ role: 'fileMenu' } as const]),
      { role: 'editMenu' },
      {
        role: 'viewMenu',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
    ]),
  )
}
