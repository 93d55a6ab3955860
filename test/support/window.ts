/** Windows as a person sees them: a real browser's on the browser host. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, inject, onTestFinished } from 'vitest'
import { addressBarPages } from './electron-stand-in/chromium.ts'
import { pageClock, testDay } from './test-day.ts'

export interface WindowOptions {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  locale?: string
}

/** Milliseconds that a page is waited for: longer than the busiest machine takes. */
export const patience = 90_000

/** One browser for all tests of a file: starting it takes longer than most of them. */
let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

/** Chromium obeys the last list that it is given: this one begins with Playwright's own. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
  ...addressBarPages,
]

const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: inject('browser'),
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join()}`,
    ],
  })

/**
 * Opens the address in a window with cookies and storage of its own, as another person's browser
 * has; it closes when the test ends.
 */
export async function openWindow(url: string, options: WindowOptions = {}): Promise<Page> {
  const context = await (
    await (browser ??= startBrowser())
  ).newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en-GB',
    timezoneId: testDay().zone,
  })
  context.setDefaultTimeout(patience)
  await context.addInitScript(pageClock())
  onTestFinished(() => context.close())
  const page = await context.newPage()
  pictureIfItFails(() => page)
  await page.goto(url)
  return page
}

/** Saves a picture of the page when a test failed, and prints its console. */
export function pictureIfItFails(page: () => Page | undefined): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
    const taken = page()?.screenshot({ path: `test-results/${name}.png`, timeout: 10_000 })
    // A window that has been closed leaves none.
    await taken?.catch(() => undefined)
    for (const open of page()?.context().pages() ?? []) {
      const said = await open.locator('body').innerText({ timeout: 5_000 }).catch(String)
      console.error(`${task.name}: ${open.url()} says:\n${said}`)
    }
  })
}

/**
 * Opens another page of the app in the same window, as a link within it would: once there is one. A
 * window that is still loading continues to the page that it was opened at.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.getByRole('main').first().waitFor()
  await page.evaluate((to) => {
    location.hash = to
  }, path)
}

/** A port of 127.0.0.1 that nothing uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
