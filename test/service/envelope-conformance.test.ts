/**
 * The Pagination envelope, Index query parameters, Limits and Versioning sections of the
 * specification, for each index endpoint that it has.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertWebhook } from '#core/store/resources/webhooks.ts'
import { pageSchema } from '#shared/resources/page.ts'
import { endpoints, indexes } from './endpoints.ts'
import { addReference, startFixture, type Fixture } from './fixture.ts'

const count = 17
let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture({ capabilities: ['reference'] })
  const { owner, store } = fixture
  const { web, design } = await addReference(owner)
  const organisation = await store.db
    .selectFrom('organisation')
    .select('id')
    .where('name', '=', 'Here')
    .executeTakeFirstOrThrow()
  for (let nth = 1; nth <= count; nth++) {
    const day = { project_id: web, date: '2026-04-14' }
    const answers = [
      await owner.post('/api/v1/times', { ...day, task_id: design, start: nth, quantity: 1 }),
      await owner.post('/api/v1/expenses', { ...day, name: 'X', unit_charge: 1, chargeable: true }),
      await owner.post('/api/v1/categories', { name: `Web ${nth}` }),
    ]
    for (const { status } of answers) expect(status).toBe(201)
    await store.db.transaction().execute((trx) =>
      insertWebhook(trx, {
        organisation_id: organisation.id,
        uri: `https://${nth}.example/`,
        events: ['times.created'],
        created_at: '2026-04-01 08:00:00',
        updated_at: '2026-04-01 08:00:00',
      }),
    )
  }
})
afterAll(() => fixture.close())

describe.each(indexes)('“Every index response” of $path', ({ path, record, sortKeys }) => {
  const page = pageSchema(record)
  const read = async (parameters = '') => {
    const answer = await fixture.owner.get(`${path}?${parameters}`)
    expect(answer.status, answer.text).toBe(200)
    return page.parse(answer.body)
  }

  it('“is an object with these fields”: the ten, and no other', async () => {
    const { body } = await fixture.owner.get(path)
    expect(Object.keys(body).sort()).toEqual(
      [
        'current_page',
        'data',
        'from',
        'to',
        'last_page',
        'next_page_url',
        'prev_page_url',
        'path',
        'per_page',
        'total',
      ].sort(),
    )
  })

  it('starts on page 1 with 15 records', async () => {
    const { data, ...envelope } = await read()
    expect(data).toHaveLength(15)
    expect(envelope).toEqual({
      current_page: 1,
      from: 1,
      to: 15,
      last_page: 2,
      next_page_url: `${fixture.url}${path}?page=2`,
      prev_page_url: null,
      path: `${fixture.url}${path}`,
      per_page: 15,
      total: count,
    })
  })

  it('“from, to: Position of the first, the last record of the page”', async () => {
    expect(await read('page=2')).toMatchObject({ current_page: 2, from: 16, to: 17, last_page: 2 })
    expect(await read('page=3&limit=5')).toMatchObject({ from: 11, to: 15, last_page: 4 })
  })

  it('takes an empty page or limit for absent, and a slash at the end for nothing', async () => {
    expect(await read('page=&limit=')).toMatchObject({ current_page: 1, per_page: 15, to: 15 })
    const answer = await fixture.owner.get(`${path}/?limit=1`)
    expect(answer.body).toEqual(await read('limit=1'))
  })

  it('“next_page_url, prev_page_url: null when there is none”, and lead through every record once', async () => {
    const seen: number[] = []
    let address: string | null = `${path}?limit=4&color=light%20red`
    while (address !== null) {
      const { data, next_page_url } = page.parse((await fixture.owner.get(address)).body)
      seen.push(...data.map(({ id }) => id))
      const next: URL | null = next_page_url === null ? null : new URL(next_page_url)
      if (next) {
        expect(next.origin).toBe(fixture.url)
        expect(next.searchParams.get('color')).toBe('light red')
      }
      address = next && next.pathname + next.search
    }
    expect(seen).toHaveLength(count)
    expect(new Set(seen).size).toBe(count)
    expect((await read('limit=4&page=2')).prev_page_url).toBe(
      `${fixture.url}${path}?limit=4&page=1`,
    )
  })

  it('of an empty page: 200, no data, from and to 0', async () => {
    expect(await read('page=99')).toMatchObject({
      current_page: 99,
      data: [],
      from: 0,
      to: 0,
      last_page: 2,
      next_page_url: null,
      prev_page_url: `${fixture.url}${path}?page=2`,
      total: count,
    })
    const { body } = await fixture.stranger.get(path)
    expect(page.parse(body)).toMatchObject({ data: [], from: 0, to: 0, last_page: 1, total: 0 })
  })

  it('“limit: minimum 1, maximum 100”', async () => {
    expect((await read('limit=1')).data).toHaveLength(1)
    expect(await read('limit=100')).toMatchObject({ per_page: 100, last_page: 1, to: count })
  })

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-5'],
    ['limit', '1e1'],
    ['limit', '99999999999999999999'],
    ['page', '0'],
    ['page', 'two'],
    ['page', '0x1'],
    ['page', '99999999999999999999'],
  ])('refuses %s=%s with 422 naming the parameter', async (name, value) => {
    const answer = await fixture.owner.get(`${path}?${name}=${value}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([name])
  })

  it('ignores a parameter that it does not know', async () => {
    expect((await read('color=red&perPage=1&offset=3')).data).toEqual((await read()).data)
  })

  it('uses the last of two equal parameters', async () => {
    expect((await read('limit=2&limit=3')).data).toHaveLength(3)
  })

  it('answers HEAD without a body', async () => {
    const answer = await fixture.owner.send('HEAD', path)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe('')
  })

  if (sortKeys.length > 0) {
    it('“sortKey: must be one of the allowed sort keys of the resource”', async () => {
      for (const key of sortKeys) await read(`sortKey=${key}`)
      for (const key of ['id', 'nothing', '', 'Name', 'name;drop table time_entry', 'notes']) {
        const answer = await fixture.owner.get(`${path}?sortKey=${encodeURIComponent(key)}`)
        expect(answer.status, key).toBe(422)
        expect(Object.keys(answer.body.errors)).toEqual(['sortKey'])
      }
    })

    it('“sortAsc: 1 for ascending, 0 for descending”, and nothing else', async () => {
      for (const key of sortKeys) {
        const up = (await read(`sortKey=${key}&sortAsc=1&limit=100`)).data
        const down = (await read(`sortKey=${key}&sortAsc=0&limit=100`)).data
        expect(down).toEqual(up.toReversed())
        expect((await read(`sortKey=${key}&limit=100`)).data).toEqual(up)
      }
      for (const value of ['2', 'true', '', '-1']) {
        const answer = await fixture.owner.get(`${path}?sortAsc=${value}`)
        expect(answer.status).toBe(422)
        expect(Object.keys(answer.body.errors)).toEqual(['sortAsc'])
      }
    })

    it('“query: Search term”, carried by the addresses', async () => {
      const found = await read(`query=${encodeURIComponent('we web')}&limit=10`)
      expect(found.total).toBe(count)
      expect(found.next_page_url).toBe(`${fixture.url}${path}?query=we%20web&limit=10&page=2`)
      expect(await read('query=nothing-like-it')).toMatchObject({ total: 0, last_page: 1 })
    })
  }
})

describe('“Versioning: all endpoints sit under /api/v1/”', () => {
  it.each(endpoints)('%s %s is there, and nowhere else', async (method, path) => {
    const send = (address: string) =>
      fixture.owner.send(method, address, {
        ...(method === 'POST' || method === 'PUT' ? { body: '{' } : {}),
      })
    // A body that cannot be read shows which endpoints take one, without a write.
    const there = method === 'POST' || method === 'PUT' ? 422 : 200
    if (method !== 'DELETE') expect((await send(path)).status).toBe(there)
    for (const other of [
      path.replace('/api/v1', ''),
      path.replace('/api/v1', '/v1'),
      path.replace('/api/v1', '/api'),
      path.replace('/api/v1', '/api/v2'),
    ]) {
      const { status } = await send(other)
      expect(status, other).toBe(404)
    }
  })

  it('dates its answers by the clock that dates records, also refusals', async () => {
    for (const path of ['/times', '/nowhere']) {
      const { headers } = await fixture.owner.get(path)
      expect(headers.get('date')).toBe(new Date(fixture.clock.at).toUTCString())
    }
  })

  it('announces no end of a version while there is none', async () => {
    for (const { path } of indexes) {
      const { headers } = await fixture.owner.get(path)
      expect(headers.get('deprecation')).toBeNull()
      expect(headers.get('sunset')).toBeNull()
    }
  })
})
