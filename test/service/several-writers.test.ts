/**
 * Concurrent requests. On PostgreSQL they go to two services on one database; on SQLite, where one
 * process serves a file, to one.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onPostgres } from './database.ts'
import { addReference, startFixture, type Answer, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
/** The owner's API clients, one a service; requests alternate between them. */
let owners: Api[]
let ids: Awaited<ReturnType<typeof addReference>>
let closeSecond: (() => Promise<void>) | undefined

beforeAll(async () => {
  fixture = await startFixture({ capabilities: ['reference', 'user', 'conditional', 'changes'] })
  owners = [fixture.owner]
  if (onPostgres) {
    const second = await fixture.another()
    closeSecond = second.close
    owners.push(second.owner)
  }
  ids = await addReference(fixture.owner)
})
afterAll(async () => {
  await closeSecond?.()
  await fixture.close()
})

/** Sends `count` requests at once, each to the next service, and groups the answers by status. */
async function atOnce(count: number, send: (owner: Api, nth: number) => Promise<Answer>) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, nth) => send(owners[nth % owners.length]!, nth)),
  )
  return Map.groupBy(answers, ({ status }) => status)
}

const time = (more: object = {}) => ({
  project_id: ids.web,
  task_id: ids.design,
  date: '2026-04-14',
  start: 540,
  quantity: 2,
  ...more,
})

it('gives each of many concurrent times its own id, and lists them all', async () => {
  const byStatus = await atOnce(60, (owner, nth) =>
    owner.post('/api/v1/times', time({ start: nth })),
  )
  expect([...byStatus.keys()]).toEqual([201])
  const made = byStatus.get(201)!.map(({ body }) => body.time.id as number)
  expect(new Set(made).size).toBe(60)
  for (const owner of owners) {
    const { body } = await owner.get('/api/v1/times?limit=100&date=2026-04-14')
    const listed = body.data.map(({ id }: { id: number }) => id)
    expect(new Set(listed)).toEqual(new Set(made))
  }
})

it('gives a name to one of many concurrent categories, and names the field to the others', async () => {
  const byStatus = await atOnce(12, (owner, nth) =>
    owner.post('/api/v1/categories', { name: nth % 2 ? 'Überstunden' : 'überstunden' }),
  )
  expect(byStatus.get(201)).toHaveLength(1)
  expect(byStatus.get(422)).toHaveLength(11)
  for (const { body } of byStatus.get(422)!) expect(Object.keys(body.errors)).toEqual(['name'])
})

it('allows one of two categories to change to the same name', async () => {
  const made = await atOnce(6, (owner, nth) =>
    owner.post('/api/v1/categories', { name: `Renamed ${nth}` }),
  )
  const categories = made.get(201)!.map(({ body }) => body.category.id as number)
  const byStatus = await atOnce(6, (owner, nth) =>
    owner.put(`/api/v1/categories/${categories[nth]}`, { name: 'The one' }),
  )
  expect(byStatus.get(200)).toHaveLength(1)
  expect(byStatus.get(422)).toHaveLength(5)
})

it('keeps one rate for a pair of currencies that many set', async () => {
  const byStatus = await atOnce(10, (owner, nth) =>
    owner.post('/api/v1/rates', { from: 'CHF', to: 'NZD', value: 1.5 + nth }),
  )
  expect(byStatus.get(201)).toHaveLength(1)
  expect(byStatus.get(422)).toHaveLength(9)
})

it('keeps both of two changes that touch different fields of a time', async () => {
  const { body } = await fixture.owner.post('/api/v1/times', time({ date: '2026-04-13' }))
  const path = `/api/v1/times/${body.time.id}`
  for (let round = 1; round <= 10; round++) {
    await atOnce(2, (owner, nth) =>
      owner.put(path, nth === 0 ? { notes: `Round ${round}` } : { start: round }),
    )
    expect((await fixture.owner.get(path)).body).toMatchObject({
      notes: `Round ${round}`,
      start: round,
    })
  }
})

it('never makes a time longer than a day by two changes that are each short enough', async () => {
  const { body } = await fixture.owner.post('/api/v1/times', time({ date: '2026-04-12' }))
  const path = `/api/v1/times/${body.time.id}`
  for (let round = 0; round < 10; round++) {
    // 200 × 6 minutes and 2 × 15 are within a day, 200 × 15 are not.
    await fixture.owner.put(path, { project_id: ids.app, quantity: 2 })
    await atOnce(2, (owner, nth) =>
      owner.put(path, nth === 0 ? { quantity: 200 } : { project_id: ids.web }),
    )
    const { total, quantity, increment } = (await fixture.owner.get(path)).body
    expect(total).toBe(quantity * increment)
    expect(total).toBeLessThanOrEqual(1500)
  }
})

it('answers one delete of many for the same time, and 404 to the others', async () => {
  const { body } = await fixture.owner.post('/api/v1/times', time({ date: '2026-04-11' }))
  const byStatus = await atOnce(8, (owner) => owner.delete(`/api/v1/times/${body.time.id}`))
  expect(byStatus.get(200)).toHaveLength(1)
  expect(byStatus.get(404)).toHaveLength(7)
})

it('creates no time of a project after the answer that the project is deleted', async () => {
  for (let round = 0; round < 5; round++) {
    const { body } = await fixture.owner.post('/api/v1/projects', {
      name: `Short-lived ${round}`,
      client_id: ids.client,
      currency: 'NZD',
    })
    const { id } = body.project
    let gone = false
    await atOnce(8, async (owner, nth) => {
      if (nth === 3) {
        const answer = await owner.delete(`/api/v1/projects/${id}`)
        gone = true
        return answer
      }
      const late = gone
      const answer = await owner.post('/api/v1/times', time({ project_id: id }))
      if (late) expect(answer.status).toBe(422)
      return answer
    })
    const after = await fixture.owner.post('/api/v1/times', time({ project_id: id }))
    expect(after.status).toBe(422)
  }
})

it('accepts one of two changes of the same version, and answers 412 to the other', async () => {
  const { body } = await fixture.owner.post('/api/v1/times', time({ date: '2026-04-10' }))
  const path = `/api/v1/times/${body.time.id}`
  for (let round = 0; round < 5; round++) {
    const version = (await fixture.owner.get(path)).headers.get('ETag')!
    const byStatus = await atOnce(6, (owner, nth) =>
      owner.send('PUT', path, {
        body: JSON.stringify({ notes: `Round ${round}, ${nth}` }),
        headers: { 'Content-Type': 'application/json', 'If-Match': version },
      }),
    )
    expect(byStatus.get(200)).toHaveLength(1)
    expect(byStatus.get(412)).toHaveLength(5)
    expect((await fixture.owner.get(path)).body.notes).toBe(byStatus.get(200)![0]!.body.time.notes)
  }
})

it('sends every change to a follower while others write, in an order without gaps', async () => {
  const day = '2026-04-09'
  const follower = owners.at(-1)!
  let { cursor } = (await follower.get('/api/v1/changes?limit=100')).body
  const seen = new Map<number, { action: string; start: number | undefined }>()
  let writing = true
  const follow = (async () => {
    for (;;) {
      const last = !writing
      const { body } = await follower.get(`/api/v1/changes?limit=7&cursor=${cursor}`)
      cursor = body.cursor
      for (const { resource, id, action, record } of body.data) {
        if (resource === 'times') seen.set(id, { action, start: record?.start })
      }
      if (last && body.data.length === 0) return
    }
  })()

  const made = await atOnce(40, (owner) => owner.post('/api/v1/times', time({ date: day })))
  const all = made.get(201)!.map(({ body }) => body.time.id as number)
  await atOnce(40, (owner, nth) =>
    nth % 4 === 0
      ? owner.delete(`/api/v1/times/${all[nth]}`)
      : owner.put(`/api/v1/times/${all[nth]}`, { start: nth }),
  )
  writing = false
  await follow
  expect(all.filter((id) => !seen.has(id))).toEqual([])
  for (const [nth, id] of all.entries()) {
    if (nth % 4 === 0) expect(seen.get(id)).toMatchObject({ action: 'deleted' })
    else expect(seen.get(id)).toMatchObject({ start: nth })
  }
})

it('logged no error', () => {
  expect(fixture.logged.filter((line) => line.includes('bug'))).toEqual([])
})
