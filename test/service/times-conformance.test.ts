/** The Times section of the specification, sentence by sentence, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSchema } from '#shared/resources/page.ts'
import { timeListRecord, timeRecord, timeSortKeys } from '#shared/resources/time.ts'
import { userRecord } from '#shared/resources/user.ts'
import { z } from '#shared/resources/zod.ts'
import { addReference, startFixture, store, type Fixture } from './fixture.ts'

const times = '/api/v1/times'
const page = pageSchema(timeListRecord)
const written = z.strictObject({ success: z.literal(true), time: timeRecord })
const deleted = z.strictObject({ success: z.literal(true), time: userRecord })

let fixture: Fixture
let reference: Awaited<ReturnType<typeof addReference>>

beforeAll(async () => {
  fixture = await startFixture()
  reference = await addReference(fixture.owner)
})
afterAll(() => fixture.close())

const body = (change: object = {}) => ({
  project_id: reference.web,
  task_id: reference.design,
  date: '2026-04-14',
  start: 540,
  quantity: 4,
  ...change,
})

async function storeTime(change: object = {}, by = fixture.owner) {
  const answer = await by.post(times, body(change))
  expect(answer.status).toBe(201)
  return written.parse(answer.body).time
}

describe('“POST /api/v1/times: Create”', () => {
  it('answers 201 with success and time, the full project record plus client, and the full task', async () => {
    const answer = await fixture.owner.post(times, body({ notes: 'Home page' }))
    expect(answer.status).toBe(201)
    const { time } = written.parse(answer.body)
    expect(time).toMatchObject({
      date: '2026-04-14',
      start: 540,
      quantity: 4,
      notes: 'Home page',
      created_at: '2026-04-15 09:30:00',
      updated_at: '2026-04-15 09:30:00',
    })
    expect(time.project).toMatchObject({
      id: reference.web,
      client: {
        code: 'HLB',
        contact: { name: 'Priya', phone: null, primary: true },
        address: { street: '18 Harbour Lane', suburb: null },
        postal: { street: null },
      },
    })
    expect(time.task).toMatchObject({ id: reference.design, name: 'Design', deleted: false })
  })

  it('“total equals quantity multiplied by increment”, with increment, rate and currency of the project', async () => {
    expect(await storeTime({ quantity: 3 })).toMatchObject({
      total: 45,
      increment: 15,
      rate: 14000,
      currency: 'NZD',
    })
    expect(await storeTime({ quantity: 3, project_id: reference.app })).toMatchObject({
      total: 18,
      increment: 6,
      rate: 9900,
      currency: 'EUR',
    })
  })

  it('“project_id, task_id, date, start, quantity: required”, every one named at once', async () => {
    const answer = await fixture.owner.post(times, {})
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({
      project_id: ['Required'],
      task_id: ['Required'],
      date: ['Required'],
      start: ['Required'],
      quantity: ['Required'],
    })
    expect(typeof answer.body.message).toBe('string')
  })

  it('“notes: optional”; blank notes are stored as null', async () => {
    expect((await storeTime()).notes).toBeNull()
    expect((await storeTime({ notes: '  ' })).notes).toBeNull()
    expect((await storeTime({ notes: ' two\r\nlines ' })).notes).toBe('two\nlines')
  })

  it('“date (may be in the future)”', async () => {
    expect((await storeTime({ date: '2031-12-31' })).date).toBe('2031-12-31')
  })

  it('keeps the value, not the digits, of 1.0 and 1e2', async () => {
    const answer = await fixture.owner.send('POST', times, {
      body: JSON.stringify(body()).replace('"quantity":4', '"quantity":1.0,"start":3e2'),
    })
    expect(written.parse(answer.body).time).toMatchObject({ quantity: 1, start: 300 })
  })

  it.each([
    ['project_id', 'x'],
    ['project_id', 0],
    ['project_id', 987654],
    ['task_id', null],
    ['task_id', 987654],
    ['date', '2026-02-30'],
    ['date', '14.04.2026'],
    ['start', -1],
    ['start', 1440],
    ['start', '540'],
    ['quantity', 0],
    ['quantity', 1.5],
    ['quantity', 101],
    ['quantity', 9e20],
    ['notes', 7],
    ['notes', 'NUL \0 inside'],
    ['notes', 'half a pair \ud83d'],
    ['notes', 'x'.repeat(10_001)],
  ])('refuses %s %j with 422 on that field alone', async (field, value) => {
    const answer = await fixture.owner.post(times, body({ [field]: value }))
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.body.errors[field][0]).toEqual(expect.any(String))
  })

  it('takes a day of 25 hours, quantity × increment = 1500, and not one increment more', async () => {
    expect((await storeTime({ quantity: 100 })).total).toBe(1500)
    expect((await storeTime({ quantity: 250, project_id: reference.app })).total).toBe(1500)
    const answer = await fixture.owner.post(
      times,
      body({ quantity: 251, project_id: reference.app }),
    )
    expect(answer.body.errors).toEqual({ quantity: [expect.stringContaining('250')] })
  })

  it('names fields of the wrong type together with a missing project', async () => {
    const answer = await fixture.owner.post(times, body({ project_id: 987654, start: 'noon' }))
    expect(Object.keys(answer.body.errors).sort()).toEqual(['project_id', 'start'])
  })

  it('refuses a deleted project or task on that field', async () => {
    const gone = await store(fixture.owner, 'projects', { name: 'Gone', currency: 'EUR' })
    const task = await store(fixture.owner, 'tasks', { name: 'Gone' })
    await fixture.owner.delete(`/api/v1/projects/${gone}`)
    await fixture.owner.delete(`/api/v1/tasks/${task}`)
    const answer = await fixture.owner.post(times, body({ project_id: gone, task_id: task }))
    expect(Object.keys(answer.body.errors).sort()).toEqual(['project_id', 'task_id'])
  })

  it('takes a project that is complete: no rule forbids it', async () => {
    const done = await store(fixture.owner, 'projects', {
      name: 'Done',
      currency: 'EUR',
      status: 'complete',
    })
    expect((await storeTime({ project_id: done })).project).toMatchObject({
      status: 'complete',
      type: 'internal',
      client: null,
    })
  })

  it('ignores a field that it does not know', async () => {
    const time = await storeTime({ total: 999, rate: 1, user_id: 99, color: 'red' })
    expect(time).toMatchObject({ total: 60, rate: 14000 })
  })
})

describe('“GET /api/v1/times/:TIME_ID: Show one”', () => {
  it('answers the record itself, with no wrapper', async () => {
    const time = await storeTime()
    const answer = await fixture.member.get(`${times}/${time.id}`)
    expect(answer.status).toBe(200)
    expect(timeRecord.parse(answer.body)).toEqual(time)
  })

  it.each(['987654', '0', '-1', 'x', '1.5', '99999999999999999999'])(
    'answers 404 for %s',
    async (id) => {
      const answer = await fixture.owner.get(`${times}/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: expect.any(String) })
    },
  )
})

describe('“PUT /api/v1/times/:TIME_ID: Update”', () => {
  it('“Any subset of the parameters may be sent”, and the rest stays', async () => {
    const time = await storeTime({ notes: 'Before' })
    fixture.clock.at += 60_000
    for (const change of [
      { start: 600 },
      { date: '2026-04-13' },
      { notes: 'After' },
      { task_id: reference.meeting },
    ]) {
      const answer = await fixture.owner.put(`${times}/${time.id}`, change)
      expect(answer.status).toBe(200)
      written.parse(answer.body)
    }
    const shown = timeRecord.parse((await fixture.owner.get(`${times}/${time.id}`)).body)
    expect(shown).toMatchObject({
      start: 600,
      date: '2026-04-13',
      notes: 'After',
      quantity: 4,
      created_at: time.created_at,
      task: { name: 'Meeting' },
    })
    expect(shown.updated_at > time.updated_at).toBe(true)
  })

  it('takes an empty object, and current values, without touching updated_at', async () => {
    const time = await storeTime()
    fixture.clock.at += 60_000
    const empty = await fixture.owner.put(`${times}/${time.id}`, {})
    const same = await fixture.owner.put(`${times}/${time.id}`, body())
    expect(written.parse(empty.body).time).toEqual(time)
    expect(written.parse(same.body).time).toEqual(time)
  })

  it('copies increment, rate and currency again when the project changes', async () => {
    const time = await storeTime({ quantity: 10 })
    const answer = await fixture.owner.put(`${times}/${time.id}`, { project_id: reference.app })
    expect(written.parse(answer.body).time).toMatchObject({
      quantity: 10,
      increment: 6,
      total: 60,
      rate: 9900,
      currency: 'EUR',
    })
  })

  it('keeps increment, rate and currency when only the project’s own change', async () => {
    const project = await store(fixture.owner, 'projects', {
      name: 'Moving',
      currency: 'EUR',
      increment: 10,
      rate: 5000,
    })
    const time = await storeTime({ project_id: project, quantity: 2 })
    await fixture.owner.put(`/api/v1/projects/${project}`, { increment: 30, rate: 1 })
    const answer = await fixture.owner.put(`${times}/${time.id}`, { quantity: 3 })
    expect(written.parse(answer.body).time).toMatchObject({
      increment: 10,
      total: 30,
      rate: 5000,
      project: { increment: 30 },
    })
  })

  it('names a missing project alone: the quantity counts increments of that', async () => {
    const { id } = await storeTime()
    const answer = await fixture.owner.put(`${times}/${id}`, { project_id: 987654, quantity: 101 })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['project_id'])
  })

  it('refuses a change of project that makes the entry longer than a day', async () => {
    const time = await storeTime({ quantity: 101, project_id: reference.app })
    const answer = await fixture.owner.put(`${times}/${time.id}`, { project_id: reference.web })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['quantity'])
  })

  it('allows a change of an entry of a deleted project, as long as the project is not changed', async () => {
    const project = await store(fixture.owner, 'projects', { name: 'Leaving', currency: 'EUR' })
    const time = await storeTime({ project_id: project })
    await fixture.owner.delete(`/api/v1/projects/${project}`)
    const kept = await fixture.owner.put(`${times}/${time.id}`, {
      project_id: project,
      notes: 'Late note',
    })
    expect(written.parse(kept.body).time).toMatchObject({
      notes: 'Late note',
      project: { id: project, deleted: true },
    })
    const other = await storeTime()
    const moved = await fixture.owner.put(`${times}/${other.id}`, { project_id: project })
    expect(Object.keys(moved.body.errors)).toEqual(['project_id'])
  })

  it('clears notes with null', async () => {
    const time = await storeTime({ notes: 'Soon gone' })
    const answer = await fixture.owner.put(`${times}/${time.id}`, { notes: null })
    expect(written.parse(answer.body).time.notes).toBeNull()
  })

  it('changes nothing at all when one field needs another value', async () => {
    const time = await storeTime()
    const answer = await fixture.owner.put(`${times}/${time.id}`, { start: 10, quantity: 0 })
    expect(answer.status).toBe(422)
    expect((await fixture.owner.get(`${times}/${time.id}`)).body).toEqual(time)
  })
})

describe('“DELETE /api/v1/times/:TIME_ID: Delete permanently”', () => {
  it('answers id, name, email, email_2, created_at, updated_at, current and owner of the entry’s user', async () => {
    const time = await storeTime({}, fixture.member)
    const answer = await fixture.owner.delete(`${times}/${time.id}`)
    expect(answer.status).toBe(200)
    expect(deleted.parse(answer.body).time).toMatchObject({
      name: 'Mino',
      email: 'mino@example.org',
      email_2: null,
      current: true,
      owner: false,
    })
    expect((await fixture.owner.get(`${times}/${time.id}`)).status).toBe(404)
    expect((await fixture.owner.delete(`${times}/${time.id}`)).status).toBe(404)
    expect((await fixture.owner.put(`${times}/${time.id}`, {})).status).toBe(404)
  })
})

describe('who sees and writes what', () => {
  it('a member writes their own times', async () => {
    const time = await storeTime({}, fixture.member)
    const answer = await fixture.member.put(`${times}/${time.id}`, { start: 1 })
    expect(written.parse(answer.body).time.start).toBe(1)
    expect((await fixture.member.delete(`${times}/${time.id}`)).status).toBe(200)
  })

  it('a member sees another’s times and cannot change them: 403', async () => {
    const time = await storeTime()
    expect((await fixture.member.get(`${times}/${time.id}`)).status).toBe(200)
    const put = await fixture.member.put(`${times}/${time.id}`, { start: 1 })
    expect(put.status).toBe(403)
    expect(put.body).toEqual({ message: expect.any(String) })
    expect((await fixture.member.delete(`${times}/${time.id}`)).status).toBe(403)
    expect((await fixture.owner.get(`${times}/${time.id}`)).body).toEqual(time)
  })

  it('an owner changes a member’s time, which stays the member’s', async () => {
    const time = await storeTime({}, fixture.member)
    await fixture.owner.put(`${times}/${time.id}`, { start: 2 })
    const shown = await fixture.owner.get(`${times}/${time.id}?include=user`)
    expect(shown.body.user).toMatchObject({ name: 'Mino' })
  })

  it('another organisation sees nothing, reaches nothing and cannot guess: 404', async () => {
    const time = await storeTime()
    expect((await fixture.stranger.get(times)).body.total).toBe(0)
    expect((await fixture.stranger.get(`${times}/${time.id}`)).status).toBe(404)
    expect((await fixture.stranger.put(`${times}/${time.id}`, { start: 1 })).status).toBe(404)
    expect((await fixture.stranger.delete(`${times}/${time.id}`)).status).toBe(404)
  })

  it('a project or task of another organisation counts as missing', async () => {
    const project = await store(fixture.stranger, 'projects', { name: 'Theirs', currency: 'EUR' })
    const task = await store(fixture.stranger, 'tasks', { name: 'Theirs' })
    const theirs = await fixture.owner.post(times, body({ project_id: project, task_id: task }))
    const missing = await fixture.owner.post(times, body({ project_id: 98765, task_id: 98765 }))
    expect(theirs.status).toBe(422)
    expect(theirs.body).toEqual(missing.body)
  })
})

describe('“GET /api/v1/times: Paginated list”', () => {
  let list: Fixture

  beforeAll(async () => {
    list = await startFixture()
    const { owner, member } = list
    const { web, app, design, meeting } = await addReference(owner)
    const bakery = await store(owner, 'projects', { name: 'website', code: 'ÄBC', currency: 'EUR' })
    const rows: [by: typeof owner, object][] = [
      [owner, { project_id: web, task_id: design, date: '2026-04-10', start: 540, notes: 'Größe' }],
      [owner, { project_id: app, task_id: meeting, date: '2026-04-10', start: 540 }],
      [member, { project_id: web, task_id: meeting, date: '2026-04-12', start: 60, notes: '100%' }],
      [member, { project_id: bakery, task_id: design, date: '2026-04-09', start: 700 }],
      [owner, { project_id: bakery, task_id: design, date: '2026-04-12', start: 480 }],
      [owner, { project_id: web, task_id: design, date: '2026-04-10', start: 540 }],
    ]
    for (const [by, row] of rows) {
      const answer = await by.post(times, { quantity: 2, ...row })
      expect(answer.status).toBe(201)
    }
  })
  afterAll(() => list.close())

  const read = async (parameters: string) => {
    const answer = await list.owner.get(`${times}?${parameters}`)
    expect(answer.status).toBe(200)
    return page.parse(answer.body)
  }
  const ids = async (parameters: string) => (await read(parameters)).data.map(({ id }) => id)

  it('is an object with exactly the ten fields, the first page of 15 by default', async () => {
    const { body } = await list.owner.get(times)
    expect(Object.keys(body).sort()).toEqual(
      [
        'current_page',
        'data',
        'from',
        'last_page',
        'next_page_url',
        'path',
        'per_page',
        'prev_page_url',
        'to',
        'total',
      ].sort(),
    )
    expect(body).toMatchObject({
      current_page: 1,
      from: 1,
      to: 6,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
      path: `${list.url}${times}`,
      per_page: 15,
      total: 6,
    })
  })

  it('“project: id, name, code, status, type, deleted, client (id, name, code, deleted)”; “task: id, name, deleted”', async () => {
    const { data } = await read('query=größe')
    expect(Object.keys(data[0]!.project).sort()).toEqual([
      'client',
      'code',
      'deleted',
      'id',
      'name',
      'status',
      'type',
    ])
    expect(data[0]!.project.client).toEqual({
      id: expect.any(Number),
      name: 'Harbour Lane Bakery',
      code: 'HLB',
      deleted: false,
    })
    expect(data[0]!.task).toEqual({ id: expect.any(Number), name: 'Design', deleted: false })
  })

  it('comes by date, then start, newest first, unless asked otherwise', async () => {
    expect(await ids('')).toEqual([5, 3, 6, 2, 1, 4])
  })

  // Names: Booking app < Website = website (projects 1 and then 3); codes: APP < WEB < ÄBC.
  const ascending: Record<(typeof timeSortKeys)[number], number[]> = {
    date: [4, 1, 2, 6, 3, 5],
    start: [3, 5, 1, 2, 6, 4],
    'task.name': [4, 1, 6, 5, 2, 3],
    'project.name': [2, 1, 6, 3, 4, 5],
    'project.code': [2, 1, 6, 3, 4, 5],
    'user.name': [4, 3, 1, 2, 6, 5],
  }
  it.each(timeSortKeys)(
    '“allowed sortKey values”: %s, “1 for ascending, 0 for descending”',
    async (key) => {
      expect(await ids(`sortKey=${key}`)).toEqual(ascending[key])
      expect(await ids(`sortKey=${key}&sortAsc=1`)).toEqual(ascending[key])
      expect(await ids(`sortKey=${key}&sortAsc=0`)).toEqual(ascending[key].toReversed())
    },
  )

  it.each(timeSortKeys)('pages by %s never overlap and leave nothing out', async (key) => {
    const paged: number[] = []
    for (const number of [1, 2, 3])
      paged.push(...(await ids(`sortKey=${key}&limit=2&page=${number}`)))
    expect(paged).toEqual(ascending[key])
  })

  it('“date (YYYY-MM-DD) limits the entries to that single day”', async () => {
    expect(await ids('date=2026-04-12')).toEqual([5, 3])
    expect(await ids('date=2020-01-01')).toEqual([])
  })

  it.each([
    ['größe', [1]],
    ['GRÖSSE', [1]],
    ['web', [5, 3, 6, 1, 4]],
    ['äbc', [5, 4]],
    ['harbour', [3, 6, 2, 1]],
    ['hlb app', [2]],
    ['meeting', [3, 2]],
    ['mino', [3, 4]],
    ['mino design', [4]],
    ['100%', [3]],
    ['%', []],
    ['_', []],
    ['nothing-like-it', []],
    ['   ', [5, 3, 6, 2, 1, 4]],
  ])('“query: Search term”, over notes and related records: %s', async (query, found) => {
    expect(await ids(`query=${encodeURIComponent(query)}`)).toEqual(found)
  })

  it('“next_page_url, prev_page_url”: addresses carry the parameters that were given', async () => {
    const first = await read('limit=2&sortKey=date&query=web%20site&unknown=%26')
    expect(first).toMatchObject({ current_page: 1, last_page: 3, prev_page_url: null })
    const next = new URL(first.next_page_url!)
    expect(next.origin + next.pathname).toBe(`${list.url}${times}`)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      limit: '2',
      sortKey: 'date',
      query: 'web site',
      unknown: '&',
      page: '2',
    })
    const second = page.parse((await list.owner.send('GET', next.pathname + next.search)).body)
    expect(second).toMatchObject({ current_page: 2, from: 3, to: 4, per_page: 2, total: 5 })
    expect(new URL(second.prev_page_url!).searchParams.get('page')).toBe('1')
  })

  it('answers an empty page beyond the last one', async () => {
    expect(await read('page=9&limit=4')).toMatchObject({
      current_page: 9,
      data: [],
      from: 0,
      to: 0,
      last_page: 2,
      next_page_url: null,
      total: 6,
    })
    expect(await read('query=nothing-like-it')).toMatchObject({ last_page: 1, total: 0 })
  })

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'ten'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', '99999999999999999999'],
    ['sortAsc', '2'],
    ['sortAsc', 'true'],
    ['sortKey', 'total'],
    ['sortKey', ''],
    ['date', '2026-13-01'],
    ['date', 'today'],
    ['query', 'x'.repeat(201)],
  ])('refuses %s=%s with 422 naming the parameter', async (name, value) => {
    const answer = await list.owner.get(`${times}?${name}=${value}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([name])
  })

  it('“limit: minimum 1, maximum 100”', async () => {
    expect((await read('limit=1')).per_page).toBe(1)
    expect((await read('limit=100')).per_page).toBe(100)
  })

  it('adds the user where include=user asks for it', async () => {
    const { data } = await read('include=user&query=100%25')
    expect(data[0]!.user).toEqual({ id: expect.any(Number), name: 'Mino' })
    expect((await read('')).data[0]).not.toHaveProperty('user')
  })
})
