/** The Electron host: windows, tray, and the core. All decisions are in the core. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { app, dialog, session } from 'electron'
import { createCore } from '#core/core.ts'
import { openControlChannel } from '#core/node/control-channel.ts'
import { createSystemClock } from '#core/node/clock.ts'
import { dataFolder } from '#core/node/data-folder.ts'
import { openLog } from '#core/node/log.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { takeOwnerLock } from '#core/node/owner-lock.ts'
import { refusedBy, refuseOwned } from '#core/node/owner-refusals.ts'
import { systemProxyResolver } from '#core/node/proxy.ts'
import { programFolder, programVersion, rendererFolder } from '#core/node/program-folder.ts'
import type { Clock } from '#core/ports.ts'
import { createLocalApiPort } from '../local-api/index.ts'
import { performDesktopAction, type DesktopAction } from './desktop-actions.ts'
import { declareAppProtocol, serveApp } from './app-protocol.ts'
import { showBadge } from './badge.ts'
import { guardNavigation, denyPermissions } from './navigation-guard.ts'
import { createCoreView, type CoreView } from './core-view.ts'
import { pageFromArguments, handleDeepLinks } from './deep-links.ts'
import { createDesktop } from './desktop.ts'
import { openIpcGate } from './ipc-gate.ts'
import { appId, toastClass } from './identity.ts'
import { openKeychain } from './keychain.ts'
import { handleQuit } from './quit.ts'
import { isQuietStart } from './login-item.ts'
import { offerTextMenu, setAppMenu } from './menu.ts'
import { startNotifications } from './notifications.ts'
import { powerCapabilities as sensesHere, forwardPowerSignals } from './power-signals.ts'
import { reloadCrashedPage } from './reload-crashed-page.ts'
import { reasonNotToOpen, refuseToOpen } from './refuse-to-open.ts'
import { systemHttp } from './system-http.ts'
import { openTray } from './tray.ts'
import { storeCrashDumps, handleFaults } from './handle-faults.ts'
import { openUpdates } from './updates.ts'
import { createWindows } from './windows.ts'
import { desktopMessages } from './messages/index.ts'

// A package has no script among its arguments; from sources the first is the app's folder.
const { values } = parseArgs({
  args: process.argv.slice(1),
  options: { home: { type: 'string' }, version: { type: 'boolean' } },
  strict: false,
})
const namedHome = typeof values.home === 'string' ? values.home : undefined
const home = dataFolder(namedHome)
const isUsualHome = namedHome === undefined && !process.env['STINT_HOME']

// Chromium's files are in the data folder, too, so that each data folder has its own instance lock.
app.setPath('userData', join(home, 'electron'))
app.setDesktopName(`${appId}.desktop`)
app.setAppUserModelId(appId)
if (process.platform === 'win32') app.setToastActivatorCLSID(toastClass)
app.enableSandbox()
declareAppProtocol()

/** Texts for before the settings are read. */
const systemWords = () => desktopMessages('system', app.getPreferredSystemLanguages())

const clock = createSystemClock()
if (values.version === true) {
  process.stdout.write(`${app.name} ${programVersion()}\n`, () => app.exit(0))
} else if (!clock.ok) {
  process.stderr.write(`${clock.error.message}\n`)
  app.exit(2)
} else {
  const { title, noSandbox } = systemWords().opening
  const reason = reasonNotToOpen(home, noSandbox)
  if (reason !== null) {
    void refuseToOpen(title, reason)
  } else if (app.requestSingleInstanceLock()) {
    run(clock.value).catch((reason: unknown) => {
      dialog.showErrorBox(title, String(reason))
      app.exit(1)
    })
  } else {
    app.quit()
  }
}

async function run(clock: Clock): Promise<void> {
  const log = openLog({ home, host: 'electron', env: process.env, clock })
  let words = systemWords
  storeCrashDumps(home)
  handleFaults(log, () => words())

  // Shortcuts and links that arrive before the core is open wait for it.
  const open = Promise.withResolvers<{ view: CoreView; show(path?: string): void }>()
  const show = (path?: string) => void open.promise.then((opened) => opened.show(path))
  const act = (wanted: DesktopAction) =>
    void open.promise.then(({ view }) => performDesktopAction(wanted, { view, windows, quit }))
  handleDeepLinks(show)
  app.on('activate', () => show())
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents)
    offerTextMenu(contents, () => words())
  })
  app.on('browser-window-created', (_event, window) =>
    reloadCrashedPage(window, { log, clock, words: () => words() }),
  )
  await app.whenReady()
  const owning = await takeOwnerLock(home, 'electron', refusedBy('electron'))
  if (owning.is !== 'taken') {
    const refused = owning.is === 'met' ? owning.met : refuseOwned(owning.owner)
    if (!refused.ok) await refuseToOpen(words().opening.title, refused.error.message)
    return
  }
  denyPermissions(session.defaultSession)
  serveApp(session.defaultSession, rendererFolder())

  const quit = () => app.quit()
  // Where neither a tray nor a dock leads back to the app, closing the last window ends the
  // program.
  const leaveIfHidden = async () => {
    const leadsBack = process.platform === 'darwin' || (await tray?.stillShown())
    if (!leadsBack && !windows.isAnyShown()) quit()
  }
  const windows = createWindows({
    home,
    preload: join(programFolder(), 'out', 'preload', 'index.cjs'),
    onClosed: () => void leaveIfHidden(),
  })
  app.on('window-all-closed', () => undefined)

  const senses = sensesHere()
  const keychain = openKeychain(home, log, () => desktop.changed())
  const desktop = createDesktop({
    windows,
    senses,
    keychain,
    act,
    quit,
    home: isUsualHome ? null : home,
    isTrayShown: () => tray?.isShown() ?? false,
  })
  const ports = createNodePorts({
    home,
    clock,
    log,
    secrets: keychain.secrets,
    findProxy: systemProxyResolver(process.env, (url) => session.defaultSession.resolveProxy(url)),
    bySystem: systemHttp(),
    startService: async (options) => (await import('#service/index.ts')).startService(options),
  })
  const version = programVersion()
  const updates = await openUpdates({
    home,
    version,
    clock,
    log,
    http: ports.http,
    host: () => host,
  })
  let host: ReturnType<Parameters<typeof openUpdates>[0]['host']> = null
  const core = await createCore(
    {
      ...ports,
      ...(updates && { updates }),
      desktop,
      localApi: createLocalApiPort({ home, log, clock }),
    },
    { home, host: 'electron', version, background: true },
  )
  const line = await openControlChannel({
    home,
    host: 'electron',
    core,
    log,
    openWindow() {
      show()
      return null
    },
  })
  const view = createCoreView(core, () => app.getPreferredSystemLanguages())
  words = view.messages
  openIpcGate(core, () => windows.all().map(({ webContents }) => webContents))
  const tray = openTray({ view, now: clock.now, run: act, shown: desktop.changed })
  showBadge(view, windows.all)
  setAppMenu({ home, version, view, act, go: show })
  const notifications = startNotifications({ core, view, windows, log })

  const leaving = handleQuit({
    view,
    log,
    notice: core.handleSystemSignal,
    async close() {
      power.close()
      notifications.close()
      updates?.close()
      desktop.close()
      view.close()
      tray.close()
      await line.close(() => core.close())
      owning.lock.release()
    },
  })
  const power = forwardPowerSignals({
    view,
    senses,
    notice: core.handleSystemSignal,
    leave: leaving.quitNow,
    changed: desktop.changed,
  })

  host = { view, leaving, show }
  open.resolve({ view, show: (path) => windows.open('main', path) })
  if (isQuietStart()) {
    await tray.settled
    if (tray.isShown()) return
  }
  show(pageFromArguments(process.argv))
}
