import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertCharge, updateCharge } from '#core/store/resources/charges.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import {
  deleteExpense,
  insertExpense,
  listExpenses,
  readExpense,
  updateExpense,
  type NewExpense,
} from '#core/store/resources/expenses.ts'
import type { Db, Store, Trx } from '#core/store/open/open-store.ts'
import { insertProject, updateProject } from '#core/store/resources/projects.ts'
import { expenseSortKeys } from '#shared/resources/expense.ts'
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

const add = (more: Partial<NewExpense> = {}) =>
  write((trx) =>
    insertExpense(trx, {
      organisation_id: organisation,
      user_id: null,
      project_id: null,
      charge_id: null,
      date: '2026-11-19',
      name: 'Ferry',
      unit: null,
      notes: null,
      chargeable: true,
      quantity: 3,
      unit_charge: 250,
      original_unit_charge: 400,
      total_cost: 0,
      tax: 'none',
      tax_rate: '0',
      currency: 'EUR',
      original_currency: 'NZD',
      exchange_rate: '0.625',
      created_at: null,
      updated_at: null,
      ...more,
    }),
  )

const list = async (query: Parameters<typeof listExpenses>[2] = {}) =>
  (await listExpenses(db, organisation, query)).data.map(({ id }) => id)

describe('writing', () => {
  it('keeps both totals in step with the fields they are computed from', async () => {
    const id = await add()
    const totals = async () => {
      const row = (await readExpense(db, organisation, id))!
      return [row.total_charge, row.original_total_charge]
    }
    expect(await totals()).toEqual([750, 1200])
    await write((trx) => updateExpense(trx, id, { quantity: 4 }))
    expect(await totals()).toEqual([1000, 1600])
    await write((trx) => updateExpense(trx, id, { unit_charge: -1 }))
    expect(await totals()).toEqual([-4, 1600])
    await write((trx) => updateExpense(trx, id, { original_unit_charge: 7 }))
    expect(await totals()).toEqual([-4, 28])
    await write((trx) => updateExpense(trx, id, { notes: 'Back' }))
    expect(await totals()).toEqual([-4, 28])
  })

  it('keeps the search index in step with name and notes, whichever of them changes', async () => {
    const id = await add({ notes: 'Harbour' })
    await write((trx) => updateExpense(trx, id, { name: 'Bus' }))
    expect(await list({ query: 'bus harbour' })).toEqual([id])
    expect(await list({ query: 'ferry' })).toEqual([])
    await write((trx) => updateExpense(trx, id, { notes: 'Hill' }))
    expect(await list({ query: 'bus hill' })).toEqual([id])
    await write((trx) => updateExpense(trx, id, { notes: null }))
    expect(await list({ query: 'hill' })).toEqual([])
    expect(await list({ query: 'bus' })).toEqual([id])
  })

  it('leaves fields that a change does not name', async () => {
    const id = await add({ notes: 'Harbour', chargeable: false })
    const before = await readExpense(db, organisation, id)
    await write((trx) => updateExpense(trx, id, { unit: 'trip' }))
    expect(await readExpense(db, organisation, id)).toEqual({ ...before, unit: 'trip' })
  })

  it('keeps the largest amounts and decimals digit for digit', async () => {
    const most = 10 ** 12
    const id = await add({ quantity: 1, unit_charge: most, total_cost: -most, tax_rate: '33.3333' })
    expect(await readExpense(db, organisation, id)).toMatchObject({
      total_charge: most,
      total_cost: -most,
      tax_rate: '33.3333',
      exchange_rate: '0.625',
    })
  })

  it('removes for good', async () => {
    const id = await add()
    await write((trx) => deleteExpense(trx, id))
    expect(await readExpense(db, organisation, id)).toBeUndefined()
    expect(await list()).toEqual([])
  })
})

describe('the list', () => {
  it('follows a project, a client and a charge to another name', async () => {
    const [client_id, charge_id] = await write(async (trx) => [
      await insertClient(trx, { organisation_id: organisation, name: 'Bakery' }),
      await insertCharge(trx, { organisation_id: organisation, name: 'Mileage' }),
    ])
    const project_id = await write((trx) =>
      insertProject(trx, { organisation_id: organisation, name: 'Website', client_id: client_id }),
    )
    const id = await add({ project_id, charge_id: charge_id, name: 'Drive' })
    expect(await list({ query: 'bakery website mileage drive' })).toEqual([id])
    await write(async (trx) => {
      await updateProject(trx, project_id, { name: 'Shop' })
      await updateCharge(trx, charge_id, { name: 'Distance' })
    })
    expect(await list({ query: 'shop distance' })).toEqual([id])
    expect(await list({ query: 'website' })).toEqual([])
  })

  it('puts equals in the order of their ties, and turns round as a whole', async () => {
    const ids = [await add(), await add({ name: 'FERRY' }), await add({ tie: 0 })]
    const order = [ids[2], ids[0], ids[1]]
    for (const sortKey of expenseSortKeys) {
      expect(await list({ sortKey })).toEqual(order)
      expect(await list({ sortKey, sortAsc: false })).toEqual(order.toReversed())
    }
    expect(await list()).toEqual(order.toReversed())
  })

  it('contains nothing of another organisation, searched or not', async () => {
    const id = await add()
    expect((await listExpenses(db, organisation + 1, {})).total).toBe(0)
    expect((await listExpenses(db, organisation + 1, { query: 'ferry' })).total).toBe(0)
    expect(await readExpense(db, organisation + 1, id)).toBeUndefined()
  })

  it.each([
    [undefined, 'expense_by_date'],
    ['date', 'expense_by_date'],
    ['name', 'expense_by_name'],
    ['updated_at', 'expense_by_update'],
  ] as const)('by %s comes out of an index in order, both ways', async (sortKey, index) => {
    const planner = await openPlanner(['model', 'service'])
    for (const sortAsc of [true, false]) {
      const [plan] = await planner.plansOf((handle) =>
        listExpenses(handle, organisation, { sortKey, sortAsc }),
      )
      expect(plan).toContain(`USING INDEX ${index} (organisation_id=?)`)
      expect(plan).not.toContain('TEMP B-TREE')
    }
    await planner.close()
  })
})
