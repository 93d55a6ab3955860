import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { app } from 'electron'
import { autostartFile, isFlatpak, programCommand, setAutostart } from './autostart-file.ts'

/** Starts without a window, where there is a tray from which to open one. */
export const quietFlag = '--quiet'

/** Returns whether this start shows no window: the system started the program at login. */
export const isQuietStart = (): boolean =>
  process.argv.includes(quietFlag) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

/**
 * Switches start at login on or off, and returns whether it is on now. What the person switched off
 * in the system's own settings stays off.
 *
 * @param home the data folder, where it is not the default one
 */
export function setLoginItem(enabled: boolean, home: string | null): boolean {
  const options = [quietFlag, ...(home === null ? [] : [`--home=${home}`])]
  // Started from sources, the program is Electron and the app its first argument.
  const args = app.isPackaged ? options : [resolve(app.getAppPath()), ...options]
  switch (process.platform) {
    case 'linux': {
      const { env, execPath } = process
      const file = autostartFile({ env, homedir: homedir() })
      return setAutostart(
        file,
        [...programCommand(env, execPath), ...args],
        enabled,
        !isFlatpak(env),
      )
    }
    case 'darwin': {
      // macOS starts it without arguments: from sources that would be Electron alone, and with
      // another data folder it would open the wrong data.
      if (!app.isPackaged || home !== null) return false
      const { openAtLogin, status } = app.getLoginItemSettings()
      if (openAtLogin !== enabled && status !== 'requires-approval') {
        app.setLoginItemSettings({ openAtLogin: enabled })
      }
      return app.getLoginItemSettings().openAtLogin
    }
    default: {
      const item = { path: process.execPath, args }
      // Set only once: each call would also switch it back on in the Task Manager.
      if (app.getLoginItemSettings(item).openAtLogin !== enabled) {
        app.setLoginItemSettings({ ...item, openAtLogin: enabled })
      }
      return app.getLoginItemSettings(item).executableWillLaunchAtLogin
    }
  }
}
