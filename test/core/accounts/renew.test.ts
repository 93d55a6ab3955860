/** A new token for an account whose token is no longer accepted, over real HTTP. */
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { openAdministration } from '#service/index.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { startBareService } from '../../e2e/bare-service.ts'
import { addReference, startFixture } from '../../service/fixture.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'
import { until } from '../../support/until.ts'

playAt('2026-04-15T09:30[UTC]', { because: 'the service of these tests has this clock' })

const date = '2026-04-14'
const someoneElse = 'This access token belongs to someone else. Add it as a separate account'

/** The core as an app runs it, on a folder of its own. */
async function openApp() {
  const home = testFolder()
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const ports = createNodePorts({ home, startService })
  const core = await createCore(ports, { home, host: 'browser', version: '0', background: true })
  onTestFinished(() => core.close())
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  const phase = async () => unwrap(await call('sync.status')).phase.is
  return {
    call,
    phase,
    async token(account: string) {
      const kept = await ports.secrets.get(account)
      return kept && (JSON.parse(kept) as { token: string }).token
    },
    untilSignedOut: async () => {
      await call('sync.now', { wait: true })
      await until(async () => expect(await phase()).toBe('signed-out'))
    },
    async log(notes: string) {
      const project = unwrap(await call('projects.list', {})).data[0]!.local
      const task = unwrap(await call('tasks.list', {})).data[0]!.local
      const entry = { project, task, date, start: 540, quantity: 4, notes }
      return unwrap(await call('times.create', entry)).local
    },
    untilSent: (local: number) =>
      until(async () => expect(unwrap(await call('times.show', { local })).state).toBe('synced')),
  }
}

/** A service that names its people, an app connected as Olga, and her token revoked. */
async function signedOutOfNamed() {
  const service = await startFixture()
  onTestFinished(() => service.close())
  await addReference(service.owner)
  const app = await openApp()
  const { url, owner } = service
  const { account } = unwrap(await app.call('account.connect', { url, token: owner.token }))
  unwrap(await app.call('sync.now', { wait: true }))

  const now = () => service.clock.at
  const administration = unwrap(await openAdministration(service.database, { now }))
  onTestFinished(() => administration.close())
  unwrap(await administration.revokeToken(owner.token))
  await app.untilSignedOut()
  const issueToken = async (email: string) =>
    unwrap(await administration.issueToken({ email })).token
  return { service, app, account, issueToken }
}

/**
 * A service that does not say whose a token is, an app that knows its entries, and the token
 * revoked.
 */
async function signedOutOfBare(entries: number) {
  const service = await startBareService()
  for (let n = 0; n < entries; n++) service.add({ date, start: 480 + n * 60 })
  const app = await openApp()
  const { account } = unwrap(
    await app.call('account.connect', { url: service.url, token: 'token' }),
  )
  unwrap(await app.call('sync.now', { wait: true }))
  service.tokens.clear()
  await app.untilSignedOut()
  service.tokens.add('other')
  return { service, app, account }
}

it('goes on with a new token of the same person, and sends what waited', async () => {
  const { service, app, account, issueToken } = await signedOutOfNamed()
  const local = await app.log('Without a key')
  expect(unwrap(await app.call('times.show', { local })).state).toBe('pending')

  const token = await issueToken('olga@example.org')
  const renewed = unwrap(await app.call('account.renewToken', { token: ` ${token}\n` }))
  expect(renewed).toMatchObject({ account, kind: 'connected', url: service.url })
  expect(await app.token(account)).toBe(token)
  expect(unwrap(await app.call('account.list'))).toHaveLength(1)
  await app.untilSent(local)
})

it('refuses the token of another person, and changes nothing', async () => {
  const { service, app, account } = await signedOutOfNamed()
  const local = await app.log('Hers alone')

  const refused = await app.call('account.renewToken', { token: service.member.token })
  expect(refused).toEqual({
    ok: false,
    error: { code: 'validation', message: someoneElse, fields: { token: [someoneElse] } },
  })
  expect(await app.token(account)).toBe(service.owner.token)
  expect(await app.phase()).toBe('signed-out')
  expect(unwrap(await app.call('times.show', { local })).state).toBe('pending')
})

it('refuses the token of one who has the same name in another organisation', async () => {
  const { service, app, account } = await signedOutOfNamed()
  const now = () => service.clock.at
  const administration = unwrap(await openAdministration(service.database, { now }))
  onTestFinished(() => administration.close())
  const email = 'olga@there.example'
  unwrap(await administration.addUser({ organisation: 'There', name: 'Olga', email, owner: false }))
  const { token } = unwrap(await administration.issueToken({ email }))
  const local = await app.log('For the first organisation')

  expect(await app.call('account.renewToken', { token })).toMatchObject({
    error: { code: 'validation', fields: { token: [someoneElse] } },
  })
  expect(await app.token(account)).toBe(service.owner.token)
  expect(unwrap(await app.call('times.show', { local })).state).toBe('pending')

  // Connecting opens a separate account.
  const other = unwrap(await app.call('account.connect', { url: service.url, token }))
  expect(other.account).not.toBe(account)
  expect(await app.token(account)).toBe(service.owner.token)
})

it('names the token where the service does not take it, or is not there', async () => {
  const { service, app, account } = await signedOutOfNamed()
  expect(await app.call('account.renewToken', { token: 'made up' })).toMatchObject({
    error: {
      code: 'unauthenticated',
      fields: { token: ['The service rejected this access token'] },
    },
  })
  expect(await app.call('account.renewToken', { token: '' })).toMatchObject({
    error: { code: 'validation', fields: { token: ['Enter an access token'] } },
  })
  await service.stop()
  expect(await app.call('account.renewToken', { token: 'made up' })).toMatchObject({
    error: { code: 'offline', fields: { token: ['Nothing responds at this address'] } },
  })
  expect(await app.token(account)).toBe(service.owner.token)
})

it('recognizes another person by the entries, where the service does not say whose a token is', async () => {
  const { service, app, account } = await signedOutOfBare(5)
  const [oldest, _second, ...newest] = [...service.times.keys()]
  const known = [oldest!, ...newest]
  service.remove(...service.times.keys())
  service.add({ date })

  service.requests.length = 0
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: { code: 'validation', fields: { token: [someoneElse] } },
  })
  const newestAndOldest = known.toReversed()
  expect(service.requests.slice(-4)).toEqual(newestAndOldest.map((id) => `GET /times/${id}`))
  expect(await app.token(account)).toBe('token')
  expect(await app.phase()).toBe('signed-out')
})

it('recognizes another person by the dates, where the service numbers each organisation’s entries', async () => {
  const { service, app, account } = await signedOutOfBare(4)
  service.redate((before) => before + 3_601_000)
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: { code: 'validation', fields: { token: [someoneElse] } },
  })
  expect(await app.token(account)).toBe('token')
  // Connecting opens a separate account, too.
  const other = unwrap(await app.call('account.connect', { url: service.url, token: 'other' }))
  expect(other.account).not.toBe(account)
})

it('recognizes the same person after the service gave the newest ids to other entries', async () => {
  const { service, app, account } = await signedOutOfBare(6)
  const [oldest] = [...service.times.keys()]
  service.redate((before, id) => (id === oldest ? before : before + 3_601_000))
  unwrap(await app.call('account.renewToken', { token: 'other' }))
  expect(await app.token(account)).toBe('other')
})

it('recognizes the same person by one entry that is still there', async () => {
  const { service, app, account } = await signedOutOfBare(3)
  const [oldest, ...others] = [...service.times.keys()]
  service.remove(...others)
  const local = await app.log('Without a name')

  unwrap(await app.call('account.renewToken', { token: 'other' }))
  expect(service.requests).toContain(`GET /times/${oldest}`)
  expect(await app.token(account)).toBe('other')
  await app.untilSent(local)
})

it('changes nothing while the service does not say whose the entries are', async () => {
  const { service, app, account } = await signedOutOfBare(1)
  service.failNext(/^GET \/times\/\d+$/, { is: 'status', status: 503 })
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: { code: 'service', fields: { token: [expect.stringContaining('Try again')] } },
  })
  expect(await app.token(account)).toBe('token')
})

it('takes any token that works where no entry is known yet', async () => {
  const { app, account } = await signedOutOfBare(0)
  unwrap(await app.call('account.renewToken', { token: 'other' }))
  expect(await app.token(account)).toBe('other')
  await until(async () => expect(await app.phase()).toBe('idle'))
})

it('takes no token where unsent work is recorded and the service names no person', async () => {
  const { app, account } = await signedOutOfBare(0)
  unwrap(await app.call('categories.create', { name: 'Mine alone', tasks: [], charges: [] }))
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: {
      code: 'validation',
      fields: { token: [expect.stringContaining('can’t tell whose access token this is')] },
    },
  })
  expect(await app.token(account)).toBe('token')
})

it('has nothing to renew for a local account, nor before there is an account', async () => {
  const app = await openApp()
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: { code: 'no-account' },
  })
  unwrap(await app.call('account.createLocal'))
  expect(await app.call('account.renewToken', { token: 'other' })).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining('isn’t connected to a service') },
  })
})
