/** The text index: where it is incomplete, the rows are searched, with the same results. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { countExpenses, insertExpense, readExpensePage } from '#core/store/resources/expenses.ts'
import type { Store } from '#core/store/open/open-store.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import {
  isReindexPending,
  refoldRecords,
  reindexNextBatch,
} from '#core/store/lists/search-reindex.ts'
import {
  countSearchHits,
  countHitsInPieces,
  isSearchIndexed,
  toFtsMatch,
} from '#core/store/lists/search-index.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime, listTimes, readTimePage } from '#core/store/resources/times.ts'
import { timeSortKeys } from '#shared/resources/time.ts'
import { organisation, testStore } from '../../support/store.ts'
import { expectRecounted } from './parity/recount.ts'

let store: Store
beforeEach(async () => {
  store = await testStore()
  return () => store.close()
})

const add = (time: { notes?: string; tie?: number; date?: string; project_id?: number } = {}) =>
  store.db.transaction().execute((trx) =>
    insertTime(trx, {
      organisation_id: organisation,
      date: '2026-04-14',
      start: 540,
      quantity: 1,
      increment: 15,
      rate: 0,
      ...time,
    }),
  )
const find = async (query: string) =>
  (await readTimePage(store.db, organisation, { query })).data.map(({ id }) => id)
const isIndexed = () => isSearchIndexed(store.db, 'time_entry')

/** The state of a store after the migration that adds the index. */
async function forgetIndex(): Promise<void> {
  for (const index of ['time_search', 'expense_search']) {
    await sql`insert into ${sql.table(index)} (${sql.table(index)}) values ('delete-all')`.execute(
      store.db,
    )
  }
  await store.db.updateTable('search_index').set({ indexed_to: 0 }).execute()
}

const catchUp = async (length?: number) => {
  await store.db.transaction().execute((trx) => reindexNextBatch(trx, length))
}

describe('hits counted in chunks', () => {
  it.each([1, 2, 3, 7, 8, 100])('are as many in chunks of %i as at once', async (atOnce) => {
    // Includes dates before 1970, where positions are below 0, and several entries on one minute.
    const dates = ['1969-12-30', '1970-01-01', '2026-04-14', '2026-04-14', '9999-12-31']
    for (const date of [...dates, '2026-04-15', '0001-01-01']) await add({ notes: 'Round', date })
    await add({ notes: 'Another' })
    const match = await toFtsMatch(store.db, organisation, 'time_entry', ['round'])
    let pieces = 0
    const between = () => Promise.resolve(void (pieces += 1))
    const counted = await countHitsInPieces(store.db, 'time_entry', match, between, atOnce)
    // A second time after the first look, which found that there are more.
    expect([counted, pieces]).toEqual([7, atOnce > 7 ? 0 : 1 + Math.floor(7 / atOnce)])
    expect(await countSearchHits(store.db, 'time_entry', match)).toBe(7)
  })
})

describe('an incomplete index', () => {
  it('is not used: the rows are searched instead', async () => {
    const id = await add({ notes: 'Proof' })
    expect(await isIndexed()).toBe(true)
    await forgetIndex()
    expect(await isIndexed()).toBe(false)
    expect(await find('proof')).toEqual([id])
    expect((await listTimes(store.db, organisation, { query: 'proof' })).total).toBe(1)
  })

  it('is completed chunk by chunk, while entries are added, changed and deleted', async () => {
    const ids: number[] = []
    for (let nth = 0; nth < 7; nth++) ids.push(await add({ notes: `Round ${nth}` }))
    await forgetIndex()
    await catchUp(3)
    expect(await isReindexPending(store.db)).toBe(true)
    await store.db.deleteFrom('time_entry').where('id', '=', ids[0]!).execute()
    await store.db.deleteFrom('time_entry').where('id', '=', ids[6]!).execute()
    await sql`update time_entry set date = '2026-05-01' where id in (${ids[1]}, ${ids[5]})`.execute(
      store.db,
    )
    const late = await add({ notes: 'Round late' })
    for (let pieces = 0; (await isReindexPending(store.db)) && pieces < 20; pieces++)
      await catchUp(3)
    expect(await isIndexed()).toBe(true)
    await expectRecounted(store.db)
    expect(await find('round')).toEqual([ids[5], ids[1], late, ids[4], ids[3], ids[2]])
  })

  it('covers expenses too', async () => {
    await store.db.transaction().execute((trx) =>
      insertExpense(trx, {
        ...{ organisation_id: organisation, date: '2026-04-14', name: 'Ferry', chargeable: true },
        ...{ unit_charge: 0, quantity: 1 },
      } as Parameters<typeof insertExpense>[1]),
    )
    const expectFound = async () => {
      const query = { query: 'ferr' }
      expect((await readExpensePage(store.db, organisation, query)).data).toHaveLength(1)
      expect(await countExpenses(store.db, organisation, query)).toBe(1)
    }
    await forgetIndex()
    await expectFound()
    while (await isReindexPending(store.db)) await catchUp()
    await expectRecounted(store.db)
    await expectFound()
  })
})

it('keys that another version of the folding made are computed again', async () => {
  const { db } = store
  const project_id = await db
    .transaction()
    .execute((trx) => insertProject(trx, { organisation_id: organisation, name: 'Straße' }))
  await db
    .transaction()
    .execute((trx) => insertTask(trx, { organisation_id: organisation, name: 'Übersicht' }))
  const id = await add({ notes: 'Größe', project_id })
  const before = async () => ({
    entry: await db.selectFrom('time_entry').select('search').executeTakeFirst(),
    project: await db.selectFrom('project').select(['name_fold', 'code_fold', 'search']).execute(),
    task: await db.selectFrom('task').select(['name_fold', 'search']).execute(),
  })
  const right = await before()
  for (const table of ['project', 'task'] as const) {
    await db.updateTable(table).set({ name_fold: 'old', search: 'old' }).execute()
  }
  await db.updateTable('time_entry').set({ search: 'old' }).execute()
  await db.updateTable('search_index').set({ fold: 0 }).execute()
  expect(await isIndexed()).toBe(false)
  for (let pieces = 0; (await isReindexPending(db)) && pieces < 20; pieces++) await catchUp()
  expect(await isIndexed()).toBe(true)
  expect(await before()).toEqual(right)
  expect(await find('grösse')).toEqual([id])
  expect(await find('strasse')).toEqual([id])
})

it('texts whose keys are outdated are found all the same, at every step of the update', async () => {
  const { db } = store
  const project_id = await db
    .transaction()
    .execute((trx) => insertProject(trx, { organisation_id: organisation, name: 'Ærø' }))
  const ids = [
    await add({ notes: 'Café', project_id }),
    await add({ notes: '你好世界' }),
    await add({ notes: 'Cafeteria' }),
  ]
  await db.updateTable('project').set({ search: '\u0001ærø' }).execute()
  for (const [nth, search] of ['\u0001café', '\u0001你好世界', '\u0001cafeteria'].entries()) {
    await db.updateTable('time_entry').set({ search }).where('id', '=', ids[nth]!).execute()
  }
  await db.updateTable('search_index').set({ fold: 1 }).execute()
  await db.transaction().execute(refoldRecords)
  for (let pieces = 0; pieces < 20; pieces++) {
    expect(await find('cafe')).toEqual([ids[2], ids[0]])
    expect(await find('café aero')).toEqual([ids[0]])
    expect(await find('世界')).toEqual([ids[1]])
    expect((await listTimes(db, organisation, { query: 'cafe' })).total).toBe(2)
    expect(await find('world')).toEqual([])
    if (!(await isReindexPending(db))) break
    await catchUp(1)
  }
  expect(await isIndexed()).toBe(true)
  await expectRecounted(db)
})

it('an entry whose position is out of range is found all the same, as are all others', async () => {
  const far = await add({ notes: 'Proof', tie: 2 ** 31 })
  const odd = await add({ notes: 'Proof', date: '2026-02-30' })
  const near = await add({ notes: 'Proof', tie: 7 })
  expect(await isIndexed()).toBe(false)
  await expectRecounted(store.db)
  expect(await find('proof')).toEqual([far, near, odd])
  await sql`update time_entry set tie = 8 where id = ${far}`.execute(store.db)
  await sql`update time_entry set date = '2026-02-28' where id = ${odd}`.execute(store.db)
  expect(await isIndexed()).toBe(true)
  expect(await find('proof')).toEqual([far, near, odd])
  await expectRecounted(store.db)
})

it('finds entries by hundreds of matching references', async () => {
  const ids: number[] = []
  for (let nth = 0; nth < 400; nth++) {
    const project_id = await store.db
      .transaction()
      .execute((trx) => insertProject(trx, { organisation_id: organisation, name: `Same ${nth}` }))
    if (nth % 50 === 0) ids.unshift(await add({ project_id }))
  }
  expect(await find('same')).toEqual(ids)
})

describe('a draft', () => {
  it('is found, and sorts before all entries that name a record', async () => {
    const project_id = await store.db
      .transaction()
      .execute((trx) => insertProject(trx, { organisation_id: organisation, name: 'A' }))
    const whole = await add({ notes: 'Proof', project_id })
    const drafts = [await add({ notes: 'Proof' }), await add({ notes: 'Proof' })]
    for (const sortKey of timeSortKeys) {
      for (const query of [undefined, 'proof']) {
        const list = async (sortAsc: boolean, limit: number, page: number) =>
          (
            await readTimePage(store.db, organisation, { sortKey, sortAsc, query, limit, page })
          ).data.map(({ id }) => id)
        const expected =
          sortKey === 'project.name' || sortKey === 'project.code'
            ? [...drafts, whole]
            : [whole, ...drafts]
        expect(await list(true, 10, 1), `${sortKey} ${query}`).toEqual(expected)
        expect(await list(false, 2, 1)).toEqual(expected.toReversed().slice(0, 2))
        expect(await list(false, 2, 2)).toEqual(expected.toReversed().slice(2))
      }
    }
  })
})
