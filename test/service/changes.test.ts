/** The `changes` capability: what changed, in the order of commits, with nothing left out. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { changePage, type ChangeRecord } from '#shared/resources/feed-change.ts'
import { makeDatabase, onPostgres } from './database.ts'
import { addReference, api, startFixture, store, type Api, type Fixture } from './fixture.ts'

let fixture: Fixture
let ids: Awaited<ReturnType<typeof addReference>>

beforeEach(async () => {
  fixture = await startFixture({ capabilities: ['reference', 'restore', 'changes', 'user'] })
  ids = await addReference(fixture.owner)
})
afterEach(() => fixture.close())

const day = 24 * 3_600_000

async function read(parameters = '', by = fixture.owner) {
  const answer = await by.get(`/api/v1/changes?${parameters}`)
  expect(answer.status, answer.text).toBe(200)
  return changePage.parse(answer.body)
}

/** Everything after a cursor, page by page. */
async function readAll(cursor: string | null = null, limit = 3, by = fixture.owner) {
  const data: ChangeRecord[] = []
  for (;;) {
    const page = await read(`limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`, by)
    data.push(...page.data)
    cursor = page.cursor
    if (!page.has_more) return { data, cursor }
  }
}

const told = ({ data }: { data: readonly ChangeRecord[] }) =>
  data.map(({ action, resource, id }) => `${action} ${resource} ${id}`)

const time = (more: object = {}) => ({
  project_id: ids.web,
  task_id: ids.design,
  date: '2026-04-14',
  start: 540,
  quantity: 2,
  ...more,
})
const storeTime = (more: object = {}, by = fixture.owner) => store(by, 'times', time(more))

it('begins with every existing record, referenced ones first', async () => {
  const id = await storeTime()
  expect(told(await readAll())).toEqual([
    `created clients ${ids.client}`,
    `created projects ${ids.web}`,
    `created projects ${ids.app}`,
    `created tasks ${ids.design}`,
    `created tasks ${ids.meeting}`,
    `created times ${id}`,
  ])
})

it('goes on from a cursor: created, updated, deleted, each record once, at its last change', async () => {
  const one = await storeTime()
  const two = await storeTime()
  const { cursor } = await readAll()
  const three = await storeTime()
  await fixture.owner.put(`/api/v1/times/${one}`, { quantity: 5 })
  await fixture.owner.put(`/api/v1/times/${three}`, { quantity: 6 })
  await fixture.owner.delete(`/api/v1/times/${two}`)
  await fixture.owner.put(`/api/v1/times/${one}`, { quantity: 7 })
  const after = await readAll(cursor)
  expect(told(after)).toEqual([
    `created times ${three}`,
    `deleted times ${two}`,
    `updated times ${one}`,
  ])
  expect(after.data.map(({ record }) => record?.['quantity'])).toEqual([6, undefined, 7])
  expect(await read(`cursor=${after.cursor}`)).toEqual({
    data: [],
    cursor: after.cursor,
    has_more: false,
  })
})

it('shows records as a store or an update does', async () => {
  const id = await storeTime({ notes: 'Whole' })
  const { data } = await readAll()
  const expense = await store(fixture.owner, 'expenses', {
    project_id: ids.web,
    date: '2026-04-14',
    name: 'Tram',
    unit_charge: 320,
    chargeable: true,
  })
  const category = await fixture.owner.post('/api/v1/categories', {
    name: 'Making',
    tasks: [ids.design],
  })
  const charge = await store(fixture.owner, 'charges', { name: 'Km', charge: 95, currency: 'NZD' })
  const shown = async (path: string) => (await fixture.owner.get(`/api/v1/${path}`)).body
  expect(data.at(-1)!.record).toEqual(await shown(`times/${id}`))
  expect(data[1]!.record).toEqual(await shown(`projects/${ids.web}`))
  const later = await readAll(data.at(-1)!.cursor.replace(/-\d+$/, ''))
  expect(later.data.map(({ record }) => record)).toEqual([
    await shown(`expenses/${expense}`),
    category.body.category,
    await shown(`charges/${charge}`),
  ])
  const withUser = await fixture.owner.get('/api/v1/changes?include=user')
  const times = (withUser.body.data as ChangeRecord[]).filter(
    ({ resource }) => resource === 'times',
  )
  expect(times.map(({ record }) => record?.['user'])).toEqual([
    { id: expect.any(Number), name: 'Olga' },
  ])
})

it('has every resource, archives as deletions, and what is restored as created', async () => {
  const { cursor } = await readAll()
  const category = await store(fixture.owner, 'charges', { name: 'X', charge: 1, currency: 'EUR' })
  await fixture.owner.delete(`/api/v1/charges/${category}`)
  await fixture.owner.delete(`/api/v1/tasks/${ids.meeting}`)
  await fixture.owner.put(`/api/v1/clients/${ids.client}`, { code: 'HL' })
  const made = await fixture.owner.post('/api/v1/categories', { name: 'Here and gone' })
  const { id } = made.body.category
  await fixture.owner.delete(`/api/v1/categories/${id}`)
  const gone = await readAll(cursor)
  expect(told(gone)).toEqual([
    `deleted charges ${category}`,
    `deleted tasks ${ids.meeting}`,
    `updated clients ${ids.client}`,
    `deleted categories ${id}`,
  ])
  expect(gone.data[0]!.record).toBeNull()
  await fixture.owner.post(`/api/v1/categories/${id}/restore`, {})
  expect(told(await readAll(gone.cursor))).toEqual([`created categories ${id}`])
})

it('has nothing for a write that changed nothing, was refused, or was another organisation’s', async () => {
  const id = await storeTime()
  const { cursor } = await readAll()
  await fixture.owner.put(`/api/v1/times/${id}`, time())
  await fixture.owner.put(`/api/v1/projects/${ids.web}`, {})
  await fixture.owner.put(`/api/v1/times/${id}`, { quantity: -1 })
  await fixture.member.delete(`/api/v1/times/${id}`)
  await store(fixture.stranger, 'tasks', { name: 'Theirs' })
  expect(told(await readAll(cursor))).toEqual([])
  expect((await readAll(null, 10, fixture.stranger)).data).toHaveLength(1)
  expect(told(await readAll(cursor, 10, fixture.member))).toEqual([])
})

it('does not repeat or lose a record that changes while its pages are read', async () => {
  const first = await read('limit=2')
  await fixture.owner.put(`/api/v1/projects/${ids.web}`, { name: 'Read already' })
  await fixture.owner.put(`/api/v1/tasks/${ids.design}`, { name: 'Not read yet' })
  await fixture.owner.delete(`/api/v1/tasks/${ids.meeting}`)
  const rest = await readAll(first.cursor)
  expect(told(first)).toEqual([`created clients ${ids.client}`, `created projects ${ids.web}`])
  expect(told(rest)).toEqual([
    `created projects ${ids.app}`,
    `updated projects ${ids.web}`,
    `created tasks ${ids.design}`,
    `deleted tasks ${ids.meeting}`,
  ])
})

it.each(['x', '-1', '1.5', '', '1-', '9999999999999999'])(
  '422 for the cursor “%s”',
  async (cursor) => {
    const answer = await fixture.owner.get(`/api/v1/changes?cursor=${cursor}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['cursor']])
  },
)

it('422 for a limit that is not 1 to 100', async () => {
  for (const limit of ['0', '101', 'x']) {
    const answer = await fixture.owner.get(`/api/v1/changes?limit=${limit}`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['limit']])
  }
})

it('410, start over, for a cursor beyond the end, as after restoring a database', async () => {
  const { cursor } = await read()
  const beyond = cursor.replace(/\.\d+$/, '.1000')
  const answer = await fixture.owner.get(`/api/v1/changes?cursor=${beyond}`)
  expect(answer.status).toBe(410)
  expect(answer.body.message).toMatch(/start over/i)
})

describe('tombstones', () => {
  /** Advances the clock hour by hour until the service has deleted expired tombstones. */
  const passUntilForgotten = () =>
    expect
      .poll(() => {
        fixture.clock.at += 3_600_000
        return fixture.store.db
          .selectFrom('record_change')
          .select('record_id')
          .where('deleted_at', 'is not', null)
          .execute()
      })
      .toEqual([])

  it('are kept for 90 days; after that an older cursor gets 410 and a newer one continues', async () => {
    const id = await storeTime()
    const { cursor: before } = await readAll()
    await fixture.owner.delete(`/api/v1/times/${id}`)
    const { cursor: after } = await readAll(before)
    fixture.clock.at += 90 * day
    expect(told(await readAll(before))).toEqual([`deleted times ${id}`])

    await passUntilForgotten()
    const answer = await fixture.owner.get(`/api/v1/changes?cursor=${before}`)
    expect(answer.status).toBe(410)
    expect(answer.body.message).toMatch(/start over/i)
    expect(told(await readAll(after))).toEqual([])
  })

  it('may be deleted while a client reads from the beginning: it never had the record', async () => {
    const id = await storeTime()
    await fixture.owner.delete(`/api/v1/times/${id}`)
    const first = await read('limit=2')
    fixture.clock.at += 90 * day
    await passUntilForgotten()
    expect(told(await readAll(first.cursor, 2))).toEqual([
      `created projects ${ids.app}`,
      `created tasks ${ids.design}`,
      `created tasks ${ids.meeting}`,
    ])
    expect((await readAll(null, 2)).data).toHaveLength(5)
  })
})

it('numbers demo data that bypasses the endpoints', async () => {
  const demo = await startDemo()
  const { data } = await readAll(null, 100, demo.owner)
  for (const resource of ['times', 'expenses', 'categories', 'projects', 'clients', 'tasks']) {
    const { total } = (await demo.owner.get(`/api/v1/${resource}?limit=1`)).body
    expect(total).toBeGreaterThan(0)
    expect(data.filter((change) => change.resource === resource)).toHaveLength(total)
  }
  await demo.close()
})

it('numbers the records of an earlier version’s database when it is migrated', async () => {
  const id = await storeTime()
  await store(fixture.stranger, 'tasks', { name: 'Theirs' })
  await fixture.owner.delete(`/api/v1/tasks/${ids.meeting}`)
  await fixture.stop()
  for (const table of [
    ...['record_change', 'change_counter', 'idempotency_key'],
    ...['webhook_delivery', 'webhook_target', 'request_count'],
  ]) {
    await fixture.store.db.schema.dropTable(table).execute()
  }
  await sql`delete from migration where name in ('0060-beyond', '0310-delivery-records')`.execute(
    fixture.store.db,
  )
  const migrated = await fixture.another()
  const first = await migrated.owner.get('/api/v1/changes')
  expect(told(changePage.parse(first.body))).toEqual([
    `created clients ${ids.client}`,
    `created projects ${ids.web}`,
    `created projects ${ids.app}`,
    `created tasks ${ids.design}`,
    `created times ${id}`,
  ])
  expect(first.body.cursor).toMatch(/\.5$/)
  const next = await store(migrated.owner, 'times', time())
  const after = await migrated.owner.get(`/api/v1/changes?cursor=${first.body.cursor}`)
  expect(told(changePage.parse(after.body))).toEqual([`created times ${next}`])
  await migrated.close()
})

it('answers 404 where the capability is off', async () => {
  const bare = await fixture.another({ capabilities: ['reference'] })
  expect((await bare.owner.get('/api/v1/changes')).status).toBe(404)
  // Writes through it are numbered all the same.
  const { cursor } = await readAll()
  const id = await storeTime({}, bare.owner)
  expect(told(await readAll(cursor))).toEqual([`created times ${id}`])
  await bare.close()
})

it('leaves nothing out under concurrent writers: a client that follows ends with the same records', async () => {
  const second = onPostgres ? await fixture.another() : undefined
  const ways = [fixture.owner, second?.owner ?? fixture.owner]
  const { cursor: from } = await readAll(null, 100)
  let writing = true

  /**
   * The records of a client that follows, by id; it applies changes in order and never looks back.
   */
  async function follow(by: Api): Promise<Map<number, unknown>> {
    const has = new Map<number, unknown>()
    let cursor = from
    for (;;) {
      const wasWriting = writing
      const page = await read(`limit=5&cursor=${cursor}`, by)
      for (const { id, resource, record } of page.data) {
        expect(resource).toBe('times')
        if (record === null) has.delete(id)
        else has.set(id, record)
      }
      if (page.data.length === 0 && !wasWriting) return has
      cursor = page.cursor
    }
  }

  async function write(by: Api, writer: number): Promise<void> {
    const mine: number[] = []
    for (let turn = 0; turn < 25; turn++) {
      mine.push(await storeTime({ start: writer, quantity: 1 }, by))
      if (turn % 3 === 1) await by.put(`/api/v1/times/${mine[turn >> 1]}`, { quantity: 2 + turn })
      if (turn % 5 === 4) await by.delete(`/api/v1/times/${mine.shift()}`)
    }
  }

  const followers = ways.map(follow)
  await Promise.all(Array.from({ length: 8 }, (_, nth) => write(ways[nth % 2]!, nth)))
  writing = false
  for (const has of await Promise.all(followers)) {
    const standing = new Map<number, unknown>()
    for (let page = 1; ; page++) {
      const { body } = await fixture.owner.get(`/api/v1/times?limit=100&page=${page}`)
      for (const { id } of body.data as { id: number }[]) {
        standing.set(id, (await fixture.owner.get(`/api/v1/times/${id}`)).body)
      }
      if (body.next_page_url === null) break
    }
    expect(standing.size).toBe(8 * 20)
    expect(has).toEqual(standing)
  }
  await second?.close()
})

it('returns no number after one whose write has not committed yet', async ({ skip }) => {
  skip(!onPostgres, 'on SQLite writes commit one after the other')
  const { db } = fixture.store
  const blocked = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]!.count
  }
  const id = await storeTime()
  const { cursor } = await readAll()
  const organisation_id = (
    await db.selectFrom('time_entry').select('organisation_id').executeTakeFirstOrThrow()
  ).organisation_id
  const undo = new Error('All of it is taken back')
  let slow: Promise<number> | undefined
  let quick: Promise<number> | undefined
  let meanwhile: string | undefined
  const holding = db.transaction().execute(async (trx) => {
    // The next time gets its number and then waits for this row, which will never exist.
    await trx
      .insertInto('record_change')
      .values({
        ...{ organisation_id, resource: 'times', record_id: id + 1, deleted_at: null },
        ...{ sequence: 1_000_000, created_sequence: 1_000_000 },
      })
      .execute()
    slow = storeTime()
    await expect.poll(blocked).toBe(1)
    quick = store(fixture.owner, 'tasks', { name: 'Quick' })
    await Promise.race([quick, expect.poll(blocked).toBe(2)])
    meanwhile = (await readAll(cursor)).cursor
    throw undo
  })
  await expect(holding).rejects.toBe(undo)
  const written = [`created times ${await slow!}`, `created tasks ${await quick!}`]
  expect(meanwhile).toBe(cursor)
  expect(told(await readAll(meanwhile))).toEqual(written)
})

/** A separate demo, which fills its database without the endpoints. */
async function startDemo() {
  const database = await makeDatabase()
  const demo = unwrap(
    await startService({
      database: database.name,
      port: 0,
      capabilities: ['reference', 'changes'],
      demo: true,
      clock: fixture.clock,
      log: { info() {}, warn() {} },
    }),
  )
  return {
    owner: api(demo.url, demo.token),
    async close() {
      await demo.close()
      await database.remove()
    },
  }
}
