/** What a command does when the app that answers it switches its account, ends, or is silent. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Caller } from '#core/ports.ts'
import { openControlChannel } from '#core/node/control-channel.ts'
import { readOwner } from '#core/node/owner-file.ts'
import { fail, ok, unwrap, type Result } from '#shared/errors.ts'
import type { CallResult } from '#shared/ipc/contract.ts'
import { clientOfApp } from '../../electron/cli/app-client.ts'
import type { CoreClient } from '../../electron/cli/command.ts'
import { testFolder } from '../support/folder.ts'
import { onAnyDay } from '../support/test-day.ts'

onAnyDay()

type Answer = (name: string, caller: Caller) => Promise<CallResult<unknown>>
const openAccount = (account: string) => Promise.resolve(ok({ account: { account } }))

/** The client of an app with these answers, and the calls of a core in place of it. */
async function besideApp(answer: Answer, ownAccount = 'mine') {
  const home = testFolder()
  const core = {
    call: (name: string, _input: unknown, caller: Caller) => answer(name, caller),
    on: () => () => undefined,
  }
  const line = await openControlChannel({
    ...{ home, host: 'browser', core },
    log: { info() {}, warn() {} },
  })
  onTestFinished(() => line.close(() => Promise.resolve()))
  const own: string[] = []
  const openOwn = () =>
    Promise.resolve(
      ok({
        call(name: string): Promise<Result<unknown>> {
          own.push(name)
          return name === 'app.state' ? openAccount(ownAccount) : Promise.resolve(ok('own'))
        },
        on: () => undefined,
        stop: () => Promise.resolve(),
        runsIn: 'command',
      } as unknown as CoreClient),
    )
  const client = unwrap((await clientOfApp(readOwner(home)!, openOwn))!)
  onTestFinished(() => client.stop())
  return { client, own, whileEnding: (run: () => Promise<void>) => line.close(run) }
}

describe('a command beside an app', () => {
  it('means the account that was open at its first call, in all of them', async () => {
    const meant: [string, string | undefined][] = []
    let open = 'mine'
    const { client } = await besideApp((name, { account }) => {
      meant.push([name, account])
      return name === 'app.state' ? openAccount(open) : Promise.resolve(ok(null))
    })
    await client.call('tasks.list', {})
    open = 'other'
    await client.call('app.state')
    await client.call('tasks.delete', { local: 1 })
    expect(meant).toEqual([
      ['app.state', undefined],
      ['tasks.list', 'mine'],
      ['app.state', 'mine'],
      ['tasks.delete', 'mine'],
    ])
  })

  it('means another once it has opened another', async () => {
    const meant: [string, string | undefined][] = []
    let open = 'mine'
    const { client } = await besideApp((name, { account }) => {
      meant.push([name, account])
      if (name === 'account.switch') open = 'other'
      return name === 'app.state' ? openAccount(open) : Promise.resolve(ok(null))
    })
    await client.call('tasks.list', {})
    await client.call('account.switch', { account: 'other' })
    await client.call('tasks.list', {})
    expect(meant.at(-1)).toEqual(['tasks.list', 'other'])
  })
})

/** Ends the connection in place of an answer to these calls. */
const losing =
  (...names: string[]): Answer =>
  (name) => {
    if (names.includes(name)) return Promise.reject(new Error('ends the connection'))
    return name === 'app.state' ? openAccount('mine') : Promise.resolve(ok('app'))
  }

describe('a call whose answer is lost', () => {
  it('is made again where it changes nothing', async () => {
    const { client, own } = await besideApp(losing('tasks.list'))
    expect(await client.call('tasks.list', {})).toEqual(ok('own'))
    expect(await client.call('tasks.delete', { local: 1 })).toEqual(ok('own'))
    expect(own).toEqual(['app.state', 'tasks.list', 'tasks.delete'])
    expect(client.runsIn).toBe('command')
  })

  it.each([
    ['tasks.delete', { local: 1 }, 'stint history'],
    ['webhooks.delete', { local: 1 }, 'stint webhooks list'],
    ['backup.restore', { name: 'asked-1.db' }, 'stint doctor'],
    ['account.switch', { account: 'mine' }, 'stint account list'],
    ['sync.now', {}, 'stint sync log'],
  ] as const)('is not made again where it may have changed something: %s', async (...given) => {
    const [name, input, check] = given
    const { client, own } = await besideApp(losing(name))
    expect(await client.call(name as 'sync.now', input as never)).toMatchObject(
      fail(
        'conflict',
        `Stint quit before it answered. Check with \`${check}\` whether this was done before you do it again`,
      ),
    )
    expect(own).toEqual([])
  })
})

describe('a call to an app that is ending', () => {
  it('is made without the app', async () => {
    const { client, own, whileEnding } = await besideApp(losing())
    await client.call('tasks.list', {})
    await whileEnding(async () => {
      expect(await client.call('tasks.delete', { local: 1 })).toEqual(ok('own'))
    })
    expect(own).toEqual(['app.state', 'tasks.delete'])
  })

  it('fails, like all after it, where another account is open by then', async () => {
    const { client, own, whileEnding } = await besideApp(losing(), 'other')
    await client.call('tasks.list', {})
    await whileEnding(async () => {
      for (const local of [1, 2])
        expect(await client.call('tasks.delete', { local })).toMatchObject({
          error: { code: 'conflict' },
        })
    })
    expect(own).toEqual(['app.state'])
  })
})

it('refuses an app of another version', async () => {
  const home = testFolder()
  const core = { call: () => Promise.resolve(ok(null)), on: () => () => undefined }
  const line = await openControlChannel({
    ...{ home, host: 'browser', core },
    ...{ log: { info() {}, warn() {} }, facts: { contract: 'later', version: '7.0.0' } },
  })
  onTestFinished(() => line.close(() => Promise.resolve()))
  expect(
    await clientOfApp(readOwner(home)!, () => Promise.reject(new Error('none'))),
  ).toMatchObject({
    error: { code: 'conflict', message: expect.stringMatching(/is version 7\.0\.0.*Quit Stint/) },
  })
})
