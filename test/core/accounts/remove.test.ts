/**
 * Accounts that are added and removed while an app is open. None is removed with unsent work that
 * the refusal did not name.
 */
import { cpSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHome } from '#core/accounts/home.ts'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { startBareService } from '../../e2e/bare-service.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

onAnyDay()

const date = '2026-04-14'

async function open(home: string, background: boolean) {
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const ports = { ...createNodePorts({ home, startService }), log: { info() {}, warn() {} } }
  const host = background ? 'browser' : 'cli'
  const core = await createCore(ports, { home, host, version: '0', background })
  onTestFinished(() => core.close())
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  return {
    call,
    close: () => core.close(),
    current: async () => unwrap(await call('app.state')).account?.account ?? null,
    async prepare() {
      unwrap(await call('projects.add', { name: 'Website', currency: 'EUR' }))
      unwrap(await call('tasks.add', { name: 'Design' }))
    },
    log: (notes: string) =>
      call('times.create', { project: 1, task: 1, date, start: 540, quantity: 4, notes }),
    notes: async () => unwrap(await call('times.list', {})).data.map(({ notes }) => notes),
  }
}
const openApp = (home: string) => open(home, true)
const openCommand = (home: string) => open(home, false)

const folderOf = (home: string, account: string) => join(home, 'accounts', account)

/** Takes the account away while an app works in it, which no command does any more. */
function takeAway(home: string, account: string) {
  const list = openHome(home)
  const { accounts, ...state } = list.read()
  const others = accounts.filter((record) => record.account !== account)
  list.write({ ...state, current: others[0]?.account ?? null, accounts: others })
  rmSync(folderOf(home, account), { recursive: true })
}

describe('an app whose account was removed', () => {
  it('acknowledges nothing, and begins as on first run', async () => {
    const home = testFolder()
    const app = await openApp(home)
    const { account } = unwrap(await app.call('account.createLocal'))
    await app.prepare()
    takeAway(home, account)
    expect(await app.log('Lost')).toMatchObject({ error: { code: 'no-account' } })
    expect(await app.current()).toBeNull()
    expect(existsSync(folderOf(home, account))).toBe(false)
  })

  it('continues on its own with the account that is current', async () => {
    const home = testFolder()
    const service = await startBareService()
    service.add({ date, start: 480, notes: 'From the service' })
    const app = await openApp(home)
    const other = unwrap(await app.call('account.connect', { url: service.url, token: 'token' }))
    unwrap(await app.call('sync.now', {}))
    const { account } = unwrap(await app.call('account.createLocal'))
    await app.prepare()
    unwrap(await app.log('Taken away'))
    takeAway(home, account)
    expect(await app.log('Lost')).toMatchObject({ error: { code: 'no-account' } })
    expect(await app.current()).toBe(other.account)
    expect(await app.notes()).toEqual(['From the service'])
  })

  it('notices on its own timer, without any call', async () => {
    const home = testFolder()
    const startService = () => Promise.reject(new Error('no demo in this test'))
    const ports = { ...createNodePorts({ home, startService }), log: { info() {}, warn() {} } }
    const core = await createCore(ports, { home, host: 'browser', version: '0', background: true })
    onTestFinished(() => core.close())
    const { account } = unwrap(
      (await core.call('account.createLocal', undefined)) as Result<
        CallValue<'account.createLocal'>
      >,
    )
    const heard: string[] = []
    core.on(({ event }) => void heard.push(event))
    takeAway(home, account)
    await until(() => expect(heard).toContain('app-state-changed'))
  })

  it('opens the copy that was put in place of its account', async () => {
    const home = testFolder()
    const app = await openApp(home)
    const { account } = unwrap(await app.call('account.createLocal'))
    await app.prepare()
    unwrap(await app.log('Before'))
    await app.close()
    cpSync(folderOf(home, account), join(home, 'copy'), { recursive: true })
    const again = await openApp(home)
    unwrap(await again.log('After the copy'))
    renameSync(folderOf(home, account), join(home, 'moved'))
    renameSync(join(home, 'copy'), folderOf(home, account))
    await until(async () => expect(await again.notes()).toEqual(['Before']))
  })
})

describe('unsent work', () => {
  it('is counted before its account is removed, open or not', async () => {
    const home = testFolder()
    const program = await openCommand(home)
    const { account } = unwrap(await program.call('account.createLocal'))
    await program.prepare()
    unwrap(await program.log('One'))
    unwrap(await program.log('Two'))
    unwrap(await program.call('timer.start', {}))
    const refusal = {
      error: {
        code: 'conflict',
        message: expect.stringMatching(
          /4 changes that are only on this computer and the running timer/,
        ),
        fields: { unsent: [expect.any(String)] },
      },
    }
    expect(await program.call('account.remove', { account })).toMatchObject(refusal)
    expect(await program.notes()).toHaveLength(2)

    const service = await startBareService()
    service.add({ date, start: 480 })
    const connected = { url: service.url, token: 'token' }
    const other = unwrap(await program.call('account.connect', connected))
    expect(await program.call('account.remove', { account })).toMatchObject(refusal)
    unwrap(await program.call('account.remove', { account, unsent: true }))
    expect(await program.current()).toBe(other.account)

    unwrap(await program.call('sync.now', {}))
    unwrap(await program.log('Not sent'))
    expect(await program.call('account.remove', { account: other.account })).toMatchObject({
      error: { message: expect.stringContaining('1 unsynced change') },
    })
  })

  it('does not keep an account from being removed that has none', async () => {
    const home = testFolder()
    const service = await startBareService()
    service.add({ date, start: 480, notes: 'From the service' })
    const program = await openCommand(home)
    const connected = { url: service.url, token: 'token' }
    const { account } = unwrap(await program.call('account.connect', connected))
    unwrap(await program.call('sync.now', {}))
    expect(unwrap(await program.call('account.remove', { account }))).toBeNull()
  })

  it('is assumed where the database cannot be read', async () => {
    const home = testFolder()
    const program = await openCommand(home)
    const { account } = unwrap(await program.call('account.createLocal'))
    await program.prepare()
    const service = await startBareService()
    unwrap(await program.call('account.connect', { url: service.url, token: 'token' }))
    const database = join(folderOf(home, account), 'stint.db')
    truncateSync(database)
    writeFileSync(database, 'Dear Sir')
    expect(await program.call('account.remove', { account })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('can’t read') },
    })
    expect(unwrap(await program.call('account.remove', { account, unsent: true }))).toBeNull()
  })
})

it('lists which account is in use, and which are signed in', async () => {
  const home = testFolder()
  const service = await startBareService()
  const program = await openCommand(home)
  const { account } = unwrap(
    await program.call('account.connect', { url: service.url, token: 'token' }),
  )
  const local = unwrap(await program.call('account.createLocal'))
  const standing = async () =>
    unwrap(await program.call('account.list')).map(({ account, current, signedIn }) => [
      account,
      current,
      signedIn,
    ])
  expect(await standing()).toEqual([
    [account, false, true],
    [local.account, true, null],
  ])
  unwrap(await program.call('account.signOut', { account }))
  unwrap(await program.call('account.switch', { account }))
  expect(await standing()).toContainEqual([account, true, false])
  expect(await program.call('sync.now', {})).toMatchObject({
    error: { code: 'unauthenticated', message: expect.stringContaining('is signed out') },
  })
})
