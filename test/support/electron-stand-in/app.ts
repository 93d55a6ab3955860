/** The program itself: its life, its paths, and what the system knows of it. */
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type * as Electron from 'electron'
import { chromium, type Browser } from 'playwright-core'
import { launchChromium, usualLanguage, type Chromium } from './chromium.ts'
import { preventable } from './event.ts'
import { onOtherStart, leaveInstance, takeInstance } from './instance.ts'
import { isPackaged, only, platform, record, recorded } from './platform.ts'

/** The Chromium that the program started, or its part of a shared one. */
type Loaded = { partition: string; own: null } | { partition: null; own: Omit<Chromium, 'close'> }

let chromiumProcess: Chromium | undefined
let browser: Browser | undefined

async function ready(): Promise<void> {
  // macOS delivers a link that started the program before it is ready, and once.
  const link = process.env['STAND_IN_OPEN_URL']
  if (link !== undefined) app.emit('open-url', preventable({}), link)
  const shared = process.env['STAND_IN_CHROMIUM']
  if (shared === undefined) {
    chromiumProcess ??= await launchChromium(process.env['STAND_IN_BROWSER']!, language)
  }
  browser ??= await chromium.connectOverCDP(shared ?? chromiumProcess!.endpoint)
  if (shared !== undefined) await takePartition(browser)
  onOtherStart(({ argv, cwd }) => app.emit('second-instance', {}, argv, cwd))
}

let partitionId: string | undefined

/**
 * In a Chromium that other programs use, too, this one has windows, storage and permissions of its
 * own. They end with the connection, also when the program is killed.
 */
async function takePartition(shared: Browser): Promise<void> {
  const session = await shared.newBrowserCDPSession()
  const options = { disposeOnDetach: true }
  partitionId = (await session.send('Target.createBrowserContext', options)).browserContextId
}

/** What DevTools calls the context of this program's windows; undefined for the usual one. */
export const partition = (): string | undefined => partitionId

/** Ends the program with everything that it started. */
export async function end(code: number): Promise<void> {
  await browser?.close()
  await chromiumProcess?.close()
  leaveInstance()
  process.exit(code)
}

export const browserContext = () => browser!.contexts()[0]!

/** The person's, such as `de-DE`. */
const language = process.env['STAND_IN_LANGUAGE'] ?? usualLanguage

/** As in lib/browser/init.ts: `productName` of the app's package.json, or its `name`. */
function nameInManifest(): string {
  const manifest = new URL('../../../package.json', import.meta.url)
  const { productName, name } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    productName?: string
    name: string
  }
  return (productName ?? name).trim()
}

type AppPart =
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'requestSingleInstanceLock'
  | 'setPath'
  | 'getPath'
  | 'getAppPath'
  | 'getVersion'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'enableSandbox'
  | 'setDesktopName'
  | 'setBadgeCount'
  | 'setAboutPanelOptions'
  | 'setAsDefaultProtocolClient'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'isPackaged'
  | 'name'

/** A window, as quitting the program sees it. */
interface Closable {
  close(): void
  destroy(): void
}

class App extends EventEmitter implements Pick<Electron.App, AppPart> {
  readonly isPackaged = isPackaged
  name = nameInManifest()
  readonly paths = new Map<string, string>()
  badgeCount = 0
  desktopName = ''
  /** The open windows, as quitting the program counts them. */
  readonly windows: Closable[] = []
  readonly dock = platform === 'darwin' ? new Dock() : undefined
  readonly commandLine = {
    getSwitchValue: (name: string) =>
      process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
    hasSwitch: (name: string) => process.argv.some((each) => each.startsWith(`--${name}`)),
    appendSwitch: (name: string, value = '') => record('appendSwitch', `${name}=${value}`),
  }
  #ready: Promise<void> | undefined
  #isQuitting = false
  #isExiting = false
  #isShutDown = false

  whenReady(): Promise<void> {
    return (this.#ready ??= ready())
  }
  isReady = () => browser !== undefined

  quit(): void {
    this.#quit(false)
  }
  /** The same as requested by the system: Cmd+Q, the dock, a signal. */
  quitBySystem(): void {
    setImmediate(() => this.#quit(true))
  }
  /**
   * As in shell/browser/browser.cc: while `before-quit` is emitted, a nested call may set the flag,
   * and the outer one's result then overwrites it. Windows close in their own time; when the last
   * one has closed, `will-quit` is emitted.
   *
   * @param isOutside called from no JavaScript
   */
  #quit(isOutside: boolean): void {
    if (this.#isQuitting) return
    this.#isQuitting = this.#tell('before-quit', isOutside)
    if (!this.#isQuitting) return
    if (this.windows.length === 0) this.#endUnlessHeld(isOutside)
    else for (const window of [...this.windows]) window.close()
  }
  exit(code = 0): void {
    this.#isQuitting = true
    this.#isExiting = true
    for (const window of [...this.windows]) window.destroy()
    void end(code)
  }
  /** A window refused to close, which cancels the quit. */
  closeCanceled(): void {
    this.#isQuitting = false
  }
  windowGone(window: Closable): void {
    this.windows.splice(this.windows.indexOf(window), 1)
    if (this.windows.length > 0 || this.#isExiting) return
    if (this.#isQuitting) this.#endUnlessHeld(true)
    else if (!this.emit('window-all-closed')) this.quit()
  }
  #endUnlessHeld(isOutside: boolean): void {
    if (this.#isShutDown) return
    if (!this.#tell('will-quit', isOutside)) {
      this.#isQuitting = false
      return
    }
    this.#isShutDown = true
    void end(0)
  }
  /**
   * Returns whether no listener prevented it. An event that comes from C++ drains the queue of
   * microtasks before it returns: continuations of promises that have settled run inside of it.
   */
  #tell(name: 'before-quit' | 'will-quit', isOutside: boolean): boolean {
    const event = preventable({})
    this.emit(name, event)
    if (isOutside) (process as unknown as { _tickCallback(): void })._tickCallback()
    return !event.defaultPrevented
  }

  requestSingleInstanceLock(): boolean {
    return takeInstance(this.getPath('userData'))
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? tmpdir()
  }
  getAppPath = () => process.cwd()
  getVersion = () => '0.0.0'
  getSystemLocale = () => language
  getPreferredSystemLanguages = () => [language]
  enableSandbox(): void {}
  setDesktopName(name: string): void {
    this.desktopName = name
  }
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    record('setAboutPanelOptions', options)
  }
  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    record('setAsDefaultProtocolClient', { protocol, path, args })
    return true
  }
  setAppUserModelId(id: string): void {
    record('setAppUserModelId', id)
  }
  setToastActivatorCLSID(id: string): void {
    only(['win32'], 'app.setToastActivatorCLSID')
    record('setToastActivatorCLSID', id)
  }
  /** `args` and `path` exist on Windows alone: macOS starts the program without them. */
  setLoginItemSettings(settings: Electron.Settings): void {
    only(['win32', 'darwin'], 'app.setLoginItemSettings')
    record('setLoginItemSettings', settings)
    login.opens = settings.openAtLogin ?? false
    // As in browser_win.cc: switched on again in the Task Manager too, unless told otherwise.
    if (login.opens && settings.enabled !== false) login.isSwitchedOff = false
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    only(['win32', 'darwin'], 'app.getLoginItemSettings')
    return {
      openAtLogin: login.opens,
      wasOpenedAtLogin: process.env['STAND_IN_AT_LOGIN'] === '1',
      status: login.status ?? (login.opens ? 'enabled' : 'not-registered'),
      executableWillLaunchAtLogin: login.opens && !login.isSwitchedOff,
      launchItems: [],
    } as unknown as Electron.LoginItemSettings
  }
}

/** macOS: what the dock shows. */
class Dock implements Pick<Electron.Dock, 'setBadge'> {
  badge = ''
  setBadge(text: string): void {
    this.badge = text
  }
}

const login: { opens: boolean; isSwitchedOff: boolean; status: string | undefined } = {
  opens: process.env['STAND_IN_LOGIN_ITEM'] !== undefined,
  isSwitchedOff: process.env['STAND_IN_LOGIN_ITEM'] === 'switched-off',
  status: process.env['STAND_IN_LOGIN_STATUS'],
}

export const app = new App()
const windowLoaded = once(app, 'stand-in:window-loaded')

/**
 * Chromium handles each of these once, asks the program to quit, and leaves the next one to the
 * system, which ends it. A handler that the program set after it was ready replaces Chromium's;
 * when that one is removed, nothing comes back.
 */
let signalsHeard = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  let hasShot = true
  process.on(signal, () => {
    signalsHeard += 1
    if (process.listenerCount(signal) > 1) {
      hasShot = false
      return
    }
    if (hasShot) {
      hasShot = false
      app.quitBySystem()
      return
    }
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

export const appOperations = {
  /** Where its windows are, once the first one shows its page. */
  loaded: async (): Promise<Loaded> => {
    await windowLoaded
    if (!chromiumProcess) return { partition: partitionId!, own: null }
    const { endpoint, pid, profile } = chromiumProcess
    return { partition: null, own: { endpoint, pid, profile } }
  },
  /** As if the program had been started once more, with these arguments. */
  openAgain: (argv: string[] = []): void => void app.emit('second-instance', {}, argv, ''),
  openUrl: (link: string): void => void app.emit('open-url', preventable({}), link),
  quit: (): void => app.quit(),
  signalsHeard: (): number => signalsHeard,
  /** Cmd+Q, the dock, a signal: from outside of JavaScript. */
  quitBySystem: (): void => app.quitBySystem(),
  /** The icon in the dock, or the program's file, is opened once more. */
  activate: (): void => void app.emit('activate', {}, app.windows.length > 0),
  /** Throws in a listener of the program, outside any try block. */
  fault: (message: string): void =>
    void setImmediate(() => {
      throw new Error(message)
    }),
  /** Rejects a promise of the program that nothing handles. */
  reject: (message: string): void => void Promise.reject(new Error(message)),
  /** Reports that one of Chromium’s processes has ended, other than that of a page. */
  childProcessGone: (details: Electron.Details): void =>
    void app.emit('child-process-gone', {}, details),
  paths: (): Record<string, string> => Object.fromEntries(app.paths),
  badge: (): number => app.badgeCount,
  dockBadge: (): string | undefined => app.dock?.badge,
  desktopName: (): string => app.desktopName,
  /** The calls that the program made for another system than this one. */
  recorded: () => recorded,
}
