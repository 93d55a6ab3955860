import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { startApp, type RunningApp } from '../support/electron-stand-in/start.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'

const { ensureBuilt } = createRequire(import.meta.url)('../../electron/cli/ensure-built.cjs') as {
  ensureBuilt: () => boolean
}
const browser = ensureBrowser()
let home: string
let app: RunningApp
let service: RunningService

beforeAll(async () => {
  if (!ensureBuilt()) throw new Error('The app cannot be built')
  const log = { info() {}, warn() {} }
  const options = { database: ':memory:', port: 0, capabilities: [], demo: true, log }
  service = unwrap(await startService(options))
}, 120_000)
afterAll(() => service.close())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'stint-keychain-'))
})
afterEach(async () => {
  await app.dispose()
  await rm(home, { recursive: true, force: true })
})

async function connected(env: Record<string, string> = {}): Promise<string> {
  app = startApp({ home, browser, env })
  const page = await app.page()
  const answer = await page.evaluate(
    ([url, token]) =>
      (
        window as unknown as { stint: { call(name: string, input: unknown): Promise<unknown> } }
      ).stint.call('account.connect', { url, token }),
    [service.url, service.token],
  )
  expect(answer).toMatchObject({ ok: true })
  const { account } = (answer as { value: { account: string } }).value
  return join(home, 'accounts', account)
}

describe('access tokens in the app', () => {
  it('are sealed by the keychain, and opened again at the next start', async () => {
    const folder = await connected()
    const sealed = await readFile(join(folder, 'token.sealed'), 'utf8')
    expect(sealed).not.toContain(service.token)
    expect(Buffer.from(sealed, 'base64').toString('utf8')).not.toContain(service.token)
    expect(existsSync(join(folder, 'token'))).toBe(false)
    await app.electron.quit().catch(() => undefined)
    await app.ended

    app = startApp({ home, browser })
    const page = await app.page()
    const report = await page.evaluate(() =>
      (
        window as unknown as { stint: { call(name: string, input: unknown): Promise<unknown> } }
      ).stint.call('sync.now', {}),
    )
    expect(report).toMatchObject({ ok: true })
  })

  it('are files of this person where there is no keychain', async () => {
    const folder = await connected({ STAND_IN_KEYCHAIN: 'none' })
    expect(existsSync(join(folder, 'token.sealed'))).toBe(false)
    expect(await readFile(join(folder, 'token'), 'utf8')).toBe(service.token)
  })
})
