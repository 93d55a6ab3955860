/** The local interface beside the service: the same requests, the same answers. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Api, Answer } from '../service/fixture.ts'
import { playAt } from '../support/test-day.ts'
import { openMachine, openWorld, type World } from './local-api-world.ts'

playAt('2026-04-15T09:30[UTC]', { because: 'the service of these tests has this clock' })

const provisional = 2 ** 29
const times = '/api/v1/times'
const expenses = '/api/v1/expenses'
const categories = '/api/v1/categories'

const time = ({ known }: World, change: object = {}) => ({
  project_id: known.web,
  task_id: known.design,
  date: '2026-04-14',
  start: 540,
  quantity: 4,
  ...change,
})
const expense = ({ known }: World, change: object = {}) => ({
  project_id: known.web,
  date: '2026-04-14',
  name: 'Toll',
  unit_charge: 250,
  chargeable: true,
  ...change,
})

/** A body without the values in which two consecutive records must differ. */
function comparable(body: unknown): unknown {
  const { id: _id, created_at: _created, updated_at: _updated, ...rest } = (body ?? {}) as Fields
  const entries = Object.entries(rest).map(([name, value]) => {
    if (name === 'deleted_at' && value !== null) return [name, 'then']
    return [name, ['time', 'expense', 'category'].includes(name) ? comparable(value) : value]
  })
  return Object.fromEntries(entries)
}
type Fields = Record<string, unknown>

/** Sends one request to both; returns both answers, after comparing them. */
async function alike(
  world: World,
  ask: (by: Api, which: 'service' | 'local') => Promise<Answer>,
): Promise<{ service: Answer; local: Answer }> {
  const service = await ask(world.service.owner, 'service')
  const local = await ask(world.local, 'local')
  expect(local.status).toBe(service.status)
  expect(comparable(local.body)).toEqual(comparable(service.body))
  return { service, local }
}

/** A complete index of both: ids, times and all, except for the host of addresses. */
async function sameIndex(world: World, path: string): Promise<void> {
  const service = await world.service.owner.get(path)
  const local = await world.local.get(path)
  expect(service.status, service.text).toBe(200)
  expect(local.status, local.text).toBe(200)
  expect(JSON.parse(local.text.replaceAll(world.url, world.service.url))).toEqual(service.body)
}

describe('times', () => {
  it('are stored, shown, changed and deleted as on the service', async () => {
    const world = await openWorld()
    const { app, meeting } = world.known
    const { service, local } = await alike(world, (by) =>
      by.post(times, time(world, { notes: ' Home ' })),
    )
    expect(local.body.time.id).toBeGreaterThan(provisional)
    const path = (which: 'service' | 'local') =>
      `${times}/${(which === 'service' ? service : local).body.time.id}`
    await alike(world, (by, which) => by.get(path(which)))
    for (const change of [
      { notes: null },
      { project_id: app },
      { task_id: meeting, start: 0, date: '2026-04-13' },
      { quantity: 7 },
      {},
    ]) {
      await alike(world, (by, which) => by.put(path(which), change))
    }
    const { local: gone } = await alike(world, (by, which) => by.delete(path(which)))
    expect(gone.body.time).toMatchObject({ name: 'Olga', owner: true })
    await alike(world, (by, which) => by.get(path(which)))
    await alike(world, (by, which) => by.put(path(which), {}))
    await alike(world, (by, which) => by.delete(path(which)))
  })

  it('are not written over where a window saved first', async () => {
    const world = await openWorld()
    const { local, known, call } = world
    const made = await local.post(times, time(world, { notes: 'First draft' }))
    const path = `${times}/${made.body.time.id}`
    const here = (await call('times.list', {})).data[0]!.local
    const saves = (was: string, notes: string) => {
      world.justBefore = async (name) => {
        if (name !== 'times.update') return
        world.justBefore = async () => {}
        await call('times.update', { local: here, set: { notes }, was: { notes: was } })
      }
    }

    saves('First draft', 'Second draft')
    const late = await local.put(path, { notes: 'Third draft' })
    expect(late.status).toBe(409)
    expect(late.body.message).toBe(
      'This changed in the meantime, and nothing was overwritten. Check it and try again.',
    )
    expect((await local.get(path)).body.notes).toBe('Second draft')

    // Another value was saved: both stay.
    saves('Second draft', 'Third draft')
    const other = await local.put(path, { task_id: known.meeting })
    expect(other.body.time).toMatchObject({ task: { id: known.meeting }, notes: 'Third draft' })
  })

  it('are refused with the same messages, field by field', async () => {
    const world = await openWorld()
    const { known } = world
    for (const body of [
      {},
      time(world, { project_id: 999, task_id: 998 }),
      time(world, { project_id: known.gone.project, task_id: known.gone.task }),
      time(world, { quantity: 101 }),
      time(world, { start: 1440, date: '2026-02-30', notes: 5 }),
      time(world, { project_id: 'one' }),
    ]) {
      const { local } = await alike(world, (by) => by.post(times, body))
      expect(local.status).toBe(422)
    }
    const { service, local } = await alike(world, (by) => by.post(times, time(world)))
    for (const change of [
      { project_id: 999, quantity: 0 },
      { project_id: 999, quantity: 101 },
      { project_id: known.app, quantity: 1000 },
      { task_id: known.gone.task },
    ]) {
      await alike(world, (by, which) =>
        by.put(`${times}/${(which === 'service' ? service : local).body.time.id}`, change),
      )
    }
    for (const path of [
      `${times}/999`,
      `${times}/x`,
      `${times}/0`,
      '/api/v1/nothing',
      `${times}/1/2`,
    ]) {
      await alike(world, (by) => by.get(path))
    }
    for (const body of ['', '[]', '{', '{"quantity":1e400}']) {
      await alike(world, (by) => by.send('POST', times, { body }))
    }
    for (const query of [
      'sortKey=x',
      'limit=0',
      'limit=101',
      'sortAsc=2',
      'date=2026-13-01',
      `query=${'x'.repeat(201)}`,
    ]) {
      await alike(world, (by) => by.get(`${times}?${query}`))
    }
    for (const path of [times, `${times}/`, `${times}/999`, `${categories}/1/restore`]) {
      for (const method of ['PATCH', 'OPTIONS', 'HEAD']) {
        const { service: asked, local } = await alike(world, (by) => by.send(method, path))
        expect(local.headers.get('allow'), path).toBe(asked.headers.get('allow'))
      }
    }
  })

  it('are listed, sorted, searched and paged as on the service, the same records', async () => {
    const world = await openWorld()
    const { owner, member } = world.service
    const { known } = world
    for (let day = 10; day < 15; day++) {
      await owner.post(times, time(world, { date: `2026-04-${day}`, notes: `Day ${day}` }))
      await member.post(times, time(world, { date: `2026-04-${day}`, project_id: known.app }))
    }
    await world.sync()
    for (const query of [
      '',
      '?limit=3&page=2',
      '?limit=3&page=9',
      '/?limit=&page=',
      '?date=2026-04-12',
      '?query=day%2012',
      '?query=booking',
      ...['date', 'start', 'task.name', 'project.name', 'project.code', 'user.name'].map(
        (key) => `?sortKey=${key}&sortAsc=0&limit=4`,
      ),
      '?include=user&limit=2',
    ]) {
      await sameIndex(world, times + query)
    }
    const { body } = await owner.get(times)
    await sameIndex(world, `${times}/${body.data[0].id}`)
    await sameIndex(world, `${times}/${body.data[0].id}?include=user`)
  })
})

describe('expenses', () => {
  it('are stored, shown, changed and deleted as on the service', async () => {
    const world = await openWorld()
    const { ferry, app } = world.known
    const withCost = { total_cost: 900, tax: 'includes', tax_rate: 12.5, currency: 'EUR' }
    for (const body of [
      expense(world),
      expense(world, withCost),
      expense(world, { name: undefined, unit_charge: undefined, charge_id: ferry, quantity: 3 }),
    ]) {
      const { service, local } = await alike(world, (by) => by.post(expenses, body))
      expect(local.status).toBe(201)
      const path = (which: 'service' | 'local') =>
        `${expenses}/${(which === 'service' ? service : local).body.expense.id}`
      await alike(world, (by, which) => by.get(path(which)))
      for (const change of [
        { notes: 'Wharf', chargeable: 0 },
        { quantity: 2 },
        { name: 'Bridge' },
        { charge_id: null, name: 'Bridge', unit_charge: 300 },
        { project_id: app },
        { charge_id: 999 },
        { tax_rate: 0.5 },
        {},
      ]) {
        await alike(world, (by, which) => by.put(path(which), change))
      }
      await alike(world, (by, which) => by.delete(path(which)))
      await alike(world, (by, which) => by.get(path(which)))
    }
  })

  it('are refused with the same messages, field by field', async () => {
    const world = await openWorld()
    const { gone, ferry } = world.known
    for (const body of [
      {},
      { charge_id: ferry },
      expense(world, { total_cost: 5 }),
      expense(world, { project_id: gone.project, charge_id: gone.charge }),
      expense(world, { project_id: 999, chargeable: 'yes', unit: 5 }),
      expense(world, { tax: 'some', tax_rate: 101, currency: 'eur' }),
    ]) {
      const { local } = await alike(world, (by) => by.post(expenses, body))
      expect(local.status).toBe(422)
    }
  })

  it('are listed as on the service, the same records', async () => {
    const world = await openWorld()
    for (const name of ['Toll', 'Ferry', 'Parking']) {
      await world.service.owner.post(expenses, expense(world, { name }))
    }
    await world.sync()
    for (const query of [
      '',
      '?limit=2&page=2',
      '?sortKey=name',
      '?sortKey=updated_at&sortAsc=0',
      '?query=park',
      '?include=user',
    ]) {
      await sameIndex(world, expenses + query)
    }
  })
})

describe('categories', () => {
  it('are stored, shown, changed, archived and restored as on the service', async () => {
    const world = await openWorld()
    const { design, meeting, ferry } = world.known
    const service = await world.service.owner.post(categories, {
      name: 'Work',
      tasks: [meeting, design, design],
      charges: [ferry],
    })
    const local = await world.local.post(categories, {
      name: 'Work',
      tasks: [meeting, design, design],
      charges: [ferry],
    })
    expect(local.status).toBe(201)
    expect(comparable(local.body)).toEqual(comparable(service.body))
    const path = (which: 'service' | 'local') =>
      `${categories}/${(which === 'service' ? service : local).body.category.id}`
    for (const change of [{ tasks: [design] }, { name: 'Works' }, { charges: [] }, {}]) {
      await alike(world, (by, which) => by.put(path(which), change))
    }
    await alike(world, (by, which) => by.get(path(which)))
    await alike(world, (by, which) => by.delete(path(which)))
    await alike(world, (by, which) => by.get(path(which)))
    await alike(world, (by, which) => by.put(path(which), {}))
    await alike(world, (by, which) => by.send('POST', `${path(which)}/restore`))
  })

  it('are refused with the same messages, field by field', async () => {
    const world = await openWorld()
    const { gone, design } = world.known
    await alike(world, (by) => by.post(categories, { name: 'Work' }))
    for (const body of [
      {},
      { name: 'WORK' },
      { name: 'Other', tasks: [design, 999, gone.task], charges: [gone.charge] },
      { name: ' ', tasks: 5 },
    ]) {
      const { local } = await alike(world, (by) => by.post(categories, body))
      expect(local.status).toBe(422)
    }
  })

  it('are listed as on the service, the same records', async () => {
    const world = await openWorld()
    const { design, ferry } = world.known
    for (const name of ['Work', 'Away', 'Zoo']) {
      await world.service.owner.post(categories, { name, tasks: [design], charges: [ferry] })
    }
    await world.sync()
    for (const query of ['', '?sortKey=name&sortAsc=0', '?query=design', '?limit=2&page=2']) {
      await sameIndex(world, categories + query)
    }
  })
})

describe('records that only the service writes', () => {
  it('are listed and shown the same: webhooks, projects, clients, tasks, charges and users', async () => {
    const world = await openWorld()
    await world.service.owner.post('/api/v1/webhooks', {
      uri: 'https://example.org/hook',
      events: ['times.created'],
    })
    await world.sync()
    for (const path of ['webhooks', 'projects', 'clients', 'tasks', 'charges', 'users']) {
      await sameIndex(world, `/api/v1/${path}`)
      const { body } = await world.local.get(`/api/v1/${path}`)
      expect(body.total).toBeGreaterThan(0)
      await sameIndex(world, `/api/v1/${path}/${body.data[0].id}`)
    }
    expect((await world.local.post('/api/v1/tasks', { name: 'New' })).status).toBe(405)
  })

  it('are written on the service at once, or refused with a plain message while it cannot be reached', async () => {
    const world = await openWorld()
    const hook = { uri: 'https://example.org/hook', events: ['times.created'] }
    const made = await world.local.post('/api/v1/webhooks', hook)
    expect(made.status).toBe(201)
    expect(made.body.webhook).toMatchObject({ ...hook, secret: expect.any(String) })
    const { body } = await world.service.owner.get('/api/v1/webhooks')
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([made.body.webhook.id])
    world.online = false
    const refused = await world.local.post('/api/v1/webhooks', hook)
    expect(refused.status).toBe(503)
    expect(Object.keys(refused.body)).toEqual(['message'])
  })
})

describe('the capabilities', () => {
  it('are what works here, without what the service lacks', async () => {
    const { service } = await openWorld()
    const other = await service.another({ capabilities: ['reference', 'user'] })
    onTestFinished(() => other.close())
    const machine = await openMachine()
    const capabilities = async () => (await machine.local.get('/api/v1')).body.capabilities
    await machine.call('account.createLocal')
    expect(await capabilities()).toEqual(['restore', 'user'])
    await machine.call('account.connect', { url: other.url, token: other.owner.token })
    await machine.call('sync.now', {})
    expect(await capabilities()).toEqual(['user'])
  })
})

describe('offline', () => {
  it('accepts an entry that the service gets once; then its id is the service’s, and the first still finds it', async () => {
    const world = await openWorld()
    world.online = false
    const made = await world.local.post(times, time(world, { notes: 'On the train' }))
    const first = made.body.time.id as number
    expect(first).toBeGreaterThan(provisional)
    await world.local.put(`${times}/${first}`, { quantity: 6 })
    world.online = true
    await world.sync()
    await world.sync()

    const { body } = await world.service.owner.get(`${times}?query=train`)
    expect(body.data).toHaveLength(1)
    const { id } = body.data[0] as { id: number }
    expect(id).toBeLessThan(provisional)
    const byFirst = await world.local.get(`${times}/${first}`)
    expect(byFirst.body).toMatchObject({ id, quantity: 6, notes: 'On the train' })
    expect(byFirst.body).toEqual((await world.service.owner.get(`${times}/${id}`)).body)
    await sameIndex(world, `${times}?query=train`)

    await world.local.delete(`${times}/${first}`)
    await world.sync()
    expect((await world.service.owner.get(`${times}/${id}`)).status).toBe(404)
  })

  it('accepts expenses and categories too, and an undo in a window applies here', async () => {
    const world = await openWorld()
    world.online = false
    const made = await world.local.post(expenses, expense(world))
    const category = await world.local.post(categories, {
      name: 'Trips',
      charges: [world.known.ferry],
    })
    const { id } = (await world.local.post(times, time(world))).body.time
    await world.call('history.undo', {})
    expect((await world.local.get(`${times}/${id}`)).status).toBe(404)
    world.online = true
    await world.sync()
    await sameIndex(world, expenses)
    await sameIndex(world, categories)
    for (const path of [
      `${expenses}/${made.body.expense.id}`,
      `${categories}/${category.body.category.id}`,
    ]) {
      expect((await world.local.get(path)).body.id).toBeLessThan(provisional)
    }
    expect((await world.service.owner.get(times)).body.total).toBe(0)
  })

  it('works on an account of this machine only, where projects have provisional ids', async () => {
    const machine = await openMachine()
    await machine.call('account.createLocal')
    const project = await machine.call('projects.add', { name: 'Garden', currency: 'EUR' })
    const task = await machine.call('tasks.add', { name: 'Digging' })
    const { body } = await machine.local.get('/api/v1/projects')
    expect(body.data[0]).toMatchObject({ id: provisional + project.local, name: 'Garden' })
    const made = await machine.local.post(times, {
      project_id: body.data[0].id,
      task_id: provisional + task.local,
      date: '2026-04-14',
      start: 0,
      quantity: 1,
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body.time.task).toMatchObject({ id: provisional + task.local, name: 'Digging' })
    const hook = { uri: 'https://example.org/hook', events: ['times.created'] }
    expect((await machine.local.post('/api/v1/webhooks', hook)).status).toBe(409)
  })

  it('names no person where none is known', async () => {
    const machine = await openMachine()
    await machine.call('account.createLocal')
    const entry = { project: null, task: null, date: '2026-04-14', start: 540, quantity: 4 }
    const { local } = await machine.call('times.create', entry)
    expect((await machine.local.get('/api/v1/users')).body).toMatchObject({ data: [], total: 0 })
    const path = `${times}/${provisional + local}`
    expect((await machine.local.get(`${path}?include=user`)).body.user).toBeNull()
    expect((await machine.local.delete(path)).body).toEqual({ success: true, time: null })
  })

  it('says so where there is no account yet', async () => {
    const machine = await openMachine()
    expect((await machine.local.get(times)).status).toBe(503)
  })
})
