import type { BrowserWindow } from 'electron'
import { openPage } from './page-window.ts'
import { keepOnScreen, keepPlace, workAreas } from './screens.ts'
import { centred, fitted, readPlace } from './window-bounds.ts'

const usual = { width: 1100, height: 760 }

/**
 * Opens the app's window where it was last.
 * @param placeFile remembers where the window was
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
  // Made on the main screen's scale first: on another one its size would be off.
  window.setBounds(bounds)
  keepOnScreen(window)
  keepPlace(window, placeFile)
  return window
}
