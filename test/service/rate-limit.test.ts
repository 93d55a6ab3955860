/** The limit of requests a minute for each token, where the operator sets one. */
import { afterEach, expect, it } from 'vitest'
import { onPostgres } from './database.ts'
import { startFixture, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
afterEach(() => fixture.close())

/** The statuses of this many requests, one after the other. */
async function ask(by: Api, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let nth = 0; nth < count; nth++) statuses.push((await by.get('/api/v1/times')).status)
  return statuses
}

it('is off unless it is set', async () => {
  fixture = await startFixture()
  const answer = await fixture.owner.get('/api/v1/times')
  expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  expect(await ask(fixture.owner, 100)).toEqual(Array(100).fill(200))
})

it.each([1, 7, 60])(
  'allows %i requests in each minute, and answers 429 to any after that',
  async (limit) => {
    fixture = await startFixture({ rateLimit: limit })
    fixture.clock.at += 20_000
    const first = await fixture.owner.get('/api/v1/times')
    expect(first.headers.get('x-ratelimit-limit')).toBe(String(limit))
    expect(first.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
    expect(await ask(fixture.owner, limit - 1)).toEqual(Array(limit - 1).fill(200))

    const refused = await fixture.owner.get('/api/v1/times')
    expect([refused.status, refused.body]).toEqual([429, { message: 'Too Many Attempts.' }])
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('x-ratelimit-limit')).toBe(String(limit))
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(refused.headers.get('x-ratelimit-reset')).toBe(String(fixture.clock.at / 1000 + 40))

    // Each token has a minute of its own; a request without one is 401 as before.
    expect(await ask(fixture.member, 1)).toEqual([200])
    expect(await ask(fixture.nobody, 3)).toEqual([401, 401, 401])

    fixture.clock.at += 40_000
    expect(await ask(fixture.owner, limit + 1)).toEqual([...Array(limit).fill(200), 429])
  },
)

it('refuses before anything is read or written', async () => {
  fixture = await startFixture({ rateLimit: 1 })
  await ask(fixture.owner, 1)
  expect((await fixture.owner.post('/api/v1/tasks', { name: 'No' })).status).toBe(429)
  expect(await fixture.store.db.selectFrom('task').select('id').execute()).toEqual([])
})

it('takes one share for requests that arrive together', async () => {
  fixture = await startFixture({ rateLimit: 100 })
  await Promise.all(Array.from({ length: 5 }, () => fixture.owner.get('/api/v1/times')))
  const counted = fixture.store.db.selectFrom('request_count').select('requests')
  expect(await counted.execute()).toEqual([{ requests: 5 }])
})

it('counts the requests from before a restart', async () => {
  fixture = await startFixture({ rateLimit: 5 })
  await ask(fixture.owner, 3)
  await fixture.stop()
  const next = await fixture.another()
  expect(await ask(next.owner, 3)).toEqual([200, 200, 429])
  await next.close()
})

it('is one limit for several processes', async ({ skip }) => {
  skip(!onPostgres, 'only PostgreSQL has several processes on one database')
  fixture = await startFixture({ rateLimit: 100 })
  const second = await fixture.another()
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      (nth % 2 ? fixture.owner : second.owner).get('/api/v1/times'),
    ),
  )
  const through = statuses.filter(({ status }) => status === 200).length
  expect(through).toBeLessThanOrEqual(100)
  // One process may keep the rest of its last share.
  expect(through).toBeGreaterThanOrEqual(95)
  await second.close()
})
