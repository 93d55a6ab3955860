import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { DesktopAction } from './desktop-actions.ts'
import type { DesktopMessages } from './messages/index.ts'

const line = { type: 'separator' } as const
const tools: MenuItemConstructorOptions[] = [line, { role: 'reload' }, { role: 'toggleDevTools' }]

export interface MenuOptions {
  /** True in a package, which leaves out the developer tools. */
  isPackaged: boolean
  words: DesktopMessages
  act(act: DesktopAction): void
  /** Shows a page of the main window. */
  go(path: string): void
  /** Shows the data folder in the system's file manager. */
  openData(): void
}

/**
 * Builds the application's menu as each platform expects it. Its shortcuts have a modifier and
 * differ from the page's own (`?` in the app lists those).
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
    ...(isMac ? [appMenu(settings, words)] : []),
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
        // The page's own shortcuts undo changes; these are for text.
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
        ...(isPackaged ? [] : tools),
      ],
    },
    role('windowMenu'),
    {
      ...role('help'),
      submenu: [{ label: menu.data, click: openData }, ...(isMac ? [] : [role('about')])],
    },
  ]
}

function appMenu(
  settings: MenuItemConstructorOptions,
  { menu: { macRoles } }: DesktopMessages,
): MenuItemConstructorOptions {
  const role = (name: 'about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'quit') => ({
    role: name,
    ...(macRoles[name] === undefined ? {} : { label: macRoles[name] }),
  })
  return {
    role: 'appMenu',
    submenu: [
      role('about'),
      line,
      settings,
      line,
      role('services'),
      line,
      role('hide'),
      role('hideOthers'),
      role('unhide'),
      line,
      role('quit'),
    ],
  }
}

/**
 * Builds the context menu of a page: spelling suggestions and text commands. Empty where there are
 * none: the page has no menu of its own there.
 */
export function textMenu(
  params: Pick<
    ContextMenuParams,
    'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
  >,
  { menu }: DesktopMessages,
  does: { replace(word: string): void; learn(word: string): void },
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions } = params
  const role = (name: 'cut' | 'copy' | 'paste' | 'selectAll', enabled: boolean) => ({
    role: name,
    enabled,
    ...(menu.roles[name] === undefined ? {} : { label: menu.roles[name] }),
  })
  if (!isEditable) return selectionText.trim() === '' ? [] : [role('copy', editFlags.canCopy)]
  const spelling = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => does.replace(word),
  }))
  const learn = { label: menu.learn(misspelledWord), click: () => does.learn(misspelledWord) }
  return [
    ...(misspelledWord === '' ? [] : [...spelling, learn, line]),
    role('cut', editFlags.canCut),
    role('copy', editFlags.canCopy),
    role('paste', editFlags.canPaste),
    line,
    role('selectAll', editFlags.canSelectAll),
  ]
}
