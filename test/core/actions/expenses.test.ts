import { beforeEach, describe, expect, it } from 'vitest'
import {
  createExpense,
  deleteExpenseEntry,
  deleteExpenses,
  updateExpenseEntry,
  updateExpenses,
  type ExpenseInput,
} from '#core/actions/expenses.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { readExpense } from '#core/store/resources/expenses.ts'
import { setRate } from '#core/store/resources/exchange-rates.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation } from '../../support/store.ts'
import { expenseDesk, fieldsOf, type ExpenseDesk } from './desk.ts'

let desk: ExpenseDesk
beforeEach(async () => {
  desk = await expenseDesk()
  return () => desk.store.close()
})

const courier = (over: Partial<ExpenseInput> = {}): ExpenseInput => ({
  project: desk.web,
  date: '2026-11-19',
  name: 'Courier',
  unit_charge: 2_400,
  chargeable: true,
  ...over,
})
const drive = (over: Partial<ExpenseInput> = {}): ExpenseInput => ({
  project: desk.web,
  charge: desk.mileage,
  date: '2026-11-19',
  quantity: 38,
  chargeable: true,
  ...over,
})
const add = async (input: ExpenseInput) => unwrap(await createExpense(desk, input))
const expense = (local: number) => readExpense(desk.db, organisation, local)
const change = async (local: number, set: Partial<ExpenseInput>) =>
  unwrap(await updateExpenseEntry(desk, local, set))
const records = (...locals: number[]) => locals.map((local) => ({ local }))
const state = async (local: number) =>
  (await readRecordStates(desk.db, 'expense', [local])).get(local)

describe('adding an expense', () => {
  it('takes name, unit and amount from its charge, and ignores others given beside it', async () => {
    const local = await add(drive({ name: 'Taxi', unit: 'ride', unit_charge: 1 }))
    expect(await expense(local)).toMatchObject({
      name: 'Mileage',
      unit: 'km',
      quantity: 38,
      unit_charge: 104,
      total_charge: 3_952,
      original_unit_charge: 104,
      original_total_charge: 3_952,
      original_currency: 'NZD',
      exchange_rate: '1',
      charge: { id: desk.mileage },
    })
  })

  it('converts a charge by the rate that this machine knows, rounded once', async () => {
    const local = await add(drive({ charge: desk.photo, quantity: 3 }))
    // 45.05 EUR at 1.85 are 83.3425 NZD.
    expect(await expense(local)).toMatchObject({
      unit_charge: 8_334,
      total_charge: 25_002,
      original_unit_charge: 4_505,
      original_total_charge: 13_515,
      original_currency: 'EUR',
      exchange_rate: '1.85',
      unit: null,
    })
  })

  it('keeps one whose exchange rate is unknown, counted as 0 until the rate is known', async () => {
    const local = await add(drive({ charge: desk.domain, quantity: 2 }))
    expect(await expense(local)).toMatchObject({
      unit_charge: 0,
      total_charge: 0,
      original_unit_charge: 1_250,
      original_total_charge: 2_500,
      original_currency: 'USD',
      exchange_rate: '0',
    })
    await desk.db.transaction().execute((trx) =>
      setRate(trx, {
        ...{ organisation_id: organisation, from: 'USD', to: 'NZD', value: '2', at: '' },
      }),
    )
    await change(local, { notes: 'Two years' })
    expect(await expense(local)).toMatchObject({ unit_charge: 2_500, exchange_rate: '2' })
  })

  it('converts by a rate that the person gives, before any that this machine knows', async () => {
    const own = await add(drive({ charge: desk.domain, quantity: 3, exchange_rate: '1.6501' }))
    // 12.50 USD at 1.6501 are 20.62625 NZD.
    expect(await expense(own)).toMatchObject({
      unit_charge: 2_063,
      total_charge: 6_189,
      original_unit_charge: 1_250,
      original_total_charge: 3_750,
      original_currency: 'USD',
      exchange_rate: '1.6501',
    })
    const beside = await add(drive({ charge: desk.photo, exchange_rate: '2' }))
    expect(await expense(beside)).toMatchObject({ unit_charge: 9_010, exchange_rate: '2' })
    const without = await add(drive({ charge: desk.photo, exchange_rate: null }))
    expect(await expense(without)).toMatchObject({ unit_charge: 0, exchange_rate: '0' })
  })

  it('takes one without a charge as a one-off, in the currency of its project', async () => {
    const local = await add(courier({ unit_charge: -500, notes: ' ' }))
    expect(await expense(local)).toMatchObject({
      quantity: 1,
      unit: null,
      unit_charge: -500,
      total_charge: -500,
      original_currency: 'NZD',
      exchange_rate: '1',
      total_cost: 0,
      tax: 'none',
      tax_rate: '0',
      currency: 'NZD',
      charge: null,
    })
  })

  it('keeps the actual cost beside what is charged', async () => {
    const cost = { total_cost: 1_840, tax: 'includes', tax_rate: '12.5', currency: 'EUR' }
    expect(await expense(await add(courier(cost)))).toMatchObject(cost)
  })

  it('counts in the charge’s own currency while it is a draft', async () => {
    const local = await add(drive({ project: null, charge: desk.photo, quantity: 2 }))
    expect(await state(local)).toMatchObject({ state: 'draft' })
    expect(await expense(local)).toMatchObject({ total_charge: 9_010, original_currency: 'EUR' })
    await change(local, { project: desk.web })
    expect(await expense(local)).toMatchObject({ unit_charge: 8_334, currency: 'NZD' })
  })

  it('is held while only this machine knows its project or its charge, and then pending', async () => {
    const local = await add(drive())
    expect(await state(local)).toMatchObject({ state: 'held', provisional: true })
    await desk.link('project', desk.web, 501)
    expect(await state(local)).toMatchObject({ state: 'held' })
    await desk.link('charge', desk.mileage, 601)
    expect(await state(local)).toMatchObject({ state: 'pending', provisional: true })
    const oneOff = await add(courier())
    expect(await state(oneOff)).toMatchObject({ state: 'pending', provisional: true })
  })

  it.each<[string, string[], () => ExpenseInput]>([
    ['a project that is not here', ['project_id'], () => courier({ project: 999 })],
    ['a charge that is not here', ['charge_id'], () => drive({ charge: 999 })],
    [
      'a one-off without name and amount',
      ['name', 'unit_charge'],
      () => courier({ name: undefined, unit_charge: undefined }),
    ],
    ['a charge without a quantity', ['quantity'], () => drive({ quantity: undefined })],
    ['a cost without its tax', ['tax', 'tax_rate', 'currency'], () => courier({ total_cost: 100 })],
    [
      'a tax that nobody uses',
      ['tax'],
      () => courier({ total_cost: 1, tax: 'vat', tax_rate: '1', currency: 'EUR' }),
    ],
    [
      'a rate where item and project are in one currency',
      ['exchange_rate'],
      () => drive({ exchange_rate: '2' }),
    ],
    ['a rate for a one-off', ['exchange_rate'], () => courier({ exchange_rate: '2' })],
    [
      'a rate without a project',
      ['exchange_rate'],
      () => drive({ project: null, charge: desk.domain, exchange_rate: '2' }),
    ],
    [
      'a total beyond the largest amount',
      ['quantity'],
      () => courier({ unit_charge: 10 ** 12, quantity: 2 }),
    ],
  ])('is refused with %s, naming the field, and leaves nothing', async (_, fields, input) => {
    expect(fieldsOf(await createExpense(desk, input()))).toEqual(fields)
    expect(await desk.db.selectFrom('change').selectAll().execute()).toEqual([])
  })

  it('is refused with a project or a charge that was deleted', async () => {
    await desk.db.updateTable('project').set({ deleted: 1 }).where('id', '=', desk.web).execute()
    await desk.db.updateTable('charge').set({ deleted: 1 }).where('id', '=', desk.mileage).execute()
    expect(fieldsOf(await createExpense(desk, drive()))).toEqual(['project_id', 'charge_id'])
  })

  it('takes a kind of tax that another service uses', async () => {
    await desk.db
      .updateTable('expense')
      .set({ tax: 'vat' })
      .where('id', '=', await add(courier()))
      .execute()
    const cost = { total_cost: 1, tax: 'vat', tax_rate: '1', currency: 'EUR' }
    expect(await expense(await add(courier(cost)))).toMatchObject({ tax: 'vat' })
  })
})

describe('changing an expense', () => {
  it('leaves fields that are not named', async () => {
    const local = await add(drive({ notes: 'Wharf' }))
    const before = await expense(local)
    await change(local, { date: '2026-11-20' })
    expect(await expense(local)).toEqual({ ...before, date: '2026-11-20' })
  })

  it('sends one that the service refused again, also with the same values', async () => {
    const local = await add(courier())
    await desk.db.updateTable('sync_record').set({ parked: 'refused' }).execute()
    expect(await state(local)).toMatchObject({ state: 'refused' })
    await change(local, { name: 'Courier' })
    expect(await state(local)).not.toMatchObject({ state: 'refused' })
  })

  it('leaves the price of a one-off as a service has it', async () => {
    const local = await add(courier())
    const price = { original_unit_charge: 1_300, original_currency: 'EUR', exchange_rate: '1.85' }
    await desk.db.updateTable('expense').set(price).where('id', '=', local).execute()
    const before = await expense(local)
    await change(local, { notes: 'Wharf' })
    expect(await expense(local)).toEqual({ ...before, notes: 'Wharf' })
    const unknown = { exchange_rate: '0' }
    await desk.db.updateTable('expense').set(unknown).where('id', '=', local).execute()
    await change(local, { notes: 'Harbour' })
    expect(await expense(local)).toMatchObject({ notes: 'Harbour', unit_charge: 2_400 })
  })

  it('keeps the agreed amount when the charge gets dearer', async () => {
    const local = await add(drive())
    await desk.db
      .updateTable('charge')
      .set({ charge: 200 })
      .where('id', '=', desk.mileage)
      .execute()
    await change(local, { quantity: 2 })
    expect(await expense(local)).toMatchObject({ unit_charge: 104, total_charge: 208 })
  })

  it('converts again where it moves to a project of another currency', async () => {
    const local = await add(drive({ charge: desk.photo, quantity: 1 }))
    await change(local, { project: desk.app })
    expect(await expense(local)).toMatchObject({
      unit_charge: 4_505,
      exchange_rate: '1',
      currency: 'EUR',
    })
  })

  it('takes a charge, and keeps its amounts when the charge is cleared', async () => {
    const local = await add(courier())
    await change(local, { charge: desk.photo })
    expect(await expense(local)).toMatchObject({ name: 'Stock photo', unit_charge: 8_334 })
    await change(local, { charge: null })
    expect(await expense(local)).toMatchObject({
      name: 'Stock photo',
      unit_charge: 8_334,
      original_unit_charge: 8_334,
      original_currency: 'NZD',
      exchange_rate: '1',
      charge: null,
    })
  })

  it('takes a rate, another one and none, each with one undo', async () => {
    const local = await add(drive({ charge: desk.domain, quantity: 2 }))
    const seen: (number | string | undefined)[][] = []
    const look = async () => {
      const now = await expense(local)
      seen.push([now?.unit_charge, now?.total_charge, now?.exchange_rate])
    }
    for (const exchange_rate of ['1.6', '1.75', null]) {
      await change(local, { exchange_rate })
      await look()
    }
    expect(seen).toEqual([
      [2_000, 4_000, '1.6'],
      [2_188, 4_376, '1.75'],
      [0, 0, '0'],
    ])
    for (let times = 0; times < 3; times++) {
      unwrap(await undoChange(desk, undefined))
      await look()
    }
    unwrap(await redoChange(desk))
    await look()
    expect(seen.slice(3)).toEqual([seen[1], seen[0], [0, 0, '0'], seen[0]])
    await change(local, { exchange_rate: '1.6' })
    expect(
      await updateExpenseEntry(
        desk,
        local,
        { notes: 'A', exchange_rate: '1.7' },
        {
          ...{ notes: null, exchange_rate: 1.5 },
        },
      ),
    ).toMatchObject({ error: { code: 'stale', fields: { exchange_rate: ['Is now 1.6'] } } })
  })

  it('keeps a given rate until another project’s or item’s currency makes it meaningless', async () => {
    const local = await add(drive({ charge: desk.domain, exchange_rate: '1.6' }))
    await change(local, { quantity: 2, notes: 'Two years' })
    expect(await expense(local)).toMatchObject({ total_charge: 4_000, exchange_rate: '1.6' })
    await change(local, { project: desk.app })
    expect(await expense(local)).toMatchObject({ total_charge: 0, exchange_rate: '0' })
    await change(local, { exchange_rate: '0.92' })
    expect(await expense(local)).toMatchObject({ unit_charge: 1_150, exchange_rate: '0.92' })
    await change(local, { charge: desk.photo })
    expect(await expense(local)).toMatchObject({ unit_charge: 4_505, exchange_rate: '1' })
    expect(fieldsOf(await updateExpenseEntry(desk, local, { exchange_rate: '2' }))).toEqual([
      'exchange_rate',
    ])
  })

  it('refuses fields that the charge decides, naming them', async () => {
    const local = await add(drive())
    expect(
      fieldsOf(await updateExpenseEntry(desk, local, { name: 'Taxi', unit_charge: 1 })),
    ).toEqual(['name', 'unit_charge'])
    await change(local, { charge: null, name: 'Taxi', unit_charge: 1 })
    expect(await expense(local)).toMatchObject({ name: 'Taxi', total_charge: 38 })
  })

  it('asks for an amount where a charge without a known exchange rate is cleared', async () => {
    const local = await add(drive({ charge: desk.domain }))
    expect(fieldsOf(await updateExpenseEntry(desk, local, { charge: null }))).toEqual([
      'unit_charge',
    ])
    await change(local, { charge: null, unit_charge: 700 })
    expect(await expense(local)).toMatchObject({ unit_charge: 700, exchange_rate: '1' })
  })

  it('says that an expense does not exist', async () => {
    expect(await updateExpenseEntry(desk, 77, { quantity: 1 })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await deleteExpenseEntry(desk, 77)).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('several expenses', () => {
  it('are changed as one, and taken back as one', async () => {
    const [one, two] = [await add(drive()), await add(courier())]
    unwrap(
      await updateExpenses(desk, records(one, two, one), { project: desk.app, notes: 'Moved' }),
    )
    expect([(await expense(one))?.project?.id, (await expense(two))?.notes]).toEqual([
      desk.app,
      'Moved',
    ])
    unwrap(await undoChange(desk, undefined))
    expect([(await expense(one))?.project?.id, (await expense(two))?.notes]).toEqual([
      desk.web,
      null,
    ])
  })

  it('are all changed or none', async () => {
    const [one, two] = [await add(courier()), await add(drive())]
    expect(fieldsOf(await updateExpenses(desk, records(one, two), { name: 'Ferry' }))).toEqual([
      'name',
    ])
    expect((await expense(one))?.name).toBe('Courier')
    expect(await deleteExpenses(desk, [one, 77])).toMatchObject({ error: { code: 'not-found' } })
    expect(await expense(one)).toBeDefined()
  })

  it('are deleted as one, and come back as one', async () => {
    const locals = [await add(drive()), await add(courier()), await add(courier())]
    const before = await Promise.all(locals.map(expense))
    unwrap(await deleteExpenses(desk, locals))
    expect(await Promise.all(locals.map(expense))).toEqual([undefined, undefined, undefined])
    unwrap(await undoChange(desk, undefined))
    expect(await Promise.all(locals.map(expense))).toEqual(before)
  })
})

describe('undo and redo of expenses', () => {
  it('take back an addition, a change and a deletion, and make them again', async () => {
    const local = await add(drive())
    const [made] = [await expense(local)]
    await change(local, { charge: desk.photo, chargeable: false })
    const changed = await expense(local)
    unwrap(await deleteExpenseEntry(desk, local))

    unwrap(await undoChange(desk, undefined))
    expect(await expense(local)).toEqual(changed)
    unwrap(await undoChange(desk, undefined))
    expect(await expense(local)).toEqual(made)
    unwrap(await undoChange(desk, undefined))
    expect(await expense(local)).toBeUndefined()
    unwrap(await redoChange(desk))
    unwrap(await redoChange(desk))
    expect(await expense(local)).toEqual(changed)
  })

  it('leave later changes alone', async () => {
    const local = await add(courier())
    await change(local, { unit_charge: 3_000 })
    const { id } = await desk.db
      .selectFrom('change')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await change(local, { quantity: 2, notes: 'Both ways' })
    unwrap(await undoChange(desk, id))
    expect(await expense(local)).toMatchObject({
      unit_charge: 2_400,
      quantity: 2,
      total_charge: 4_800,
      notes: 'Both ways',
    })
  })
})

describe('what is sent to the service about expenses', () => {
  it('is nothing for an expense that was added and deleted before it was sent', async () => {
    const local = await add(courier())
    expect(await desk.syncRecord('expense', local)).toMatchObject({ dirty: 1, deleted: 0 })
    unwrap(await deleteExpenseEntry(desk, local))
    expect(await desk.syncRecord('expense', local)).toBeUndefined()
  })

  it('is a deletion for one that the service has, held back for a while', async () => {
    const local = await add(courier())
    await desk.link('expense', local, 7_001)
    unwrap(await deleteExpenseEntry(desk, local))
    const record = await desk.syncRecord('expense', local)
    expect(record?.deleted).toBe(1)
    expect(record?.held_until).toBeGreaterThan(desk.clock.now())
    unwrap(await undoChange(desk, undefined))
    expect(await desk.syncRecord('expense', local)).toMatchObject({ deleted: 0, held_until: null })
    expect(await desk.db.selectFrom('expense').select('tie').executeTakeFirst()).toEqual({
      tie: 7_001,
    })
  })
})
