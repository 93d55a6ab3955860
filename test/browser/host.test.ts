import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createCore, type Core } from '#core/core.ts'
import { nodePorts } from '#core/node/node-ports.ts'
import { unwrap } from '#shared/errors.ts'
import { startBrowserHost, type BrowserHost } from '../../electron/browser/host.ts'
import { tickets } from '../../electron/browser/address.ts'
import { launchToken } from '#core/node/launch-token.ts'

const log = { info() {}, warn() {} }
const token = launchToken()
let folder: string
let core: Core
let host: BrowserHost

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stint-host-'))
  const pages = join(folder, 'pages')
  await mkdir(pages)
  await writeFile(join(pages, 'index.html'), '<!doctype html>Stint')
  await writeFile(join(folder, 'secret.js'), 'secret')
  const startService = () => Promise.reject(new Error('no demo in this test'))
  core = await createCore(nodePorts({ home: folder, startService }), {
    home: folder,
    host: 'browser',
    version: '0.0.0',
    background: false,
  })
  host = unwrap(await startBrowserHost({ core, pages, port: 0, token, log }))
})
afterEach(async () => {
  await host.close()
  await core.close()
  await rm(folder, { recursive: true, force: true })
})

interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request with the path exactly as given: `fetch` would tidy it first. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: host.port, path, method, headers },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => (body += text))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })

const ownOrigin = () => `http://127.0.0.1:${host.port}`

/** A page's end of the wire: what it hears, and how it ends. */
function connect(headers: Record<string, string> = {}, path = '/ipc') {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, {
    headers: { origin: ownOrigin(), ...headers },
  })
  const heard: unknown[] = []
  const watchers = new Set<() => void>()
  const wake = () => watchers.forEach((watcher) => watcher())
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()))
    wake()
  })
  socket.on('error', () => undefined)
  const opened = new Promise((resolve) => socket.once('open', resolve))
  return {
    /** The code with which the connection ended, or the status with which it was refused. */
    ended: new Promise<number>((resolve) => {
      socket.once('close', resolve)
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    }),
    close: () => socket.close(),
    async send(message: unknown): Promise<void> {
      await opened
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    },
    async sendBytes(bytes: Buffer): Promise<void> {
      await opened
      socket.send(bytes)
    },
    hear: <Message>(isIt: (message: Message) => boolean): Promise<Message> =>
      new Promise((resolve) => {
        const look = () => {
          const found = (heard as Message[]).find(isIt)
          if (found === undefined) return
          watchers.delete(look)
          resolve(found)
        }
        watchers.add(look)
        look()
      }),
    heard,
  }
}

async function greeted() {
  const page = connect()
  await page.send({ hello: token })
  await page.hear((message: object) => 'welcome' in message)
  return page
}

describe('pages', () => {
  it('serves the app with a strict policy that names only this port', async () => {
    const { status, headers, body } = await ask('/')
    expect(status).toBe(200)
    expect(body).toContain('Stint')
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    expect(headers['content-security-policy']).toContain(`ws://127.0.0.1:${host.port}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost.evil.example', '[::1]'])(
    'answers nothing to a request for the host %s',
    async (name) => {
      const { status, body } = await ask('/', { host: name })
      expect({ status, body }).toEqual({ status: 421, body: '' })
    },
  )

  it('answers a request for localhost', async () => {
    expect((await ask('/', { host: `localhost:${host.port}` })).status).toBe(200)
  })

  it.each(['/../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js', '/x/../../secret.js'])(
    'serves nothing outside its folder for %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect({ status, body }).toEqual({ status: 404, body: '' })
    },
  )

  it('takes no method but GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask('/', {}, method)).status).toBe(405)
    }
    expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
  })

  it('survives requests that name no path', async () => {
    expect((await ask('*', {}, 'OPTIONS')).status).toBeGreaterThanOrEqual(400)
    expect((await ask('//evil.example/', {}, 'GET')).status).toBeLessThan(500)
    expect((await ask('/')).status).toBe(200)
  })
})

describe('windows', () => {
  const windows = (authorization?: string) =>
    ask('/windows', authorization === undefined ? {} : { authorization }, 'POST')

  it('gives an address that opens the app once, to who knows the token', async () => {
    const { status, body } = await windows(`Bearer ${token}`)
    expect(status).toBe(201)
    const { url } = JSON.parse(body) as { url: string }
    expect(url).not.toContain(token)
    const path = url.slice(ownOrigin().length)
    const first = await ask(path)
    expect(first).toMatchObject({ status: 303, headers: { location: `/#token=${token}` } })
    const second = await ask(path)
    expect(second.status).toBe(403)
    expect(JSON.stringify(second)).not.toContain(token)
  })

  it('gives none to anybody else', async () => {
    for (const authorization of [undefined, 'Bearer ', `Bearer ${launchToken()}`, token]) {
      expect(await windows(authorization)).toMatchObject({ status: 403, body: '' })
    }
    expect((await ask('/open?ticket=guess')).status).toBe(403)
    expect((await ask('/open')).status).toBe(403)
  })

  it('forgets an address after a minute', () => {
    let now = 0
    const { issue, redeem } = tickets(() => now)
    const [early, late] = [issue(), issue()]
    now = 60_000
    expect(redeem(early)).toBe(true)
    now = 60_001
    expect(redeem(late)).toBe(false)
  })
})

describe('the wire', () => {
  it('answers calls by their number', async () => {
    const page = await greeted()
    await page.send({ id: 7, call: 'app.state' })
    const answer = await page.hear((message: { id?: number }) => message.id === 7)
    expect(answer).toMatchObject({ id: 7, result: { ok: true, value: { host: 'browser' } } })
    page.close()
  })

  it('tells every page what changed', async () => {
    const [one, other] = [await greeted(), await greeted()]
    await one.send({ id: 1, call: 'account.local' })
    const isApp = (message: { event?: { event: string } }) => message.event?.event === 'app'
    await Promise.all([one.hear(isApp), other.hear(isApp)])
    one.close()
    other.close()
  })

  it('refuses a call that the contract does not have, and keeps the connection', async () => {
    const page = await greeted()
    await page.send({ id: 1, call: 'files.read', input: '/etc/passwd' })
    expect(await page.hear((message: { id?: number }) => message.id === 1)).toMatchObject({
      result: { ok: false, error: { code: 'unknown-call' } },
    })
    await page.send({ id: 2, call: '__proto__' })
    expect(await page.hear((message: { id?: number }) => message.id === 2)).toMatchObject({
      result: { ok: false, error: { code: 'unknown-call' } },
    })
    page.close()
  })

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a page of a file', { origin: 'null' }],
    ['a foreign host', { host: 'evil.example' }],
  ])('refuses the connection of %s', async (_who, headers) => {
    expect(await connect(headers).ended).toBe(403)
  })

  it('refuses a connection to any other path', async () => {
    expect(await connect({}, '/').ended).toBe(403)
    expect(await connect({}, '/ipc?x=1').ended).toBe(403)
  })

  it('closes when the first message is not the token of this launch', async () => {
    for (const hello of [launchToken(), '', `${token}x`]) {
      const page = connect()
      await page.send({ hello })
      expect(await page.ended).toBe(4001)
      expect(page.heard).toEqual([])
    }
  })

  it('closes when a call comes before the token, and does not run it', async () => {
    const page = connect()
    await page.send({ id: 1, call: 'account.local' })
    expect(await page.ended).toBe(4002)
    expect(await core.call('account.list', undefined)).toEqual({ ok: true, value: [] })
  })

  it('tells nothing to a connection that has not shown the token', async () => {
    const stranger = connect()
    await new Promise((resolve) => setImmediate(resolve))
    const page = await greeted()
    await page.send({ id: 1, call: 'account.local' })
    await page.hear((message: { id?: number }) => message.id === 1)
    await stranger.send({ hello: 'guess' })
    expect(await stranger.ended).toBe(4001)
    expect(stranger.heard).toEqual([])
    page.close()
  })

  it.each([
    ['text that is no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a call without a number', { call: 'app.state' }],
    ['a number that is none', { id: 'x', call: 'app.state' }],
    ['a call with more than it may have', { id: 1, call: 'app.state', sender: 'me' }],
    ['the token again', { hello: token }],
  ])('closes on %s', async (_what, message) => {
    const page = await greeted()
    await page.send(message)
    expect(await page.ended).toBe(4002)
  })

  it('closes on bytes that are no text', async () => {
    const page = await greeted()
    await page.sendBytes(Buffer.from('{"id":1,"call":"app.state"}'))
    expect(await page.ended).toBe(4002)
  })

  it('cuts off a message that is too large, and serves everyone else', async () => {
    const page = await greeted()
    await page.send({ id: 1, call: 'app.state', input: 'x'.repeat(1024 * 1024) })
    expect(await page.ended).toBe(1009)
    const next = await greeted()
    next.close()
  })

  it('does not know the token of an earlier launch', async () => {
    const pages = join(folder, 'pages')
    const later = unwrap(
      await startBrowserHost({ core, pages, port: 0, token: launchToken(), log }),
    )
    await host.close()
    host = later
    const page = connect()
    await page.send({ hello: token })
    expect(await page.ended).toBe(4001)
  })

  it('says goodbye to its pages when the program ends', async () => {
    const page = await greeted()
    await host.close()
    expect(await page.ended).toBe(1001)
  })
})

it('says that a port is taken', async () => {
  const again = await startBrowserHost({ core, pages: folder, port: host.port, token, log })
  expect(again).toMatchObject({ ok: false, error: { code: 'usage' } })
})
