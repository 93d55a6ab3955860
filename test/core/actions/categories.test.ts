import { beforeEach, describe, expect, it } from 'vitest'
import {
  createCategory,
  deleteCategory,
  restoreCategory,
  updateCategoryEntry,
  type CategoryInput,
} from '#core/actions/categories.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { listCategories, readCategory } from '#core/store/resources/categories.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation } from '../../support/store.ts'
import { expenseDesk, fieldsOf, type ExpenseDesk } from './desk.ts'

let desk: ExpenseDesk
let call: number
beforeEach(async () => {
  desk = await expenseDesk()
  call = await desk.db
    .transaction()
    .execute((trx) => insertTask(trx, { organisation_id: organisation, name: 'Call' }))
  return () => desk.store.close()
})

const add = async (input: CategoryInput) => unwrap(await createCategory(desk, input))
const category = (local: number) => readCategory(desk.db, organisation, local)
const change = async (local: number, set: Partial<CategoryInput>) =>
  unwrap(await updateCategoryEntry(desk, local, set))
const names = async (archived: boolean) =>
  (await listCategories(desk.db, organisation, { archived })).data.map(({ name }) => name)
const newest = async () =>
  (await desk.db.selectFrom('change').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
    .id
const state = async (local: number) =>
  (await readRecordStates(desk.db, 'category', [local])).get(local)?.state

describe('a category', () => {
  it('groups tasks and charges, each of them once', async () => {
    const local = await add({
      name: 'Print',
      tasks: [call, desk.design, call],
      charges: [desk.mileage],
    })
    expect(await category(local)).toMatchObject({
      name: 'Print',
      tasks: [desk.design, call],
      charges: [desk.mileage],
      deleted_at: null,
      created_at: '2026-11-19 14:00:00',
    })
  })

  it('that the service refused is sent again, also with the same values', async () => {
    const local = await add({ name: 'Print' })
    await desk.db.updateTable('sync_record').set({ parked: 'refused' }).execute()
    expect(await state(local)).toBe('refused')
    await change(local, { name: 'Print' })
    expect(await state(local)).not.toBe('refused')
  })

  it('keeps the list of members that a change does not name', async () => {
    const local = await add({ name: 'Print', tasks: [call], charges: [desk.mileage] })
    await change(local, { tasks: [desk.design] })
    expect(await category(local)).toMatchObject({
      tasks: [desk.design],
      charges: [desk.mileage],
    })
    await change(local, { charges: [], name: 'Prints' })
    expect(await category(local)).toMatchObject({ name: 'Prints', charges: [] })
  })

  it('is dated by its last change, archived and restored ones too', async () => {
    const local = await add({ name: 'Print' })
    const dated = async () => (await category(local))?.updated_at
    const acts = [
      () => change(local, { name: 'Prints' }),
      () => change(local, { tasks: [call] }),
      () => deleteCategory(desk, local),
      () => restoreCategory(desk, local),
    ]
    for (const [nth, act] of acts.entries()) {
      desk.clock.set(Date.UTC(2026, 10, 19, 14, nth + 1))
      await act()
      expect(await dated()).toBe(`2026-11-19 14:0${nth + 1}:00`)
    }
  })

  it('writes nothing where a change repeats the current values', async () => {
    const local = await add({ name: 'Print', tasks: [call, desk.design] })
    const before = await category(local)
    desk.clock.set(desk.clock.now() + 60_000)
    await change(local, { name: 'Print', tasks: [desk.design, call] })
    expect(await category(local)).toEqual(before)
  })

  it('is held while only this machine knows one of its members', async () => {
    const local = await add({ name: 'Print', tasks: [desk.design], charges: [desk.mileage] })
    await desk.link('task', desk.design, 11)
    expect(await state(local)).toBe('held')
    await desk.link('charge', desk.mileage, 12)
    expect(await state(local)).toBe('pending')
  })
})

describe('the name of a category', () => {
  it('is unique among active categories, however it is written', async () => {
    const local = await add({ name: 'Straße' })
    expect(fieldsOf(await createCategory(desk, { name: 'STRASSE' }))).toEqual(['name'])
    const other = await add({ name: 'Road' })
    expect(fieldsOf(await updateCategoryEntry(desk, other, { name: 'strasse' }))).toEqual(['name'])
    await change(local, { name: 'STRASSE' })
    expect((await category(local))?.name).toBe('STRASSE')
  })

  it('is free once its category is archived, which then stays in the archives while the name is taken', async () => {
    const first = await add({ name: 'Print' })
    unwrap(await deleteCategory(desk, first))
    const second = await add({ name: 'print' })
    expect(fieldsOf(await restoreCategory(desk, first))).toEqual(['name'])
    await change(second, { name: 'Prints' })
    unwrap(await restoreCategory(desk, first))
    expect(await names(false)).toEqual(['Print', 'Prints'])
  })
})

describe('members that do not exist or were deleted', () => {
  it('are refused, naming the position of each', async () => {
    await desk.db.updateTable('task').set({ deleted: 1 }).where('id', '=', call).execute()
    const input = { name: 'Print', tasks: [desk.design, 99, call], charges: [98] }
    expect(fieldsOf(await createCategory(desk, input))).toEqual(['tasks.1', 'tasks.2', 'charges.0'])
    expect(await names(false)).toEqual([])
  })

  it('may stay where they are members already', async () => {
    const local = await add({ name: 'Print', tasks: [call] })
    await desk.db.updateTable('task').set({ deleted: 1 }).where('id', '=', call).execute()
    await change(local, { tasks: [call, desk.design] })
    expect((await category(local))?.tasks).toEqual([desk.design, call])
  })
})

describe('archiving', () => {
  it('takes it out of the list into the archives, and restoring brings it back', async () => {
    const local = await add({ name: 'Print', tasks: [call] })
    unwrap(await deleteCategory(desk, local))
    expect([await names(false), await names(true)]).toEqual([[], ['Print']])
    expect(await updateCategoryEntry(desk, local, { name: 'X' })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await deleteCategory(desk, local)).toMatchObject({ error: { code: 'not-found' } })
    unwrap(await restoreCategory(desk, local))
    expect([await names(false), await names(true)]).toEqual([['Print'], []])
    expect((await category(local))?.tasks).toEqual([call])
    unwrap(await restoreCategory(desk, local))
    expect(await restoreCategory(desk, 77)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('is sent to the service, held back for a while, and canceled by restoring', async () => {
    const local = await add({ name: 'Print' })
    await desk.link('category', local, 31)
    unwrap(await deleteCategory(desk, local))
    const record = await desk.syncRecord('category', local)
    expect(record?.deleted).toBe(1)
    expect(record?.held_until).toBeGreaterThan(desk.clock.now())
    unwrap(await restoreCategory(desk, local))
    expect(await desk.syncRecord('category', local)).toMatchObject({ deleted: 0, held_until: null })
  })
})

describe('undo and redo of categories', () => {
  it('take back an archiving, a change and an addition, and make them again', async () => {
    const local = await add({ name: 'Print', tasks: [call], charges: [desk.mileage] })
    const made = await category(local)
    await change(local, { name: 'Prints', tasks: [desk.design], charges: [] })
    const changed = await category(local)
    unwrap(await deleteCategory(desk, local))

    unwrap(await undoChange(desk, undefined))
    expect(await category(local)).toEqual(changed)
    unwrap(await undoChange(desk, undefined))
    expect(await category(local)).toEqual(made)
    unwrap(await undoChange(desk, undefined))
    expect(await category(local)).toBeUndefined()
    expect(await desk.syncRecord('category', local)).toBeUndefined()
    unwrap(await redoChange(desk))
    unwrap(await redoChange(desk))
    expect(await category(local)).toEqual(changed)
    unwrap(await redoChange(desk))
    expect((await category(local))?.deleted_at).not.toBeNull()
  })

  it('bring back no member that was removed later', async () => {
    const local = await add({ name: 'Print', tasks: [desk.design] })
    await change(local, { tasks: [desk.design, call] })
    const addition = await newest()
    await change(local, { tasks: [call] })
    unwrap(await undoChange(desk, addition))
    expect((await category(local))?.tasks).toEqual([])
  })

  it('archives one that the service has when its addition is taken back', async () => {
    const local = await add({ name: 'Print' })
    await desk.link('category', local, 31)
    desk.clock.set(desk.clock.now() + 60_000)
    unwrap(await undoChange(desk, undefined))
    expect(await names(true)).toEqual(['Print'])
    const at = '2026-11-19 14:01:00'
    expect(await category(local)).toMatchObject({ deleted_at: at, updated_at: at })
    expect(await desk.syncRecord('category', local)).toMatchObject({ deleted: 1 })
  })

  it('does not bring one back beside another of its name', async () => {
    const local = await add({ name: 'Print' })
    unwrap(await deleteCategory(desk, local))
    await add({ name: 'PRINT' })
    const archived = await desk.db
      .selectFrom('change')
      .select('id')
      .where('action', '=', 'categories.delete')
      .executeTakeFirstOrThrow()
    expect(await undoChange(desk, archived.id)).toMatchObject({ error: { code: 'conflict' } })
    expect(await names(true)).toEqual(['Print'])
  })
})
