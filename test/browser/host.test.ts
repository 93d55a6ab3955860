import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createCore, type Core } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap } from '#shared/errors.ts'
import { startBrowserHost, type BrowserHost } from '../../electron/browser/host.ts'
import { openStoredWindows } from '../../electron/browser/stored-windows.ts'
import { createSessions } from '../../electron/browser/sessions.ts'
import { sessionKeyOf, sessionNameOf, computeWindowProof } from '../../renderer/ipc/window-proof.ts'
import { createLaunchToken } from '#core/node/launch-token.ts'
import { onAnyDay } from '../support/test-day.ts'
import { until } from '../support/until.ts'

onAnyDay()

const warnings: string[] = []
const deep = '['.repeat(64) + ']'.repeat(64)
const log = { info() {}, warn: (message: string) => void warnings.push(message) }
const token = createLaunchToken()
let folder: string
let core: Core
let host: BrowserHost

beforeEach(async () => {
  warnings.length = 0
  folder = await mkdtemp(join(tmpdir(), 'stint-host-'))
  const pages = join(folder, 'pages')
  await mkdir(pages)
  await writeFile(join(pages, 'index.html'), '<!doctype html>Stint')
  await writeFile(join(folder, 'secret.js'), 'secret')
  const startService = () => Promise.reject(new Error('no demo in this test'))
  core = await createCore(createNodePorts({ home: folder, startService }), {
    home: folder,
    host: 'browser',
    version: '0.0.0',
    background: false,
  })
  host = await launch()
})

/** A launch of the browser host on the test's data folder; the time is in milliseconds. */
async function launch({
  as = token,
  port,
  at = 0,
  clock = { now: () => at },
  beforeWriting = () => Promise.resolve(),
}: {
  as?: string
  port?: number
  at?: number
  clock?: { now(): number }
  beforeWriting?: () => Promise<void>
} = {}) {
  const kept = await openStoredWindows(folder, clock, log)
  const keep: typeof kept.keep = async (...what) => {
    await beforeWriting()
    await kept.keep(...what)
  }
  const windows = { ...kept, keep }
  const pages = join(folder, 'pages')
  return unwrap(await startBrowserHost({ core, pages, port, token: as, windows, clock, log }))
}

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

/** A request with the path exactly as given: `fetch` would normalize it first. */
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

/** A page's end of the IPC socket: what it receives, and how it ends. */
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
    /** Reads nothing more from the connection, and does not close it. */
    stopReading: () => socket.pause(),
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

/** A page with a session of its own, which the ticket begins. */
async function greeted(ticket = token, session = createLaunchToken()) {
  const page = connect()
  await page.send({ session, ticket })
  await page.hear((message: object) => 'welcome' in message)
  return page
}

/**
 * A page that was connected before. It proves that it knows the session without sending it.
 * @param address the origin that the page believes to have
 */
async function returning(session: string, address = `127.0.0.1:${host.port}`) {
  const page = connect()
  const [key, nonce] = [await sessionKeyOf(session), createLaunchToken()]
  await page.send({ window: await sessionNameOf(key), nonce })
  const answered = page
    .hear((message: { challenge?: string; proof?: string }) => 'challenge' in message)
    .then(async ({ challenge, proof }) => {
      const meeting = { nonce, challenge: challenge!, address }
      if (proof === (await computeWindowProof(key, 'host', meeting))) {
        await page.send({ proof: await computeWindowProof(key, 'page', meeting) })
      } else page.close()
    })
  const welcome = answered.then(() => page.hear((message: object) => 'welcome' in message))
  return { ...page, welcome }
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
    'refuses a request for the host %s',
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

  it('survives requests without a path', async () => {
    expect((await ask('*', {}, 'OPTIONS')).status).toBeGreaterThanOrEqual(400)
    expect((await ask('//evil.example/', {}, 'GET')).status).toBeLessThan(500)
    expect((await ask('/')).status).toBe(200)
  })
})

describe('windows', () => {
  it('issues a ticket that begins one session', async () => {
    const [ticket, session] = [host.issueTicket(), createLaunchToken()]
    const page = await greeted(ticket, session)
    // A reload, before and after the page has received its welcome.
    await greeted(ticket, session).then(({ close }) => close())
    const again = await returning(session)
    await again.welcome
    again.close()
    page.close()
  })

  it('ends the session of a ticket that a second page shows, and refuses that page', async () => {
    const [ticket, session] = [host.issueTicket(), createLaunchToken()]
    const first = await greeted(ticket, session)
    const neighbor = await greeted()
    const second = connect()
    await second.send({ session: createLaunchToken(), ticket })
    expect(await second.ended).toBe(4004)
    expect(second.heard).toEqual([])
    expect(await first.ended).toBe(4004)
    expect(warnings).toContain('a ticket was used twice, so the session that it began has ended')

    // It stays ended, and the neighbor's session goes on.
    expect(await (await returning(session)).ended).toBe(4004)
    await neighbor.send({ id: 1, call: 'app.state' })
    await neighbor.hear((message: { id?: number }) => message.id === 1)
    neighbor.close()
  })

  it('carries out no call that an ended session had under way', async () => {
    const ticket = host.issueTicket()
    const first = await greeted(ticket)
    const second = connect()
    await second.send({ session: createLaunchToken(), ticket })
    await first.send({ id: 1, call: 'account.createLocal' })
    await first.ended
    expect(await core.call('account.list', undefined)).toEqual({ ok: true, value: [] })
  })

  it('admits no page with a guessed ticket', async () => {
    for (const guess of ['', 'guess', createLaunchToken()]) {
      const page = connect()
      await page.send({ session: createLaunchToken(), ticket: guess })
      expect(await page.ended).toBe(4001)
    }
  })

  it('expires an unused address after a minute', () => {
    let now = 0
    const kept = { known: [], keep: () => Promise.resolve(), now: () => now }
    const sessions = createSessions(token, kept, () => now)
    const [early, late] = [sessions.issueTicket(), sessions.issueTicket()]
    const page = { session: createLaunchToken(), ticket: early }
    now = 60_000
    expect(sessions.begin(page).is).toBe('admitted')
    now = 60_001
    expect(sessions.begin({ session: createLaunchToken(), ticket: late }).is).toBe('stranger')
    // A used one stays known: a later use of it ends its session.
    now = 10_000_000
    expect(sessions.begin(page).is).toBe('admitted')
    expect(sessions.begin({ session: createLaunchToken(), ticket: early }).is).toBe('ended')
    expect(sessions.begin(page).is).toBe('ended')
  })
})

describe('the IPC socket', () => {
  it('answers calls by their number', async () => {
    const page = await greeted()
    await page.send({ id: 7, call: 'app.state' })
    const answer = await page.hear((message: { id?: number }) => message.id === 7)
    expect(answer).toMatchObject({ id: 7, result: { ok: true, value: { host: 'browser' } } })
    page.close()
  })

  it('notifies every page of changes', async () => {
    const [one, other] = [await greeted(), await greeted()]
    await one.send({ id: 1, call: 'account.createLocal' })
    const isApp = (message: { event?: { event: string } }) =>
      message.event?.event === 'app-state-changed'
    await Promise.all([one.hear(isApp), other.hear(isApp)])
    one.close()
    other.close()
  })

  it('refuses a call outside the contract, and keeps the connection', async () => {
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

  it('closes when the first message contains neither token nor session', async () => {
    const session = createLaunchToken()
    for (const ticket of [createLaunchToken(), '', `${token}x`]) {
      const page = connect()
      await page.send({ session, ticket })
      expect(await page.ended).toBe(4001)
      expect(page.heard).toEqual([])
    }
    expect(await (await returning(session)).ended).toBe(4001)
  })

  it('accepts no session that could be guessed', async () => {
    for (const session of ['', 'x', token.slice(1), 1, null]) {
      const page = connect()
      await page.send({ session, ticket: token })
      expect(await page.ended).toBe(4002)
    }
  })

  it('closes when a call comes before the token, and does not run it', async () => {
    const page = connect()
    await page.send({ id: 1, call: 'account.createLocal' })
    expect(await page.ended).toBe(4002)
    expect(await core.call('account.list', undefined)).toEqual({ ok: true, value: [] })
  })

  it('sends nothing to a connection that has not shown the token', async () => {
    const stranger = connect()
    await new Promise((resolve) => setImmediate(resolve))
    const page = await greeted()
    await page.send({ id: 1, call: 'account.createLocal' })
    await page.hear((message: { id?: number }) => message.id === 1)
    await stranger.send({ session: createLaunchToken(), ticket: 'guess' })
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
    ['the token again', { session: createLaunchToken(), ticket: token }],
    ['a call that is nested too deep', `{"id":1,"call":"app.state","input":${deep}}`],
  ])('closes on %s', async (_what, message) => {
    const page = await greeted()
    await page.send(message)
    expect(await page.ended).toBe(4002)
  })

  it('closes on bytes that are not text', async () => {
    const page = await greeted()
    await page.sendBytes(Buffer.from('{"id":1,"call":"app.state"}'))
    expect(await page.ended).toBe(4002)
  })

  it('cuts off a message that is too large, and keeps serving all other pages', async () => {
    const page = await greeted()
    await page.send({ id: 1, call: 'app.state', input: 'x'.repeat(1024 * 1024) })
    expect(await page.ended).toBe(1009)
    const next = await greeted()
    next.close()
  })

  it('cuts off a page that sends calls and does not read the answers', async () => {
    const page = await greeted()
    page.stopReading()
    // Each answer repeats the name; together they exceed the limit.
    const name = 'x'.repeat(1_000)
    for (let id = 0; id < 20_000; id++) await page.send({ id, call: name })
    await expect.poll(() => warnings).toContain('a page was cut off')
    const next = await greeted()
    next.close()
  })

  it('does not accept the token of an earlier launch', async () => {
    await host.close()
    host = await launch({ as: createLaunchToken() })
    const page = connect()
    await page.send({ session: createLaunchToken(), ticket: token })
    expect(await page.ended).toBe(4001)
  })

  it('closes its pages with a final message when the program ends', async () => {
    const page = await greeted()
    await host.close()
    expect(await page.ended).toBe(1001)
  })
})

describe('another launch on the same data folder', () => {
  const day = 24 * 60 * 60 * 1000

  it('has the port of the one before, and readmits its windows', async () => {
    const session = createLaunchToken()
    await greeted(token, session)
    const { port } = host
    await host.close()
    host = await launch({ as: createLaunchToken() })
    expect(host).toMatchObject({ port })
    expect(host).not.toHaveProperty('taken')
    const page = await returning(session)
    await page.welcome
    await page.send({ id: 1, call: 'app.state' })
    await page.hear((message: { id?: number }) => message.id === 1)
    page.close()
  })

  it('readmits each window that was welcomed, however the one before ended', async () => {
    await host.close()
    const disk = Promise.withResolvers<void>()
    host = await launch({ beforeWriting: () => disk.promise })
    const session = createLaunchToken()
    const page = connect()
    await page.send({ session, ticket: token })
    for (let answers = 0; answers < 5; answers++) await ask('/')
    expect(page.heard).toEqual([])
    disk.resolve()
    await page.hear((message: object) => 'welcome' in message)
    expect(readFileSync(join(folder, 'browser.windows'), 'utf8')).toContain(
      await sessionKeyOf(session),
    )
  })

  it('welcomes no window whose session ended while it was being saved', async () => {
    await host.close()
    const disk = Promise.withResolvers<void>()
    host = await launch({ beforeWriting: () => disk.promise })
    const ticket = host.issueTicket()
    const pages = [connect(), connect()]
    for (const page of pages) {
      await page.send({ session: createLaunchToken(), ticket })
      await ask('/')
    }
    disk.resolve()
    for (const page of pages) {
      expect(await page.ended).toBe(4004)
      expect(page.heard).toEqual([])
    }
    expect(warnings).toEqual(['a ticket was used twice, so the session that it began has ended'])
  })

  it('readmits a window that was connected a week ago, and none from before', async () => {
    const [early, late] = [createLaunchToken(), createLaunchToken()]
    await greeted(token, early).then(({ close, ended }) => (close(), ended))
    await host.close()
    host = await launch({ as: token, at: day })
    await greeted(token, late).then(({ close, ended }) => (close(), ended))
    await host.close()
    host = await launch({ at: 8 * day })
    expect(await (await returning(early)).ended).toBe(4001)
    await (
      await returning(late)
    ).welcome
    // Reconnecting refreshed it.
    await host.close()
    host = await launch({ at: 15 * day })
    await (
      await returning(late)
    ).welcome
  })

  it('readmits a window that was open for weeks when the program was killed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await host.close()
    let now = 0
    host = await launch({ clock: { now: () => now } })
    const session = createLaunchToken()
    await greeted(token, session)
    for (now = day; now <= 20 * day; now += day) await vi.advanceTimersByTimeAsync(day)
    const path = join(folder, 'browser.windows')
    const left = await until(async () => {
      const text = await readFile(path, 'utf8')
      expect(text).toContain(`"seen":${20 * day}`)
      return text
    })
    await host.close()
    await writeFile(path, left)
    host = await launch({ at: 26 * day })
    await (
      await returning(session)
    ).welcome
  })

  it('readmits no window whose address was used twice', async () => {
    const ticket = host.issueTicket()
    const session = createLaunchToken()
    await greeted(ticket, session)
    const second = connect()
    await second.send({ session: createLaunchToken(), ticket })
    await second.ended
    await host.close()
    host = await launch()
    expect(await (await returning(session)).ended).toBe(4001)
  })

  it('saves nothing that could open a session, and for this person alone', async () => {
    const session = createLaunchToken()
    await greeted(token, session)
    await host.close()
    const path = join(folder, 'browser.windows')
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(session)
    expect(text).not.toContain(token)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    host = await launch()
    // The name of a window is not enough either: every listener at the port sees it.
    const thief = connect()
    await thief.send({
      window: await sessionNameOf(await sessionKeyOf(session)),
      nonce: createLaunchToken(),
    })
    await thief.hear((message: object) => 'challenge' in message)
    await thief.send({ proof: 'a'.repeat(64) })
    expect(await thief.ended).toBe(4001)
  })

  it('sends nothing to a window through a program that took the old port', async () => {
    const session = createLaunchToken()
    await greeted(token, session)
    const { port } = host
    // The host's answer to a relaying program is for another address than the window's.
    const page = await returning(session, `127.0.0.1:${port + 1}`)
    expect(await page.ended).toBe(1005)
    expect(page.heard.filter((message) => 'welcome' in (message as object))).toEqual([])
  })

  it('takes another port where a program has that one, says so, and forgets its windows', async () => {
    const session = createLaunchToken()
    await greeted(token, session)
    const { port } = host
    await host.close()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    host = await launch()
    expect(host.port).not.toBe(port)
    expect(host.taken).toBe(port)
    expect(await (await returning(session)).ended).toBe(4001)
    await greeted().then(({ close }) => close())
    other.close()
    await once(other, 'close')
  })

  it.each(['', '{', '[]', '{"port":0,"windows":[]}', '{"port":1024,"windows":[{"key":"x"}]}'])(
    'starts where the file contains %j',
    async (text) => {
      await host.close()
      await writeFile(join(folder, 'browser.windows'), text)
      host = await launch()
      await greeted().then(({ close }) => close())
    },
  )

  it('reports that a requested port is taken', async () => {
    await expect(launch({ port: host.port })).rejects.toMatchObject({ failure: { code: 'usage' } })
  })
})
