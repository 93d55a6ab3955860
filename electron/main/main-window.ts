import type { BrowserWindow } from 'electron'
import { openPage } from './page-window.ts'
import { keepOnScreen, keepPlace, workAreas } from './screens.ts'
import { centred, fitted, readPlace } from './window-bounds.ts'

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
  const place = readPlace(placeFile)
  const areas = workAreas()
  const bounds = place ? fitted(place, areas) : centred(usual, areas[0]!)
  const window = openPage({
    ...{ ...bounds, minWidth: 380, minHeight: 480, preload, path },
    isMaximized: place?.maximized ?? false,
  })
  // Created with the main screen's scale first; on another screen the size would be wrong.
  window.setBounds(bounds)
  keepOnScreen(window)
  keepPlace(window, placeFile)
  return window
}
