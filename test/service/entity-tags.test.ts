/**
 * `ETag`, `If-Match` and `If-None-Match`: a client never overwrites a version that it has not seen.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from './database.ts'
import { addReference, startFixture, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
/**
 * API clients of the owner: on PostgreSQL of two services, on SQLite, which one process serves, of
 * one.
 */
let owners: Api[]
let second: Awaited<ReturnType<Fixture['another']>> | undefined
let ids: Awaited<ReturnType<typeof addReference>>

beforeAll(async () => {
  fixture = await startFixture({
    capabilities: ['reference', 'conditional', 'user', 'webhooks'],
  })
  if (onPostgres) second = await fixture.another()
  owners = [fixture.owner, second?.owner ?? fixture.owner]
  ids = await addReference(fixture.owner)
})
afterAll(async () => {
  await second?.close()
  await fixture.close()
})

const put = (by: Api, path: string, tag: string, body: object) =>
  by.send('PUT', path, { body: JSON.stringify(body), headers: { 'If-Match': tag } })
const remove = (by: Api, path: string, tag: string) =>
  by.send('DELETE', path, { headers: { 'If-Match': tag } })
const get = (path: string, tag: string) =>
  fixture.owner.send('GET', path, { headers: { 'If-None-Match': tag } })

const time = () => ({
  project_id: ids.web,
  task_id: ids.design,
  date: '2026-04-14',
  start: 540,
  quantity: 2,
})

const resources = [
  { path: 'times', wrapper: 'time', body: () => time(), change: { quantity: 3 } },
  {
    path: 'expenses',
    wrapper: 'expense',
    body: () => ({
      project_id: ids.web,
      date: '2026-04-14',
      name: 'Tram',
      unit_charge: 320,
      chargeable: true,
    }),
    change: { notes: 'Return' },
  },
  {
    path: 'categories',
    wrapper: 'category',
    body: () => ({ name: 'Tagged', tasks: [ids.design] }),
    change: { name: 'Tagged again' },
  },
  {
    path: 'projects',
    wrapper: 'project',
    body: () => ({ name: 'Tagged', currency: 'EUR' }),
    change: { name: 'Tagged again' },
  },
  { path: 'clients', wrapper: 'client', body: () => ({ name: 'Tagged' }), change: { code: 'T' } },
  { path: 'tasks', wrapper: 'task', body: () => ({ name: 'Tagged' }), change: { name: 'Again' } },
  {
    path: 'charges',
    wrapper: 'charge',
    body: () => ({ name: 'Tagged', charge: 1, currency: 'EUR' }),
    change: { charge: 2 },
  },
  {
    path: 'rates',
    wrapper: 'rate',
    body: () => ({ from: 'CHF', to: 'SEK', value: 11 }),
    change: { value: 12 },
  },
  {
    path: 'webhooks',
    wrapper: 'webhook',
    body: () => ({ uri: 'https://hooks.example.org/in', events: ['times.created'] }),
    change: { events: ['times.deleted'] },
  },
]

describe.each(resources)('/api/v1/$path', ({ path, wrapper, body, change }) => {
  let address: string
  let stored: string
  let shown: string

  it('has a tag in store, show and update answers', async () => {
    const made = await fixture.owner.post(`/api/v1/${path}`, body())
    expect(made.status, made.text).toBe(201)
    stored = made.headers.get('etag')!
    expect(stored).toMatch(/^"[\w-]{27}"$/)
    address = `/api/v1/${path}/${made.body[wrapper].id}`
    shown = (await fixture.owner.get(address)).headers.get('etag')!
    expect(shown).toMatch(/^"[\w-]{27}"$/)
    // A category is shown with its projects, and written without.
    if (path !== 'categories') expect(shown).toBe(stored)
  })

  it('is 304 without a body for a client that has this version', async () => {
    const same = await get(address, `"other", ${shown}`)
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', shown])
    expect((await get(address, `W/${shown}`)).status).toBe(304)
    expect((await get(address, '"other"')).status).toBe(200)
  })

  it('takes a change by the tag of either answer, and 412 by a stale one', async () => {
    const again = await put(fixture.owner, address, stored, {})
    expect(again.status).toBe(200)
    const changed = await put(fixture.owner, address, `"x", ${shown}`, change)
    expect(changed.status).toBe(200)
    const tag = changed.headers.get('etag')!
    expect(tag).not.toBe(stored)
    for (const stale of [stored, shown, '"x"', `W/${tag}`]) {
      const refused = await put(fixture.owner, address, stale, change)
      expect(refused.status).toBe(412)
      expect(Object.keys(refused.body)).toEqual(['message'])
      expect((await remove(fixture.owner, address, stale)).status).toBe(412)
    }
    expect((await put(fixture.owner, address, '*', change)).headers.get('etag')).toBe(tag)
    const gone = await remove(fixture.owner, address, tag)
    expect([gone.status, gone.headers.get('etag')]).toEqual([200, null])
    expect((await remove(fixture.owner, address, tag)).status).toBe(404)
  })
})

it('has one tag for a time whether its user is included or not', async () => {
  const { id } = (await fixture.owner.post('/api/v1/times', time())).body.time
  const withUser = await fixture.owner.get(`/api/v1/times/${id}?include=user`)
  const without = await fixture.owner.get(`/api/v1/times/${id}`)
  expect(withUser.body.user).toBeDefined()
  for (const answer of [withUser, without]) {
    const tag = answer.headers.get('etag')!
    expect((await put(fixture.owner, `/api/v1/times/${id}`, tag, {})).status).toBe(200)
  }
})

it('answers 403 rather than 412 to users who may not write at all', async () => {
  const { id } = (await fixture.owner.post('/api/v1/times', time())).body.time
  expect((await put(fixture.member, `/api/v1/times/${id}`, '"x"', {})).status).toBe(403)
})

it('loses no update when many read, add one and write', async () => {
  const { id } = (await fixture.owner.post('/api/v1/times', { ...time(), quantity: 1 })).body.time
  const path = `/api/v1/times/${id}`
  let refused = 0
  const addOne = async (by: Api): Promise<void> => {
    for (;;) {
      const read = await by.get(path)
      const answer = await put(by, path, read.headers.get('etag')!, {
        quantity: read.body.quantity + 1,
      })
      if (answer.status === 200) return
      expect(answer.status).toBe(412)
      refused++
    }
  }
  const writers = Array.from({ length: 20 }, (_, nth) => owners[nth % 2]!)
  await Promise.all(writers.map(addOne))
  expect((await fixture.owner.get(path)).body.quantity).toBe(21)
  // They did conflict.
  expect(refused).toBeGreaterThan(0)
})

it('sends and reads no tags where the capability is off', async () => {
  const bare = await fixture.another({ capabilities: ['reference'] })
  const made = await bare.owner.post('/api/v1/times', time())
  expect(made.headers.get('etag')).toBeNull()
  const path = `/api/v1/times/${made.body.time.id}`
  expect((await bare.owner.get(path)).headers.get('etag')).toBeNull()
  expect((await put(bare.owner, path, '"x"', { quantity: 9 })).status).toBe(200)
  await bare.close()
})
