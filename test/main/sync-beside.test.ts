/** `stint sync` as a real process beside the app, whose keychain alone opens the token. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOwner } from '#core/node/owner-file.ts'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import type { SyncReport } from '#shared/ipc/call-results.ts'
import { ensureBrowser } from '../support/ensure-browser.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { onAnyDay } from '../support/test-day.ts'
import { newHome, openApp, type Opened } from './opened.ts'
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

async function connected(): Promise<Opened & { folder: string }> {
  const opened = await openApp(browser, { isNew: true })
  const { url, token } = service
  const { account } = await opened.ask('account.connect', { url, token: token! })
  const folder = join(opened.home, 'accounts', account)
  expect(existsSync(join(folder, 'token'))).toBe(false)
  return { ...opened, folder }
}

const quit = async ({ app, electron }: Opened) => {
  await electron.quit().catch(() => undefined)
  await app.ended
}

describe('stint sync beside the app with the keychain', () => {
  it('has the app sync, and prints its report', async () => {
    const { home, ask } = await connected()
    // Automatic sync is paused, so that only the command can send.
    await ask('sync.pause')
    await until(async () => {
      expect(await ask('sync.status')).toMatchObject({ phase: { is: 'paused' } })
    })
    const added = await runProgram(
      ['times', 'add', '--date', '2026-04-14', '--start', '09:00', '--quantity', '2'].concat(
        ...['--project-id', 'remote:1', '--task-id', 'remote:1'],
      ),
      { home },
    )
    expect(added.code, JSON.stringify(added)).toBe(0)
    const synced = await runProgram(['sync'], { home })
    expect(synced).toMatchObject({ code: 0, stderr: '', json: { pushed: 1, pending: 0 } })
    expect(Object.keys(synced.json as SyncReport).toSorted()).toEqual(
      ['pushed', 'pulled', 'pending', 'inbox', 'requests'].toSorted(),
    )
    const waited = await runProgram(['sync', '--wait'], { home })
    expect(waited).toMatchObject({ code: 0, json: { pushed: 0, pending: 0 } })
    const accounts = await runProgram(['account', 'list'], { home })
    expect(accounts.json).toMatchObject([{ signedIn: true }])
  })

  it('says what to do where the app is not open, and leaves no trace of it', async () => {
    const opened = await connected()
    const { home } = opened
    await until(async () => {
      expect(await opened.ask('sync.status')).toMatchObject({ phase: { is: 'idle' } })
    })
    await quit(opened)
    expect(readOwner(home)).toBeNull()
    const before = await runProgram(['sync', 'log'], { home })
    expect(await runProgram(['sync'], { home })).toMatchObject({
      code: 3,
      json: { error: { code: 'offline', message: expect.stringMatching(/keychain.*Open Stint/) } },
    })
    expect((await runProgram(['sync', 'log'], { home })).json).toEqual(before.json)
  })

  it('syncs the account that the app has open, and says what to do where it was killed', async () => {
    const { home, app, ask, folder } = await connected()
    const account = folder.slice(folder.lastIndexOf('/') + 1)
    await ask('account.createLocal')
    expect(await runProgram(['sync'], { home })).toMatchObject({
      code: 1,
      json: { error: { message: expect.stringContaining('this computer only') } },
    })
    await runProgram(['account', 'use', account], { home })
    expect(await ask('app.state')).toMatchObject({ account: { account } })
    expect(await runProgram(['sync'], { home })).toMatchObject({ code: 0 })
    await app.end('SIGKILL')
    expect(readOwner(home)?.channel).toBeTruthy()
    expect(await runProgram(['sync'], { home })).toMatchObject({
      code: 3,
      json: { error: { message: expect.stringContaining('Open Stint') } },
    })
  })

  it('forgets the token for the app too when the command line signs out', async () => {
    const { home, folder } = await connected()
    const account = folder.slice(folder.lastIndexOf('/') + 1)
    expect((await runProgram(['account', 'sign-out', account], { home })).code).toBe(0)
    expect(existsSync(join(folder, 'token.sealed'))).toBe(false)
    expect(await runProgram(['sync'], { home })).toMatchObject({
      code: 1,
      json: { error: { code: 'unauthenticated' } },
    })
  })
})

describe('stint sync beside the browser host', () => {
  it('waits for a running sync in the app instead of finding the account busy', async () => {
    const home = await newHome()
    const { url, token } = service
    const connecting = await runProgram(['connect', url], { home, env: { STINT_TOKEN: token! } })
    expect(connecting.code).toBe(0)
    await startProgram(['app', '--no-open'], { home })
    const several = await Promise.all(
      Array.from({ length: 4 }, () => runProgram(['sync'], { home })),
    )
    for (const each of several) expect(each).toMatchObject({ code: 0, json: { pending: 0 } })
  })
})
