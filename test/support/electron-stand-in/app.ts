/** The program itself: its life, its paths, and what the system knows of it. */
import { EventEmitter, once } from 'node:events'
import { tmpdir } from 'node:os'
import type * as Electron from 'electron'
import { chromium, type Browser } from 'playwright-core'
import { launchChromium, type Chromium } from './chromium.ts'
import { preventable } from './event.ts'

let chromiumProcess: Chromium | undefined
let browser: Browser | undefined

async function ready(): Promise<void> {
  chromiumProcess ??= await launchChromium(process.env['STAND_IN_BROWSER']!, language)
  browser ??= await chromium.connectOverCDP(chromiumProcess.endpoint)
}

/** Ends the program with everything that it started. */
export async function end(code: number): Promise<void> {
  await browser?.close()
  await chromiumProcess?.close()
  process.exit(code)
}

export const browserContext = () => browser!.contexts()[0]!

/** Those that are open, as far as the program's end is concerned. */
export const openWindows: { close(): void }[] = []

/** The person's, such as `de-DE`. */
const language = process.env['STAND_IN_LANGUAGE'] ?? 'en-GB'

type AppPart =
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'requestSingleInstanceLock'
  | 'setPath'
  | 'getPath'
  | 'getAppPath'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'enableSandbox'
  | 'setDesktopName'
  | 'setBadgeCount'
  | 'setAsDefaultProtocolClient'
  | 'setLoginItemSettings'
  | 'isPackaged'

class App extends EventEmitter implements Pick<Electron.App, AppPart> {
  readonly isPackaged = false
  readonly paths = new Map<string, string>()
  readonly protocols: string[] = []
  badgeCount = 0
  desktopName = ''
  #ready: Promise<void> | undefined

  whenReady(): Promise<void> {
    return (this.#ready ??= ready())
  }
  /** Like Electron: asks first, closes the windows, asks again, and is gone. */
  quit(): void {
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    for (const window of [...openWindows]) window.close()
    const will = preventable({})
    this.emit('will-quit', will)
    if (!will.defaultPrevented) void end(0)
  }
  exit(code = 0): void {
    void end(code)
  }
  requestSingleInstanceLock(): boolean {
    return process.env['STAND_IN_INSTANCE'] !== 'second'
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? tmpdir()
  }
  getAppPath = () => process.cwd()
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
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol)
    return true
  }
  setLoginItemSettings(): void {
    throw new Error('On Linux a program starts at login by a file')
  }
}
export const app = new App()
const windowLoaded = once(app, 'stand-in:window-loaded')

export const appOperations = {
  /** Chromium, and where its DevTools answer, once the first window shows its page. */
  loaded: async (): Promise<Omit<Chromium, 'close'>> => {
    await windowLoaded
    const { endpoint, pid, profile } = chromiumProcess!
    return { endpoint, pid, profile }
  },
  /** The program is started once more, with these arguments. */
  openAgain: (argv: string[] = []): void => void app.emit('second-instance', {}, argv, ''),
  openUrl: (link: string): void => void app.emit('open-url', preventable({}), link),
  quit: (): void => app.quit(),
  paths: (): Record<string, string> => Object.fromEntries(app.paths),
  badge: (): number => app.badgeCount,
  protocols: (): string[] => app.protocols,
}
