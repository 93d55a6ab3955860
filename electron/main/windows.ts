import { join } from 'node:path'
import type { BrowserWindow, WebContents } from 'electron'
import type { CoreEvent } from '#shared/ipc/contract.ts'
import type { WindowName } from '#shared/ipc/desktop.ts'
import { isComing, openPageWindow } from './page-window.ts'
import { keepOnScreen, storeWindowBounds, listWorkAreas } from './screens.ts'
import { openEntryWindow, openMiniWindow, showEntryWindow } from './small-windows.ts'
import { centerInArea, fitToWorkAreas, readWindowBounds } from './window-bounds.ts'

export interface Windows {
  /**
   * Shows a window, opening it where it is not open; one that is still opening becomes visible when
   * its page is rendered. `path` is a page of the main one.
   */
  open(window: WindowName, path?: string): void
  find(window: WindowName): BrowserWindow | null
  all(): BrowserWindow[]
  close(window: WindowName): void
  /** Returns whether any window is on screen, or about to be (a hidden quick entry is not). */
  isAnyShown(): boolean
}

/**
 * Manages the app's three windows, each at most once.
 *
 * @param home stores their positions
 * @param onClosed called when a window is closed or hidden
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
    if (!isComing(window)) comeForward(name, window)
    if (path !== undefined) bring(window.webContents, path)
  }

  return {
    open,
    find: (name) => standing.get(name) ?? null,
    all: () => [...standing.values()],
    close: (name) => standing.get(name)?.close(),
    isAnyShown: () => [...standing.values()].some((each) => each.isVisible() || isComing(each)),
  }
}

/** Size of the main window before the person has changed it. */
const usual = { width: 1100, height: 760 }

/**
 * Opens the main window at its last position.
 * @param placeFile stores the position
 */
function openMainWindow(options: {
  preload: string
  placeFile: string
  path: string
}): BrowserWindow {
  const { preload, placeFile, path } = options
  const place = readWindowBounds(placeFile)
  const areas = listWorkAreas()
  const bounds = place ? fitToWorkAreas(place, areas) : centerInArea(usual, areas[0]!)
  const window = openPageWindow({
    ...bounds,
    minWidth: 380,
    minHeight: 480,
    preload,
    path,
    isMaximized: place?.maximized ?? false,
  })
  // Created with the main screen's scale first; on another screen the size would be wrong.
  window.setBounds(bounds)
  keepOnScreen(window)
  storeWindowBounds(window, placeFile)
  return window
}

function comeForward(name: WindowName, window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  if (name === 'entry') showEntryWindow(window)
  else window.show()
  window.focus()
}

/** Sends a page to a path; one that is still loading gets it once it has loaded. */
function bring(contents: WebContents, path: string): void {
  const event: CoreEvent = { event: 'navigate', path }
  if (contents.isLoadingMainFrame()) {
    contents.once('did-finish-load', () => contents.send('stint:event', event))
  } else {
    contents.send('stint:event', event)
  }
}
