import { beforeEach, describe, expect, it } from 'vitest'
import type { HttpOutcome, HttpRequest } from '#core/ports.ts'
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from '#core/sync/http/service-client.ts'
import { createPacer } from '#core/sync/http/pacer.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

let clock: VirtualClock
let asked: HttpRequest[]
let underWay: number
let most: number
let stopped: AbortController
let answers: (request: HttpRequest) => HttpOutcome | Promise<HttpOutcome>

const answer = (
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): HttpOutcome => ({ is: 'answer', status, headers, body: JSON.stringify(body) })

const open = (more: Partial<ServiceClientOptions> = {}): ServiceClient =>
  createServiceClient({
    clock,
    connection: { url: 'https://time.test', header: 'Authorization', scheme: 'Bearer' },
    token: 'secret',
    signal: stopped.signal,
    counted: () => {},
    async http(request) {
      asked.push(request)
      underWay++
      most = Math.max(most, underWay)
      try {
        return await answers(request)
      } finally {
        underWay--
      }
    },
    ...more,
  })

beforeEach(() => {
  clock = virtualClock()
  asked = []
  underWay = 0
  most = 0
  stopped = new AbortController()
  answers = () => answer(200)
})

describe('a service that moved', () => {
  /** The service redirects every request whose URL does not begin with this. */
  const movedTo = (address: string, slash = '') => {
    answers = ({ url }) => {
      const [path = '', query] = new URL(url).href.split('?')
      const resource = path.slice(path.indexOf('/api/v1')).replace(/\/$/, '')
      const location = `${address}${resource}${slash}${query ? `?${query}` : ''}`
      return location === url ? answer(200, { success: true }) : answer(308, {}, { location })
    }
  }
  const moves: string[] = []
  const at = (url: string) => {
    moves.length = 0
    const onMove = (to: string) => void moves.push(to)
    return { connection: { url, header: 'Authorization', scheme: 'Bearer', onMove } }
  }

  it('is followed from http to https, by the request itself and by all later ones', async () => {
    movedTo('https://time.test/stint')
    const client = open(at('http://time.test/stint'))
    expect(await client.post('/times', { notes: 'Once' })).toMatchObject({ is: 'applied' })
    expect(await client.get('/times', { page: 2 })).toMatchObject({ is: 'applied' })
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', 'http://time.test/stint/api/v1/times', '{"notes":"Once"}'],
      ['POST', 'https://time.test/stint/api/v1/times', '{"notes":"Once"}'],
      ['GET', 'https://time.test/stint/api/v1/times?page=2', undefined],
    ])
    expect(moves).toEqual(['https://time.test/stint'])
  })

  it('is followed to a slash at the end, also together with https', async () => {
    movedTo('https://time.test', '/')
    const client = open(at('http://time.test'))
    expect(await client.get('/times', { page: 2 })).toMatchObject({ is: 'applied' })
    expect(await client.get('')).toMatchObject({ is: 'applied' })
    expect(asked.at(-1)?.url).toBe('https://time.test/api/v1/')
    expect(moves).toEqual(['https://time.test'])
  })

  it.each([
    ['another path', 'https://time.test', 'https://time.test/stint'],
    ['another port', 'https://time.test', 'https://time.test:8443'],
    ['http in place of https', 'https://time.test', 'http://time.test'],
  ])('is not followed to %s, and says where', async (_, from, to) => {
    movedTo(to)
    expect(await open(at(from)).get('/times')).toMatchObject({
      is: 'signed-out',
      moved: { url: to },
    })
    expect([asked.length, moves]).toEqual([1, []])
  })

  it.each([
    ['to another host', 308, 'https://elsewhere.test/api/v1/times', 'retry'],
    ['to a login', 301, '/login?next=/api/v1/times', 'signed-out'],
    ['to itself', 301, 'https://time.test/api/v1/times', 'signed-out'],
    ['for now only', 302, 'https://time.test/stint/api/v1/times', 'signed-out'],
  ])('is not meant by a redirect %s', async (_, status, location, is) => {
    answers = () => answer(status, {}, { location })
    const reply = await open(at('https://time.test')).get('/times')
    expect(reply).toMatchObject({ is })
    expect(reply).not.toHaveProperty('moved')
    expect(asked).toHaveLength(1)
  })

  it('that redirects in circles is left after two', async () => {
    answers = ({ url }) =>
      answer(301, {}, { location: url.endsWith('/') ? url.slice(0, -1) : `${url}/` })
    expect(await open(at('https://time.test')).get('/times')).toMatchObject({ is: 'signed-out' })
    expect(asked).toHaveLength(3)
  })
})

const reads = (count: number) =>
  Array.from({ length: count }, (_, page) => ({ path: '/times', parameters: { page } }))
const pageOf = ({ url }: HttpRequest) => Number(/page=(\d+)/.exec(url)![1])
/** Later reads are answered sooner. */
const backwards = async (request: HttpRequest) => {
  await clock.sleep(1_000 - pageOf(request))
  return answer(200, { page: pageOf(request) })
}

describe('one exchange', () => {
  it('carries the token, an idempotency key and an entity tag where they are given', async () => {
    const client = open()
    answers = () => answer(200, { success: true })
    await client.post('/expenses', { name: 'Train' }, { idempotencyKey: 'k-1' })
    await client.put('/expenses/1', { name: 'Bus' }, { ifMatch: '"abc"' })
    await client.delete('/expenses/1', { ifMatch: '"abc"' })
    await client.post('/expenses', {}, { idempotencyKey: null })
    expect(asked.map(({ method, headers }) => [method, headers])).toEqual([
      [
        'POST',
        expect.objectContaining({ Authorization: 'Bearer secret', 'Idempotency-Key': 'k-1' }),
      ],
      ['PUT', expect.objectContaining({ 'If-Match': '"abc"' })],
      ['DELETE', expect.objectContaining({ 'If-Match': '"abc"' })],
      ['POST', expect.not.objectContaining({ 'Idempotency-Key': expect.anything() as string })],
    ])
    expect(asked[0]).toMatchObject({
      url: 'https://time.test/api/v1/expenses',
      body: '{"name":"Train"}',
    })
    expect(asked[2]).not.toHaveProperty('body')
  })

  it('returns the entity tag and what the service’s clock says', async () => {
    const date = 'Thu, 19 Nov 2026 14:01:00 GMT'
    answers = () => answer(200, { id: 4 }, { etag: '"abc"', date })
    const told: number[][] = []
    const client = open({ dated: (...given) => void told.push(given) })
    expect(await client.get('/times/4')).toEqual({
      is: 'applied',
      status: 200,
      body: { id: 4 },
      etag: '"abc"',
      date: Date.parse(date),
    })
    expect(told).toEqual([[Date.parse(date), clock.now(), clock.now()]])
  })

  it('reads timestamps in the service’s zone', async () => {
    answers = () => answer(200, { created_at: '2026-07-01 12:00:00' })
    const connection = { url: 'https://a.test', header: 'X', scheme: '', zone: 'Europe/Vienna' }
    expect(await open({ connection }).get('/times/4')).toMatchObject({
      body: { created_at: '2026-07-01 10:00:00' },
    })
  })

  it('is not known to be refused while the first request with its key still runs', async () => {
    answers = () => answer(409, { message: 'Still running' }, { 'retry-after': '1' })
    const client = open()
    expect(await client.post('/times', {}, { idempotencyKey: 'k' })).toMatchObject({
      is: 'unknown',
      after: 1_000,
    })
    expect(await client.post('/times', {})).toMatchObject({ is: 'refused' })
  })

  it('is not applied when the engine stopped while it was under way', async () => {
    const client = open()
    answers = () => {
      stopped.abort()
      return answer(200)
    }
    expect(await client.get('/times')).toEqual({ is: 'stopped' })
    expect(await client.get('/times')).toEqual({ is: 'stopped' })
    expect(asked).toHaveLength(1)
  })

  it('waits for the pacer, and slows down when the service asks for that', async () => {
    const pacer = createPacer(clock)
    const client = open({ pacer })
    answers = () => answer(429)
    expect(await client.get('/times')).toMatchObject({ is: 'retry', cause: 'busy' })
    expect(pacer.rate()).toBe(1)
    answers = () => answer(200)
    await client.get('/times')
    const from = clock.monotonic()
    await clock.until(client.get('/times'))
    expect(clock.monotonic() - from).toBeGreaterThan(900)
  })

  it('asks nothing until the time that the service named', async () => {
    const counted: number[] = []
    const client = open({ pacer: createPacer(clock), counted: () => counted.push(clock.now()) })
    answers = () => answer(429, {}, { 'retry-after': '60' })
    expect(await client.get('/times')).toMatchObject({ is: 'retry', after: 60_000 })
    await clock.advance(20_000)
    expect(await client.post('/times', {})).toMatchObject({ is: 'retry', after: 40_000 })
    expect(await client.get('/times', {}, { atOnce: true })).toMatchObject({ after: 40_000 })
    await clock.advance(40_000)
    answers = () => answer(200)
    expect(await client.get('/times')).toMatchObject({ is: 'applied' })
    expect([asked.length, counted.length]).toEqual([2, 2])
  })
})

describe('several reads', () => {
  async function collect(
    client: ServiceClient,
    count: number,
    concurrency: number,
  ): Promise<unknown[]> {
    const all: unknown[] = []
    for await (const one of client.readAll(reads(count), concurrency)) all.push(one)
    return all
  }

  it('are returned in the order of their requests, with a limited number at once', async () => {
    answers = backwards
    const all = await clock.until(collect(open({ pacer: createPacer(clock) }), 50, 4))
    expect(all.map((one) => (one as { body: { page: number } }).body.page)).toEqual(
      reads(50).map(({ parameters }) => parameters.page),
    )
    expect(most).toBe(4)
  })

  it('continue while the consumer takes its time, and at most twice as many ahead', async () => {
    answers = async () => {
      await clock.sleep(10)
      return answer(200)
    }
    const seen: number[] = []
    const listen = async () => {
      for await (const one of open({ pacer: createPacer(clock) }).readAll(reads(40), 4)) {
        if (one.is !== 'applied') throw new Error(one.is)
        await clock.sleep(100)
        seen.push(asked.length)
      }
    }
    await clock.until(listen())
    // The one that is consumed, and those that wait.
    expect(seen.slice(0, 3)).toEqual([9, 10, 11])
    expect(asked).toHaveLength(40)
    expect(most).toBe(4)
  })

  it('are sent one at a time, each after the pacer, from the first time that the service asks for fewer', async () => {
    const pacer = createPacer(clock)
    answers = async (request) => {
      await clock.sleep(10)
      return pageOf(request) === 4 ? answer(429) : answer(200)
    }
    const client = open({ pacer })
    let busy = false
    const listen = async () => {
      for await (const one of client.readAll(reads(30), 4)) {
        if (one.is !== 'retry') continue
        busy = true
        most = 0
      }
    }
    await clock.until(listen())
    expect(busy).toBe(true)
    // Only those that were under way already.
    expect(most).toBeLessThanOrEqual(4)
    most = 0
    await clock.until(collect(client, 5, 4))
    expect(most).toBe(1)
  })

  it('are aborted when the consumer stops', async () => {
    const ended: number[] = []
    answers = async (request) => {
      if (pageOf(request) === 0) return answer(200)
      await clock.sleep(60_000, request.signal)
      ended.push(pageOf(request))
      return { is: 'lost', why: 'stopped' }
    }
    const listen = async () => {
      const answered = open().readAll(reads(50), 4)
      await answered.next()
      await answered.return()
    }
    await clock.until(listen())
    expect(ended.toSorted()).toEqual([1, 2, 3, 4])
    expect(asked).toHaveLength(5)
    expect(clock.monotonic()).toBe(0)
  })

  it('leave out nothing and end when there are none', async () => {
    expect(await clock.until(collect(open(), 0, 4))).toEqual([])
    expect(await clock.until(collect(open(), 1, 4))).toHaveLength(1)
  })
})
