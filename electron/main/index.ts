/** The Electron host: windows, tray, and the core. Everything it decides is in the core. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { app, dialog, session } from 'electron'
import { createCore } from '#core/core.ts'
import { openLine } from '#core/node/app-line.ts'
import { dataFolder } from '#core/node/data-folder.ts'
import { standardErrorLog } from '#core/node/log.ts'
import { nodePorts } from '#core/node/node-ports.ts'
import { desktopProxy } from '#core/node/proxy.ts'
import { programFolder, programVersion, rendererFolder } from '#core/node/program-folder.ts'
import { localInterface } from '../local-api/index.ts'
import { carryOut, type Act } from './acts.ts'
import { declareAppProtocol, serveApp } from './app-protocol.ts'
import { showBadge } from './badge.ts'
import { confine, denyPermissions } from './confine.ts'
import { viewCore, type CoreView } from './core-view.ts'
import { pageIn, takeDeepLinks } from './deep-links.ts'
import { createDesktop } from './desktop.ts'
import { openGate } from './gate.ts'
import { keychainSecrets } from './keychain.ts'
import { leaveInOrder } from './leaving.ts'
import { quietFlag } from './login-item.ts'
import { setAppMenu } from './menu.ts'
import { notify } from './notifications.ts'
import { watchPower } from './power.ts'
import { revive } from './revive.ts'
import { openTray, type AppTray } from './tray.ts'
import { hasTray } from './tray-presence.ts'
import { lookForUpdates } from './updates.ts'
import { createWindows } from './windows.ts'
import { hostWords } from './words/index.ts'

const { values } = parseArgs({ options: { home: { type: 'string' } }, strict: false })
const namedHome = typeof values.home === 'string' ? values.home : undefined
const home = dataFolder(namedHome)

// Chromium's own files stay beside ours, and one instance runs on each data folder.
app.setPath('userData', join(home, 'electron'))
app.setDesktopName('stint.desktop')
app.enableSandbox()
declareAppProtocol()

/** Before the settings are known. */
const systemWords = () => hostWords('system', app.getPreferredSystemLanguages())

if (app.requestSingleInstanceLock()) {
  run().catch((reason: unknown) => {
    dialog.showErrorBox(systemWords().opening.title, String(reason))
    app.exit(1)
  })
} else {
  app.quit()
}

async function run(): Promise<void> {
  const log = standardErrorLog(process.env)
  app.on('web-contents-created', (_event, contents) => confine(contents))
  let words = systemWords
  app.on('browser-window-created', (_event, window) =>
    revive(window, { log, now: Date.now, words: () => words() }),
  )
  await app.whenReady()
  denyPermissions(session.defaultSession)
  serveApp(session.defaultSession, rendererFolder())

  const quit = () => app.quit()
  // What is pressed before the core is open waits for it.
  const open = Promise.withResolvers<CoreView>()
  const act = (wanted: Act) =>
    void open.promise.then((view) => carryOut(wanted, { view, windows, quit }))

  // Where neither a tray nor a dock leads back in, the last window is the program.
  let tray: AppTray | null = null
  const leaveIfHidden = async () => {
    const leadsBack = process.platform === 'darwin' || (tray !== null && (await hasTray()))
    if (!leadsBack && !windows.isAnyShown()) quit()
  }
  const windows = createWindows({
    home,
    preload: join(programFolder(), 'out', 'preload', 'index.cjs'),
    onClosed: () => void leaveIfHidden(),
  })
  app.on('window-all-closed', () => undefined)

  const desktop = await createDesktop({
    ...{ windows, act, quit },
    home: namedHome ? home : null,
    isTrayOpen: () => tray !== null,
  })
  const ports = nodePorts({
    home,
    secrets: keychainSecrets(home, log),
    findProxy: desktopProxy(process.env, (url) => session.defaultSession.resolveProxy(url)),
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const core = await createCore(
    { ...ports, desktop, localApi: localInterface({ home, log }) },
    { home, host: 'electron', version, background: true },
  )
  const line = await openLine({ home, host: 'electron', call: core.call, log })
  const view = viewCore(core, () => app.getPreferredSystemLanguages())
  words = view.words
  open.resolve(view)
  openGate(core, windows.contents)
  const show = (path?: string) => windows.open('main', path)
  tray = openTray({ view, now: ports.clock.now, run: act })
  showBadge(view, windows)
  setAppMenu({ home, view, act, go: show })
  const notifications = notify(core, view, windows)
  const updates = lookForUpdates(log, view)

  app.on('activate', () => show())
  takeDeepLinks(show)

  const leaving = leaveInOrder({
    view,
    log,
    notice: core.notice,
    async close() {
      power.close()
      notifications.close()
      updates?.close()
      desktop.close()
      view.close()
      tray?.close()
      await line.close(() => core.close())
    },
  })
  const power = watchPower({ view, notice: core.notice, leave: leaving.now })

  const isQuiet = process.argv.includes(quietFlag) && tray !== null && (await hasTray())
  if (!isQuiet) show(pageIn(process.argv))
}
