/** What an operator relies on: health, the log, limits, headers. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { createRoom } from '#service/room.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverLimits, startServer } from '#service/server.ts'
import { unwrap } from '#shared/errors.ts'
import { addReference, startFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.close())

describe('health', () => {
  it.each(['/health', '/ready'])('%s answers without a token', async (path) => {
    const answer = await fixture.nobody.get(path)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ status: 'ok' })
    expect((await fixture.nobody.send('POST', path)).status).toBe(405)
  })

  it('is alive and not ready while the database does not answer', async () => {
    const { createServiceApp } = await import('#service/app.ts')
    const broken = {
      getExecutor: () => ({ executeQuery: () => Promise.reject(new Error('gone')) }),
    }
    const logged: string[] = []
    const note = (message: string) => void logged.push(message)
    const log = { info: () => {}, warn: note }
    const app = createServiceApp({
      db: broken as never,
      room: createRoom({ log, now: () => 0, disk: null }),
      now: () => '',
      capabilities: new Set(),
      baseUrl: null,
      log,
    } as never)
    expect((await app.request('/health')).status).toBe(200)
    const answer = await app.request('/ready')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ status: 'unavailable' })
    expect(logged).toEqual(['the database isn’t responding'])
  })
})

describe('a write that SQLite says was refused', () => {
  const refused = (code: string) => Object.assign(new Error('disk I/O error'), { code })
  const room = (isFull?: () => boolean) =>
    createRoom({ log: { info() {}, warn() {} }, now: () => 0, disk: null, isFull })

  it.each(['WRITE', 'FSYNC', 'TRUNCATE', 'SHMSIZE'])('had no room, by a quota: %s', (what) => {
    const cause = refused(`SQLITE_IOERR_${what}`)
    expect(room(() => true).isMissing(cause)).toBe(true)
    expect(room(() => false).isMissing(cause)).toBe(false)
    expect(room().isMissing(cause)).toBe(false)
  })

  it('is not put down to the disk where it was a read', () => {
    expect(room(() => true).isMissing(refused('SQLITE_IOERR_READ'))).toBe(false)
  })
})

describe('the log', () => {
  const lastRequest = () =>
    fixture.logged
      .filter((line) => line.startsWith('request '))
      .at(-1)!
      .slice('request '.length)

  it('has one line for each request: id, method, path, status, milliseconds', async () => {
    const before = fixture.logged.length
    const answer = await fixture.owner.get('/api/v1/times/7?include=user')
    // The line is written after the answer, which its reader may notice first.
    await expect.poll(() => fixture.logged.length).toBe(before + 1)
    expect(JSON.parse(lastRequest())).toEqual({
      id: answer.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/v1/times/7',
      status: 404,
      milliseconds: expect.any(Number),
    })
  })

  it('uses the request id of a proxy, unless it is malformed', async () => {
    const send = (id: string) =>
      fixture.owner.send('GET', '/api/v1', { headers: { 'X-Request-Id': id } })
    expect((await send('edge-41.7')).headers.get('x-request-id')).toBe('edge-41.7')
    for (const strange of ['a b', '"}', 'x'.repeat(65)]) {
      expect((await send(strange)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('never has a token, a query or a body', async () => {
    const { web, design } = await addReference(fixture.owner)
    const notes = 'the merger, strictly between us'
    const time = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
    await fixture.owner.post('/api/v1/times', { ...time, notes })
    await fixture.owner.get(`/api/v1/times?query=${encodeURIComponent('merger')}`)
    await fixture.nobody.send('GET', '/api/v1/times', {
      headers: { Authorization: 'Bearer stint_mistyped' },
    })
    const all = fixture.logged.join('\n')
    for (const secret of ['merger', fixture.owner.token, 'stint_mistyped', 'olga@example.org']) {
      expect(all).not.toContain(secret)
    }
  })
})

describe('limits', () => {
  const quick = {
    ...serverLimits,
    headers: 60,
    request: 90,
    idle: 120,
    check: 20,
    keepAlive: 90,
    drain: 600_000,
  }
  const patient = new Hono()
  patient.post('/', async (context) =>
    context.json({ bytes: (await context.req.arrayBuffer()).byteLength }),
  )
  patient.onError((_, context) => context.json({}, 400))
  const start = async () =>
    unwrap(await startServer(patient, { host: '127.0.0.1', port: 0, limits: quick }))

  /** What the server sends until it ends the connection. */
  async function until(url: string, text: string): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (part: Buffer) => (answer += part.toString()))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(text)
    await once(socket, 'close')
    return answer
  }

  it('cuts a caller who does not finish the headers', async () => {
    const server = await start()
    expect(await until(server.url, 'POST / HTTP/1.1\r\nHost: x\r\n')).toContain('408')
    await server.close()
  })

  it('cuts a caller who does not finish the body', async () => {
    const server = await start()
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'
    expect(await until(server.url, `${head}half`)).toContain('408')
    await server.close()
  })

  it('cuts a caller who says nothing', async () => {
    const server = await start()
    expect(await until(server.url, '')).not.toContain('200')
    await server.close()
  })

  it('cuts a caller who does not read the answer', async () => {
    const endless = new Hono().get('/', (context) => context.body('x'.repeat(64 * 1024 * 1024)))
    const server = unwrap(await startServer(endless, { host: '127.0.0.1', port: 0, limits: quick }))
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    // There is an answer, and the caller does not read it.
    await once(socket, 'readable')
    // A stop waits for requests in flight, here for ten minutes: it ends because the caller is cut.
    await server.close()
    socket.destroy()
  })

  it('answers 431 to headers of more than 16 KiB', async () => {
    const { port } = new URL(fixture.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(
        { port, path: '/api/v1', headers: { 'X-Long': 'x'.repeat(17 * 1024) } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      asked.on('error', reject)
      asked.end()
    })
    expect(status).toBe(431)
  })

  it('answers 413 to a body of more than 256 KiB, valid JSON or not', async () => {
    for (const body of ['x'.repeat(256 * 1024 + 1), `{"a":"${'x'.repeat(256 * 1024)}"}`]) {
      const answer = await fixture.owner.send('POST', '/api/v1/times', { body })
      expect(answer.status).toBe(413)
    }
  })
})

describe('a caller who hangs up', () => {
  it.each([
    ['whose length was told', 'Content-Length: 1000'],
    ['that comes in chunks', 'Transfer-Encoding: chunked'],
  ])('in the middle of a body %s is not logged as a bug', async (_, length) => {
    const before = fixture.logged.length
    const socket = connect({ port: Number(new URL(fixture.url).port), host: '127.0.0.1' })
    socket.write(
      `POST /api/v1/times HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fixture.owner.token}\r\n`,
    )
    socket.write(`${length}\r\nExpect: 100-continue\r\n\r\n`)
    const [heard] = (await once(socket, 'data')) as [Buffer]
    expect(heard.toString()).toContain('100 Continue')
    socket.destroy()
    await expect.poll(() => fixture.logged.length).toBeGreaterThan(before)
    expect(fixture.logged.slice(before)).toEqual([
      expect.stringMatching(/^request .*"path":"\/api\/v1\/times".*"unfinished":true/),
    ])
    expect(fixture.logged.at(-1)).not.toContain('"status"')
  })
})

describe('headers', () => {
  it('keep every answer from being cached, framed, sniffed or run', async () => {
    for (const path of ['/health', '/api/v1', '/api/v1/nothing', '/nothing']) {
      const { headers } = await fixture.owner.get(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it('ask for https once the operator says that callers use it', async () => {
    const secure = await startFixture({ baseUrl: 'https://stint.example.org' })
    const { headers } = await secure.nobody.get('/health')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.close()
  })
})
