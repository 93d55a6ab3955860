/** Requests that brought the service down, or could have, in a review by real attacks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addReference, startFixture, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ capabilities: ['reference', 'idempotency', 'webhooks'] })
})
afterAll(() => fixture.close())

describe('one request of the largest allowed size', () => {
  const size = 256 * 1024 - 1000
  const half = '\u0301'.repeat(4_990)

  // Each of these took seconds to many minutes, during which no other request was answered.
  it.each([
    ['a number of zeros between two ones', `{"x":1.${'0'.repeat(size)}1}`],
    ['a number of nines', `{"x":${'9'.repeat(size)}}`],
    ['hundreds of thousands of numbers', `{"x":[${'1.5,'.repeat(size / 4 - 1)}1.5]}`],
    ['brackets in brackets', `{"x":${'['.repeat(size)}`],
    ['a note of marks in the wrong order', JSON.stringify({ notes: `a${half}${half}\u0327` })],
  ])('does not block other requests: %s', async (_what, body) => {
    const { member, nobody } = fixture
    const asked = member.send('POST', '/api/v1/times', {
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect((await nobody.get('/health')).status).toBe(200)
    expect((await asked).status).toBe(422)
    expect((await nobody.get('/health')).status).toBe(200)
  })

  // Reading them would block all other requests for tens of milliseconds each time.
  it.each([
    ['values', `{"x":[${'1,'.repeat(25_000)}1]}`, '25,000 values'],
    [
      'fields',
      JSON.stringify(Object.fromEntries([...Array(1_001).keys()].map((k) => [k, 0]))),
      '1,000 fields',
    ],
    ['long numbers', `{"x":[${'1e1,'.repeat(100)}1e1]}`, '100 numbers'],
  ])('is refused with more %s than any request needs', async (_what, body, said) => {
    const answer = await fixture.owner.send('POST', '/api/v1/tasks', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain(`more than ${said}`)
  })

  it('is refused from 65 levels of lists and objects, and says so', async () => {
    const nested = (levels: number) =>
      `{"name":"Deep","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const send = (body: string) => fixture.owner.send('POST', '/api/v1/tasks', { body })
    expect((await send(nested(64))).status).toBe(201)
    const answer = await send(nested(65))
    expect([answer.status, answer.body]).toEqual([
      422,
      { message: 'The body is nested deeper than 64 levels.' },
    ])
  })

  it('counts no commas and colons of texts', async () => {
    const name = `${',:[{1e1"'.repeat(20)}`
    const body = JSON.stringify({ name, x: ',:'.repeat(60_000) })
    const answer = await fixture.owner.send('POST', '/api/v1/tasks', { body })
    expect([answer.status, answer.body.task?.name]).toEqual([201, name])
  })

  it('accepts a note with its combining marks in any order, and finds it again', async () => {
    const { member } = fixture
    const { web, design } = await addReference(fixture.owner)
    const notes = `Ko\u0304whai ${'\u0301'.repeat(4_000)}${'\u0327'.repeat(4_000)}`
    const made = await member.post('/api/v1/times', {
      ...{ project_id: web, task_id: design, date: '2026-04-15', start: 540, quantity: 1 },
      notes,
    })
    expect(made.status).toBe(201)
    const found = await member.get('/api/v1/times?search=k%C5%8Dwhai')
    expect(found.body.data).toHaveLength(1)
    expect(found.body.data[0].notes).toHaveLength(notes.length - 1)
  })
})

// Those of expenses, and their totals: expenses-conformance.test.ts.
describe('a price and a budget', () => {
  it.each([
    ['charges', 'charge', { name: 'Gold', currency: 'NZD' }],
    ['projects', 'budget', { name: 'Mint', currency: 'NZD', budget_type: 'money' }],
  ])('of %s beyond the largest amount is refused', async (path, field, body) => {
    const most = 10 ** 12
    const { owner } = fixture
    const made = await owner.post(`/api/v1/${path}`, { ...body, [field]: most })
    expect([made.status, made.body[path.slice(0, -1)]?.[field]]).toEqual([201, most])
    const refused = await owner.post(`/api/v1/${path}`, { ...body, [field]: most + 1 })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
  })
})

describe('a rate', () => {
  it('beyond which a day could not be paid exactly is refused', async () => {
    const most = 10 ** 12
    const project = { name: 'Mint', code: 'MINT', type: 'internal', currency: 'NZD', increment: 15 }
    const made = await fixture.owner.post('/api/v1/projects', {
      ...{ ...project, start_date: '2026-04-01' },
      rate: most,
    })
    expect([made.status, made.body.project?.rate]).toEqual([201, most])
    for (const rate of [most + 1, Number.MAX_SAFE_INTEGER]) {
      for (const refused of [
        await fixture.owner.post('/api/v1/projects', { ...project, code: 'MINT2', rate }),
        await fixture.owner.put(`/api/v1/projects/${made.body.project.id}`, { rate }),
      ]) {
        expect(refused.status).toBe(422)
        expect(Object.keys(refused.body.errors)).toContain('rate')
      }
    }
  })
})

describe('the data that a caller can make the service store', () => {
  const category = (by: Api, key: string, body: object) =>
    by.send('POST', '/api/v1/categories', {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    })
  const kept = async (key: string) =>
    fixture.store.db
      .selectFrom('idempotency_key')
      .select(['status', 'body'])
      .where('key', '=', key)
      .executeTakeFirst()

  it('excludes a list of thousands, and a refusal that names each of them', async () => {
    const ids = Array.from({ length: 24_000 }, (_, nth) => nth + 1_000_000)
    const send = () => category(fixture.owner, 'thousands', { name: 'Design', tasks: ids })
    const answer = await send()
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({ tasks: ['Choose 10000 IDs or fewer'] })
    expect((await kept('thousands'))!.body!.length).toBeLessThan(2 * answer.text.length)
    expect((await send()).text).toBe(answer.text)
  })

  it('includes the first fifty wrong positions of a list', async () => {
    const ids = Array.from({ length: 500 }, (_, nth) => nth + 1_000_000)
    const answer = await category(fixture.owner, 'hundreds', { name: 'Design', tasks: ids })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toHaveLength(50)
    expect(answer.body.message).toMatch(/tasks\.49 and 450 more\.$/)
    expect(answer.text.length).toBeLessThan(10_000)
  })

  it('includes thirty-two megabytes of a user’s responses', async () => {
    const { db } = fixture.store
    const created_at = fixture.clock.now() - 60_000
    const body = 'x'.repeat(100_000)
    for (let from = 0; from < 400; from += 10) {
      const rows = Array.from({ length: 10 }, (_, nth) => ({
        ...{ organisation_id: 1, user_id: 1, path: '/api/v1/times', key: `large ${from + nth}` },
        ...{ fingerprint: '', claim: '', claimed_until: 0, created_at: created_at + from + nth },
        ...{ status: 201, headers: '{}', body },
      }))
      await db.insertInto('idempotency_key').values(rows).execute()
    }
    const { web, design } = await addReference(fixture.owner)
    const time = {
      ...{ project_id: web, task_id: design, date: '2026-04-15', start: 540, quantity: 1 },
      notes: '漢'.repeat(10_000),
    }
    for (let nth = 0; nth < 210; nth++) {
      await fixture.owner.send('POST', '/api/v1/times', {
        body: JSON.stringify(time),
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `long-${nth}` },
      })
    }
    const { bytes } = await db
      .selectFrom('idempotency_key')
      .select((eb) => eb.fn.sum<number>(eb.fn('octet_length', ['body'])).as('bytes'))
      .where('user_id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(Number(bytes)).toBeLessThan(41 * 1024 * 1024)
    expect(await kept('large 399')).toBeDefined()
    expect(await kept('large 0')).toBeUndefined()
  })

  it('includes the newest ten thousand idempotency keys of a user', async () => {
    const { db } = fixture.store
    const created_at = fixture.clock.now() - 60_000
    for (let from = 0; from < 12_000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, nth) => ({
        ...{ organisation_id: 1, user_id: 1, path: '/api/v1/times', key: `old ${from + nth}` },
        ...{ fingerprint: '', claim: '', claimed_until: 0, created_at: created_at + from + nth },
        ...{ status: 201, headers: '{}', body: '{}' },
      }))
      await db.insertInto('idempotency_key').values(rows).execute()
    }
    for (let nth = 0; nth < 500; nth++) await category(fixture.owner, `new-${nth}`, {})
    const { count } = await db
      .selectFrom('idempotency_key')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeLessThanOrEqual(10_500)
    expect(await kept('old 11999')).toBeDefined()
    expect(await kept('old 0')).toBeUndefined()
  })
})
