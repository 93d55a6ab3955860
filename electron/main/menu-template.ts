import type { MenuItemConstructorOptions } from 'electron'
import type { Act } from './acts.ts'

const line = { type: 'separator' } as const

export interface MenuOptions {
  /** Tools for whoever works on the program are left out of a package. */
  isPackaged: boolean
  act(act: Act): void
  /** Shows a page of the main window. */
  go(path: string): void
  /** Shows the data folder in the system's own window of files. */
  openData(): void
}

/**
 * The application's menu, as each platform wants it. Its keys have a modifier and are none of the
 * page's own (`?` in the app lists those).
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  { isPackaged, act, go, openData }: MenuOptions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => go('/settings'),
  }
  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New Entry…', accelerator: 'CmdOrCtrl+N', click: () => act({ does: 'entry' }) },
        {
          label: 'Start or Stop the Timer',
          accelerator: 'CmdOrCtrl+Shift+T',
          click: () => act({ does: 'toggle' }),
        },
        {
          label: 'Mini Timer',
          accelerator: 'CmdOrCtrl+Shift+M',
          click: () => act({ does: 'mini' }),
        },
        line,
        ...(isMac ? [] : [settings, line]),
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        // The page's own keys take back changes; these are for text.
        { role: 'undo', registerAccelerator: false },
        { role: 'redo', registerAccelerator: false },
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : [line, { role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Open the Data Folder', click: openData },
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}

const appMenu = (settings: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    line,
    settings,
    line,
    { role: 'services' },
    line,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    line,
    { role: 'quit' },
  ],
})
