/**
 * The app on the host of this run, as the end-to-end tests use it: the same tests run unchanged in
 * browser windows, on the stand-in and on a real Electron.
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { electronOptions } from './electron-options.ts'
import { startApp } from './electron-stand-in/start.ts'
import { hostName } from './host-name.ts'
import { startProgram } from './program.ts'
import { pageClock } from './test-day.ts'
import { goTo, openWindow, patience, pictureIfItFails, type WindowOptions } from './window.ts'

/** The page of a small window. */
export type SmallPage = '/mini' | '/entry'

/** The app under test. */
export interface HostedApp {
  /** What the browser host printed when it was ready; empty on the others. */
  ready: Record<string, string>
  /**
   * Ends it by a signal, SIGTERM unless named, and waits until it has exited. On Electron its
   * windows close with it; those of a browser stay.
   */
  end(signal?: NodeJS.Signals): Promise<void>
  /** Starts it once more on the same folder, after it has ended. */
  startAgain(): Promise<HostedApp>
  /**
   * A window with the whole app. Electron has one such window. The second that a test asks for is
   * the mini timer's, with the app's main page in it: a window of its own on the same core, with
   * the same preload behind the same gate. There is no third.
   */
  openWindow(): Promise<Page>
  /** The window of the mini timer or the quick entry; in a browser, one more at its address. */
  openSmall(path: SmallPage): Promise<Page>
  /** The clipboard: the desktop's, or as a page of the browser reads it. */
  clipboard(page: Page): Promise<string>
  /** Puts a text there, as another program would. */
  putOnClipboard(page: Page, text: string): Promise<void>
}

export interface HostOptions {
  home: string
  env: Record<string, string>
  window: WindowOptions
}

type Started = Omit<HostedApp, 'startAgain'>

/** Starts the app on the host of this run. */
export async function startOnHost(options: HostOptions): Promise<HostedApp> {
  const app = await start(options)
  return { ...app, startAgain: () => startOnHost(options) }
}

function start(options: HostOptions): Promise<Started> {
  const host = hostName()
  switch (host) {
    case 'browser':
      return inBrowser(options)
    case 'stand-in':
      return Promise.resolve(onStandIn(options))
    case 'electron':
      return inElectron(options)
  }
}

async function inBrowser({ home, env, window }: HostOptions): Promise<Started> {
  const app = await startProgram(['app', '--no-open'], { home, env })
  const open = () => openWindow(app.ready['url']!, window)
  return {
    ...app,
    openWindow: open,
    async openSmall(path) {
      const page = await open()
      await goTo(page, path)
      return page
    },
    clipboard: readClipboard,
    putOnClipboard: writeClipboard,
  }
}

/** By a permission that the test has, and no page of the app. */
async function readClipboard(page: Page): Promise<string> {
  await allowClipboard(page)
  return page.evaluate(() => navigator.clipboard.readText())
}

async function writeClipboard(page: Page, text: string): Promise<void> {
  await allowClipboard(page)
  await page.evaluate((written) => navigator.clipboard.writeText(written), text)
}

function allowClipboard(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
}

function onStandIn({ home, env, window }: HostOptions): Started {
  const language = window.locale && { STAND_IN_LANGUAGE: window.locale }
  const app = startApp({ home, browser: inject('browser'), env: { ...env, ...language } })
  onTestFinished(() => app.dispose())
  const windows = desktopWindows(app.page, window)
  return {
    ready: {},
    end: app.end,
    ...windows,
    clipboard: readClipboard,
    putOnClipboard: writeClipboard,
  }
}

async function inElectron({ home, env, window }: HostOptions): Promise<Started> {
  const app = await _electron.launch(electronOptions({ home, env, locale: window.locale }))
  await app.context().addInitScript(pageClock())
  const child = app.process()
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  onTestFinished(() => end('SIGKILL'))
  const page = async (path?: SmallPage): Promise<Page> => {
    if (path === undefined) return onTestClock(await app.firstWindow())
    for (;;) {
      const found = app.windows().find((one) => new URL(one.url()).hash === `#${path}`)
      if (found) return onTestClock(found)
      await pause(20)
    }
  }
  return {
    ready: {},
    end,
    ...desktopWindows(page, window),
    clipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    putOnClipboard: (_page, text) =>
      app.evaluate(({ clipboard }, written) => clipboard.writeText(written), text),
  }
}

/** Reloads a page that was loaded before its clock was set. */
async function onTestClock(page: Page): Promise<Page> {
  if (await page.evaluate(() => String(Date).includes('[native code]'))) await page.reload()
  return page
}

/** The main window of the desktop app, and those that it opens when a page asks for them. */
function desktopWindows(
  pageOf: (path?: SmallPage) => Promise<Page>,
  options: WindowOptions,
): Pick<HostedApp, 'openWindow' | 'openSmall'> {
  const opened = new Map<SmallPage | undefined, Page>()
  const take = async (path?: SmallPage): Promise<Page> => {
    const page = await pageOf(path)
    opened.set(path, page)
    pictureIfItFails(() => page)
    page.setDefaultTimeout(patience)
    await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 })
    await page.emulateMedia({ colorScheme: options.scheme ?? 'light' })
    return page
  }
  const openSmall = async (path: SmallPage): Promise<Page> => {
    if (opened.has(path)) throw new Error(`On Electron the window ${path} is there once`)
    const main = opened.get(undefined) ?? (await take())
    await main.evaluate((name) => {
      const { stint } = window as unknown as { stint: { call(...input: unknown[]): unknown } }
      return stint.call('desktop.open', { window: name })
    }, path.slice(1))
    return take(path)
  }
  return {
    openSmall,
    async openWindow() {
      if (!opened.has(undefined)) return take()
      const page = await openSmall('/mini')
      await goTo(page, '/')
      return page
    },
  }
}
