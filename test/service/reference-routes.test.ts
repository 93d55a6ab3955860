/** The `reference` capability: projects, clients, tasks, charges, rates and users. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeRecord } from '#shared/resources/charge.ts'
import { clientRecord } from '#shared/resources/client.ts'
import { pageSchema } from '#shared/resources/page.ts'
import { projectReferenceRecord } from '#shared/resources/project.ts'
import { rateRecord } from '#shared/resources/rate.ts'
import { taskRecord } from '#shared/resources/task.ts'
import { userRecord } from '#shared/resources/user.ts'
import { z } from '#shared/resources/zod.ts'
import { addReference, startFixture, store, type Fixture } from './fixture.ts'

let fixture: Fixture
let reference: Awaited<ReturnType<typeof addReference>>
beforeAll(async () => {
  fixture = await startFixture()
  reference = await addReference(fixture.owner)
})
afterAll(() => fixture.close())

const resources = [
  {
    path: 'projects',
    wrapper: 'project',
    record: projectReferenceRecord,
    keys: ['name', 'code', 'updated_at'],
    body: { name: 'Poster', currency: 'EUR', type: 'internal' },
    change: { name: 'Posters', rate: 100, status: 'complete' },
  },
  {
    path: 'clients',
    wrapper: 'client',
    record: clientRecord,
    keys: ['name', 'code', 'updated_at'],
    body: { name: 'Museum', contact: null },
    change: { code: 'MUS', contact: { name: 'Wiremu', email: 'w@example.org' } },
  },
  {
    path: 'tasks',
    wrapper: 'task',
    record: taskRecord,
    keys: ['name', 'updated_at'],
    body: { name: 'Research' },
    change: { name: 'Reading' },
  },
  {
    path: 'charges',
    wrapper: 'charge',
    record: chargeRecord,
    keys: ['name', 'updated_at'],
    body: { name: 'Mileage', charge: 95, unit: 'km', currency: 'NZD' },
    change: { charge: -20, unit: null },
  },
  {
    path: 'rates',
    wrapper: 'rate',
    record: rateRecord,
    keys: ['updated_at'],
    body: { from: 'NZD', to: 'EUR', value: 0.5525 },
    change: { value: 0.56 },
  },
] as const

describe.each(resources)('/api/v1/$path', ({ path, wrapper, record, keys, body, change }) => {
  const address = `/api/v1/${path}`
  const wrapped = z.strictObject({ success: z.literal(true), [wrapper]: record })
  let id: number

  it('stores, 201, and shows the same record without a wrapper, to members too', async () => {
    const answer = await fixture.owner.post(address, body)
    expect(answer.status).toBe(201)
    wrapped.parse(answer.body)
    id = answer.body[wrapper].id
    const shown = await fixture.member.get(`${address}/${id}`)
    expect(shown.status).toBe(200)
    expect(record.parse(shown.body)).toEqual(answer.body[wrapper])
  })

  it('lists in the envelope, with its sort keys in both directions and nothing else', async () => {
    const page = pageSchema(record as z.ZodType)
    expect(page.parse((await fixture.member.get(address)).body).total).toBeGreaterThan(0)
    for (const key of keys) {
      const up = await fixture.owner.get(`${address}?sortKey=${key}&sortAsc=1`)
      const down = await fixture.owner.get(`${address}?sortKey=${key}&sortAsc=0`)
      expect(page.parse(down.body).data).toEqual(page.parse(up.body).data.toReversed())
    }
    const answer = await fixture.owner.get(`${address}?sortKey=id&limit=1000`)
    expect(Object.keys(answer.body.errors)).toEqual(['sortKey', 'limit'])
  })

  it('updates any subset and leaves updated_at alone when nothing changes', async () => {
    fixture.clock.at += 60_000
    const answer = await fixture.owner.put(`${address}/${id}`, change)
    expect(answer.status).toBe(200)
    wrapped.parse(answer.body)
    fixture.clock.at += 60_000
    const same = await fixture.owner.put(`${address}/${id}`, change)
    expect(same.body).toEqual(answer.body)
    expect((await fixture.owner.put(`${address}/${id}`, {})).body).toEqual(answer.body)
  })

  it('names every field that a store needs', async () => {
    const answer = await fixture.owner.post(address, {})
    expect(answer.status).toBe(422)
    const required = Object.entries(answer.body.errors).map(([name]) => name)
    expect(required).toContain(path === 'rates' ? 'from' : 'name')
  })

  it('takes writes of owners only', async () => {
    expect((await fixture.member.post(address, body)).status).toBe(403)
    expect((await fixture.member.put(`${address}/${id}`, change)).status).toBe(403)
    expect((await fixture.member.delete(`${address}/${id}`)).status).toBe(403)
  })

  it('is 404 to another organisation', async () => {
    expect((await fixture.stranger.get(address)).body.total).toBe(0)
    expect((await fixture.stranger.get(`${address}/${id}`)).status).toBe(404)
    expect((await fixture.stranger.put(`${address}/${id}`, change)).status).toBe(404)
    expect((await fixture.stranger.delete(`${address}/${id}`)).status).toBe(404)
  })

  it('deletes: the record leaves the list, and cannot be written any more', async () => {
    const before = (await fixture.owner.get(address)).body.total
    const answer = await fixture.owner.delete(`${address}/${id}`)
    expect(answer.status).toBe(200)
    wrapped.parse(answer.body)
    if (path !== 'rates') expect(answer.body[wrapper].deleted).toBe(true)
    expect((await fixture.owner.get(address)).body.total).toBe(before - 1)
    expect((await fixture.owner.put(`${address}/${id}`, change)).status).toBe(404)
    expect((await fixture.owner.delete(`${address}/${id}`)).status).toBe(404)
  })
})

describe('projects', () => {
  const projects = '/api/v1/projects'

  it('start with an increment of 15 minutes, a rate of 0, today, incomplete', async () => {
    const answer = await fixture.owner.post(projects, { name: 'Plain', currency: 'EUR' })
    expect(answer.body.project).toMatchObject({
      status: 'incomplete',
      type: 'internal',
      client: null,
      increment: 15,
      rate: 0,
      code: '',
      description: '',
      budget: null,
      budget_type: null,
      start_date: '2026-04-15',
      end_date: null,
    })
  })

  it('have a client exactly when their type is client', async () => {
    const internal = { name: 'X', currency: 'EUR', type: 'internal', client_id: reference.client }
    const answer = await fixture.owner.post(projects, internal)
    expect(Object.keys(answer.body.errors)).toEqual(['client_id'])
    const lonely = await fixture.owner.post(projects, {
      name: 'X',
      currency: 'EUR',
      type: 'client',
    })
    expect(Object.keys(lonely.body.errors)).toEqual(['client_id'])
    const moved = await fixture.owner.put(`${projects}/${reference.web}`, { client_id: null })
    expect(Object.keys(moved.body.errors)).toEqual(['client_id'])
    const both = await fixture.owner.put(`${projects}/${reference.app}`, {
      client_id: null,
      type: 'internal',
    })
    expect(both.body.project).toMatchObject({ type: 'internal', client: null })
  })

  it('refuse a client that is missing, deleted or of another organisation', async () => {
    const theirs = await store(fixture.stranger, 'clients', { name: 'Theirs' })
    const gone = await store(fixture.owner, 'clients', { name: 'Gone' })
    await fixture.owner.delete(`/api/v1/clients/${gone}`)
    for (const client_id of [theirs, gone, 98765]) {
      const answer = await fixture.owner.post(projects, { name: 'X', currency: 'EUR', client_id })
      expect(Object.keys(answer.body.errors)).toEqual(['client_id'])
    }
  })

  it('are found by their client’s name and code', async () => {
    const found = await fixture.owner.get(`${projects}?query=hlb`)
    expect(found.body.data.map(({ code }: { code: string }) => code)).toEqual(['WEB'])
  })

  it('require the unit of a budget', async () => {
    const project = { name: 'X', currency: 'EUR', budget: 500 }
    const answer = await fixture.owner.post(projects, project)
    expect(Object.keys(answer.body.errors)).toEqual(['budget_type'])
    const known = await fixture.owner.post(projects, { ...project, budget_type: 'minutes' })
    expect(known.status).toBe(201)
  })
})

describe('rates', () => {
  it('exist once for a pair of currencies', async () => {
    const rate = { from: 'CHF', to: 'EUR', value: 1.04 }
    expect((await fixture.owner.post('/api/v1/rates', rate)).body.rate.value).toBe(1.04)
    const again = await fixture.owner.post('/api/v1/rates', rate)
    expect(Object.keys(again.body.errors)).toEqual(['to'])
    const same = await fixture.owner.post('/api/v1/rates', { ...rate, to: 'CHF' })
    expect(Object.keys(same.body.errors)).toEqual(['to'])
  })
})

describe('users', () => {
  it('are listed and shown, and can show themselves', async () => {
    const page = pageSchema(userRecord).parse((await fixture.member.get('/api/v1/users')).body)
    expect(page.data.map(({ name }) => name)).toEqual(['Mino', 'Olga'])
    const me = userRecord.parse((await fixture.member.get('/api/v1/users/me')).body)
    expect(me).toMatchObject({ name: 'Mino', owner: false, current: true })
    expect((await fixture.owner.get(`/api/v1/users/${me.id}`)).body).toEqual(me)
    expect((await fixture.stranger.get(`/api/v1/users/${me.id}`)).status).toBe(404)
  })
})
