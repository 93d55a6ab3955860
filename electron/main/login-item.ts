import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { app } from 'electron'
import { autostartFile, setAutostart } from './autostart-file.ts'

/** Starts without a window, where there is a tray to open one from. */
export const quietFlag = '--quiet'

/**
 * Starts the program when the person logs in, or not any more, and reads back whether it will.
 *
 * @param home the data folder, where it is not the usual one
 */
export function setLoginItem(enabled: boolean, home: string | null): boolean {
  const options = [quietFlag, ...(home === null ? [] : [`--home=${home}`])]
  // Started from sources, the program is Electron and the app its first argument.
  const args = app.isPackaged ? options : [resolve(app.getAppPath()), ...options]
  if (process.platform === 'linux') {
    const file = autostartFile({ env: process.env, homedir: homedir() })
    const program = process.env['APPIMAGE'] ?? process.execPath
    return setAutostart(file, [program, ...args], enabled)
  }
  app.setLoginItemSettings({ openAtLogin: enabled, path: process.execPath, args })
  return app.getLoginItemSettings({ path: process.execPath, args }).openAtLogin
}
