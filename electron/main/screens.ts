/** Where windows can be: screens in the order in which a window without a place of its own takes them. */
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { fitted } from './window-bounds.ts'

/** The parts of all screens that windows may use, the main screen's first. */
export function workAreas(): Rectangle[] {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  return [main, ...others].map(({ workArea }) => workArea)
}

/** The part for windows of the screen where the pointer is. */
export const areaAtPointer = (): Rectangle =>
  screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea

/**
 * Brings the window back when its screen goes away, shrinks or changes its scale: not every
 * desktop does. A window that fills its screen is left to the desktop.
 */
export function keepOnScreen(window: BrowserWindow): void {
  const look = () => {
    if (window.isMaximized() || window.isFullScreen()) return
    const now = window.getBounds()
    const place = fitted(now, workAreas())
    if (JSON.stringify(place) !== JSON.stringify(now)) window.setBounds(place)
  }
  screen.on('display-removed', look)
  screen.on('display-metrics-changed', look)
  window.once('closed', () => {
    screen.off('display-removed', look)
    screen.off('display-metrics-changed', look)
  })
}
