/** The Categories section of the specification, sentence by sentence, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  categoryListRecord,
  categoryRecord,
  categoryShowRecord,
  categorySortKeys,
} from '#shared/resources/category.ts'
import { pageSchema } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import { addReference, startFixture, store, type Fixture } from './fixture.ts'

const categories = '/api/v1/categories'
const page = pageSchema(categoryListRecord)
const written = z.strictObject({ success: z.literal(true), category: categoryRecord })
const capabilities = ['reference', 'restore', 'user']

let fixture: Fixture
let reference: Awaited<ReturnType<typeof addReference>>
let mileage: number
let courier: number

beforeAll(async () => {
  fixture = await startFixture({ capabilities })
  const { owner } = fixture
  reference = await addReference(owner)
  mileage = await store(owner, 'charges', { name: 'Mileage', charge: 95, currency: 'NZD' })
  courier = await store(owner, 'charges', { name: 'Courier', charge: 1250, currency: 'NZD' })
})
afterAll(() => fixture.close())

/** A unique name for each test. */
let names = 0
const unused = () => `Category ${++names}`

async function storeCategory(body: object = {}, by = fixture.owner) {
  const answer = await by.post(categories, { name: unused(), ...body })
  expect(answer.status, answer.text).toBe(201)
  return written.parse(answer.body).category
}

async function change(id: number, body: object) {
  const answer = await fixture.owner.put(`${categories}/${id}`, body)
  expect(answer.status, answer.text).toBe(200)
  return written.parse(answer.body).category
}

async function show(id: number) {
  const answer = await fixture.owner.get(`${categories}/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return categoryShowRecord.parse(answer.body)
}

async function archive(id: number) {
  const answer = await fixture.owner.delete(`${categories}/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return written.parse(answer.body).category
}

const restore = (id: number | string) => fixture.owner.send('POST', `${categories}/${id}/restore`)

async function refusedFields(body: object, id?: number): Promise<string[]> {
  const { owner } = fixture
  const answer = await (id === undefined
    ? owner.post(categories, body)
    : owner.put(`${categories}/${id}`, body))
  expect(answer.status, answer.text).toBe(422)
  expect(typeof answer.body.message).toBe('string')
  for (const texts of Object.values(answer.body.errors)) {
    expect(texts).toEqual(expect.arrayContaining([expect.any(String)]))
  }
  return Object.keys(answer.body.errors).sort()
}

describe('“POST /api/v1/categories: Create”', () => {
  it('“Response: success and category”, 201, with tasks and charges as arrays of integers', async () => {
    const answer = await fixture.owner.post(categories, {
      name: ' Making ',
      tasks: [reference.meeting, reference.design],
      charges: [courier],
    })
    expect(answer.status).toBe(201)
    expect(written.parse(answer.body).category).toEqual({
      id: expect.any(Number),
      name: 'Making',
      created_at: '2026-04-15 09:30:00',
      updated_at: '2026-04-15 09:30:00',
      deleted_at: null,
      deleted: false,
      tasks: [reference.design, reference.meeting],
      charges: [courier],
    })
  })

  it('“charges, tasks: optional”: empty unless given', async () => {
    expect(await storeCategory()).toMatchObject({ tasks: [], charges: [] })
    expect(await storeCategory({ tasks: [], charges: [] })).toMatchObject({
      tasks: [],
      charges: [],
    })
  })

  it('“name: required”', async () => {
    expect(await refusedFields({})).toEqual(['name'])
    expect(await refusedFields({ tasks: [reference.design] })).toEqual(['name'])
  })

  it('“name: unique”, compared without regard to case', async () => {
    await storeCategory({ name: 'Größen' })
    for (const name of ['Größen', 'GRÖSSEN', ' größen ', 'Gro\u0308ßen']) {
      expect(await refusedFields({ name })).toEqual(['name'])
    }
    await storeCategory({ name: 'Größe' })
  })

  it('reports a taken name together with all other errors', async () => {
    const { name } = await storeCategory()
    expect(await refusedFields({ name, tasks: [987_654] })).toEqual(['name', 'tasks.0'])
  })

  it('gives a name to one of many concurrent requests, and answers 422 on name to the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        (nth % 2 ? fixture.owner : fixture.member).post(categories, { name: 'Contested' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(11)
    for (const { body } of refused) expect(Object.keys(body.errors)).toEqual(['name'])
    expect((await fixture.owner.get(`${categories}?query=contested`)).body.total).toBe(1)
  })

  it('keeps each id once, however often it is sent', async () => {
    const { design, meeting } = reference
    expect(await storeCategory({ tasks: [meeting, design, meeting] })).toMatchObject({
      tasks: [design, meeting],
    })
  })

  it('allows a task and a charge in several categories', async () => {
    const members = { tasks: [reference.design], charges: [mileage] }
    expect(await storeCategory(members)).toMatchObject(members)
    expect(await storeCategory(members)).toMatchObject(members)
  })

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', null],
    ['name', 7],
    ['name', 'x'.repeat(256)],
    ['name', 'NUL \0 inside'],
    ['name', 'half a pair \ud83d'],
    ['tasks', null],
    ['tasks', 1],
    ['tasks', '1'],
    ['charges', {}],
  ])('refuses %s %j with 422 on that field alone', async (field, value) => {
    expect(await refusedFields({ name: unused(), [field]: value })).toEqual([field])
  })

  it('names an unknown id by its position, such as tasks.2', async () => {
    const { design, meeting } = reference
    const body = { tasks: [design, meeting, 987_654], charges: [987_654, courier, 987_653] }
    expect(await refusedFields({ name: unused(), ...body })).toEqual([
      'charges.0',
      'charges.2',
      'tasks.2',
    ])
  })

  it('names a value that is no id by its position', async () => {
    const body = { tasks: [reference.design, 'x'], charges: [0, courier, 1.5, null] }
    expect(await refusedFields({ name: unused(), ...body })).toEqual([
      'charges.0',
      'charges.2',
      'charges.3',
      'tasks.1',
    ])
  })

  it('refuses a task or a charge that is deleted, or another organisation’s', async () => {
    const { owner, stranger } = fixture
    const charge = { name: 'Gone', charge: 1, currency: 'NZD' }
    const task = await store(owner, 'tasks', { name: 'Gone' })
    const gone = await store(owner, 'charges', charge)
    await owner.delete(`/api/v1/tasks/${task}`)
    await owner.delete(`/api/v1/charges/${gone}`)
    const theirs = {
      tasks: [await store(stranger, 'tasks', { name: 'Theirs' })],
      charges: [await store(stranger, 'charges', charge)],
    }
    expect(await refusedFields({ name: unused(), tasks: [task], charges: [gone] })).toEqual([
      'charges.0',
      'tasks.0',
    ])
    const other = await owner.post(categories, { name: unused(), ...theirs })
    const missing = await owner.post(categories, {
      name: unused(),
      tasks: [987_654],
      charges: [987_654],
    })
    expect(other.status).toBe(422)
    expect(other.body).toEqual(missing.body)
  })

  it('takes ten thousand ids, and names the first fifty unknown ones', async () => {
    const tasks = Array.from({ length: 10_000 }, () => reference.design)
    tasks[9_999] = reference.meeting
    expect(await storeCategory({ tasks })).toMatchObject({
      tasks: [reference.design, reference.meeting],
    })
    const unknown = Array.from({ length: 10_000 }, (_, nth) => 1_000_000 + nth)
    expect(await refusedFields({ name: unused(), tasks: unknown })).toHaveLength(50)
  })
})

describe('“GET /api/v1/categories/:CATEGORY_ID: Show one”', () => {
  it('“the category record including tasks, charges and projects”, with no wrapper', async () => {
    const made = await storeCategory({ tasks: [reference.design], charges: [mileage] })
    expect(await show(made.id)).toEqual({ ...made, projects: [] })
  })

  it('“Project ids. Show response only”: where its tasks or charges have been used', async () => {
    const { owner, member } = fixture
    const [first, second, third, fourth] = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => store(owner, 'projects', { name, currency: 'NZD' })),
    )
    const drawing = await store(owner, 'tasks', { name: 'Drawing' })
    const parking = await store(owner, 'charges', { name: 'Parking', charge: 9, currency: 'NZD' })
    const { id } = await storeCategory({ tasks: [drawing], charges: [parking] })
    expect((await show(id)).projects).toEqual([])

    const day = { date: '2026-04-14' }
    const time = { ...day, start: 0, quantity: 1, task_id: drawing }
    const expense = { ...day, charge_id: parking, quantity: 1, chargeable: true }
    const post = async (path: string, body: object) => {
      const answer = await member.post(`/api/v1/${path}`, body)
      expect(answer.status).toBe(201)
      return answer.body
    }
    await post('times', { ...time, project_id: third })
    await post('times', { ...time, project_id: third })
    const once = await post('expenses', { ...expense, project_id: first })
    await post('expenses', { ...expense, project_id: third })
    await post('times', { ...time, project_id: second, task_id: reference.design })
    await post('expenses', {
      ...day,
      project_id: fourth,
      name: 'X',
      unit_charge: 1,
      chargeable: true,
    })
    expect((await show(id)).projects).toEqual([first, third].toSorted((a, b) => a! - b!))

    await owner.delete(`/api/v1/expenses/${once.expense.id}`)
    expect((await show(id)).projects).toEqual([third])
    await owner.delete(`/api/v1/projects/${third}`)
    expect((await show(id)).projects).toEqual([third])
    await change(id, { tasks: [], charges: [] })
    expect((await show(id)).projects).toEqual([])
  })

  it.each(['987654', '0', '-1', 'x', '1.5', '99999999999999999999'])(
    'answers 404 for %s',
    async (id) => {
      const answer = await fixture.owner.get(`${categories}/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: expect.any(String) })
    },
  )
})

describe('“PUT /api/v1/categories/:CATEGORY_ID: Update”', () => {
  it('“name, charges, tasks, all optional”: each alone, and the others stay', async () => {
    const { design, meeting } = reference
    const before = await storeCategory({ tasks: [design], charges: [mileage] })
    fixture.clock.at += 60_000
    const name = unused()
    expect(await change(before.id, { name })).toMatchObject({
      name,
      tasks: [design],
      charges: [mileage],
    })
    expect(await change(before.id, { tasks: [meeting] })).toMatchObject({
      tasks: [meeting],
      charges: [mileage],
    })
    expect(await change(before.id, { charges: [] })).toEqual({
      ...before,
      name,
      tasks: [meeting],
      charges: [],
      updated_at: '2026-04-15 09:31:00',
    })
    fixture.clock.at -= 60_000
  })

  it('a list that is sent replaces the current one', async () => {
    const { design, meeting } = reference
    const { id } = await storeCategory({ tasks: [design], charges: [mileage, courier] })
    const lists = { tasks: [design, meeting], charges: [courier] }
    expect(await change(id, lists)).toMatchObject(lists)
  })

  it('takes an empty object, and current values, without touching updated_at', async () => {
    const { design, meeting } = reference
    const category = await storeCategory({ tasks: [design, meeting], charges: [mileage] })
    fixture.clock.at += 60_000
    expect(await change(category.id, {})).toEqual(category)
    const { name, charges } = category
    expect(await change(category.id, { name, charges, tasks: [meeting, design] })).toEqual(category)
    fixture.clock.at -= 60_000
  })

  it('lets a category change the case of its own name, and not take another’s', async () => {
    const one = await storeCategory({ name: 'On the road' })
    const other = await storeCategory()
    expect(await change(one.id, { name: 'On The Road' })).toMatchObject({ name: 'On The Road' })
    expect(await refusedFields({ name: 'ON THE ROAD' }, other.id)).toEqual(['name'])
    expect(await show(other.id)).toMatchObject(other)
  })

  it('keeps a member that was deleted after it was added, also where the list is sent', async () => {
    const { owner } = fixture
    const task = await store(owner, 'tasks', { name: 'Leaving' })
    const { id } = await storeCategory({ tasks: [task] })
    await owner.delete(`/api/v1/tasks/${task}`)
    expect((await show(id)).tasks).toEqual([task])
    const { design } = reference
    expect(await change(id, { tasks: [task, design] })).toMatchObject({
      tasks: [design, task].toSorted((a, b) => a - b),
    })
    await change(id, { tasks: [design] })
    expect(await refusedFields({ tasks: [design, task] }, id)).toEqual(['tasks.1'])
  })

  it('changes nothing at all when one field needs another value', async () => {
    const category = await storeCategory({ tasks: [reference.design] })
    const body = { name: unused(), tasks: [], charges: [987_654] }
    expect(await refusedFields(body, category.id)).toEqual(['charges.0'])
    expect(await show(category.id)).toMatchObject(category)
  })
})

describe('“DELETE /api/v1/categories/:CATEGORY_ID: Delete (archive)”', () => {
  it('“success and category”, with deleted true and deleted_at', async () => {
    const category = await storeCategory({ tasks: [reference.design], charges: [mileage] })
    expect(await archive(category.id)).toEqual({
      ...category,
      deleted: true,
      deleted_at: '2026-04-15 09:30:00',
    })
  })

  it('“The category is no longer accessible through the interface”', async () => {
    const { id, name } = await storeCategory()
    await archive(id)
    const address = `${categories}/${id}`
    expect((await fixture.owner.get(address)).status).toBe(404)
    expect((await fixture.owner.put(address, { name: unused() })).status).toBe(404)
    expect((await fixture.owner.delete(address)).status).toBe(404)
    const query = encodeURIComponent(name)
    expect((await fixture.owner.get(`${categories}?query=${query}`)).body.total).toBe(0)
  })

  it('frees its name', async () => {
    const { id, name } = await storeCategory()
    await archive(id)
    const second = await storeCategory({ name })
    await archive(second.id)
    expect((await storeCategory({ name })).id).not.toBe(id)
  })
})

describe('“A deleted category can be restored from the archives”', () => {
  it('“The category is re-activated”, 200, with its former members', async () => {
    const category = await storeCategory({ tasks: [reference.design], charges: [mileage] })
    await archive(category.id)
    fixture.clock.at += 60_000
    const answer = await restore(category.id)
    expect(answer.status).toBe(200)
    expect(written.parse(answer.body).category).toEqual({
      ...category,
      updated_at: '2026-04-15 09:31:00',
    })
    expect(await show(category.id)).toMatchObject({ deleted: false, deleted_at: null })
    fixture.clock.at -= 60_000
  })

  it('returns an active one as it is, so that the request may be repeated', async () => {
    const category = await storeCategory()
    fixture.clock.at += 60_000
    expect(written.parse((await restore(category.id)).body).category).toEqual(category)
    fixture.clock.at -= 60_000
  })

  it('is refused on name while another has the name, and possible once it is free', async () => {
    const { id, name } = await storeCategory()
    await archive(id)
    const holder = await storeCategory({ name: name.toUpperCase() })
    const answer = await restore(id)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['name'])
    await change(holder.id, { name: unused() })
    expect((await restore(id)).status).toBe(200)
  })

  it('is a member’s to do, and 404 to another organisation and for what is not there', async () => {
    const { id } = await storeCategory()
    await archive(id)
    const path = `${categories}/${id}/restore`
    expect((await fixture.stranger.send('POST', path)).status).toBe(404)
    expect((await fixture.member.send('POST', path)).status).toBe(200)
    for (const other of ['987654', '0', 'x']) expect((await restore(other)).status).toBe(404)
  })

  it('takes POST only: 405 names it', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fixture.owner.send(method, `${categories}/1/restore`)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
    }
  })

  it('does not exist without the capability', async () => {
    const plain = await startFixture({ capabilities: ['reference'] })
    const { body } = await plain.owner.post(categories, { name: 'Away' })
    await plain.owner.delete(`${categories}/${body.category.id}`)
    const answer = await plain.owner.send('POST', `${categories}/${body.category.id}/restore`)
    expect(answer.status).toBe(404)
    expect((await plain.owner.get('/api/v1')).body.capabilities).not.toContain('restore')
    await plain.close()
  })
})

describe('who sees and writes what', () => {
  it('a member writes categories', async () => {
    const { id } = await storeCategory({}, fixture.member)
    const address = `${categories}/${id}`
    expect((await fixture.member.put(address, { name: unused() })).status).toBe(200)
    const own = await storeCategory()
    expect((await fixture.member.put(`${categories}/${own.id}`, { tasks: [] })).status).toBe(200)
    expect((await fixture.member.delete(address)).status).toBe(200)
  })

  it('another organisation sees nothing, reaches nothing and cannot guess: 404', async () => {
    const { stranger } = fixture
    const { id, name } = await storeCategory()
    const address = `${categories}/${id}`
    expect((await stranger.get(categories)).body.total).toBe(0)
    expect((await stranger.get(address)).status).toBe(404)
    expect((await stranger.put(address, { name: unused() })).status).toBe(404)
    expect((await stranger.delete(address)).status).toBe(404)
    expect(await show(id)).toMatchObject({ name })
  })

  it('names are each organisation’s own', async () => {
    const { name } = await storeCategory()
    const answer = await fixture.stranger.post(categories, { name })
    expect(answer.status).toBe(201)
    await fixture.stranger.delete(`${categories}/${answer.body.category.id}`)
  })
})

describe('“GET /api/v1/categories: Paginated list”', () => {
  let list: Fixture

  beforeAll(async () => {
    list = await startFixture({ capabilities })
    const { owner } = list
    const { design, meeting } = await addReference(owner)
    const charge = (name: string) => store(owner, 'charges', { name, charge: 1, currency: 'NZD' })
    const [taxi, ferry] = [await charge('Taxi'), await charge('Fähre')]
    const rows = [
      { name: 'Öffentlich', charges: [taxi, ferry] },
      { name: 'making', tasks: [design] },
      { name: 'Making more', tasks: [design, meeting], charges: [taxi] },
      { name: 'Archived' },
      { name: 'empty' },
    ]
    for (const row of rows) expect((await owner.post(categories, row)).status).toBe(201)
    await owner.delete(`${categories}/4`)
  })
  afterAll(() => list.close())

  const read = async (parameters: string) => {
    const answer = await list.member.get(`${categories}?${parameters}`)
    expect(answer.status).toBe(200)
    return page.parse(answer.body)
  }
  const ids = async (parameters: string) => (await read(parameters)).data.map(({ id }) => id)

  it('“tasks_count, charges_count: Index responses only”, and no lists there', async () => {
    const { data } = await read('')
    expect(data.map(({ tasks_count, charges_count }) => [tasks_count, charges_count])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
      [0, 2],
    ])
    expect(Object.keys(data[0]!).sort()).toEqual(
      [
        'id',
        'name',
        'created_at',
        'updated_at',
        'deleted_at',
        'deleted',
        'tasks_count',
        'charges_count',
      ].sort(),
    )
  })

  it('comes by name, without archived ones', async () => {
    expect(await ids('')).toEqual([5, 2, 3, 1])
    expect((await read('')).total).toBe(4)
  })

  it('“the only allowed sortKey value is name”, “1 for ascending, 0 for descending”', async () => {
    expect(categorySortKeys).toEqual(['name'])
    expect(await ids('sortKey=name')).toEqual([5, 2, 3, 1])
    expect(await ids('sortKey=name&sortAsc=0')).toEqual([1, 3, 2, 5])
    expect(await ids('sortAsc=0')).toEqual([1, 3, 2, 5])
    const answer = await list.owner.get(`${categories}?sortKey=updated_at`)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['sortKey'])
  })

  it('pages never overlap and leave nothing out', async () => {
    const paged: number[] = []
    for (const number of [1, 2, 3, 4]) paged.push(...(await ids(`limit=1&page=${number}`)))
    expect(paged).toEqual([5, 2, 3, 1])
  })

  it.each([
    ['MAKING', [2, 3]],
    ['design', [2, 3]],
    ['meeting', [3]],
    ['taxi', [3, 1]],
    ['fäh', [1]],
    ['fä', [1]],
    ['taxi making', [3]],
    ['archived', []],
    ['%', []],
    ['', [5, 2, 3, 1]],
  ])('“query: Search term”, over name, task names and charge names: %s', async (query, found) => {
    expect(await ids(`query=${encodeURIComponent(query)}`)).toEqual(found)
    expect((await read(`query=${encodeURIComponent(query)}&limit=1`)).total).toBe(found.length)
  })
})
