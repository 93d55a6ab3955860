/** The proxy that a person sets, through the calls of the core, over real HTTP and real files. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import { startBareService } from '../../e2e/bare-service.ts'
import { testFolder } from '../../support/folder.ts'
import { onAnyDay } from '../../support/test-day.ts'
import { startProxy } from '../../support/test-proxy.ts'
import { until } from '../../support/until.ts'

onAnyDay()

const secret = 'pa55-w0rd-of-the-proxy'

async function open(home: string, background = false) {
  const said: string[] = []
  const note = (...words: unknown[]) => void said.push(JSON.stringify(words))
  const ports = {
    ...createNodePorts({
      home,
      findProxy: () => null,
      startService: () => Promise.reject(new Error('no demo in this test')),
    }),
    log: { info: note, warn: note },
  }
  const core = await createCore(ports, { home, host: 'cli', version: '0', background })
  onTestFinished(() => core.close())
  const events: CoreEvent[] = []
  core.on((event) => events.push(event))
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  return { call, events, said, secrets: ports.secrets, close: () => core.close() }
}
const kept = async ({ call }: Awaited<ReturnType<typeof open>>) =>
  unwrap(await call('app.state')).settings.proxy
const hasPassword = async ({ call }: Awaited<ReturnType<typeof open>>) =>
  unwrap(await call('network.state', {})).password

/** Every file under a folder, with what is in it. */
const filesIn = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path, readFileSync(path, 'latin1')])

it('splits a pasted address into its parts, and stores name and password in one file alone', async () => {
  const home = testFolder()
  const service = await startBareService()
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  proxy.wants = `ada:${secret}`
  const program = await open(home)
  const state = await program.call('network.setProxy', {
    way: 'named',
    address: ` http://ada:${secret}@${proxy.host}/ `,
    except: 'Intranet.test, .home.test;10.0.0.0/8',
  })
  expect(unwrap(state).settings.proxy).toEqual({
    way: 'named',
    address: `http://${proxy.host}`,
    except: ['intranet.test', '.home.test', '10.0.0.0/8'],
    user: 'ada',
  })
  expect(JSON.stringify(state)).not.toContain(secret)
  const connected = await program.call('account.connect', {
    url: 'http://time.lan',
    token: 'token',
  })
  unwrap(connected)
  unwrap(await program.call('sync.now', {}))
  unwrap(await program.call('backup.make', {}))
  expect(proxy.asked[0]).toContain('GET http://time.lan/api/v1')
  const report = unwrap(await program.call('sync.supportReport'))
  const doctor = unwrap(await program.call('doctor.run'))
  expect(JSON.stringify([report, doctor, program.events, program.said])).not.toContain(secret)
  await program.close()

  const holders = filesIn(home).filter(([, content]) => content.includes(secret))
  expect(holders.map(([path]) => path)).toEqual([join(home, 'proxy-password')])
  expect(statSync(join(home, 'proxy-password')).mode & 0o777).toBe(0o600)
  // The next process uses the same proxy.
  const next = await open(home)
  expect(await hasPassword(next)).toBe(true)
  unwrap(await next.call('sync.now', {}))
})

it('names the field for which another value is needed, and changes nothing then', async () => {
  const program = await open(testFolder())
  const refused = async (given: Partial<CallInput<'network.setProxy'>>) => {
    const done = await program.call('network.setProxy', {
      ...{ way: 'named', address: 'proxy.test:3128' },
      ...given,
    })
    return done.ok ? null : done.error.fields
  }
  const example = 'Enter an address, like proxy.example.com:3128'
  expect(await refused({ address: '' })).toEqual({ address: [example] })
  expect(await refused({ address: 'http://' })).toEqual({ address: [example] })
  expect(await refused({ address: 'proxy.test' })).toEqual({
    address: ['Add a port, like proxy.example.com:3128'],
  })
  expect(await refused({ address: 'socks5://proxy.test:1080' })).toEqual({
    address: ['Proxies of type socks5 aren’t supported. Use an HTTP proxy'],
  })
  expect(await refused({ address: 'http://proxy.test:3128/proxy.pac' })).toEqual({
    address: [expect.stringContaining('Set a proxy auto-config file')],
  })
  expect(await refused({ except: 'fine.test https://time.test/' })).toEqual({
    except: [expect.stringContaining('“https://time.test/”')],
  })
  expect(await refused({ user: 'a:b' })).toEqual({ user: ['A username can’t contain a colon'] })
  expect(await refused({ user: '', password: 'x' })).toEqual({
    user: ['Enter the username for this password'],
  })
  expect(await refused({ user: 'a', password: 'x\ny' })).toEqual({
    password: ['Contains a character that can’t be saved. Remove it'],
  })
  expect(await kept(program)).toMatchObject({ way: 'system', address: null })

  // Writing the settings file through the other call takes no password either.
  const carrying = { way: 'named', address: 'http://a:b@proxy.test:3128', except: [], user: null }
  const set = await program.call('settings.set', { proxy: carrying as never })
  expect(set).toMatchObject({ ok: false, error: { fields: { 'proxy.address': [example] } } })
  expect(await refused({ address: 'http://proxy.test:80' })).toBeNull()
  expect(await kept(program)).toMatchObject({ address: 'http://proxy.test:80' })
})

it('keeps a password for one address and user name alone', async () => {
  const home = testFolder()
  const program = await open(home)
  const set = async (given: Omit<CallInput<'network.setProxy'>, 'way'>) => {
    unwrap(await program.call('network.setProxy', { way: 'named', ...given }))
    return hasPassword(program)
  }
  const given = { address: 'proxy.test:3128', user: 'ada', password: secret }
  expect(await set(given)).toBe(true)
  expect(await set({ except: 'a.test' })).toBe(true)
  unwrap(await program.call('network.setProxy', { way: 'none' }))
  expect(await set({})).toBe(true)
  // Setting another proxy or another user drops the password: neither gets it, and it is not left
  // behind.
  expect(await set({ address: 'elsewhere.test:3128' })).toBe(false)
  expect(await program.secrets.get('@proxy')).toBeNull()
  expect(await set(given)).toBe(true)
  expect(await set({ user: 'grace' })).toBe(false)
  expect(await set(given)).toBe(true)
  expect(await set({ password: null })).toBe(false)

  // Editing another address into the file by hand sends nothing there.
  expect(await set(given)).toBe(true)
  for (const name of ['stint.json', 'stint.second.json']) {
    const text = readFileSync(join(home, name), 'utf8')
    writeFileSync(join(home, name), text.replace('http://proxy.test:3128', 'http://evil.test:3128'))
  }
  expect(await kept(program)).toMatchObject({ address: 'http://evil.test:3128' })
  expect(await hasPassword(program)).toBe(false)
})

it('is tested with a plain sentence as the result, and sync resumes on its own once the proxy works', async () => {
  const home = testFolder()
  const service = await startBareService()
  service.add({ date: '2026-04-14', start: 480, notes: 'Known' })
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  const program = await open(home, true)
  const use = (given: Omit<CallInput<'network.setProxy'>, 'way'>) =>
    program.call('network.setProxy', { way: 'named', address: proxy.host, ...given })
  const tried = async () => unwrap(await program.call('network.testConnection'))
  const phase = async () => unwrap(await program.call('sync.status')).phase

  unwrap(await use({}))
  unwrap(await program.call('account.connect', { url: 'http://time.lan', token: 'token' }))
  expect(await tried()).toEqual({ reached: true, through: proxy.host, problem: null, proxy: null })

  proxy.wants = `ada:${secret}`
  expect(await tried()).toEqual({
    reached: false,
    through: proxy.host,
    problem: 'The proxy needs a username and password',
    proxy: 'login',
  })
  const synced = await program.call('sync.now', {})
  expect(synced).toMatchObject({ ok: false, error: { code: 'offline' } })
  expect(JSON.stringify(synced)).toContain('The proxy needs a username and password. Set them in')
  expect(await phase()).toMatchObject({ is: 'offline', proxy: 'login' })
  expect(unwrap(await program.call('sync.status')).fetching).toMatchObject({
    text: 'The proxy needs a username and password',
  })
  expect(unwrap(await program.call('sync.supportReport')).text).toContain('proxy: login')

  unwrap(await use({ user: 'ada', password: secret }))
  await until(async () => expect(await phase()).toEqual({ is: 'idle' }))
  expect(await tried()).toMatchObject({ reached: true })

  // A service that refuses the token was reached all the same.
  service.tokens.clear()
  expect(await tried()).toMatchObject({ reached: true })
  unwrap(await use({ address: '127.0.0.1:1' }))
  expect(await tried()).toMatchObject({ reached: false, proxy: 'away' })
})

it('ends with the setting made last, however quickly one follows the other', async () => {
  const home = testFolder()
  const service = await startBareService()
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  proxy.wants = `ada:${secret}`
  const program = await open(home)
  const given = { address: proxy.host, user: 'ada', password: secret }
  unwrap(await program.call('network.setProxy', { way: 'named', ...given }))
  unwrap(await program.call('account.connect', { url: 'http://time.lan', token: 'token' }))
  const [, , tried] = await Promise.all([
    program.call('network.setProxy', { way: 'none' }),
    program.call('network.setProxy', { way: 'named' }),
    program.call('network.testConnection'),
  ])
  expect(unwrap(tried)).toMatchObject({ reached: true, through: proxy.host })
})

it('says that the proxy is in the way when a service cannot be connected to', async () => {
  const service = await startBareService()
  const proxy = await startProxy(() => Number(new URL(service.url).port))
  proxy.wants = `ada:${secret}`
  const program = await open(testFolder())
  unwrap(await program.call('network.setProxy', { way: 'named', address: proxy.host }))
  const why = ['The proxy needs a username and password']
  expect(
    await program.call('account.checkService', { url: 'http://time.lan', token: 'token' }),
  ).toMatchObject({ ok: false, error: { code: 'offline', fields: { url: why, proxy: why } } })
  // Without a service there is nothing to try.
  unwrap(await program.call('account.createLocal'))
  expect(await program.call('network.testConnection')).toMatchObject({
    error: { code: 'conflict' },
  })
})
