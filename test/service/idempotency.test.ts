/** `Idempotency-Key`: one write for one key, regardless of lost answers. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertIdempotencyClaim } from '#core/store/service/idempotency-keys.ts'
import { lockOrganisation } from '#core/store/resources/organisations.ts'
import { onPostgres } from './database.ts'
import { addReference, startFixture, type Answer, type Api, type Fixture } from './fixture.ts'

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
    capabilities: ['reference', 'restore', 'idempotency', 'conditional', 'user'],
  })
  if (onPostgres) second = await fixture.another()
  owners = [fixture.owner, second?.owner ?? fixture.owner]
  ids = await addReference(fixture.owner)
})
afterAll(async () => {
  await second?.close()
  await fixture.close()
})

let keys = 0
const newKey = () => `key-${++keys}`

const time = (more: object = {}) => ({
  project_id: ids.web,
  task_id: ids.design,
  date: '2026-04-14',
  start: 540,
  quantity: 2,
  ...more,
})

function post(by: Api, key: string, body: unknown, path = '/api/v1/times') {
  return by.send('POST', path, {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
  })
}

const countTimes = async () =>
  (await fixture.store.db.selectFrom('time_entry').select('id').execute()).length

describe('the same key and body', () => {
  it('answers the first response again, byte for byte, and writes once', async () => {
    const key = newKey()
    const before = await countTimes()
    const first = await post(fixture.owner, key, time({ notes: 'Once' }))
    fixture.clock.at += 60_000
    const again = await post(fixture.owner, key, time({ notes: 'Once' }))
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await countTimes()).toBe(before + 1)
  })

  it('answers the first response even when the record has been deleted', async () => {
    const key = newKey()
    const first = await post(fixture.owner, key, time())
    await fixture.owner.delete(`/api/v1/times/${first.body.time.id}`)
    expect((await post(fixture.owner, key, time())).text).toBe(first.text)
  })

  it('answers a refusal again, although the request would be taken by now', async () => {
    const key = newKey()
    const refused = await post(fixture.owner, key, { name: 'Later' }, '/api/v1/projects')
    expect(refused.status).toBe(422)
    const again = await post(fixture.owner, key, { name: 'Later' }, '/api/v1/projects')
    expect([again.status, again.text]).toEqual([422, refused.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('holds for every POST', async () => {
    const category = await post(fixture.owner, newKey(), { name: 'Keyed' }, '/api/v1/categories')
    const path = `/api/v1/categories/${category.body.category.id}`
    await fixture.owner.delete(path)
    const key = newKey()
    const first = await post(fixture.owner, key, {}, `${path}/restore`)
    await fixture.owner.delete(path)
    const again = await post(fixture.owner, key, {}, `${path}/restore`)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await fixture.owner.get(path)).status).toBe(404)
  })

  it('is forgotten after 24 hours', async () => {
    const key = newKey()
    const first = await post(fixture.owner, key, time())
    fixture.clock.at += 24 * 3_600_000 - 1
    expect((await post(fixture.owner, key, time())).text).toBe(first.text)
    fixture.clock.at += 1
    const fresh = await post(fixture.owner, key, time())
    expect(fresh.status).toBe(201)
    expect(fresh.body.time.id).not.toBe(first.body.time.id)
    const again = await post(fixture.owner, key, time())
    expect(again.text).toBe(fresh.text)
  })
})

describe('the same key', () => {
  it('with another body is 409', async () => {
    const key = newKey()
    await post(fixture.owner, key, time())
    const before = await countTimes()
    const other = await post(fixture.owner, key, time({ quantity: 3 }))
    expect(other.status).toBe(409)
    expect(other.headers.get('retry-after')).toBeNull()
    expect(await countTimes()).toBe(before)
  })

  it('is independent for another user, another organisation and another path', async () => {
    const key = newKey()
    const first = await post(fixture.owner, key, { name: 'Shared' }, '/api/v1/categories')
    const member = await post(fixture.member, key, { name: 'Mine' }, '/api/v1/categories')
    const stranger = await post(fixture.stranger, key, { name: 'Shared' }, '/api/v1/categories')
    const task = await post(fixture.owner, key, { name: 'Shared' }, '/api/v1/tasks')
    expect([first, member, stranger, task].map(({ status }) => status)).toEqual(Array(4).fill(201))
    expect(stranger.body.category.id).not.toBe(first.body.category.id)
  })

  it('has one write when many send it at once', async () => {
    for (let round = 0; round < 8; round++) {
      const key = newKey()
      const before = await countTimes()
      const crowd = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => post(owners[nth % 2]!, key, time({ start: round }))),
      )
      expect(await countTimes()).toBe(before + 1)
      const byStatus = Map.groupBy(crowd, ({ status }) => status)
      expect(new Set(byStatus.get(201)!.map(({ text }) => text)).size).toBe(1)
      const fresh = byStatus.get(201)!.filter(({ headers }) => !headers.has('idempotency-replayed'))
      expect(fresh).toHaveLength(1)
      for (const { headers } of byStatus.get(409) ?? []) {
        expect(headers.get('retry-after')).toBe('1')
      }
      expect([...byStatus.keys()].filter((status) => status !== 201 && status !== 409)).toEqual([])
    }
  })
})

describe('a key whose request is still being carried out', () => {
  async function claimAs(key: string, body: object, until: number) {
    const { organisation_id, id } = await fixture.store.db
      .selectFrom('user')
      .select(['organisation_id', 'id'])
      .where('name', '=', 'Olga')
      .executeTakeFirstOrThrow()
    const claimed = await insertIdempotencyClaim(fixture.store.db, {
      organisation_id,
      user_id: id,
      path: '/api/v1/times',
      key,
      fingerprint: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
      claim: 'somebody else',
      claimed_until: until,
      created_at: fixture.clock.at,
    })
    expect(claimed).toBe(true)
  }

  it('is 409 with Retry-After', async () => {
    const key = newKey()
    await claimAs(key, time(), fixture.clock.at + 10_000)
    const answer = await post(fixture.owner, key, time())
    expect(answer.status).toBe(409)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect((await post(fixture.owner, key, time({ start: 1 }))).status).toBe(409)
  })

  it('is taken over once, by one of many requests, when the process that had it has died', async () => {
    const key = newKey()
    await claimAs(key, time(), fixture.clock.at + 10_000)
    fixture.clock.at += 10_000
    const before = await countTimes()
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => post(owners[nth % 2]!, key, time())),
    )
    expect(await countTimes()).toBe(before + 1)
    expect(crowd.some(({ status }) => status === 201)).toBe(true)
    expect((await post(fixture.owner, key, time())).status).toBe(201)
  })

  it('rolls back its write when another process took the key over', async ({ skip }) => {
    skip(!onPostgres, 'on SQLite nobody but the service writes while it writes')
    const key = newKey()
    const before = await countTimes()
    const { db } = fixture.store
    const organisation = await db
      .selectFrom('organisation')
      .select('id')
      .where('name', '=', 'Here')
      .executeTakeFirstOrThrow()
    let sending: Promise<Answer> | undefined
    await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, organisation.id)
      sending = post(fixture.owner, key, time())
      const steal = db
        .updateTable('idempotency_key')
        .set({ claim: 'a thief' })
        .where('key', '=', key)
      await expect.poll(async () => (await steal.executeTakeFirst()).numUpdatedRows).toBe(1n)
    })
    const answer = await sending!
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await countTimes()).toBe(before)
  })
})

it('stores little of a long path and of a long refusal, and tells long paths apart', async () => {
  const key = newKey()
  const path = (last: string) => `/api/v1/times?include=user&x=${'x'.repeat(10_000)}${last}`
  const first = await post(fixture.owner, key, time(), path('1'))
  const again = await post(fixture.owner, key, time(), path('1'))
  const other = await post(fixture.owner, key, time(), path('2'))
  expect([first.status, again.status, other.status]).toEqual([201, 201, 201])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(other.headers.get('idempotency-replayed')).toBeNull()
  expect(other.body.time.id).not.toBe(first.body.time.id)
  const rows = await fixture.store.db
    .selectFrom('idempotency_key')
    .select(['path', 'status'])
    .where('key', '=', key)
    .execute()
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row.path.length).toBeLessThan(100)
})

it('stores no text of a response, and replays it after the record was deleted', async () => {
  const key = newKey()
  const body = { ...time(), notes: 'Zebrafish fins' }
  const first = await post(fixture.owner, key, body)
  await fixture.owner.delete(`/api/v1/times/${first.body.time.id}`)
  const rows = await fixture.store.db.selectFrom('idempotency_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('Zebrafish')
  const again = await post(fixture.owner, key, body)
  expect([again.status, again.text]).toEqual([201, first.text])
})

it('requires a key that can be stored', async () => {
  for (const key of ['', 'x'.repeat(256), 'two words']) {
    const answer = await post(fixture.owner, key, time())
    expect([key, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      key,
      422,
      ['Idempotency-Key'],
    ])
  }
})

it('ignores the key where the capability is off, or the request is no POST', async () => {
  const bare = await fixture.another({ capabilities: ['reference'] })
  const key = newKey()
  const one = await post(bare.owner, key, time())
  const two = await post(bare.owner, key, time())
  expect(two.body.time.id).not.toBe(one.body.time.id)
  await bare.close()
  const put = await fixture.owner.send('PUT', `/api/v1/times/${one.body.time.id}`, {
    body: JSON.stringify({ quantity: 5 }),
    headers: { 'Idempotency-Key': key },
  })
  expect(put.status).toBe(200)
})
