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
  all(): BrowserWindow[]
  close(window: WindowName): void
  /** Whether anything is on screen, or about to be (a quick entry that hid is not). */
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
  /** Not drawn yet, so not shown. */
  const coming = new Set<BrowserWindow>()

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
      coming.add(made)
      made.once('show', () => coming.delete(made))
      made.once('closed', () => {
        coming.delete(made)
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
    if (path !== undefined) bring(window.webContents, path)
  }

  return {
    open,
    find: (name) => standing.get(name) ?? null,
    all: () => [...standing.values()],
    close: (name) => standing.get(name)?.close(),
    isAnyShown: () => [...standing.values()].some((each) => each.isVisible() || coming.has(each)),
  }
}

/** Has a page go somewhere; one that still loads hears nothing until it is there. */
function bring(contents: WebContents, path: string): void {
  const event: CoreEvent = { event: 'go', path }
  if (contents.isLoadingMainFrame()) {
    contents.once('did-finish-load', () => contents.send('stint:event', event))
  } else {
    contents.send('stint:event', event)
  }
}
