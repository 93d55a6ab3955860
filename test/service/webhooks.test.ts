/** The `webhooks` capability: subscriptions of owners, and signed deliveries at least once. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageSchema } from '#shared/resources/page.ts'
import {
  webhookDeliveryRecord,
  webhookRecord,
  webhookStoredRecord,
  type WebhookDeliveryRecord,
} from '#shared/resources/webhook.ts'
import { onPostgres } from './database.ts'
import type { ResolveHost } from '#service/webhooks/resolve-host.ts'
import { addReference, api, startFixture, store, type Fixture } from './fixture.ts'

const webhooks = '/api/v1/webhooks'
const events = ['times.created', 'times.updated', 'times.deleted'] as const

interface Received {
  headers: IncomingHttpHeaders
  path: string
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  body: any
}

/** A receiver of events that answers as a test wants. */
interface Receiver {
  uri: string
  received: Received[]
  answer: (response: ServerResponse, received: Received) => void
  server: Server
}

let fixture: Fixture
let receiver: Receiver
let ids: Awaited<ReturnType<typeof addReference>>

beforeEach(async () => {
  fixture = await startFixture({
    capabilities: ['reference', 'restore', 'webhooks'],
    allowPrivateWebhooks: true,
  })
  receiver = await startReceiver()
  ids = await addReference(fixture.owner)
})
afterEach(async () => {
  receiver.server.closeAllConnections()
  receiver.server.close()
  await fixture.close()
})

async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { headers, url } = request
      const received = { headers, path: url!, text, body: JSON.parse(text) as unknown }
      own.received.push(received)
      own.answer(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own: Receiver = {
    uri: `http://127.0.0.1:${port}/in`,
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    server,
  }
  return own
}

async function subscribe(more: object = {}) {
  const answer = await fixture.owner.post(webhooks, { uri: receiver.uri, events, ...more })
  expect(answer.status, answer.text).toBe(201)
  return webhookStoredRecord.parse(answer.body.webhook)
}

const storeTime = (more: object = {}) =>
  store(fixture.owner, 'times', {
    project_id: ids.web,
    task_id: ids.design,
    date: '2026-04-14',
    start: 540,
    quantity: 2,
    ...more,
  })

/** Deliveries of the past. */
async function addDeliveries(webhook_id: number, count: number, more: object): Promise<void> {
  const rows = Array.from({ length: count }, (_, nth) => ({
    ...{ organisation_id: 1, webhook_id, event_id: `${nth}`, event: 'times.created', body: '{}' },
    ...{ queued_at: fixture.clock.at, due_at: fixture.clock.at, ...more },
  }))
  await fixture.store.db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += 500) {
      await trx
        .insertInto('webhook_delivery')
        .values(rows.slice(from, from + 500))
        .execute()
    }
  })
}

async function deliveries(webhook: number): Promise<WebhookDeliveryRecord[]> {
  const { body } = await fixture.owner.get(`${webhooks}/${webhook}/deliveries?limit=100`)
  return pageSchema(webhookDeliveryRecord).parse(body).data
}

/** Advances second by second until a state is reached. */
const eventually = (state: () => unknown) =>
  expect.poll(
    () => {
      fixture.clock.at += 1_000
      return state()
    },
    { interval: 10, timeout: 90_000 },
  )

/** After the clock moved: a pause that began only then, from the new time, needs another move. */
const soon = (state: () => unknown) => {
  let asked = 0
  return expect.poll(
    () => {
      asked += 1
      if (asked % 100 === 0) fixture.clock.at += 1_000
      return state()
    },
    { interval: 20, timeout: 90_000 },
  )
}

describe('a webhook', () => {
  it('is stored with a secret that is shown once, shown, listed, changed and deleted', async () => {
    const { secret, ...record } = await subscribe()
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const path = `${webhooks}/${record.id}`
    const shown = await fixture.owner.get(path)
    expect(webhookRecord.parse(shown.body)).toEqual(record)
    expect((await fixture.owner.get(webhooks)).body.data).toEqual([record])

    fixture.clock.at += 60_000
    const changed = await fixture.owner.put(path, { events: ['categories.restored'] })
    expect(changed.body.webhook).toEqual({
      ...record,
      events: ['categories.restored'],
      updated_at: '2026-04-15 09:31:00',
    })
    fixture.clock.at += 60_000
    expect((await fixture.owner.put(path, {})).body).toEqual(changed.body)

    const deleted = await fixture.owner.delete(path)
    expect(deleted.body).toEqual(changed.body)
    expect((await fixture.owner.get(path)).status).toBe(404)
    expect((await fixture.owner.get(`${path}/deliveries`)).status).toBe(404)
    for (const { text } of [shown, changed, deleted]) expect(text).not.toContain(secret)
  })

  it('is managed by owners only, within one organisation', async () => {
    const { id } = await subscribe()
    const path = `${webhooks}/${id}`
    const body = { uri: receiver.uri, events }
    const by = async (api: Fixture['owner']) => [
      (await api.get(path)).status,
      (await api.put(path, body)).status,
      (await api.delete(path)).status,
      (await api.get(`${path}/deliveries`)).status,
    ]
    expect(await by(fixture.member)).toEqual([403, 403, 403, 403])
    expect((await fixture.member.post(webhooks, body)).status).toBe(403)
    expect(await by(fixture.stranger)).toEqual([404, 404, 404, 404])
  })

  it.each([
    ['uri', 'ftp://example.org/'],
    ['uri', 'https://'],
    ['uri', 'nonsense'],
    ['uri', 'https://user:secret@example.org/'],
    ['uri', 7],
    ['events', []],
    ['events', 'times.created'],
  ])('needs another value for %s than %j', async (field, value) => {
    const answer = await fixture.owner.post(webhooks, {
      uri: receiver.uri,
      events,
      [field]: value,
    })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  it('accepts existing events only, and names an unknown one', async () => {
    const answer = await fixture.owner.post(webhooks, {
      uri: receiver.uri,
      events: ['times.created', 'projects.created'],
    })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['events.1']])
  })

  it('can only be listed where the capability is off', async () => {
    const bare = await fixture.another({ capabilities: [] })
    const answer = await bare.owner.post(webhooks, { uri: receiver.uri, events })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await bare.owner.get(`${webhooks}/1`)).status).toBe(404)
    await bare.close()
  })
})

describe('a delivery', () => {
  it('is a signed POST of {id, event, created_at, data}', async () => {
    const { id: webhook, secret } = await subscribe()
    const id = await storeTime({ notes: 'Größe' })
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ headers, text, body, path }] = receiver.received as [Received]
    expect(path).toBe('/in')
    expect(headers['content-type']).toBe('application/json')
    const [, moment, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      headers['stint-signature'] as string,
    )!
    expect(Number(moment)).toBe(fixture.clock.at / 1000)
    const expected = createHmac('sha256', secret).update(`${moment}.${text}`).digest('hex')
    expect(signature).toBe(expected)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: 'times.created',
      created_at: '2026-04-15 09:30:00',
      data: (await fixture.owner.get(`/api/v1/times/${id}`)).body,
    })
    await expect
      .poll(async () => deliveries(webhook))
      .toEqual([
        {
          id: expect.any(Number),
          event_id: body.id,
          event: 'times.created',
          state: 'delivered',
          attempts: 1,
          response_status: 204,
          problem: null,
          created_at: '2026-04-15 09:30:00',
          attempted_at: '2026-04-15 09:30:00',
          next_attempt_at: null,
        },
      ])
  })

  it('is made for times, expenses and categories, and contains the deleted record without its texts', async () => {
    const all = ['times', 'expenses', 'categories'].flatMap((resource) =>
      ['created', 'updated', 'deleted'].map((action) => `${resource}.${action}`),
    )
    await subscribe({ events: [...all, 'categories.restored'] })
    const time = await storeTime()
    await fixture.owner.put(`/api/v1/times/${time}`, { quantity: 7 })
    await fixture.owner.put(`/api/v1/times/${time}`, { quantity: 7 })
    await fixture.owner.delete(`/api/v1/times/${time}`)
    const expense = await store(fixture.owner, 'expenses', {
      project_id: ids.web,
      date: '2026-04-14',
      name: 'Tram',
      unit_charge: 320,
      chargeable: true,
    })
    await fixture.owner.put(`/api/v1/expenses/${expense}`, { name: 'Bus' })
    await fixture.owner.delete(`/api/v1/expenses/${expense}`)
    const { body } = await fixture.owner.post('/api/v1/categories', { name: 'Making' })
    const category = `/api/v1/categories/${body.category.id}`
    await fixture.owner.put(category, { tasks: [ids.design] })
    await fixture.owner.delete(category)
    await fixture.owner.post(`${category}/restore`, {})
    await expect.poll(() => receiver.received.length).toBe(10)
    const told = receiver.received.map(({ body }) => body.event as string)
    expect(told.toSorted()).toEqual([...all, 'categories.restored'].sort())
    const dataOf = (event: string) =>
      receiver.received.find(({ body }) => body.event === event)!.body.data
    expect(dataOf('times.deleted')).toMatchObject({
      id: time,
      quantity: 7,
      task: { name: 'Design' },
    })
    expect(dataOf('expenses.deleted')).toMatchObject({ id: expense, name: '', unit_charge: 320 })
    expect(dataOf('categories.deleted')).toMatchObject({ deleted: true })
    expect(dataOf('categories.restored')).toMatchObject({ deleted: false, tasks: [ids.design] })
    expect(dataOf('categories.updated')).not.toHaveProperty('projects')
  })

  it('loses the texts of a record that is deleted while it waits, and is delivered still', async () => {
    const held = (until: number) =>
      fixture.store.db.updateTable('webhook_target').set({ held_until: until }).execute()
    await subscribe()
    await held(fixture.clock.at + 1e9)
    const id = await storeTime({ notes: 'Zebrafish fins' })
    const other = await storeTime({ notes: 'Tail' })
    await fixture.owner.put(`/api/v1/times/${id}`, { notes: 'Zebrafish gills' })
    await fixture.owner.delete(`/api/v1/times/${id}`)
    const waiting = await fixture.store.db
      .selectFrom('webhook_delivery')
      .select('body')
      .where('state', '=', 'pending')
      .execute()
    expect(waiting).toHaveLength(4)
    expect(JSON.stringify(waiting)).not.toContain('Zebrafish')
    await held(0)
    await eventually(() => receiver.received.length).toBe(4)
    expect(
      receiver.received.map(({ body }) => [body.event, body.data.id, body.data.notes]).toSorted(),
    ).toEqual([
      ['times.created', id, null],
      ['times.created', other, 'Tail'],
      ['times.deleted', id, null],
      ['times.updated', id, null],
    ])
  })

  it('goes only to subscribers, with the same bytes to each, and is not made for a refused request', async () => {
    const other = await startReceiver()
    await subscribe()
    await subscribe({ uri: other.uri, events: ['times.created'] })
    await subscribe({ uri: other.uri, events: ['expenses.created'] })
    await fixture.stranger.post(webhooks, { uri: other.uri, events })
    expect((await fixture.owner.post('/api/v1/times', {})).status).toBe(422)
    const id = await storeTime()
    await fixture.owner.delete(`/api/v1/times/${id}`)
    await expect.poll(() => [receiver.received.length, other.received.length]).toEqual([2, 1])
    const created = receiver.received.find(({ body }) => body.event === 'times.created')!
    expect(other.received[0]!.text).toBe(created.text)
    expect(other.received[0]!.headers['stint-signature']).not.toBe(
      created.headers['stint-signature'],
    )
    other.server.close()
  })

  it('is tried again at growing intervals with the same body, for 24 hours, and then given up', async () => {
    // A different answer each time tells a settled attempt from one that is only claimed.
    const lastStatus = () => 500 + (receiver.received.length % 50)
    receiver.answer = (response) => void response.writeHead(lastStatus()).end()
    const { id } = await subscribe()
    const from = fixture.clock.at
    await storeTime()
    await soon(() => receiver.received.length).toBe(1)
    const at = [0]
    for (;;) {
      await soon(async () => (await deliveries(id))[0]!.response_status).toBe(lastStatus())
      const [delivery] = await deliveries(id)
      const attempts = receiver.received.length
      if (delivery!.state === 'given_up') break
      const next = Date.parse(`${delivery!.next_attempt_at!.replace(' ', 'T')}Z`)
      fixture.clock.at = Math.max(fixture.clock.at, next) + 1_000
      await soon(() => receiver.received.length).toBe(attempts + 1)
      at.push(fixture.clock.at - from)
    }
    const waits = at.slice(1).map((moment, nth) => moment - at[nth]!)
    for (const [nth, wait] of waits.entries()) {
      const whole = Math.min(5_000 * 2 ** nth, 3_600_000)
      // Times are in whole seconds, and looked up a second later.
      expect(wait).toBeGreaterThanOrEqual(whole / 2 - 1_000)
      expect(wait).toBeLessThanOrEqual(whole + 3_000)
    }
    expect(at.at(-1)).toBeLessThanOrEqual(24 * 3_600_000 + 2_000)
    expect(at.at(-1)).toBeGreaterThan(22 * 3_600_000)
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['stint-signature'])).size).toBe(
      receiver.received.length,
    )
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({
      state: 'given_up',
      response_status: lastStatus(),
      problem: expect.stringContaining(String(lastStatus())),
      next_attempt_at: null,
    })
  })

  it('reaches a receiver that comes back, in the end, with everything', async () => {
    const { id } = await subscribe()
    const { port } = receiver.server.address() as AddressInfo
    receiver.server.closeAllConnections()
    receiver.server.close()
    for (let nth = 0; nth < 5; nth++) await storeTime({ start: nth })
    await eventually(async () =>
      (await deliveries(id)).some(({ problem }) => problem !== null),
    ).toBe(true)
    expect((await deliveries(id)).every(({ state }) => state === 'pending')).toBe(true)
    const back = await startReceiver()
    back.server.close()
    await once(back.server, 'close')
    receiver.server.listen(port, '127.0.0.1')
    await once(receiver.server, 'listening')
    await eventually(() => new Set(receiver.received.map(({ body }) => body.data.start)).size).toBe(
      5,
    )
    await eventually(async () =>
      (await deliveries(id)).every(({ state }) => state === 'delivered'),
    ).toBe(true)
  })

  it('does not follow a redirect, and takes no long answer', async () => {
    const { id } = await subscribe()
    receiver.answer = (response) =>
      void response.writeHead(302, { Location: `${receiver.uri}/elsewhere` }).end()
    await storeTime()
    await expect
      .poll(async () => (await deliveries(id))[0]?.problem)
      .toContain('responded with 302')
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in'])

    let cut = false
    receiver.answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      response.on('close', () => (cut = true))
      more()
    }
    await storeTime()
    await expect.poll(() => cut).toBe(true)
    await expect.poll(async () => (await deliveries(id))[0]?.state).toBe('delivered')
  })

  it('has few connections open to a receiver whose answers never end', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('x')
    const open = () =>
      new Promise((resolve) => receiver.server.getConnections((_, count) => resolve(count)))
    const { id } = await subscribe()
    for (let nth = 0; nth < 5; nth++) await storeTime({ start: nth })
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(await open()).toBe(2)
    // The status counts, however the answer ends.
    receiver.server.closeAllConnections()
    await expect.poll(() => receiver.received.length).toBe(4)
    expect(await open()).toBe(2)
    receiver.answer = (response) => void response.writeHead(200).end()
    receiver.server.closeAllConnections()
    await expect
      .poll(async () => (await deliveries(id)).map(({ state, attempts }) => `${state} ${attempts}`))
      .toEqual(Array(5).fill('delivered 1'))
  })

  it('does not wait for a webhook that answers slowly before it serves the others', async () => {
    const slow = await startReceiver()
    const held: ServerResponse[] = []
    slow.answer = (response) => void held.push(response)
    await subscribe({ uri: slow.uri })
    await subscribe()
    for (let nth = 0; nth < 30; nth++) await storeTime({ start: nth })
    await expect.poll(() => receiver.received.length).toBe(30)
    await expect.poll(() => slow.received.length).toBe(2)
    slow.answer = (response) => void response.writeHead(200).end()
    for (const response of held) response.writeHead(200).end()
    await expect.poll(() => slow.received.length).toBe(30)
    slow.server.close()
  })

  it('goes out to one organisation however many receivers of another never answer', async () => {
    // Accepts connections and never answers, at any number of addresses.
    const tarpits = await Promise.all(Array.from({ length: 20 }, startReceiver))
    for (const tarpit of tarpits) {
      tarpit.answer = () => undefined
      const made = await fixture.stranger.post(webhooks, { uri: tarpit.uri, events })
      expect(made.status).toBe(201)
    }
    await subscribe()
    const theirs = await addReference(fixture.stranger)
    const entry = { date: '2026-04-14', start: 540, quantity: 2 }
    const work = { project_id: theirs.web, task_id: theirs.design }
    await store(fixture.stranger, 'times', { ...work, ...entry })
    const reached = () => tarpits.filter(({ received }) => received.length > 0).length
    await expect.poll(reached).toBe(4)
    await storeTime()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(reached()).toBe(4)
    for (const { server } of tarpits) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('goes out to one organisation while no name server responds for another', async () => {
    await fixture.stop()
    const asked: string[] = []
    const unresolved = { is: 'unresolved', why: 'No name server responded' } as const
    const held: ((host: typeof unresolved) => void)[] = []
    const resolveHost: ResolveHost = (name) => {
      if (name === 'localhost') {
        return Promise.resolve({ is: 'resolved', addresses: ['127.0.0.1'] })
      }
      asked.push(name)
      return new Promise((resolve) => void held.push(resolve))
    }
    const { url, owner, close } = await fixture.another({ resolveHost })
    const stranger = api(url, fixture.stranger.token)
    const dead: number[] = []
    for (let nth = 0; nth < 8; nth++) {
      const uri = `http://hooks${nth}.dead.example/`
      const { body } = await stranger.post(webhooks, { uri, events })
      dead.push(body.webhook.id as number)
    }
    const { port } = receiver.server.address() as AddressInfo
    const made = await owner.post(webhooks, { uri: `http://localhost:${port}/in`, events })
    const theirs = await addReference(stranger)
    const entry = { date: '2026-04-14', start: 540, quantity: 2 }
    await store(stranger, 'times', { project_id: theirs.web, task_id: theirs.design, ...entry })
    const logOf = async (by: Fixture['owner'], id: number) =>
      (await by.get(`${webhooks}/${id}/deliveries`)).body.data[0] as WebhookDeliveryRecord
    const deadLog = () => Promise.all(dead.map((id) => logOf(stranger, id)))
    const attempted = async () => (await deadLog()).filter(({ attempts }) => attempts > 0).length
    await expect.poll(attempted).toBeGreaterThan(0)

    await store(owner, 'times', { project_id: ids.web, task_id: ids.design, ...entry })
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect
      .poll(() => logOf(owner, made.body.webhook.id))
      .toMatchObject({ state: 'delivered', attempts: 1, problem: null })
    // One look-up at a time, and what waits for it has not been attempted.
    expect([asked.length, await attempted()]).toEqual([1, 1])

    for (let nth = 1; nth < dead.length; nth++) {
      held.shift()!(unresolved)
      await soon(() => asked.length).toBe(nth + 1)
    }
    held.shift()!(unresolved)
    const failed = { state: 'pending', attempts: 1, problem: unresolved.why }
    await expect.poll(deadLog).toEqual(dead.map(() => expect.objectContaining(failed)))
    expect(new Set(asked).size).toBe(dead.length)
    await close()
  })

  it('has at most fifty webhooks of an organisation to go to', async () => {
    for (let nth = 0; nth < 50; nth++) await subscribe()
    const more = await fixture.owner.post(webhooks, { uri: receiver.uri, events })
    expect(more.status).toBe(422)
    expect(more.body.errors.uri).toEqual([expect.stringContaining('50 webhooks already')])
    expect((await fixture.stranger.post(webhooks, { uri: receiver.uri, events })).status).toBe(201)
  })

  it('is given up at once where thousands of its organisation wait already', async () => {
    const { id } = await subscribe({ uri: 'http://127.0.0.1:9/nobody' })
    await addDeliveries(id, 5_000, { due_at: fixture.clock.at + 1e9 })
    await storeTime()
    const [newest] = await deliveries(id)
    expect(newest).toMatchObject({
      state: 'given_up',
      problem: expect.stringMatching(/^More than 5000/),
    })
  })

  it('is given up at once where many megabytes of its organisation wait already', async () => {
    const { id } = await subscribe({ uri: 'http://127.0.0.1:9/nobody' })
    const waiting = { due_at: fixture.clock.at + 1e9, body: 'x'.repeat(1024 * 1024) }
    for (let megabyte = 0; megabyte < 64; megabyte += 16) await addDeliveries(id, 16, waiting)
    await storeTime()
    const [newest] = await deliveries(id)
    expect(newest).toMatchObject({
      state: 'given_up',
      problem: expect.stringMatching(/^More than 64 MB/),
    })
  })

  it('leaves a thousand lines in the log of each webhook, sent or not', async () => {
    const linesOf = async (webhook: number) => {
      const { body } = await fixture.owner.get(`${webhooks}/${webhook}/deliveries`)
      return body.total as number
    }
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const two = [await subscribe(), await subscribe()]
    for (const { id } of two) await addDeliveries(id, 1_200, { state: 'delivered' })
    await storeTime()
    for (const { id } of two) await expect.poll(() => linesOf(id)).toBe(1_000)

    const { id } = two[0]!
    await addDeliveries(id, 5_000, { due_at: fixture.clock.at + 1e9 })
    for (const { id } of two) await addDeliveries(id, 200, { state: 'given_up' })
    await storeTime()
    expect(await Promise.all(two.map(({ id }) => linesOf(id)))).toEqual([6_000, 1_000])
    random.mockRestore()
  })

  it('survives a stop: what was not delivered is delivered after the next start', async () => {
    receiver.answer = (response) => void response.writeHead(503).end()
    await subscribe()
    await storeTime()
    await expect.poll(() => receiver.received.length).toBe(1)
    await fixture.stop()
    receiver.answer = (response) => void response.writeHead(200).end()
    fixture.clock.at += 10_000
    const next = await fixture.another()
    await soon(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
    await next.close()
  })

  it('is made by one of several processes', async ({ skip }) => {
    skip(!onPostgres, 'only PostgreSQL has several processes on one database')
    const second = await fixture.another()
    const third = await fixture.another()
    await subscribe()
    const ways = [fixture.owner, second.owner, third.owner]
    await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        store(ways[nth % 3]!, 'times', {
          project_id: ids.web,
          task_id: ids.design,
          date: '2026-04-14',
          start: nth,
          quantity: 1,
        }),
      ),
    )
    await eventually(() => new Set(receiver.received.map(({ body }) => body.id)).size).toBe(60)
    expect(receiver.received).toHaveLength(60)
    await second.close()
    await third.close()
  })

  it('that its process left behind is made again when its claim has run out', async () => {
    const { id } = await subscribe()
    // The state that a killed process leaves: claimed, and never settled.
    receiver.answer = () => undefined
    await storeTime()
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.answer = (response) => void response.writeHead(200).end()
    fixture.clock.at += 30_000
    await soon(() => receiver.received.length).toBe(2)
    expect(receiver.received[1]!.body.id).toBe(receiver.received[0]!.body.id)
    await expect
      .poll(async () => (await deliveries(id))[0])
      .toMatchObject({ state: 'delivered', attempts: 2 })
    // The first attempt ends as well, and changes nothing any more.
    receiver.server.closeAllConnections()
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  it('is in the log for 30 days, in the envelope, newest first', async () => {
    const { id } = await subscribe()
    for (let nth = 0; nth < 3; nth++) await storeTime({ start: nth })
    await expect.poll(() => receiver.received.length).toBe(3)
    await expect
      .poll(async () => (await deliveries(id)).every(({ state }) => state === 'delivered'))
      .toBe(true)
    const path = `${webhooks}/${id}/deliveries`
    const { body } = await fixture.owner.get(`${path}?limit=2&page=1`)
    const { data, ...envelope } = pageSchema(webhookDeliveryRecord).parse(body)
    expect(envelope).toMatchObject({
      total: 3,
      path: `${fixture.url}${path}`,
      next_page_url: `${fixture.url}${path}?limit=2&page=2`,
    })
    expect(data[0]!.id).toBeGreaterThan(data[1]!.id)
    expect((await fixture.owner.get(`${path}?limit=0`)).status).toBe(422)
    fixture.clock.at += 30 * 24 * 3_600_000
    expect(await deliveries(id)).toHaveLength(3)
    await expect
      .poll(() => {
        fixture.clock.at += 3_600_000
        return deliveries(id)
      })
      .toEqual([])
  })
})

describe('private addresses', () => {
  it('are refused where they are literal in the address', async () => {
    const strict = await fixture.another({ allowPrivateWebhooks: false })
    for (const uri of [
      receiver.uri,
      'http://localhost/in',
      'https://api.localhost./in',
      'http://[::1]/',
      'http://0x7f.1/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest/meta-data/',
    ]) {
      const answer = await strict.owner.post(webhooks, { uri, events })
      expect([uri, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        uri,
        422,
        ['uri'],
      ])
    }
    const named = await strict.owner.post(webhooks, { uri: 'https://hooks.example.org/', events })
    expect(named.status).toBe(201)
    await strict.close()
  })

  it('may stay where the service allowed them before', async () => {
    const { id } = await subscribe()
    const strict = await fixture.another({ allowPrivateWebhooks: false })
    const put = (uri: string) =>
      strict.owner.put(`${webhooks}/${id}`, { uri, events: ['times.created'] })
    expect(await put(receiver.uri)).toMatchObject({
      status: 200,
      body: { webhook: { uri: receiver.uri, events: ['times.created'] } },
    })
    expect((await put(`${receiver.uri}2`)).status).toBe(422)
    await strict.close()
  })

  it('are not called, also where a name resolves to them', async () => {
    const { id } = await subscribe()
    await fixture.stop()
    const strict = await fixture.another({ allowPrivateWebhooks: false })
    await store(strict.owner, 'times', {
      project_id: ids.web,
      task_id: ids.design,
      date: '2026-04-14',
      start: 1,
      quantity: 1,
    })
    const log = async () =>
      (await strict.owner.get(`${webhooks}/${id}/deliveries`)).body.data as WebhookDeliveryRecord[]
    await expect.poll(async () => (await log())[0]?.problem).toContain('private network')
    expect(receiver.received).toEqual([])
    await strict.close()
  })
})
