/**
 * The host on which the end-to-end tests run, named by `STINT_E2E_HOST`: `browser` (the browser
 * host, unless named otherwise), `stand-in` (the built Electron app on the stand-in), `electron`
 * (the same on a real Electron, through Playwright).
 */
import { fileURLToPath } from 'node:url'
import { _electron, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { electronBinary } from '../../electron/cli/electron-binary.cjs'
import { startApp } from './electron-stand-in/start.ts'
import { startProgram } from './program.ts'
import { openWindow, type WindowOptions } from './window.ts'

/** The app as a test holds it. */
export interface HostedApp {
  /** What the browser host printed when it was ready; nothing of the others. */
  ready: Record<string, string>
  end(signal?: NodeJS.Signals): Promise<void>
  /** One more window of it; the others have one main window, which this answers again. */
  openWindow(): Promise<Page>
}

export interface HostOptions {
  home: string
  env: Record<string, string>
  port: number
  window: WindowOptions
}

/** Starts the app on the host of this run. */
export function startOnHost(options: HostOptions): Promise<HostedApp> {
  switch (process.env['STINT_E2E_HOST'] ?? 'browser') {
    case 'browser':
      return inBrowser(options)
    case 'stand-in':
      return Promise.resolve(onStandIn(options))
    case 'electron':
      return inElectron(options)
    default:
      throw new Error('STINT_E2E_HOST is browser, stand-in or electron')
  }
}

async function inBrowser({ home, env, port, window }: HostOptions): Promise<HostedApp> {
  const app = await startProgram(['app', '--no-open', '--port', String(port)], { home, env })
  return { ...app, openWindow: () => openWindow(app.ready['url']!, window) }
}

function onStandIn({ home, env, window }: HostOptions): HostedApp {
  const app = startApp({ home, browser: inject('browser'), env })
  onTestFinished(() => app.dispose())
  return {
    ready: {},
    async end() {
      await app.electron.quit().catch(() => undefined)
      await app.ended
    },
    openWindow: async () => asWanted(await app.page(), window),
  }
}

async function inElectron({ home, env, window }: HostOptions): Promise<HostedApp> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const app = await _electron.launch({
    executablePath: electronBinary() ?? 'electron',
    args: [
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      root,
      `--home=${home}`,
    ],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  onTestFinished(() => app.close())
  return {
    ready: {},
    end: () => app.close(),
    openWindow: async () => asWanted(await app.firstWindow(), window),
  }
}

async function asWanted(page: Page, { width, height, scheme }: WindowOptions): Promise<Page> {
  await page.setViewportSize({ width: width ?? 1280, height: height ?? 800 })
  await page.emulateMedia({ colorScheme: scheme ?? 'light' })
  return page
}
