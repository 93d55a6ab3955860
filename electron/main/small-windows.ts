import type { BrowserWindow } from 'electron'
import { openPageWindow } from './page-window.ts'
import { workAreaAtPointer, keepOnScreen, storeWindowBounds, listWorkAreas } from './screens.ts'
import { centerInArea, fitToWorkAreas, readWindowBounds } from './window-bounds.ts'

/** Width of the pages' layout; the pages choose the height. */
const width = 360
const small = {
  width,
  minWidth: width,
  maxWidth: width,
  minHeight: 72,
  maxHeight: 640,
  frame: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
  skipTaskbar: true,
}

/** Opens the mini timer above all windows, at its last position; else in the upper right corner. */
export function openMiniWindow(preload: string, placeFile: string): BrowserWindow {
  const areas = listWorkAreas()
  const corner = areas[0]!
  const place = readWindowBounds(placeFile) ?? {
    x: corner.x + corner.width - width - 24,
    y: corner.y + 24,
    height: 120,
  }
  const bounds = fitToWorkAreas({ x: place.x, y: place.y, width, height: place.height }, areas)
  const window = openPageWindow({ ...small, ...bounds, alwaysOnTop: true, preload, path: '/mini' })
  window.setBounds(bounds)
  window.setAlwaysOnTop(true, 'floating')
  // Also above full-screen programs, as far as macOS allows that to a program with a dock icon.
  // Without `skipTransformProcessType`, Electron would remove the icon and the menu bar.
  window.setVisibleOnAllWorkspaces(true, {
    visibleOnFullScreen: true,
    skipTransformProcessType: true,
  })
  keepOnScreen(window)
  storeWindowBounds(window, placeFile)
  return window
}

/**
 * Opens the quick entry in the middle of the screen with the pointer. It hides, with its text, when
 * another window gets the focus; its page closes it.
 */
export function openEntryWindow(preload: string): BrowserWindow {
  const bounds = centerInArea({ width, height: 240 }, workAreaAtPointer())
  const window = openPageWindow({ ...small, ...bounds, alwaysOnTop: true, preload, path: '/entry' })
  window.setBounds(bounds)
  window.on('blur', () => window.hide())
  return window
}

/** Shows a hidden quick entry again, on the screen with the pointer. */
export function showEntryWindow(window: BrowserWindow): void {
  window.setBounds(centerInArea(window.getBounds(), workAreaAtPointer()))
  window.show()
  window.focus()
}
