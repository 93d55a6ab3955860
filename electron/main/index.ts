/** The Electron host: one window, one tray, and the core. Everything it decides is in the core. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { app, BrowserWindow, dialog, session } from 'electron'
import { createCore } from '#core/core.ts'
import { dataFolder } from '#core/node/data-folder.ts'
import { standardErrorLog } from '#core/node/log.ts'
import { nodePorts } from '#core/node/node-ports.ts'
import { desktopProxy } from '#core/node/proxy.ts'
import { programFolder, programVersion, rendererFolder } from '#core/node/program-folder.ts'
import { declareAppProtocol, serveApp } from './app-protocol.ts'
import { openGate } from './gate.ts'
import { keychainSecrets } from './keychain.ts'
import { setAppMenu } from './menu.ts'
import { openTray } from './tray.ts'
import { confine, openAppWindow } from './window.ts'

const { values } = parseArgs({ options: { home: { type: 'string' } }, strict: false })
const home = dataFolder(typeof values.home === 'string' ? values.home : undefined)

// Chromium's own files stay beside ours, and one instance runs on each data folder.
app.setPath('userData', join(home, 'electron'))
app.enableSandbox()
declareAppProtocol()

if (app.requestSingleInstanceLock()) {
  run().catch((reason: unknown) => {
    dialog.showErrorBox('Stint could not be opened', String(reason))
    app.exit(1)
  })
} else {
  app.quit()
}

async function run(): Promise<void> {
  app.on('web-contents-created', (_event, contents) => confine(contents))
  await app.whenReady()
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) =>
    answer(false),
  )
  session.defaultSession.setPermissionCheckHandler(() => false)
  serveApp(session.defaultSession, rendererFolder())
  setAppMenu()

  const ports = nodePorts({
    home,
    secrets: keychainSecrets(home, standardErrorLog(process.env)),
    findProxy: desktopProxy(process.env, (url) => session.defaultSession.resolveProxy(url)),
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const core = await createCore(ports, { home, host: 'electron', version, background: true })

  const open = () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) {
      openAppWindow({
        preload: join(programFolder(), 'out', 'preload', 'index.cjs'),
        placeFile: join(home, 'window.json'),
      })
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  openGate(core, () => BrowserWindow.getAllWindows().map((window) => window.webContents))
  const tray = openTray({ core, now: ports.clock.now, open, quit: () => app.quit() })
  app.on('second-instance', open)
  app.on('activate', open)
  // Some Linux desktops have no tray: there the window may be the only way in.
  app.on('window-all-closed', () => process.platform === 'linux' && app.quit())
  closeBeforeQuit(async () => {
    tray.close()
    await core.close()
  })
  open()
}

/** Holds the first attempt to quit until everything is closed. */
function closeBeforeQuit(close: () => Promise<void>): void {
  let state: 'running' | 'closing' | 'closed' = 'running'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close().finally(() => {
      state = 'closed'
      app.quit()
    })
  })
}
