/**
 * Where windows can be: screens in the order in which a window without a stored position uses them.
 */
import { app, screen, type BrowserWindow, type Rectangle } from 'electron'
import { fitToWorkAreas, readWindowBounds, writeWindowBounds } from './window-bounds.ts'

/**
 * Returns whether windows are drawn by Wayland, which tells programs no window positions, keeps no
 * window above others, and lets the desktop decide about shortcuts. Electron chooses it in such a
 * session, unless it is started with `--ozone-platform=x11`.
 */
export const onWayland = (): boolean =>
  process.platform === 'linux' &&
  process.env['XDG_SESSION_TYPE'] === 'wayland' &&
  app.commandLine.getSwitchValue('ozone-platform') !== 'x11'

/** Returns the work areas of all screens, the main screen's first. */
export function listWorkAreas(): Rectangle[] {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  return [main, ...others].map(({ workArea }) => workArea)
}

/** Returns the work area of the screen with the pointer. */
export const workAreaAtPointer = (): Rectangle =>
  screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea

/**
 * Moves the window back when its screen is removed, shrinks or changes its scale: not every desktop
 * does. A window that fills its screen is left to the desktop.
 */
export function keepOnScreen(window: BrowserWindow): void {
  const look = () => {
    if (window.isMaximized() || window.isFullScreen()) return
    const now = window.getBounds()
    const place = fitToWorkAreas(now, listWorkAreas())
    if (JSON.stringify(place) !== JSON.stringify(now)) window.setBounds(place)
  }
  screen.on('display-removed', look)
  screen.on('display-metrics-changed', look)
  window.once('closed', () => {
    screen.off('display-removed', look)
    screen.off('display-metrics-changed', look)
  })
}

/**
 * Stores the window's bounds when it closes; on Wayland only its size, as its position is unknown.
 */
export function storeWindowBounds(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const maximized = window.isMaximized()
    const { x, y } = onWayland()
      ? (readWindowBounds(file) ?? listWorkAreas()[0]!)
      : window.getNormalBounds()
    writeWindowBounds(file, { ...window.getNormalBounds(), x, y, maximized })
  })
}
