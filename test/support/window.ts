/** A real browser window on the browser host, as a person would have it before them. */
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
  onTestFinished(async ({ task }) => {
    // What the person had before them when it went wrong.
    if (task.result?.state === 'fail') {
      const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
      await context.pages()[0]?.screenshot({ path: `test-results/${name}.png` })
    }
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url)
  return page
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
