/** The access to the local interface, and when it runs. */
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { serverLimits } from '#service/server.ts'
import { fail, unwrap } from '#shared/errors.ts'
import type { AppState } from '#shared/ipc/call-results.ts'
import { createLocalApiPort } from '../../electron/local-api/index.ts'
import { startLocalApi } from '../../electron/local-api/start-local-api.ts'
import { testFolder } from '../support/folder.ts'
import { playAt } from '../support/test-day.ts'
import { log, openMachine, type Machine } from './local-api-world.ts'

const { clock } = playAt('2026-04-15T09:30[UTC]', {
  because: 'the service of these tests has this clock',
})

const times = '/api/v1/times'

async function onThisMachine(limits = serverLimits): Promise<Machine> {
  const machine = await openMachine(limits)
  await machine.call('account.createLocal')
  return machine
}

/** A request with headers that `fetch` would not send. */
const ask = (
  url: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; allowed: string | string[] | undefined }> =>
  new Promise((resolve, reject) => {
    const sent = request(url + times, { method, headers }, (response) => {
      response.resume()
      const { statusCode = 0, headers: answered } = response
      resolve({ status: statusCode, allowed: answered['access-control-allow-origin'] })
    })
    sent.on('error', reject)
    sent.end()
  })

describe('the access to the interface', () => {
  it('requires this address as host, and excludes pages', async () => {
    const { url, local } = await onThisMachine()
    const authorization = `Bearer ${local.token}`
    const { port } = new URL(url)
    expect((await ask(url, { authorization })).status).toBe(200)
    expect((await ask(url, { authorization, host: `localhost:${port}` })).status).toBe(200)
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', '127.0.0.1:1']) {
      expect((await ask(url, { authorization, host })).status, host).toBe(421)
    }
    for (const origin of ['https://evil.example', 'null', url, 'http://localhost:4690']) {
      expect(await ask(url, { authorization, origin }), origin).toMatchObject({ status: 403 })
      const asked = await ask(url, { origin, 'access-control-request-method': 'POST' }, 'OPTIONS')
      expect(asked, origin).toEqual({ status: 403, allowed: undefined })
    }
  })

  it('requires the token; without it no path is revealed', async () => {
    const { url, local } = await onThisMachine()
    const { token } = local
    for (const given of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ]) {
      expect((await ask(url, { authorization: given })).status, given).toBe(401)
    }
    const refused = await fetch(`${url}/api/v1/nothing`)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refused.json()).toEqual({ message: 'Unauthenticated.' })
    expect((await local.get('/elsewhere')).status).toBe(404)
  })

  it('answers with headers that forbid caching, framing and running', async () => {
    const { local } = await onThisMachine()
    const { headers } = await local.get(times)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is limited to programs of this machine: no other address listens', async () => {
    const { url } = await onThisMachine()
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const { port } = new URL(url)
    const outcome = await new Promise((resolve) => {
      const socket = connect(Number(port), '::1')
      socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'))
      onTestFinished(() => void socket.destroy())
    })
    expect(outcome).toBe('refused')
  })
})

describe('the body of a request', () => {
  it('may have a quarter of a megabyte', async () => {
    const { local } = await onThisMachine()
    const body = JSON.stringify({ notes: 'x'.repeat(256 * 1024) })
    expect((await local.send('POST', times, { body })).status).toBe(413)
  })

  it('is cut off where it comes too slowly', async () => {
    const limits = { ...serverLimits, headers: 200, request: 200, check: 50 }
    const { url } = await onThisMachine(limits)
    const said = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.once('close', () => resolve(text))
      socket.write('GET /api/v1/times HTTP/1.1\r\nHost:')
    })
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('a request', () => {
  it('applies to the account that was open when it came, and changes nothing in another', async () => {
    const machine = await onThisMachine()
    const entry = { project: null, task: null, date: '2026-11-19', start: 540, quantity: 4 }
    const { local } = await machine.call('times.create', { ...entry, notes: 'Of the first' })
    const { account: first } = (await machine.call('account.list'))[0]!
    // Opens another account between the lookups and the write of a request.
    const api = unwrap(
      await startLocalApi({
        ...{ home: machine.home, port: 0, log, clock },
        call: async (name, input, account) => {
          if (name === 'times.update') {
            await machine.call('account.remove', { account: first, unsent: true })
            await machine.call('account.createLocal')
            await machine.call('times.create', { ...entry, notes: 'Of the second' })
          }
          return machine.core.call(name, input, account)
        },
      }),
    )
    onTestFinished(() => api.close())
    const answer = await fetch(`${api.url}${times}/${2 ** 29 + local}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ notes: 'Changed' }),
    })
    expect(answer.status).toBe(409)
    expect(await machine.call('times.list', {})).toMatchObject({
      data: [{ local, notes: 'Of the second' }],
    })
  })
})

describe('the token', () => {
  it('is readable for this person alone, and stays until another is requested', async () => {
    const home = testFolder()
    const call = () => Promise.reject(new Error('nothing is called'))
    const open = async (renew = false) => {
      const started = unwrap(await startLocalApi({ home, call, port: 0, log, clock, renew }))
      await started.close()
      return started.token
    }
    const token = await open()
    const file = join(home, 'local-api.token')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toBe(`${token}\n`)
    await chmod(file, 0o644)
    expect(await open()).toBe(token)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await open(true)).not.toBe(token)
    await writeFile(file, 'short')
    expect(await open()).toMatch(/^stint_[\w-]{43}$/)
  })
})

describe('another token', () => {
  it('is valid at once where the interface is served already, and the former one is not', async () => {
    const home = testFolder()
    const call = () => Promise.resolve(fail('no-account', 'Choose first'))
    const open = async (renew: boolean) => {
      const started = unwrap(await startLocalApi({ home, call, port: 0, log, clock, renew }))
      onTestFinished(() => started.close())
      return started
    }
    const app = await open(false)
    const statusWith = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(app.url + times, { headers })).status
    }
    expect(await statusWith(app.token)).toBe(503)
    const command = await open(true)
    expect(await statusWith(app.token)).toBe(401)
    expect(await statusWith(command.token)).toBe(503)
    // Without the file no token is valid.
    await rm(join(home, 'local-api.token'))
    expect(await statusWith(command.token)).toBe(401)
  })
})

describe('the settings', () => {
  /** An app's core; the hosts serve its local interface. */
  async function openApp(home = testFolder()) {
    const startService = () => Promise.reject(new Error('no demo in this test'))
    const core = await createCore(
      {
        ...createNodePorts({ home, startService }),
        log,
        localApi: createLocalApiPort({ home, log, clock }),
      },
      { home, host: 'browser', version: '0', background: false },
    )
    const state = async () => unwrap(await core.call('app.state', undefined)) as AppState
    const set = async (input: object) =>
      (unwrap(await core.call('settings.set', input)) as AppState).localApi
    onTestFinished(() => core.close())
    return { home, core, state, set }
  }
  /** A port that was free a moment ago. */
  function freePort(): Promise<number> {
    return new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(port))
      })
    })
  }

  it('start it and stop it; it is off by default, and back with the next start', async () => {
    const app = await openApp()
    expect((await app.state()).localApi).toEqual({ url: null, problem: null })
    const localApiPort = await freePort()
    const url = `http://127.0.0.1:${localApiPort}`
    expect(await app.set({ localApi: true, localApiPort })).toEqual({ url, problem: null })
    expect((await fetch(url + times)).status).toBe(401)
    // Another setting does not affect it.
    expect(await app.set({ theme: 'dark' })).toEqual({ url, problem: null })
    await app.core.close()
    await expect(fetch(url + times)).rejects.toThrow()

    const again = await openApp(app.home)
    expect((await again.state()).localApi).toEqual({ url, problem: null })
    expect((await fetch(url + times)).status).toBe(401)
    expect(await again.set({ localApi: false })).toEqual({ url: null, problem: null })
    await expect(fetch(url + times)).rejects.toThrow()
  })

  it('report what prevents it, and the app runs on', async () => {
    const other = await onThisMachine()
    const taken = Number(new URL(other.url).port)
    const app = await openApp()
    const state = await app.set({ localApi: true, localApiPort: taken })
    expect(state?.url).toBeNull()
    expect(state?.problem).toContain(String(taken))
    const localApiPort = await freePort()
    expect(await app.set({ localApiPort })).toMatchObject({ problem: null })

    // A folder is where the token file should be.
    const home = testFolder()
    await mkdir(join(home, 'local-api.token'))
    const odd = await openApp(home)
    const refused = await odd.set({ localApi: true, localApiPort: await freePort() })
    expect(refused).toMatchObject({ url: null, problem: expect.stringContaining('data folder') })
  })
})
