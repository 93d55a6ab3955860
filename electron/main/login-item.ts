import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { app } from 'electron'
import { autostartFile, setAutostart } from './autostart-file.ts'

/** Starts without a window, where there is a tray to open one from. */
export const quietFlag = '--quiet'

/** Whether this start is to show no window: the system made it, at login. */
export const isQuietStart = (): boolean =>
  process.argv.includes(quietFlag) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

/**
 * Starts the program when the person logs in, or not any more, and answers whether it will. What
 * the person switched off in the system's own settings stays off.
 *
 * @param home the data folder, where it is not the usual one
 */
export function setLoginItem(enabled: boolean, home: string | null): boolean {
  const options = [quietFlag, ...(home === null ? [] : [`--home=${home}`])]
  // Started from sources, the program is Electron and the app its first argument.
  const args = app.isPackaged ? options : [resolve(app.getAppPath()), ...options]
  switch (process.platform) {
    case 'linux': {
      const file = autostartFile({ env: process.env, homedir: homedir() })
      const program = process.env['APPIMAGE'] ?? process.execPath
      return setAutostart(file, [program, ...args], enabled)
    }
    case 'darwin': {
      // Started without arguments: from sources that would be Electron alone, and elsewhere than
      // in the usual folder another person's data.
      if (!app.isPackaged || home !== null) return false
      const { openAtLogin, status } = app.getLoginItemSettings()
      if (openAtLogin !== enabled && status !== 'requires-approval') {
        app.setLoginItemSettings({ openAtLogin: enabled })
      }
      return app.getLoginItemSettings().openAtLogin
    }
    default: {
      const item = { path: process.execPath, args }
      // Set once: each time it would be switched on again in the Task Manager too.
      if (app.getLoginItemSettings(item).openAtLogin !== enabled) {
        app.setLoginItemSettings({ ...item, openAtLogin: enabled })
      }
      return app.getLoginItemSettings(item).executableWillLaunchAtLogin
    }
  }
}
