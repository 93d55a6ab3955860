import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { onAnyDay } from '../support/test-day.ts'
import { openApp, rawCall, type Opened, type OpenOptions } from './opened.ts'
import { until } from '../support/until.ts'

const { clock } = onAnyDay()

let browser: string
let service: RunningService

beforeAll(async () => {
  browser = ensureBrowser()
  const log = { info() {}, warn() {} }
  const options = { database: ':memory:', port: 0, capabilities: [], demo: true, log, clock }
  service = unwrap(await startService(options))
})
afterAll(() => service.close())

/** Opens the app and connects; returns the account's folder with it. */
async function connected(options: OpenOptions = {}): Promise<Opened & { folder: string }> {
  const opened = await openApp(browser, { ...options, isNew: true })
  const folder = await connect(opened)
  return { ...opened, folder }
}

async function connect({ ask, home }: Opened): Promise<string> {
  const url = service.url
  const { account } = await ask('account.connect', { url, token: service.token! })
  return join(home, 'accounts', account)
}

async function ended({ electron, app }: Opened): Promise<void> {
  await electron.quit().catch(() => undefined)
  await app.ended
}

const kept = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'token'), 'utf8')) as object

/** All that someone who has the disk finds the token in. */
async function filesWithToken(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path)).includes(service.token!)) found.push(path)
  }
  return found
}

const place = async ({ ask }: Opened) => (await ask('app.state')).desktop.secrets

describe('access tokens in the app', () => {
  it('are sealed by the keychain, and opened again at the next start', async () => {
    const opened = await connected()
    expect(await place(opened)).toBe('keychain')
    const sealed = await readFile(join(opened.folder, 'token.sealed'), 'utf8')
    expect(sealed).not.toContain(service.token)
    expect(Buffer.from(sealed, 'base64').toString('utf8')).not.toContain(service.token)
    expect(existsSync(join(opened.folder, 'token'))).toBe(false)
    await ended(opened)
    expect(await filesWithToken(opened.home)).toEqual([])

    const next = await openApp(browser, { home: opened.home })
    expect(await rawCall(next.page, 'sync.now', {})).toMatchObject({ ok: true })
  })

  it('are plain files of this person where only a well-known key would seal them', async () => {
    const opened = await connected({ env: { STAND_IN_KEYCHAIN: 'none' } })
    expect(await place(opened)).toBe('file')
    expect(existsSync(join(opened.folder, 'token.sealed'))).toBe(false)
    expect(await kept(opened.folder)).toMatchObject({ token: service.token })
    expect(await filesWithToken(opened.home)).toEqual([join(opened.folder, 'token')])
  })

  it('are sealed on macOS, where the same name of a backend means its keychain', async () => {
    const opened = await connected({
      env: { STAND_IN_KEYCHAIN: 'none', STAND_IN_PLATFORM: 'darwin' },
    })
    expect(await place(opened)).toBe('keychain')
    expect(existsSync(join(opened.folder, 'token.sealed'))).toBe(true)
  })

  it('are plain files where the person denies access to the keychain', async () => {
    const opened = await connected({
      env: { STAND_IN_KEYCHAIN: 'refuses', STAND_IN_PLATFORM: 'darwin' },
    })
    expect(await place(opened)).toBe('file')
    expect(await kept(opened.folder)).toMatchObject({ token: service.token })
  })

  it('block no window while the keychain asks first', async () => {
    const opened = await openApp(browser, { isNew: true, env: { STAND_IN_KEYCHAIN: 'asks' } })
    expect(await place(opened)).toBe('file')
    await opened.electron.answerKeychain(true)
    await until(async () => expect(await place(opened)).toBe('keychain'))
    expect(existsSync(join(await connect(opened), 'token.sealed'))).toBe(true)
  })

  it('keep no window waiting at the next start either, nor does the password of a proxy', async () => {
    const opened = await connected()
    const proxy = { way: 'named', address: 'http://proxy.example.org:3128' } as const
    await opened.ask('network.setProxy', { ...proxy, user: 'ada', password: 'secret' })
    await ended(opened)
    const env = { STAND_IN_KEYCHAIN: 'asks' }
    const next = await openApp(browser, { home: opened.home, env })
    expect((await next.ask('account.list'))[0]).toMatchObject({ signedIn: true })
    await next.electron.answerKeychain(true)
    await until(async () => {
      expect(await next.ask('network.state', {})).toMatchObject({ password: true })
    })
  })

  it('stay usable while the keychain is busy', async () => {
    const opened = await connected()
    await ended(opened)
    const next = await openApp(browser, {
      home: opened.home,
      env: { STAND_IN_KEYCHAIN: 'busy' },
    })
    expect(await rawCall(next.page, 'sync.now', {})).toMatchObject({ ok: true })
  })

  it('are sealed again when the key has changed', async () => {
    const opened = await connected()
    await ended(opened)
    const next = await openApp(browser, {
      home: opened.home,
      env: { STAND_IN_KEYCHAIN: 'rotated' },
    })
    expect(await rawCall(next.page, 'sync.now', {})).toMatchObject({ ok: true })
    // The first entry is the question where secrets would be stored.
    await until(async () => expect(await next.electron.sealed()).toBeGreaterThan(1))
  })
})
