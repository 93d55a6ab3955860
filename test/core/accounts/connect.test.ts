/** Connecting again to a service that does not say whose a token is, over real HTTP. */
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import type { Http } from '#core/ports.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue } from '#shared/ipc/contract.ts'
import { startBareService } from '../../e2e/bare-service.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'

onAnyDay()

const date = '2026-04-14'

async function openProgram(home = testFolder(), around: (http: Http) => Http = (http) => http) {
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const ports = createNodePorts({ home, startService })
  const core = await createCore(
    { ...ports, http: around(ports.http) },
    { home, host: 'cli', version: '0', background: false },
  )
  onTestFinished(() => core.close())
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  return {
    call,
    connect: (url: string, token: string) => call('account.connect', { url, token }),
    accounts: async () => unwrap(await call('account.list')).length,
    async token(account: string) {
      const kept = await ports.secrets.get(account)
      return kept && (JSON.parse(kept) as { token: string }).token
    },
    notes: async () => unwrap(await call('times.list', {})).data.map(({ notes }) => notes),
  }
}

it('goes on in the account whose entries the token leads to', async () => {
  const service = await startBareService()
  service.add({ date, start: 480, notes: 'Known' })
  const program = await openProgram()
  const { account } = unwrap(await program.connect(service.url, 'token'))
  unwrap(await program.call('sync.now', {}))
  service.tokens.add('newer')
  expect(unwrap(await program.connect(service.url, ' newer\n'))).toMatchObject({ account })
  expect(await program.accounts()).toBe(1)
  expect(await program.token(account)).toBe('newer')
  expect(await program.notes()).toEqual(['Known'])
})

it('gets its daily backup with a sync that was asked for, once a day', async () => {
  const service = await startBareService()
  const program = await openProgram()
  unwrap(await program.connect(service.url, 'token'))
  expect(unwrap(await program.call('backup.list'))).toEqual([])
  for (let times = 0; times < 2; times++) {
    unwrap(await program.call('sync.now', {}))
    expect(unwrap(await program.call('backup.list'))).toMatchObject([{ kind: 'daily' }])
  }
})

it('opens another account where the token leads elsewhere, and sends nothing there', async () => {
  const service = await startBareService()
  const entry = service.add({ date, start: 480, notes: 'Known' })
  const program = await openProgram()
  const { account } = unwrap(await program.connect(service.url, 'token'))
  unwrap(await program.call('sync.now', {}))
  service.remove(entry.id)
  service.tokens.add('other')
  const other = unwrap(await program.connect(service.url, 'other'))
  expect(other.account).not.toBe(account)
  unwrap(await program.call('sync.now', {}))
  expect(await program.notes()).toEqual([])
  unwrap(await program.call('account.switch', { account }))
  expect(await program.notes()).toEqual(['Known'])
})

it('goes on in an account in which nothing was ever recorded', async () => {
  const service = await startBareService()
  const program = await openProgram()
  const { account } = unwrap(await program.connect(service.url, 'token'))
  expect(unwrap(await program.connect(service.url, 'token'))).toMatchObject({ account })
  expect(await program.accounts()).toBe(1)
})

it('creates no account when the service does not say whose the token is', async () => {
  const service = await startBareService()
  service.add({ date, start: 480 })
  const program = await openProgram()
  const { account } = unwrap(await program.connect(service.url, 'token'))
  unwrap(await program.call('sync.now', {}))
  service.failNext('GET /times/', { is: 'status', status: 500 })
  service.tokens.add('newer')
  expect(await program.connect(service.url, 'newer')).toMatchObject({
    ok: false,
    error: { code: 'service', fields: { token: [expect.stringContaining('whose access token')] } },
  })
  expect(await program.token(account)).toBe('token')
  expect(await program.accounts()).toBe(1)
})

it('applies no reply of one account to another that was opened in the meantime', async () => {
  const service = await startBareService()
  service.add({ date, start: 480, notes: 'Of the first' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  let holds = false
  const program = await openProgram(testFolder(), (http) => async (request) => {
    const outcome = await http(request)
    if (holds && request.url.includes('/times?')) await held
    return outcome
  })
  const { account } = unwrap(await program.connect(service.url, 'token'))
  holds = true
  const syncing = program.call('sync.now', {})
  const switching = program.call('account.createLocal')
  answer()
  expect(await syncing).toMatchObject({ ok: false, error: { code: 'conflict' } })
  unwrap(await switching)
  expect(await program.notes()).toEqual([])
  unwrap(await program.call('account.switch', { account }))
  expect(await program.notes()).toEqual([])
})
