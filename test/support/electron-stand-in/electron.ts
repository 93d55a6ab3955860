/** What the main bundle gets when it imports `electron`, and what a test may do with it. */
import type * as Electron from 'electron'
import { app, appOperations, end } from './app.ts'
import { BaseWindow, BrowserWindow, windowOperations } from './browser-window.ts'
import { notifier, otherIcons, panel, say } from './bus.ts'
import { listen } from './control.ts'
import * as desk from './desk.ts'
import { Menu, menuOperations, nativeImage, Tray } from './menus.ts'
import { net } from './net.ts'
import { timeOperations } from './time.ts'
import { session, shell, webOperations } from './web.ts'
import { ipcMain, protocol } from './wire.ts'

const { crashReporter, dialog, globalShortcut, nativeTheme } = desk
const { Notification, powerMonitor, safeStorage, screen } = desk

// Contains nothing that Electron has not; each part is checked where it is made.
const standIn = {
  ...{ app, BaseWindow, BrowserWindow, Menu, Tray, ipcMain, protocol, session, shell },
  ...{ crashReporter, dialog, net },
  ...{ globalShortcut, nativeImage, nativeTheme, Notification, powerMonitor, safeStorage, screen },
} satisfies Partial<Record<keyof typeof Electron, unknown>>

export { app, BaseWindow, BrowserWindow, Menu, Tray, ipcMain, protocol, session, shell }
export { crashReporter, dialog, globalShortcut, net, nativeImage, nativeTheme }
export { Notification, powerMonitor, safeStorage, screen }
export default standIn

const operations = {
  ...appOperations,
  ...windowOperations,
  ...webOperations,
  ...menuOperations,
  ...desk.deskOperations,
  ...timeOperations,
}
export type Operations = typeof operations

say(otherIcons)
if (process.env['STAND_IN_TRAY'] !== 'none') say(panel)
say(
  process.env['STAND_IN_NOTIFICATIONS'] === 'unheard'
    ? { ListActivatableNames: 'array [ ]' }
    : notifier,
)

listen(operations, () => void end(1))
