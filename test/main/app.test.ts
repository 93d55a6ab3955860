import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { startApp, type RunningApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'

const { ensureBuilt } = createRequire(import.meta.url)('../../electron/cli/ensure-built.cjs') as {
  ensureBuilt: () => boolean
}

/** What the preload puts on the page. */
interface Exposed {
  stint: {
    call(
      name: string,
      input?: unknown,
    ): Promise<{ ok: boolean; value?: unknown; error?: { code: string } }>
    on(listener: (event: { event: string }) => void): () => void
  }
}

/** Asks until it is so, for as long as a busy machine takes. */
const until = (state: () => Promise<void>) => vi.waitFor(state, { timeout: 20_000 })

const call = (page: Page, name: string, input?: unknown) =>
  page.evaluate(
    ([name, input]) => (window as unknown as Exposed).stint.call(name as string, input),
    [name, input],
  )

const browser = ensureBrowser()
const newHome = () => mkdtemp(join(tmpdir(), 'stint-main-'))

let home: string
let app: RunningApp

async function end(): Promise<void> {
  await app.dispose()
  await rm(home, { recursive: true, force: true })
}

beforeAll(() => {
  if (!ensureBuilt()) throw new Error('The app cannot be built')
}, 120_000)

describe('the window, on first run', { timeout: 60_000 }, () => {
  let page: Page
  beforeAll(async () => {
    home = await newHome()
    app = startApp({ home, browser })
    page = await app.page()
    await page.waitForSelector('#app > *')
  }, 60_000)
  afterAll(end)

  it('is one, confined, and shows the page', async () => {
    await until(async () => {
      expect(await app.electron.windows()).toMatchObject([
        {
          visible: true,
          url: 'app://stint/#/',
          preferences: {
            sandbox: true,
            contextIsolation: true,
            nodeIntegration: false,
            webviewTag: false,
          },
        },
      ])
    })
    expect(await app.electron.hasMenu()).toBe(true)
    expect(await app.electron.paths()).toEqual({ userData: join(home, 'electron') })
  })

  it('refuses a call that the contract does not have, and arguments that it does not take', async () => {
    expect(await call(page, 'files.read', '/etc/passwd')).toMatchObject({
      error: { code: 'unknown-call' },
    })
    expect(await call(page, 'times.show', { local: 'x' })).toMatchObject({
      error: { code: 'validation' },
    })
  })

  it('gives the page nothing but two functions', async () => {
    const seen = await page.evaluate(() => ({
      functions: Object.keys((window as unknown as Exposed).stint),
      others: ['require', 'process', 'ipcRenderer', 'module'].filter((name) => name in window),
    }))
    expect(seen).toEqual({ functions: ['call', 'on'], others: [] })
  })

  it.each([
    ['another origin in the main frame', { url: 'https://evil.example/', isMainFrame: true }],
    ['another host of the app’s scheme', { url: 'app://evil/', isMainFrame: true }],
    ['a lookalike', { url: 'app://stint.evil/', isMainFrame: true }],
    ['a frame inside the page', { url: 'app://stint/', isMainFrame: false }],
    ['a frame that has gone', { url: null, isMainFrame: true }],
  ])('refuses a call from %s', async (_who, frame) => {
    const answer = await app.electron.invoke({
      ...frame,
      channel: 'stint:call',
      args: ['app.state'],
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'refused-sender' } })
  })

  it('serves the page with a strict policy, and nothing outside the page’s folder', async () => {
    const page = await app.electron.request('app://stint/')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'",
    )
    for (const url of [
      'app://stint/../main/index.js',
      'app://stint/%2e%2e/main/index.js',
      'app://stint/..%2fmain%2findex.js',
      'app://stint/%2e%2e%5cmain/index.js',
      'app://stint//etc/passwd.js',
      'app://other/index.html',
    ]) {
      expect(await app.electron.request(url), url).toMatchObject({ status: 404, body: '' })
    }
  })

  it('neither navigates nor opens windows, and leaves links of https to the system', async () => {
    await page.evaluate(() => {
      location.href = 'https://example.org/away'
    })
    await page.evaluate(() => void window.open('https://example.org/link'))
    await until(async () => {
      expect(await app.electron.openedOutside()).toEqual(['https://example.org/link'])
    })
    expect(page.url()).toBe('https://stint.invalid/#/')
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read']) {
      expect(await app.electron.permission(permission)).toBe(false)
    }
  })

  it('comes forward when the program is started again', async () => {
    await app.electron.openAgain()
    expect(await app.electron.windows()).toHaveLength(1)
  })
})

describe('the program', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    home = await newHome()
  })
  afterEach(end)

  it('answers a call of the page, tells it what changed, and stops telling when asked', async () => {
    app = startApp({ home, browser })
    const page = await app.page()
    await page.waitForSelector('#app > *')
    expect(await call(page, 'app.state')).toMatchObject({
      ok: true,
      value: { host: 'electron', account: null },
    })

    await page.evaluate(() => {
      const { stint } = window as unknown as Exposed
      const heard: string[] = []
      Object.assign(window, { heard, quiet: stint.on(({ event }) => heard.push(event)) })
    })
    expect(await call(page, 'account.local')).toMatchObject({ ok: true })
    await page.waitForFunction(() =>
      (window as unknown as { heard: string[] }).heard.includes('app'),
    )

    await page.evaluate(() => {
      const told = window as unknown as { heard: string[]; quiet(): void }
      told.quiet()
      told.heard.length = 0
    })
    // A second listener shows that the event has come to this page.
    await page.evaluate(() => {
      const { stint } = window as unknown as Exposed
      stint.on(({ event }) => event === 'timer' && Object.assign(window, { started: true }))
    })
    expect(await call(page, 'timer.start', {})).toMatchObject({ ok: true })
    await page.waitForFunction(() => (window as unknown as { started?: true }).started)
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([])
  })

  it('shows the running timer in the tray and stops it there', async () => {
    app = startApp({ home, browser })
    const page = await app.page()
    await call(page, 'account.local')
    await call(page, 'timer.start', { notes: 'Offer' })
    await until(async () => {
      const { toolTip, items } = await app.electron.tray()
      expect(toolTip).toBe('Stint: 0:00  Offer')
      expect(items.map(({ label }) => label)).toContain('Stop timer')
    })
    await app.electron.clickTray('Stop timer')
    await until(async () => {
      expect((await app.electron.tray()).toolTip).toBe('Stint: No timer')
    })
    expect(await call(page, 'timer.status')).toEqual({ ok: true, value: { running: false } })
  })

  it('keeps the timer, the window’s place and the database in order over a quit', async () => {
    app = startApp({ home, browser })
    const first = await app.page()
    await call(first, 'account.local')
    await call(first, 'timer.start', { notes: 'Offer' })
    await app.electron.clickTray('Quit').catch(() => undefined)
    expect(await app.ended).toBe(0)
    expect(JSON.parse(await readFile(join(home, 'window.json'), 'utf8'))).toMatchObject({
      maximized: false,
    })

    app = startApp({ home, browser })
    const again = await app.page()
    expect(await call(again, 'timer.status')).toMatchObject({
      value: { running: true, notes: 'Offer' },
    })
  })

  it('leaves the data folder alone when another instance runs on it', async () => {
    app = startApp({ home, browser, env: { STAND_IN_INSTANCE: 'second' } })
    expect(await app.ended).toBe(0)
    expect(existsSync(join(home, 'stint.json'))).toBe(false)
  })
})
