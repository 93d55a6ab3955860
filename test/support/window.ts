/** Windows as a person would have them before them: a real browser's on the browser host. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'

export interface WindowOptions {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  locale?: string
  zone?: string
}

/** Milliseconds that a page is waited for: longer than the busiest machine takes. */
export const patience = 90_000

/** Opens the address in a fresh browser profile, which goes when the test ends. */
export async function openWindow(url: string, options: WindowOptions = {}): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'stint-profile-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: inject('browser'),
    headless: true,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en-GB',
    timezoneId: options.zone ?? 'UTC',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  onTestFinished(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  })
  context.setDefaultTimeout(patience)
  pictureIfItFails(() => context.pages()[0])
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url)
  return page
}

/** Keeps what the person had before them when the test went wrong. */
export function pictureIfItFails(page: () => Page | undefined): void {
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
    const taken = page()?.screenshot({ path: `test-results/${name}.png`, timeout: 10_000 })
    // A window that has gone leaves none.
    await taken?.catch(() => undefined)
  })
}

/** Another page of the app in the same window, as a link within it would lead there. */
export async function goTo(page: Page, path: string): Promise<void> {
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
