/** Where windows can be: screens in the order in which a window without a place of its own takes them. */
import { app, screen, type BrowserWindow, type Rectangle } from 'electron'
import { fitted, readPlace, writePlace } from './window-bounds.ts'

/**
 * Whether windows are drawn by Wayland, which tells no program where they are, keeps none of them
 * over others, and has the desktop ask for keys. Electron chooses it in such a session, unless it
 * is started with `--ozone-platform=x11`.
 */
export const onWayland = (): boolean =>
  process.platform === 'linux' &&
  process.env['XDG_SESSION_TYPE'] === 'wayland' &&
  app.commandLine.getSwitchValue('ozone-platform') !== 'x11'

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

/** Remembers where the window was when it closes; on Wayland its size, which is all that is known. */
export function keepPlace(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const maximized = window.isMaximized()
    const { x, y } = onWayland() ? (readPlace(file) ?? workAreas()[0]!) : window.getNormalBounds()
    writePlace(file, { ...window.getNormalBounds(), x, y, maximized })
  })
}
