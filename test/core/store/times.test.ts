/** The list of times in the store: order, ties, pages, search, date; and the writes behind it. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertClient } from '#core/store/resources/clients.ts'
import type { Trx } from '#core/store/database/db.ts'
import { openStore, type Store } from '#core/store/open/open-store.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask, updateTask } from '#core/store/resources/tasks.ts'
import {
  deleteTime,
  insertTime,
  listTimes,
  readTime,
  readTimesBetween,
  updateTime,
  type NewTime,
} from '#core/store/resources/times.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { unwrap } from '#shared/errors.ts'
import { timeSortKeys, type TimeListQuery } from '#shared/resources/time.ts'

const organisation = 1
let store: Store

beforeEach(async () => {
  store = unwrap(await openStore({ file: ':memory:', groups: ['model', 'client'], now: 0 }))
  await store.db
    .insertInto('organisation')
    .values([
      { id: organisation, name: 'Here' },
      { id: 2, name: 'There' },
    ])
    .execute()
})
afterEach(() => store.close())

const inOne = <Value>(work: (trx: Trx) => Promise<Value>) =>
  store.db.transaction().execute((trx) => work(trx))

const plain = {
  organisation_id: organisation,
  date: '2026-04-14',
  start: 540,
  quantity: 1,
  increment: 15,
  rate: 0,
}
const add = (time: Partial<NewTime> = {}) => inOne((trx) => insertTime(trx, { ...plain, ...time }))
const project = (name: string, more: object = {}) =>
  inOne((trx) => insertProject(trx, { organisation_id: organisation, name, ...more }))
const task = (name: string, tie?: number) =>
  inOne((trx) => insertTask(trx, { organisation_id: organisation, name, ...(tie && { tie }) }))
const user = (name: string) =>
  inOne((trx) => insertUser(trx, { organisation_id: organisation, name }))
const ids = async (query: TimeListQuery) =>
  (await listTimes(store.db, organisation, query)).data.map(({ id }) => id)

describe('the order', () => {
  it('is by date, then start, then tie, newest first, unless a key is given', async () => {
    const noon = await add({ start: 720 })
    const later = await add({ date: '2026-04-15', start: 0 })
    const first = await add({ tie: 900 })
    const second = await add({ tie: 800 })
    expect(await ids({})).toEqual([later, noon, first, second])
    expect(await ids({ sortAsc: true })).toEqual([second, first, noon, later])
  })

  it('by date does not look at the start, only at the tie', async () => {
    const evening = await add({ start: 1200 })
    const morning = await add({ start: 60 })
    expect(await ids({ sortKey: 'date' })).toEqual([evening, morning])
    expect(await ids({ sortKey: 'date', sortAsc: false })).toEqual([morning, evening])
  })

  it('by a related name continues by that record’s tie, then date, start and the own tie', async () => {
    const late = await task('Same', 20)
    const early = await task('same', 10)
    const expected: number[] = []
    const times = [
      await add({ task_id: late, date: '2026-01-02', start: 5 }),
      await add({ task_id: late, date: '2026-01-02', start: 1, tie: 7000 }),
      await add({ task_id: late, date: '2026-01-02', start: 1, tie: 6000 }),
      await add({ task_id: late, date: '2026-01-01', start: 9 }),
      await add({ task_id: early, date: '2026-12-31' }),
    ] as const
    expected.push(times[4], times[3], times[2], times[1], times[0])
    expect(await ids({ sortKey: 'task.name' })).toEqual(expected)
    expect(await ids({ sortKey: 'task.name', sortAsc: false })).toEqual(expected.toReversed())
  })

  it('by name goes by the folded bytes: case does not count, accents do', async () => {
    const names = ['beta', 'Alpha', 'Ärger', 'Zoo', 'ärger', 'éclair']
    const entries = new Map<number, string>()
    for (const name of names) {
      entries.set(await add({ project_id: await project(name) }), name)
    }
    const sorted = (await ids({ sortKey: 'project.name' })).map((id) => entries.get(id))
    expect(sorted).toEqual(['Alpha', 'beta', 'Zoo', 'Ärger', 'ärger', 'éclair'])
  })

  it('holds places for entries without a project, task or user', async () => {
    const draft = await add()
    const whole = await add({ project_id: await project('A'), task_id: await task('B') })
    for (const sortKey of timeSortKeys) {
      expect((await ids({ sortKey })).toSorted()).toEqual([draft, whole].toSorted())
    }
    expect(await readTime(store.db, organisation, draft)).toMatchObject({
      project: null,
      task: null,
      user: null,
    })
  })

  it.each(timeSortKeys)(
    'by %s returns every entry exactly once, with pages of any length',
    async (key) => {
      const [one, two] = [await project('One', { code: 'B' }), await project('Two', { code: 'A' })]
      const [call, draw] = [await task('Call'), await task('Draw')]
      const [ann, ben] = [await user('Ann'), await user('Ben')]
      for (let number = 0; number < 23; number++) {
        await add({
          project_id: number % 2 ? one : two,
          task_id: number % 3 ? call : draw,
          user_id: number % 5 ? ann : ben,
          date: `2026-04-${String(10 + (number % 4))}`,
          start: (number % 3) * 60,
        })
      }
      for (const sortAsc of [true, false]) {
        const whole = await ids({ sortKey: key, sortAsc, limit: 100 })
        expect(new Set(whole).size).toBe(23)
        for (const limit of [1, 4, 7]) {
          const paged: number[] = []
          for (let page = 1; page <= Math.ceil(23 / limit); page++) {
            paged.push(...(await ids({ sortKey: key, sortAsc, limit, page })))
          }
          expect(paged).toEqual(whole)
        }
      }
    },
  )
})

describe('a page', () => {
  it('has its number, its limit and the total of all hits', async () => {
    for (let number = 0; number < 5; number++) await add({ date: `2026-04-1${number}` })
    expect(await listTimes(store.db, organisation, { page: 2, limit: 2 })).toMatchObject({
      page: 2,
      limit: 2,
      total: 5,
      data: [{ date: '2026-04-12' }, { date: '2026-04-11' }],
    })
    expect(await listTimes(store.db, organisation, { date: '2026-04-13' })).toMatchObject({
      total: 1,
    })
    expect(await listTimes(store.db, organisation, { page: 9 })).toMatchObject({
      data: [],
      total: 5,
    })
  })

  it('far from the beginning equals one that was reached page by page', async () => {
    await sql`
      with recursive n(n) as (select 0 union all select n + 1 from n where n < 699)
      insert into time_entry (
        organisation_id, tie, date, start, total, quantity, increment)
      select ${organisation}, n + 1, date('2025-01-01', (n * 7 % 400) || ' days'), n * 11 % 1440,
        15, 1, 15 from n`.execute(store.db)
    for (const sortKey of [undefined, 'date', 'start'] as const) {
      for (const sortAsc of [true, false]) {
        const near: number[] = []
        for (let page = 1; page <= 5; page++) {
          near.push(...(await ids({ sortKey, sortAsc: !sortAsc, limit: 100, page })))
        }
        const far = await ids({ sortKey, sortAsc, limit: 100, page: 7 })
        expect(far).toEqual(near.slice(0, 100).toReversed())
      }
    }
    expect((await listTimes(store.db, organisation, { page: 8, limit: 100 })).data).toEqual([])
  })

  it('contains nothing of another organisation, searched or not', async () => {
    const other = await add({ organisation_id: 2, notes: 'Secret' })
    expect(await ids({})).toEqual([])
    expect(await ids({ query: 'secret' })).toEqual([])
    expect(await readTime(store.db, organisation, other)).toBeUndefined()
    expect(await readTimesBetween(store.db, organisation, '2026-01-01', '2026-12-31')).toEqual([])
  })
})

describe('the search', () => {
  const finds = async (notes: string, query: string) => {
    const id = await add({ notes })
    const found = (await ids({ query })).includes(id)
    await inOne((trx) => deleteTime(trx, id))
    return found
  }

  it.each([
    ['Sketches for the cover', 'ketch', true],
    ['Sketches for the cover', 'COVER sket', true],
    ['Sketches for the cover', 'cover missing', false],
    ['Sketches for the cover', 'fo', true],
    ['Sketches for the cover', 'or', false],
    ['Sketches for the cover', 'r', false],
    ['Sketches for the cover', 't', true],
    ['two\nlines', 'lines', true],
    ['two\nlines', 'two lines', true],
    ['Straße', 'STRASSE', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['cafe\u0301', 'café', true],
    ['日本語の表紙', '表紙', true],
    ['日本語の表紙', '本語の', true],
    ['(draft) v2', 'dr', true],
  ])('in %j finds %j: %s', async (notes, query, found) => {
    expect(await finds(notes, query)).toBe(found)
  })

  it.each([
    ['100% done', '100%', true],
    ['1000 done', '100%', false],
    ['a_b_c', 'a_b', true],
    ['axbxc', 'a_b', false],
    ['c:\\temp', 'c:\\t', true],
    ['c:/temp', 'c:\\t', false],
    ["it's", "t's", true],
    ['"quoted"', '"quo', true],
    ['50 %', '%', true],
    ['50', '%', false],
    ['a \\ b', '\\', true],
    ['a b', '\\', false],
  ])('takes %%, _, \\ and quotes for themselves: in %j, %j: %s', async (notes, query, found) => {
    expect(await finds(notes, query)).toBe(found)
  })

  it('takes controls in a query for blanks', async () => {
    expect(await finds('alpha beta', 'alpha\0beta')).toBe(true)
    expect(await finds('alpha beta', '\0\u0001\u0002')).toBe(true)
    expect(await finds('alpha beta', 'gamma\0beta')).toBe(false)
  })

  it('never finds a term across two fields', async () => {
    const id = await add({
      project_id: await project('abc', { code: 'def' }),
      notes: 'ghi',
    })
    expect(await ids({ query: 'abc def ghi' })).toEqual([id])
    expect(await ids({ query: 'abcdef' })).toEqual([])
    expect(await ids({ query: 'cde' })).toEqual([])
  })

  it('looks into project, client, task and user, and follows their names', async () => {
    const client = await inOne((trx) =>
      insertClient(trx, { organisation_id: organisation, name: 'Kahu Bakery', code: 'KB' }),
    )
    const call = await task('Call')
    const id = await add({
      project_id: await project('Website', { code: 'WEB', client_id: client }),
      task_id: call,
      user_id: await user('Aroha Ngata'),
    })
    await add({ notes: 'Something else' })
    for (const query of ['websi', 'web', 'bakery', 'kb', 'call', 'nga', 'aroha kb call']) {
      expect(await ids({ query }), query).toEqual([id])
    }
    await inOne((trx) => updateTask(trx, call, { name: 'Visit' }))
    expect(await ids({ query: 'call' })).toEqual([])
    expect(await ids({ query: 'visit' })).toEqual([id])
  })

  it('combines with a date and with any order', async () => {
    const early = await add({ notes: 'Proof', start: 10 })
    const late = await add({ notes: 'Proof', start: 20 })
    await add({ notes: 'Proof', date: '2026-04-01' })
    const query = { query: 'proof', date: '2026-04-14', sortKey: 'start' } as const
    expect(await ids(query)).toEqual([early, late])
    expect(await ids({ ...query, sortAsc: false })).toEqual([late, early])
  })
})

describe('the writes', () => {
  it('keep total and search index in step with the fields they are computed from', async () => {
    const id = await add({ quantity: 3, notes: 'Before' })
    const read = () => readTime(store.db, organisation, id)
    expect(await read()).toMatchObject({ total: 45 })
    await inOne((trx) => updateTime(trx, id, { quantity: 4 }))
    expect(await read()).toMatchObject({ total: 60 })
    await inOne((trx) => updateTime(trx, id, { increment: 6 }))
    expect(await read()).toMatchObject({ total: 24, quantity: 4 })
    await inOne((trx) => updateTime(trx, id, { notes: 'After' }))
    expect(await ids({ query: 'before' })).toEqual([])
    expect(await ids({ query: 'after' })).toEqual([id])
    await inOne((trx) => updateTime(trx, id, { notes: null }))
    expect(await ids({ query: 'after' })).toEqual([])
    await inOne((trx) => deleteTime(trx, id))
    expect(await read()).toBeUndefined()
  })

  it('give an entry its id as tie, unless another is handed in', async () => {
    const own = await add()
    const given = await add({ tie: 5_000 })
    const ties = await store.db.selectFrom('time_entry').select(['id', 'tie']).execute()
    expect(ties).toEqual([
      { id: own, tie: own },
      { id: given, tie: 5_000 },
    ])
  })

  it('are all rolled back when one of a transaction fails', async () => {
    await expect(
      inOne(async (trx) => {
        await insertTime(trx, plain)
        throw new Error('halfway')
      }),
    ).rejects.toThrow('halfway')
    expect(await ids({})).toEqual([])
  })
})

it('returns the times of some days, both ends included, newest first', async () => {
  for (const date of ['2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13']) await add({ date })
  const between = await readTimesBetween(store.db, organisation, '2026-04-11', '2026-04-12')
  expect(between.map(({ date }) => date)).toEqual(['2026-04-12', '2026-04-11'])
})
