import type { BrowserWindow } from 'electron'
import { openPageWindow } from './page-window.ts'
import { keepOnScreen, storeWindowBounds, listWorkAreas } from './screens.ts'
import { centreInArea, fitToWorkAreas, readWindowBounds } from './window-bounds.ts'

const usual = { width: 1100, height: 760 }

/**
 * Opens the app's window at its last position.
 * @param placeFile stores the position
 */
export function openMainWindow(options: {
  preload: string
  placeFile: string
  path: string
}): BrowserWindow {
  const { preload, placeFile, path } = options
  const place = readWindowBounds(placeFile)
  const areas = listWorkAreas()
  const bounds = place ? fitToWorkAreas(place, areas) : centreInArea(usual, areas[0]!)
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
