/** The demo organisation: complete, believable, and open to the person who starts it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministration, startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { categoryListRecord, categoryShowRecord } from '#shared/resources/category.ts'
import { expenseRecord } from '#shared/resources/expense.ts'
import { pageSchema, type Page } from '#shared/resources/page.ts'
import { projectReferenceRecord } from '#shared/resources/project.ts'
import { timeListRecord, type TimeListRecord } from '#shared/resources/time.ts'
import { webhookRecord } from '#shared/resources/webhook.ts'
import type { z } from '#shared/resources/zod.ts'
import { civilAt, weekdayNumber } from '#shared/rules/calendar.ts'
import { openServiceDatabase } from '#service/open-service-database.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { api } from './fixture.ts'

const log = { info() {}, warn() {} }
const zone = 'Pacific/Auckland'
/** Wednesday, 15 April 2026, 15:00 in Auckland. */
const now = Date.UTC(2026, 3, 15, 3)
const clock = { now: () => now, zone: () => zone }

let database: TestDatabase
let service: RunningService
let times: TimeListRecord[]

const start = () =>
  startService({
    database: database.name,
    port: 0,
    capabilities: ['reference', 'user'],
    demo: true,
    log,
    clock,
  })

beforeAll(async () => {
  database = await makeDatabase()
  service = unwrap(await start())
  times = []
  const owner = api(service.url, service.token)
  for (let page: Page<TimeListRecord> | undefined, number = 1; ; number++) {
    page = pageSchema(timeListRecord).parse(
      (await owner.get(`/api/v1/times?limit=100&page=${number}&include=user`)).body,
    )
    times.push(...page.data)
    if (page.next_page_url === null) break
  }
})
afterAll(async () => {
  await service.close()
  await database.remove()
})

describe('the organisation', () => {
  it('has clients, projects, tasks, charges, rates and users', async () => {
    const owner = api(service.url, service.token)
    const total = async (path: string) => (await owner.get(`/api/v1/${path}`)).body.total as number
    expect((await owner.get('/api/v1')).body.name).toBe('Fernwood Studio')
    expect(await total('clients')).toBe(5)
    expect(await total('tasks')).toBe(8)
    expect(await total('charges')).toBe(6)
    expect(await total('rates')).toBe(2)
    expect(await total('users')).toBe(3)
    const projects = pageSchema(projectReferenceRecord).parse(
      (await owner.get('/api/v1/projects')).body,
    ).data
    expect(projects).toHaveLength(9)
    expect(new Set(projects.map(({ increment }) => increment))).toEqual(new Set([6, 15]))
    expect(new Set(projects.map(({ currency }) => currency))).toEqual(new Set(['NZD', 'EUR']))
    expect(projects.filter(({ client }) => client === null).map(({ code }) => code)).toEqual([
      'STU',
    ])
    expect((await owner.get('/api/v1/users/me')).body).toMatchObject({ owner: true })
  })

  it('has categories, expenses and webhooks in its database', async () => {
    const store = unwrap(await openServiceDatabase(database.name, now))
    const count = async (table: 'category' | 'expense' | 'webhook') => {
      const { count } = await store.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    }
    expect(await count('category')).toBe(7)
    expect(await count('expense')).toBe(60)
    expect(await count('webhook')).toBe(2)
    const abroad = await store.db
      .selectFrom('expense')
      .select(['unit_charge', 'original_unit_charge', 'currency', 'original_currency', 'date'])
      .where('exchange_rate', '=', '0.55')
      .where('name', '=', 'Courier')
      .execute()
    expect(abroad[0]).toMatchObject({
      // 1250 × 0.55 = 687.5, rounded half to even.
      unit_charge: 688,
      original_unit_charge: 1250,
      currency: 'EUR',
      original_currency: 'NZD',
    })
    const { last } = await store.db
      .selectFrom('expense')
      .select((eb) => eb.fn.max('date').as('last'))
      .executeTakeFirstOrThrow()
    expect(last).toBe('2026-04-14')
    await store.close()
  })
})

describe('its expenses, categories and webhooks', () => {
  const all = async <Item extends z.ZodType>(path: string, item: Item) => {
    const answer = await api(service.url, service.token).get(`/api/v1/${path}?limit=100`)
    return pageSchema(item).parse(answer.body).data
  }

  it('are answered as the specification has them', async () => {
    expect(await all('expenses', expenseRecord)).toHaveLength(60)
    expect(await all('categories', categoryListRecord)).toHaveLength(7)
    expect(await all('webhooks', webhookRecord)).toHaveLength(2)
  })

  it('are what a request for the same would have made', async () => {
    const owner = api(service.url, service.token)
    for (const expense of await all('expenses', expenseRecord)) {
      const { id, created_at, updated_at, project, charge, ...fields } = expense
      const cost = expense.total_cost === 0 ? { total_cost: undefined } : {}
      const body = { ...fields, ...cost, project_id: project.id, charge_id: charge?.id ?? null }
      const answer = await owner.post('/api/v1/expenses', body)
      expect(answer.status, answer.text).toBe(201)
      const made = answer.body.expense
      expect(made).toEqual({ ...expense, ...dated(made) })
      await owner.delete(`/api/v1/expenses/${made.id}`)
    }
    for (const { id } of await all('categories', categoryListRecord)) {
      const shown = (await owner.get(`/api/v1/categories/${id}`)).body
      const { projects, ...category } = categoryShowRecord.parse(shown)
      expect(projects.length).toBeGreaterThan(0)
      const taken = await owner.post('/api/v1/categories', category)
      expect(Object.keys(taken.body.errors)).toEqual(['name'])
      const name = `${category.name} again`
      const made = (await owner.post('/api/v1/categories', { ...category, name })).body.category
      expect(made).toEqual({ ...category, name, ...dated(made) })
      await owner.delete(`/api/v1/categories/${made.id}`)
    }
  })

  const dated = (record: { id: number; created_at: string; updated_at: string }) => ({
    id: record.id,
    created_at: record.created_at,
    updated_at: record.updated_at,
  })
})

describe('its times', () => {
  it('are three to five hundred, of the last four months', () => {
    expect(times.length).toBeGreaterThanOrEqual(300)
    expect(times.length).toBeLessThanOrEqual(500)
    expect(times.at(-1)!.date >= '2025-12-14').toBe(true)
    expect(times.at(-1)!.date < '2026-01-01').toBe(true)
  })

  it('fall on workdays, between eight in the morning and nine in the evening, one after the other', () => {
    const before = times.filter(({ date }) => date < '2026-04-15')
    expect(before.every(({ date }) => weekdayNumber(date) <= 5)).toBe(true)
    expect(before.every(({ start, total }) => start >= 480 && start + total <= 21 * 60)).toBe(true)
    const byPerson = Map.groupBy(times, ({ date, user }) => `${date} ${user?.name}`)
    for (const entries of byPerson.values()) {
      const ordered = entries.toSorted((one, other) => one.start - other.start)
      ordered.forEach((entry, index) => {
        const next = ordered[index + 1]
        if (next) expect(entry.start + entry.total).toBeLessThanOrEqual(next.start)
      })
    }
  })

  it('reach up to earlier today: three of the owner’s, finished before now', () => {
    const today = times.filter(({ date }) => date === '2026-04-15')
    const { minute } = civilAt(now, zone)
    expect(today).toHaveLength(3)
    expect(today.every(({ start, total }) => start + total <= minute)).toBe(true)
    expect(today.every(({ user }) => user?.name === 'Mara Quinlan')).toBe(true)
  })

  it('were not written down in the future', () => {
    expect(times.every(({ created_at }) => created_at <= '2026-04-15 03:00:00')).toBe(true)
  })

  it('are the same at the same moment', async () => {
    const again = unwrap(
      await startService({
        database: ':memory:',
        port: 0,
        capabilities: ['user'],
        demo: true,
        log,
        clock,
      }),
    )
    const path = '/api/v1/times?limit=100&include=user'
    const one = (await api(service.url, service.token).get(path)).body.data
    expect((await api(again.url, again.token).get(path)).body.data).toEqual(one)
    await again.close()
  })
})

describe('starting again', () => {
  it('keeps the organisation, makes a new token, and leaves clients with the old one connected', async () => {
    const former = service.token
    await service.close()
    service = unwrap(await start())
    expect(service.token).not.toBe(former)
    const answer = await api(service.url, service.token).get('/api/v1/times')
    expect(answer.body.total).toBe(times.length)
    expect((await api(service.url, former).get('/api/v1')).status).toBe(200)
  })

  it('expires old tokens', async () => {
    const first = service.token
    for (let count = 0; count < 20; count++) {
      await service.close()
      service = unwrap(await start())
    }
    expect((await api(service.url, first).get('/api/v1')).status).toBe(401)
    expect((await api(service.url, service.token).get('/api/v1')).status).toBe(200)
  })

  it('does not touch a database that holds something else', async () => {
    const other = await makeDatabase()
    const administration = unwrap(await openAdministration(other.name, clock))
    unwrap(await administration.addOrganisation({ name: 'Ours' }))
    await administration.close()
    expect(
      await startService({
        database: other.name,
        port: 0,
        capabilities: [],
        demo: true,
        log,
        clock,
      }),
    ).toMatchObject({ ok: false, error: { code: 'conflict' } })
    await other.remove()
  })
})
