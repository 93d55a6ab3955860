import { join } from 'node:path'
import type { BrowserWindow, WebContents } from 'electron'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { WindowName } from '#shared/ipc/desktop.ts'
import { openMainWindow } from './main-window.ts'
import { openEntryWindow, openMiniWindow, showEntryWindow } from './small-windows.ts'

export interface Windows {
  /** Shows a window, opening it where it is not; `path` is a page of the main one. */
  open(window: WindowName, path?: string): void
  find(window: WindowName): BrowserWindow | null
  close(window: WindowName): void
  /** What pages may call the core, and hear its events. */
  contents(): WebContents[]
  /** Whether anything is on screen (a quick entry that hid is not). */
  isAnyShown(): boolean
}

/**
 * The app's three windows, each at most once.
 *
 * @param home remembers where they were
 * @param onClosed a window is gone, or hid
 */
export function createWindows(options: {
  home: string
  preload: string
  onClosed(): void
}): Windows {
  const { home, preload, onClosed } = options
  const standing = new Map<WindowName, BrowserWindow>()

  const make = (name: WindowName, path: string): BrowserWindow => {
    switch (name) {
      case 'main':
        return openMainWindow({ preload, path, placeFile: join(home, 'window.json') })
      case 'mini':
        return openMiniWindow(preload, join(home, 'mini-window.json'))
      case 'entry':
        return openEntryWindow(preload)
    }
  }

  const open = (name: WindowName, path?: string) => {
    const window = standing.get(name)
    if (window === undefined) {
      const made = make(name, path ?? '/')
      standing.set(name, made)
      made.once('closed', () => {
        standing.delete(name)
        onClosed()
      })
      made.on('hide', onClosed)
      return
    }
    if (window.isMinimized()) window.restore()
    if (name === 'entry') showEntryWindow(window)
    else window.show()
    window.focus()
    if (path !== undefined) {
      const event: CoreEvent = { event: 'go', path }
      window.webContents.send('stint:event', event)
    }
  }

  return {
    open,
    find: (name) => standing.get(name) ?? null,
    close: (name) => standing.get(name)?.close(),
    contents: () => [...standing.values()].map(({ webContents }) => webContents),
    isAnyShown: () => [...standing.values()].some((window) => window.isVisible()),
  }
}
