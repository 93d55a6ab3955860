/** What the main bundle gets when it imports `electron`, and what a test may do with it. */
import type * as Electron from 'electron'
import { app, appOperations, end } from './app.ts'
import { BrowserWindow, windowOperations } from './browser-window.ts'
import { listen } from './control.ts'
import * as desk from './desk.ts'
import { Menu, menuOperations, Tray } from './menus.ts'
import { session, shell, webOperations } from './web.ts'
import { ipcMain, protocol } from './wire.ts'

const { autoUpdater, dialog, globalShortcut, nativeImage, nativeTheme } = desk
const { Notification, powerMonitor, safeStorage, screen } = desk

// Nothing here that Electron has not; each of these is checked where it is made.
const standIn = {
  ...{ app, BrowserWindow, Menu, Tray, ipcMain, protocol, session, shell, autoUpdater, dialog },
  ...{ globalShortcut, nativeImage, nativeTheme, Notification, powerMonitor, safeStorage, screen },
} satisfies Partial<Record<keyof typeof Electron, unknown>>

export { app, BrowserWindow, Menu, Tray, ipcMain, protocol, session, shell }
export { autoUpdater, dialog, globalShortcut, nativeImage, nativeTheme }
export { Notification, powerMonitor, safeStorage, screen }
export default standIn

const operations = {
  ...appOperations,
  ...windowOperations,
  ...webOperations,
  ...menuOperations,
  ...desk.deskOperations,
}
export type Operations = typeof operations

listen(operations, () => void end(1))
