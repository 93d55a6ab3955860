/** The Webhooks and Events sections of the specification, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertWebhook } from '#core/store/resources/webhooks.ts'
import { pageSchema } from '#shared/resources/page.ts'
import { webhookEvents, webhookRecord } from '#shared/resources/webhook.ts'
import { startFixture, type Fixture } from './fixture.ts'

const webhooks = '/api/v1/webhooks'
const page = pageSchema(webhookRecord)

let fixture: Fixture

beforeAll(async () => {
  // The fields of webhooks in the specification, and no more.
  fixture = await startFixture({ capabilities: [] })
  const organisations = await fixture.store.db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .execute()
  const idOf = (name: string) => organisations.find((one) => one.name === name)!.id
  const at = '2026-04-01 08:00:00'
  await fixture.store.db.transaction().execute(async (trx) => {
    for (const [organisation, uri, events] of [
      ['Here', 'https://one.example/hooks', ['times.created', 'times.deleted']],
      ['There', 'https://theirs.example/hooks', ['expenses.updated']],
      ['Here', 'https://two.example/hooks?key=%C3%A4', ['categories.created']],
      ['Here', 'https://three.example/', [...webhookEvents]],
    ] as const) {
      const dated = { created_at: at, updated_at: at }
      await insertWebhook(trx, { organisation_id: idOf(organisation), uri, events, ...dated })
    }
  })
})
afterAll(() => fixture.close())

const read = async (parameters = '', by = fixture.owner) => {
  const answer = await by.get(`${webhooks}?${parameters}`)
  expect(answer.status).toBe(200)
  return page.parse(answer.body)
}
const uris = async (parameters: string) => (await read(parameters)).data.map(({ uri }) => uri)

describe('“GET /api/v1/webhooks: Paginated list”', () => {
  it('“the pagination envelope whose data holds webhook records”, by id', async () => {
    const { data, ...envelope } = await read()
    expect(envelope).toEqual({
      current_page: 1,
      from: 1,
      to: 3,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
      path: `${fixture.url}${webhooks}`,
      per_page: 15,
      total: 3,
    })
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(data[0]).toEqual({
      id: expect.any(Number),
      uri: 'https://one.example/hooks',
      events: ['times.created', 'times.deleted'],
      created_at: '2026-04-01 08:00:00',
      updated_at: '2026-04-01 08:00:00',
    })
    expect(Object.keys(data[0]!)).toEqual(['id', 'uri', 'events', 'created_at', 'updated_at'])
  })

  it('“Query parameters: page (integer) and limit (integer, 1 to 100) only”', async () => {
    expect(await uris('limit=2')).toEqual([
      'https://one.example/hooks',
      'https://two.example/hooks?key=%C3%A4',
    ])
    expect(await uris('limit=2&page=2')).toEqual(['https://three.example/'])
    const first = await read('limit=1&page=2')
    expect(first).toMatchObject({ from: 2, to: 2, last_page: 3, per_page: 1 })
    expect(first.next_page_url).toBe(`${fixture.url}${webhooks}?limit=1&page=3`)
    expect(first.prev_page_url).toBe(`${fixture.url}${webhooks}?limit=1&page=1`)
  })

  it.each([
    'query=two',
    'sortKey=uri',
    'sortKey=nothing&sortAsc=7',
    'sortAsc=0',
    `query=${'x'.repeat(1000)}`,
  ])('“not searchable, so it has no sortKey, sortAsc or query”: %s is ignored', async (given) => {
    expect(await uris(given)).toEqual(await uris(''))
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=-1', 'page=1.5'])(
    'refuses %s with 422 naming the parameter',
    async (given) => {
      const answer = await fixture.owner.get(`${webhooks}?${given}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual([given.split('=')[0]])
    },
  )

  it('are visible to everyone in the organisation, and to no one else', async () => {
    expect((await read('', fixture.member)).data).toEqual((await read()).data)
    expect((await read('', fixture.stranger)).data.map(({ uri }) => uri)).toEqual([
      'https://theirs.example/hooks',
    ])
  })
})

describe('“Webhooks are subscriptions to events. Only listing them is available”', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('answers 405 to %s', async (method) => {
    const answer = await fixture.owner.send(method, webhooks)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  it('answers 404 for one of them', async () => {
    const [first] = (await read()).data
    expect((await fixture.owner.get(`${webhooks}/${first!.id}`)).status).toBe(404)
  })
})

describe('“Event names have the form <resource>.<action>”', () => {
  it('has categories.created, categories.updated and categories.deleted among them', () => {
    expect(webhookEvents).toEqual(
      expect.arrayContaining(['categories.created', 'categories.updated', 'categories.deleted']),
    )
    for (const name of webhookEvents) expect(name).toMatch(/^[a-z]+\.[a-z]+$/)
  })
})
