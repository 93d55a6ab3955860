import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findCategoryByName,
  insertCategory,
  isCategoryNameTaken,
  listCategories,
  projectsOfCategory,
  readCategory,
  readMemberStates,
  updateCategory,
} from '#core/store/resources/categories.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import type { Db, Store, Trx } from '#core/store/open/open-store.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { openPlanner } from '../../support/plans.ts'
import { organisation, testStore } from '../../support/store.ts'

let store: Store
let db: Db
beforeEach(async () => {
  store = await testStore(['model', 'service'])
  db = store.db
})
afterEach(() => store.close())

const write = <Value>(work: (trx: Trx) => Promise<Value>) => db.transaction().execute(work)

const add = (name: string, more: object = {}, organisation_id = organisation) =>
  write((trx) =>
    insertCategory(trx, {
      organisation_id,
      name,
      tasks: [],
      charges: [],
      created_at: null,
      updated_at: null,
      ...more,
    }),
  )

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (cause: unknown) => cause,
  )

describe('the name', () => {
  it('is unique among active categories by its folded key, which the database ensures', async () => {
    const id = await add('Größe')
    expect(isCategoryNameTaken(await thrownBy(add('GRÖSSE')))).toBe(true)
    const other = await add('Other')
    const renamed = write((trx) => updateCategory(trx, organisation, other, { name: 'größe' }))
    expect(isCategoryNameTaken(await thrownBy(renamed))).toBe(true)

    await write((trx) =>
      updateCategory(trx, organisation, id, { deleted_at: '2026-11-19 14:00:00' }),
    )
    await add('grösse')
    const restored = write((trx) => updateCategory(trx, organisation, id, { deleted_at: null }))
    expect(isCategoryNameTaken(await thrownBy(restored))).toBe(true)
  })

  it('counts no other error of the database as a taken name', async () => {
    const tasks = [
      await write((trx) => insertTask(trx, { organisation_id: organisation, name: 'X' })),
    ]
    const twice = await thrownBy(add('Twice', { tasks: [...tasks, ...tasks] }))
    expect(twice).toBeInstanceOf(Error)
    expect(isCategoryNameTaken(twice)).toBe(false)
    const unknown = await thrownBy(add('Unknown', { tasks: [987_654] }))
    expect(unknown).toBeInstanceOf(Error)
    expect(isCategoryNameTaken(unknown)).toBe(false)
  })

  it('counts as taken also by the error that PostgreSQL reports', () => {
    const told = (constraint: string) =>
      Object.assign(new Error('duplicate key value'), { code: '23505', constraint })
    expect(isCategoryNameTaken(told('category_name_taken'))).toBe(true)
    expect(isCategoryNameTaken(told('user_by_email'))).toBe(false)
  })

  it('is looked up among the active ones', async () => {
    const id = await add('Making')
    expect(await findCategoryByName(db, organisation, 'MAKING')).toEqual({ id })
    expect(await findCategoryByName(db, organisation + 1, 'Making')).toBeUndefined()
    await write((trx) =>
      updateCategory(trx, organisation, id, { deleted_at: '2026-11-19 14:00:00' }),
    )
    expect(await findCategoryByName(db, organisation, 'Making')).toBeUndefined()
    expect(await readCategory(db, organisation, id)).toMatchObject({ name: 'Making' })
  })

  it('leads order and search along when it changes', async () => {
    const id = await add('Aaa')
    await add('Bbb')
    await write((trx) => updateCategory(trx, organisation, id, { name: 'Zebra' }))
    const all = await listCategories(db, organisation, {})
    expect(all.data.map(({ name }) => name)).toEqual(['Bbb', 'Zebra'])
    expect((await listCategories(db, organisation, { query: 'aaa' })).total).toBe(0)
    expect((await listCategories(db, organisation, { query: 'zebra' })).total).toBe(1)
  })
})

it('finds nothing of another organisation', async () => {
  const id = await add('Making')
  expect(await readCategory(db, organisation + 1, id)).toBeUndefined()
  expect((await listCategories(db, organisation + 1, {})).total).toBe(0)
  expect(await projectsOfCategory(db, organisation + 1, id)).toEqual([])
  const task = await write((trx) => insertTask(trx, { organisation_id: organisation, name: 'X' }))
  expect((await readMemberStates(db, organisation + 1, 'task', [task])).size).toBe(0)
})

it('reads members by the thousand, deleted ones as such', async () => {
  const ids = await write(async (trx) => {
    const made: number[] = []
    for (let nth = 0; nth < 1200; nth++) {
      const name = `Charge ${nth}`
      made.push(
        await insertCharge(trx, { organisation_id: organisation, name, deleted: nth % 2 === 1 }),
      )
    }
    return made
  })
  const members = await readMemberStates(db, organisation, 'charge', [...ids, 987_654])
  expect(members.size).toBe(1200)
  expect(members.get(ids[0]!)).toEqual({ deleted: false })
  expect(members.get(ids[1199]!)).toEqual({ deleted: true })
})

it.each([
  ['the service', ['model', 'service']],
  ['this machine', ['model', 'client']],
] as const)('on %s finds the projects of a category by looks into an index', async (_, groups) => {
  const planner = await openPlanner(groups)
  const [plan] = await planner.plansOf((handle) => projectsOfCategory(handle, organisation, 1))
  const look = (table: string, index: string, member: string) =>
    `SEARCH ${table} USING COVERING INDEX ${index} (organisation_id=? AND ${member}=? AND project_id=?)`
  expect(plan).toContain(look('time_entry', 'time_entry_by_task_project', 'task_id'))
  expect(plan).toContain(look('expense', 'expense_by_charge_project', 'charge_id'))
  await planner.close()
})
