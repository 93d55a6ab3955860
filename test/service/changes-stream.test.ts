/** `GET /api/v1/changes/stream`: the same changes as server-sent events. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAdministration } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { onPostgres } from './database.ts'
import { addReference, api, startFixture, store, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
let ids: Awaited<ReturnType<typeof addReference>>
const open: Stream[] = []

beforeEach(async () => {
  fixture = await startFixture({ capabilities: ['reference', 'changes', 'user'] })
  ids = await addReference(fixture.owner)
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.leave()
  await fixture.close()
})

interface Event {
  id: string
  event: string
  data: { action: string; resource: string; id: number; record: object | null }
}

interface Stream {
  response: Response
  events: Event[]
  text(): string
  /** Settles when the service ends the stream. */
  ended: Promise<void>
  leave(): void
}

async function follow(
  by: Api,
  url = fixture.url,
  headers: Record<string, string> = {},
  parameters = '',
): Promise<Stream> {
  const controller = new AbortController()
  const response = await fetch(`${url}/api/v1/changes/stream${parameters}`, {
    headers: { Authorization: `Bearer ${by.token}`, ...headers },
    signal: controller.signal,
  })
  const events: Event[] = []
  let all = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const part of response.body!) {
      const text = decoder.decode(part, { stream: true })
      all += text
      rest += text
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => {
            const colon = line.indexOf(': ')
            return [line.slice(0, colon), line.slice(colon + 2)]
          }),
        ) as Record<string, string>
        if (fields['event'] === undefined) continue
        events.push({
          id: fields['id']!,
          event: fields['event'],
          data: JSON.parse(fields['data']!),
        })
      }
    }
  })().catch((cause: unknown) => {
    if (!controller.signal.aborted) throw cause
  })
  const stream = { response, events, text: () => all, ended, leave: () => controller.abort() }
  open.push(stream)
  return stream
}

const storeTime = (by = fixture.owner) =>
  store(by, 'times', {
    project_id: ids.web,
    task_id: ids.design,
    date: '2026-04-14',
    start: 540,
    quantity: 2,
  })

const told = ({ events }: Stream) =>
  events.map(({ data }) => `${data.action} ${data.resource} ${data.id}`)

/** What it sends, once the time has passed in which it gathers changes. */
const toldLater = (stream: Stream) => {
  fixture.clock.at += 250
  return told(stream)
}

/** The current end of the changes. */
const end = async () => {
  const { body } = await fixture.owner.get('/api/v1/changes')
  return body.cursor as string
}

/** Long enough for events under way to arrive. */
async function answersInARow() {
  for (let answers = 0; answers < 20; answers++) await end()
}

it('sends existing changes and then new ones, in the form of changes', async () => {
  const stream = await follow(fixture.member)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.response.headers.get('cache-control')).toBe('no-store')
  await expect.poll(() => stream.events.length).toBe(5)
  const id = await storeTime()
  await expect.poll(() => toldLater(stream)).toHaveLength(6)
  await fixture.owner.delete(`/api/v1/times/${id}`)
  await expect.poll(() => toldLater(stream)).toHaveLength(7)
  expect(told(stream).slice(5)).toEqual([`created times ${id}`, `deleted times ${id}`])
  const page = await fixture.owner.get(`/api/v1/changes?cursor=${stream.events[4]!.id}`)
  expect(page.body.data.at(-1)).toEqual({
    cursor: stream.events[6]!.id,
    ...stream.events[6]!.data,
  })
})

it('sends a change after a silence at once, and the changes that follow right after together', async () => {
  const stream = await follow(fixture.owner, fixture.url, { 'Last-Event-ID': await end() })
  await storeTime()
  await expect.poll(() => toldLater(stream)).toHaveLength(1)
  // Each second the service looks for writes of other processes, and finds this one: the silence
  // begins only after that.
  for (let steps = 0; steps < 6; steps++) {
    fixture.clock.at += 250
    await answersInARow()
  }
  await storeTime()
  await expect.poll(() => told(stream)).toHaveLength(2)
  // From then on it gathers until the clock has moved.
  await storeTime()
  await storeTime()
  await answersInARow()
  expect(told(stream)).toHaveLength(2)
  await expect.poll(() => toldLater(stream)).toHaveLength(4)
})

it('many streams block no other request of their organisation, and each gets every change', async () => {
  const administration = unwrap(await openAdministration(fixture.database, fixture.clock))
  const readers: Api[] = []
  for (let nth = 0; nth < 10; nth++) {
    const email = `reader-${nth}@example.org`
    unwrap(
      await administration.addUser({ organisation: 'Here', name: 'Reader', email, owner: false }),
    )
    readers.push(api(fixture.url, unwrap(await administration.issueToken({ email })).token))
  }
  await administration.close()
  const from = { 'Last-Event-ID': await end() }
  const streams = await Promise.all(
    Array.from({ length: 200 }, (_, nth) => follow(readers[nth % 10]!, fixture.url, from)),
  )
  const times = await Promise.all(Array.from({ length: 150 }, () => storeTime()))
  await expect
    .poll(() => {
      fixture.clock.at += 250
      return streams.every(({ events }) => events.length === times.length)
    })
    .toBe(true)
  const entries = times.map((id) => `created times ${id}`).toSorted()
  for (const stream of streams) expect(told(stream).toSorted()).toEqual(entries)
  expect(fixture.logged.filter((line) => line.startsWith('a stream of changes ended'))).toEqual([])
})

it('continues after Last-Event-ID, which takes precedence over the cursor in the address', async () => {
  const cursor = await end()
  const id = await storeTime()
  const first = `?cursor=${cursor.replace(/\d+$/, '0')}`
  const stream = await follow(fixture.owner, fixture.url, { 'Last-Event-ID': cursor }, first)
  await expect.poll(() => told(stream)).toEqual([`created times ${id}`])
  const bare = await follow(fixture.owner, fixture.url, {}, `?cursor=${cursor}`)
  await expect.poll(() => told(bare)).toEqual([`created times ${id}`])
})

it('sends changes to their own organisation only', async () => {
  const stream = await follow(fixture.stranger)
  await storeTime()
  const theirs = await store(fixture.stranger, 'tasks', { name: 'Theirs' })
  await expect.poll(() => toldLater(stream)).toEqual([`created tasks ${theirs}`])
})

it('sends signs of life in a silence', async () => {
  const stream = await follow(fixture.owner, fixture.url, { 'Last-Event-ID': await end() })
  await expect
    .poll(() => {
      // A pause may begin after the clock moved: it is moved again.
      fixture.clock.at += 15_000
      return stream.text()
    })
    .toContain(': here\n\n')
})

it('sends what another process committed', async ({ skip }) => {
  skip(!onPostgres, 'only PostgreSQL has several processes on one database')
  const other = await fixture.another()
  const stream = await follow(fixture.owner, other.url, { 'Last-Event-ID': await end() })
  const id = await storeTime()
  await expect
    .poll(() => {
      fixture.clock.at += 1_000
      return told(stream)
    })
    .toEqual([`created times ${id}`])
  stream.leave()
  await other.close()
})

it('ends when the service stops, which does not wait for streams', async () => {
  const stream = await follow(fixture.owner)
  await expect.poll(() => stream.events.length).toBe(5)
  await fixture.stop()
  await stream.ended
})

it('ends when its token is revoked', async () => {
  const stream = await follow(fixture.member)
  await expect.poll(() => stream.events.length).toBe(5)
  const administration = unwrap(await openAdministration(fixture.database, fixture.clock))
  unwrap(await administration.revokeToken(fixture.member.token))
  await administration.close()
  const id = await storeTime()
  let hasEnded = false
  void stream.ended.then(() => (hasEnded = true))
  await expect.poll(() => toldLater(stream) && hasEnded).toBe(true)
  expect(told(stream)).not.toContain(`created times ${id}`)
})

it('writes nothing to standard output when a reader goes away', async () => {
  const spies = (['info', 'log', 'error', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  )
  const written = vi.spyOn(process.stdout, 'write')
  const before = written.mock.calls.length
  const streams = await Promise.all(Array.from({ length: 5 }, () => follow(fixture.owner)))
  await expect.poll(() => streams.every(({ events }) => events.length === 5)).toBe(true)
  for (const stream of streams) stream.leave()
  await storeTime()
  await fixture.stop()
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  expect(written.mock.calls.slice(before)).toEqual([])
  vi.restoreAllMocks()
})

it('buffers for a reader that does not read no more than a page and what the socket takes', async () => {
  const notes = 'n'.repeat(9_000)
  for (let nth = 0; nth < 120; nth++) {
    await fixture.owner.put(`/api/v1/projects/${ids.web}`, { description: `${nth}${notes}` })
    await store(fixture.owner, 'times', {
      ...{ project_id: ids.web, task_id: ids.design, date: '2026-04-14' },
      ...{ start: nth, quantity: 1, notes },
    })
  }
  const { hostname, port } = new URL(fixture.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.pause()
  socket.write(
    `GET /api/v1/changes/stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
      `Authorization: Bearer ${fixture.owner.token}\r\n\r\n`,
  )
  // The others are served during that time; and a client that reads later gets all of it.
  for (let nth = 0; nth < 20; nth++) expect((await fixture.owner.get('/api/v1')).status).toBe(200)
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => (text += part))
  socket.resume()
  await expect.poll(() => text.split('event: change').length - 1).toBe(125)
  socket.destroy()
})

it('is refused like any request: a bad cursor, a cursor too old, no token, too many at once', async () => {
  const status = async (parameters: string, by = fixture.owner) =>
    (await by.get(`/api/v1/changes/stream${parameters}`)).status
  expect(await status('?cursor=x')).toBe(422)
  expect(await status('?cursor=1000')).toBe(410)
  expect(await status('', fixture.nobody)).toBe(401)
  const head = await fixture.owner.send('HEAD', '/api/v1/changes/stream')
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(fixture.owner)))
  expect(await status('')).toBe(429)
  expect((await follow(fixture.member)).response.status).toBe(200)
  streams[0]!.leave()
  await expect
    .poll(async () => (await follow(fixture.owner)).response.status, { interval: 20 })
    .toBe(200)
})
