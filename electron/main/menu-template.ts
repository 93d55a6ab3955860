import type { MenuItemConstructorOptions } from 'electron'
import type { Act } from './acts.ts'
import type { HostWords } from './words/index.ts'

const line = { type: 'separator' } as const

export interface MenuOptions {
  /** Tools for whoever works on the program are left out of a package. */
  isPackaged: boolean
  words: HostWords
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
  { isPackaged, words, act, go, openData }: MenuOptions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const { menu } = words
  const role = <Name extends keyof typeof menu.roles>(name: Name) => ({
    role: name,
    ...(menu.roles[name] === undefined ? {} : { label: menu.roles[name] }),
  })
  const settings: MenuItemConstructorOptions = {
    label: menu.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => go('/settings'),
  }
  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: menu.file,
      submenu: [
        { label: menu.entry, accelerator: 'CmdOrCtrl+N', click: () => act({ does: 'entry' }) },
        {
          label: menu.toggle,
          accelerator: 'CmdOrCtrl+Shift+T',
          click: () => act({ does: 'toggle' }),
        },
        {
          label: menu.mini,
          accelerator: 'CmdOrCtrl+Shift+M',
          click: () => act({ does: 'mini' }),
        },
        line,
        ...(isMac ? [] : [settings, line]),
        role('close'),
        ...(isMac ? [] : [role('quit')]),
      ],
    },
    {
      label: menu.edit,
      submenu: [
        // The page's own keys take back changes; these are for text.
        { ...role('undo'), registerAccelerator: false },
        { ...role('redo'), registerAccelerator: false },
        line,
        role('cut'),
        role('copy'),
        role('paste'),
        role('selectAll'),
      ],
    },
    {
      label: menu.view,
      submenu: [
        role('resetZoom'),
        role('zoomIn'),
        role('zoomOut'),
        line,
        role('togglefullscreen'),
        ...(isPackaged ? [] : [line, { role: 'toggleDevTools' } as const]),
      ],
    },
    role('windowMenu'),
    {
      ...role('help'),
      submenu: [{ label: menu.data, click: openData }, ...(isMac ? [] : [role('about')])],
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
