/** `uid`: a record that is created once more under the same name is the one that exists. */
import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpDatabase, startService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { readContract } from './contract.ts'
import { makeDatabase, onPostgres } from './database.ts'
import { addReference, api, startFixture, type Answer, type Api, type Fixture } from './fixture.ts'

const capabilities = [
  'reference',
  'restore',
  'idempotency',
  'conditional',
  'changes',
  'user',
  'uid',
]

let fixture: Fixture
/** A second service on the same database; on SQLite, which one process serves, the same one. */
let owners: Api[]
let second: Awaited<ReturnType<Fixture['another']>> | undefined
let ids: Awaited<ReturnType<typeof addReference>>

beforeAll(async () => {
  fixture = await startFixture({ capabilities })
  if (onPostgres) second = await fixture.another()
  owners = [fixture.owner, second?.owner ?? fixture.owner]
  ids = await addReference(fixture.owner)
})
afterAll(async () => {
  await second?.close()
  await fixture.close()
})

const kinds = ['times', 'expenses', 'categories'] as const
type Kind = (typeof kinds)[number]
const one = { times: 'time', expenses: 'expense', categories: 'category' } as const

/** A body that is accepted; no two are the same. */
let nth = 0
function bodyOf(kind: Kind, more: object = {}): object {
  nth++
  const entry = { project_id: ids.web, date: '2026-04-14' }
  switch (kind) {
    case 'times':
      return { ...entry, task_id: ids.design, start: nth % 1_440, quantity: 2, ...more }
    case 'expenses':
      return { ...entry, name: `Tram ${nth}`, unit_charge: 320, chargeable: true, ...more }
    case 'categories':
      return { name: `Category ${nth}`, ...more }
  }
}

const newUid = () => `u-${randomUUID()}`
const path = (kind: Kind, id?: number) => `/api/v1/${kind}${id === undefined ? '' : `/${id}`}`
const create = (kind: Kind, more: object = {}, by = fixture.owner): Promise<Answer> =>
  by.post(path(kind), bodyOf(kind, more))

async function created(kind: Kind, more: object = {}) {
  const answer = await create(kind, more)
  expect(answer.status, answer.text).toBe(201)
  return { answer, record: answer.body[one[kind]] }
}

/** The number of the last change, which every write moves. */
async function lastChange(): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sum(sequence) as sequence from change_counter`.execute(fixture.store.db)
  return Number(rows[0]!.sequence)
}

interface Named {
  id: number
  uid: string | null
}
interface Change {
  resource: string
  id: number
  record: Named | null
}

/** All records, page by page. */
async function listOf(kind: Kind): Promise<Named[]> {
  const records: Named[] = []
  for (let page = 1; ; page++) {
    const { body } = await fixture.owner.get(`${path(kind)}?limit=100&page=${page}`)
    records.push(...(body.data as Named[]))
    if (body.next_page_url === null) return records
  }
}

/** The whole feed. */
async function changes(): Promise<Change[]> {
  const all: Change[] = []
  for (let from = ''; ;) {
    const { body } = await fixture.owner.get(`/api/v1/changes?limit=100${from}`)
    all.push(...(body.data as Change[]))
    if (!body.has_more) return all
    from = `&cursor=${body.cursor}`
  }
}

it('is among the capabilities', async () => {
  expect((await fixture.owner.get('/api/v1')).body.capabilities).toContain('uid')
})

describe.each(kinds)('%s', (kind) => {
  it('show the uid in every answer, or null', async () => {
    for (const uid of [newUid(), null]) {
      const { record } = await created(kind, uid === null ? {} : { uid })
      const at = path(kind, record.id)
      expect(record.uid).toBe(uid)
      expect((await fixture.owner.get(at)).body.uid).toBe(uid)
      const listed = await listOf(kind)
      expect(listed.find(({ id }) => id === record.id)!.uid).toBe(uid)
      const change = kind === 'categories' ? { name: `Renamed ${record.id}` } : { notes: 'Later' }
      expect((await fixture.owner.put(at, change)).body[one[kind]].uid).toBe(uid)
      const fed = await changes()
      const isIt = (change: Change) => change.resource === kind && change.id === record.id
      expect(fed.find(isIt)!.record!.uid).toBe(uid)
      // The deletion of a time shows a person.
      const gone = (await fixture.owner.delete(at)).body[one[kind]]
      if (kind !== 'times') expect(gone.uid).toBe(uid)
    }
  })

  it('take visible ASCII of 1 to 64 characters, and name the field of anything else', async () => {
    const accepted = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 64,
    })
    const strange = fc.oneof(
      fc.constantFrom('', ' ', 'a b', 'ä', 'a\n', 'x'.repeat(65), '\u007f', null, 7, true, {}, []),
      fc.string({ unit: 'binary' }).filter((text) => !/^[\x21-\x7e]{1,64}$/.test(text)),
    )
    await fc.assert(
      fc.asyncProperty(accepted, strange, async (uid, other) => {
        const before = await lastChange()
        const refused = await create(kind, { uid: other, date: 'soon', name: '' })
        expect(refused.status).toBe(422)
        // Together with the other fields that need another value.
        expect(Object.keys(refused.body.errors)).toEqual(
          expect.arrayContaining(['uid', kind === 'categories' ? 'name' : 'date']),
        )
        expect(await lastChange()).toBe(before)
        const first = await create(kind, { uid })
        expect([200, 201]).toContain(first.status)
        expect(first.body[one[kind]].uid).toBe(uid)
      }),
      {
        numRuns: 12,
        endOnFailure: true,
        examples: [
          ['!', ''],
          ['~'.repeat(64), null],
        ],
      },
    )
  })

  it('are created once: the second create answers the record as it is, and changes nothing', async () => {
    const uid = newUid()
    const { record } = await created(kind, { uid })
    const at = path(kind, record.id)
    const change = kind === 'categories' ? { name: `Changed ${record.id}` } : { notes: 'Changed' }
    await fixture.owner.put(at, change)
    const before = await lastChange()
    fixture.clock.at += 60_000
    // Even a body that would be refused by now: the record exists.
    for (const body of [bodyOf(kind, { uid }), { uid }, { uid, project_id: 'none', name: 7 }]) {
      const again = await fixture.owner.post(path(kind), body)
      expect(again.status, again.text).toBe(200)
      expect(again.body).toEqual({ success: true, [one[kind]]: expect.anything() })
      const shown = await fixture.owner.get(at)
      const { projects: _, ...plain } = shown.body
      expect(again.body[one[kind]]).toEqual(plain)
      if (kind !== 'categories') {
        expect(again.headers.get('etag')).toBe(shown.headers.get('etag'))
      }
    }
    expect(await lastChange()).toBe(before)
  })

  it('accept the tag of that answer', async () => {
    const uid = newUid()
    const { record } = await created(kind, { uid })
    const { headers } = await create(kind, { uid })
    const change = kind === 'categories' ? { name: `Tagged ${record.id}` } : { notes: 'Tagged' }
    const put = () =>
      fixture.owner.send('PUT', path(kind, record.id), {
        body: JSON.stringify(change),
        headers: { 'Content-Type': 'application/json', 'If-Match': headers.get('etag')! },
      })
    expect((await put()).status).toBe(200)
    expect((await put()).status).toBe(412)
  })

  it('answer 410 once the record is deleted', async () => {
    const uid = newUid()
    const { record } = await created(kind, { uid })
    await fixture.owner.delete(path(kind, record.id))
    const before = await lastChange()
    const again = await create(kind, { uid })
    expect(again.status).toBe(410)
    expect(again.body).toEqual({ message: expect.stringContaining('was deleted') })
    expect(await lastChange()).toBe(before)
    // A new one is free.
    await created(kind, { uid: newUid() })
  })

  it('accept their own uid in an update, and no other', async () => {
    for (const uid of [newUid(), null]) {
      const { record } = await created(kind, uid === null ? {} : { uid })
      const at = path(kind, record.id)
      const notes = kind === 'categories' ? {} : { notes: 'With uid' }
      expect((await fixture.owner.put(at, { uid, ...notes })).status).toBe(200)
      for (const other of [newUid(), uid === null ? '' : null, 7]) {
        const refused = await fixture.owner.put(at, { uid: other, name: '', date: 'soon' })
        expect(refused.status).toBe(422)
        expect(Object.keys(refused.body.errors)).toContain('uid')
        expect(Object.keys(refused.body.errors).length).toBeGreaterThan(1)
      }
      expect((await fixture.owner.get(at)).body.uid).toBe(uid)
    }
  })

  it('are one record when many create it at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const uid = newUid()
      const crowd = await Promise.all(
        Array.from({ length: 12 }, (_, place) => create(kind, { uid }, owners[place % 2])),
      )
      expect(crowd.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(crowd.filter(({ status }) => status === 200)).toHaveLength(11)
      expect(new Set(crowd.map(({ body }) => body[one[kind]].id)).size).toBe(1)
    }
  })

  it('do not share uids with another organization, or with other records', async () => {
    const uid = newUid()
    const { record } = await created(kind, { uid })
    for (const other of kinds.filter((name) => name !== kind)) await created(other, { uid })
    const { stranger } = fixture
    const theirs = await stranger.post('/api/v1/categories', { name: `Theirs ${uid}`, uid })
    expect(theirs.status).toBe(201)
    expect(theirs.body.category.uid).toBe(uid)
    expect((await stranger.get(path(kind, record.id))).status).toBe(404)
  })

  it('replay an idempotency key first', async () => {
    const uid = newUid()
    const body = JSON.stringify(bodyOf(kind, { uid }))
    const keyed = (key: string) =>
      fixture.owner.send('POST', path(kind), {
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      })
    const first = await keyed(`${uid}-1`)
    const replayed = await keyed(`${uid}-1`)
    expect([replayed.status, replayed.text]).toEqual([201, first.text])
    expect((await keyed(`${uid}-2`)).status).toBe(200)
    await fixture.owner.delete(path(kind, first.body[one[kind]].id))
    expect((await keyed(`${uid}-1`)).text).toBe(first.text)
    expect((await keyed(`${uid}-2`)).status).toBe(200)
    expect((await keyed(`${uid}-3`)).status).toBe(410)
  })

  it('keep their uids while the capability is off, where nobody sees it', async () => {
    const uid = newUid()
    const { record } = await created(kind, { uid })
    const bare = await fixture.another({ capabilities: ['reference', 'changes'] })
    const again = await create(kind, { uid: '' }, bare.owner)
    expect(again.status).toBe(201)
    const at = path(kind, record.id)
    const answers = [
      again.body[one[kind]],
      (await bare.owner.get(at)).body,
      ...(await bare.owner.get(`${path(kind)}?limit=100`)).body.data,
      (await bare.owner.put(at, { uid: 'other' })).body[one[kind]],
      ...(await bare.owner.get('/api/v1/changes?limit=100')).body.data.map(
        (change: { record: object | null }) => change.record ?? {},
      ),
    ]
    for (const answer of answers) expect(answer).not.toHaveProperty('uid')
    await bare.close()
    expect((await create(kind, { uid })).body[one[kind]].id).toBe(record.id)
  })
})

describe('the uid of a colleague’s record', () => {
  it('of an entry answers 409 without it, also to an owner', async () => {
    for (const kind of ['times', 'expenses'] as const) {
      for (const [by, other] of [
        [fixture.owner, fixture.member],
        [fixture.member, fixture.owner],
      ] as const) {
        const uid = newUid()
        const first = await create(kind, { uid, notes: 'Private' }, by)
        const answer = await create(kind, { uid }, other)
        expect(answer.status).toBe(409)
        expect(answer.headers.get('retry-after')).toBeNull()
        expect(answer.body).toEqual({ message: expect.any(String) })
        expect((await create(kind, { uid }, by)).body[one[kind]].id).toBe(first.body[one[kind]].id)
      }
    }
  })

  it('of a category, which is everyone’s, answers the category', async () => {
    const uid = newUid()
    const { record } = await created('categories', { uid })
    const answer = await create('categories', { uid }, fixture.member)
    expect([answer.status, answer.body.category.id]).toEqual([200, record.id])
  })
})

it('of a category is live again once the category is restored', async () => {
  const uid = newUid()
  const { record } = await created('categories', { uid })
  const at = path('categories', record.id)
  await fixture.owner.delete(at)
  expect((await create('categories', { uid })).status).toBe(410)
  const restored = await fixture.owner.post(`${at}/restore`, {})
  expect(restored.body.category.uid).toBe(uid)
  const again = await create('categories', { uid })
  expect([again.status, again.body.category.id]).toEqual([200, record.id])
})

it('sends webhooks the uid, and none for a create that changes nothing', async () => {
  const listening = await fixture.another({ capabilities: [...capabilities, 'webhooks'] })
  const bodies = async () => {
    const deliveries = fixture.store.db.selectFrom('webhook_delivery').select('body')
    // PostgreSQL moves a row that an attempt has changed to the end.
    const rows = await deliveries.orderBy('id').execute()
    return rows.map(({ body }) => JSON.parse(body!) as { event: string; data: { uid: unknown } })
  }
  const { owner } = listening
  await owner.post('/api/v1/webhooks', {
    uri: 'https://hooks.example.org/uids',
    events: ['times.created', 'times.deleted'],
  })
  const uid = newUid()
  const first = await create('times', { uid }, owner)
  await create('times', { uid }, owner)
  await owner.delete(path('times', first.body.time.id))
  await create('times', { uid }, owner)
  expect((await bodies()).map(({ event, data }) => [event, data.uid])).toEqual([
    ['times.created', uid],
    ['times.deleted', uid],
  ])
  await listening.close()
})

it('survives in a backup, and is free again where the record was lost', async ({ skip }) => {
  skip(onPostgres, 'PostgreSQL has backups of its own')
  const [kept, lost] = [newUid(), newUid()]
  const { record } = await created('times', { uid: kept })
  const restored = await makeDatabase()
  const copy = `${restored.name}.copy`
  unwrap(await backUpDatabase(fixture.database, copy))
  await created('times', { uid: lost })
  await copyFile(copy, restored.name)
  const service = unwrap(
    await startService({
      ...{ database: restored.name, port: 0, capabilities, clock: fixture.clock },
      log: { info() {}, warn() {} },
    }),
  )
  const owner = api(service.url, fixture.owner.token)
  const again = await create('times', { uid: kept }, owner)
  expect([again.status, again.body.time.id]).toEqual([200, record.id])
  expect((await create('times', { uid: lost }, owner)).status).toBe(201)
  await service.close()
  await restored.remove()
})

it('comes to a database of an earlier version, whose records have none', async () => {
  const older = await startFixture({ capabilities })
  const { web, design } = await addReference(older.owner)
  const time = { project_id: web, task_id: design, date: '2026-04-14', start: 1, quantity: 1 }
  const { body } = await older.owner.post('/api/v1/times', time)
  await older.stop()
  await older.store.db.schema.dropTable('record_uid').execute()
  await sql`delete from migration where name = '0280-record-uids'`.execute(older.store.db)
  const migrated = await older.another()
  expect((await migrated.owner.get(`/api/v1/times/${body.time.id}`)).body.uid).toBeNull()
  const uid = newUid()
  const first = await migrated.owner.post('/api/v1/times', { ...time, uid })
  const again = await migrated.owner.post('/api/v1/times', { ...time, uid })
  expect([first.status, again.status]).toEqual([201, 200])
  await migrated.close()
  await older.close()
})

it('is answered as the OpenAPI document says', async () => {
  const contract = await readContract(fixture.url)
  for (const kind of kinds) {
    const endpoint = (id: string) =>
      contract.endpoints.find(({ operation }) => operation.operationId === `${kind}.${id}`)!
    const uid = newUid()
    const answers = [await create(kind, { uid }), await create(kind, { uid })]
    const { id } = answers[0]!.body[one[kind]]
    contract.check(endpoint('list'), await fixture.owner.get(path(kind)))
    contract.check(endpoint('show'), await fixture.owner.get(path(kind, id)))
    contract.check(endpoint('update'), await fixture.owner.put(path(kind, id), { uid }))
    contract.check(endpoint('update'), await fixture.owner.put(path(kind, id), { uid: '' }))
    if (kind !== 'categories') answers.push(await create(kind, { uid }, fixture.member))
    contract.check(endpoint('delete'), await fixture.owner.delete(path(kind, id)))
    answers.push(await create(kind, { uid }), await create(kind, { uid: '' }))
    for (const answer of answers) contract.check(endpoint('store'), answer)
    expect(answers.map(({ status }) => status)).toEqual(
      kind === 'categories' ? [201, 200, 410, 422] : [201, 200, 409, 410, 422],
    )
  }
  const bare = await fixture.another({ capabilities: ['reference', 'idempotency'] })
  const { document } = await readContract(bare.url)
  expect(JSON.stringify(document.components)).not.toContain('"uid"')
  expect(document.paths['/api/v1/times']!['post']!.responses).not.toHaveProperty('200')
  await bare.close()
})

it('logged no error', () => {
  expect(fixture.logged.filter((line) => line.includes('bug'))).toEqual([])
})
