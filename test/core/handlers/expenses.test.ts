/** Expenses and categories through the contract, as a window or the command line calls them. */
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '#core/core.ts'
import { createNodePorts } from '#core/node/node-ports.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallInput, CallName, CallValue, CoreEvent } from '#shared/ipc/contract.ts'
import { testFolder } from '../../support/folder.ts'
import { playAt } from '../../support/test-day.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

/** A core on a folder of its own, with an account of this machine. */
async function openDesk() {
  const home = testFolder()
  const startService = () => Promise.reject(new Error('no demo in this test'))
  const ports = createNodePorts({ home, startService })
  const core = await createCore(ports, { home, host: 'browser', version: '0', background: false })
  onTestFinished(() => core.close())
  const call = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
    core.call(name, input) as Promise<Result<CallValue<Name>>>
  unwrap(await call('account.createLocal'))
  const project = unwrap(
    await call('projects.add', { name: 'Brand refresh', code: 'BRD', currency: 'NZD' }),
  ).local
  const charge = unwrap(
    await call('charges.add', { name: 'Mileage', charge: 104, unit: 'km', currency: 'NZD' }),
  ).local
  const task = unwrap(await call('tasks.add', { name: 'Design' })).local
  const events: CoreEvent[] = []
  core.on((event) => events.push(event))
  return { call, project, charge, task, events }
}

const fieldsOf = (result: Result<unknown>) =>
  result.ok ? [] : Object.keys(result.error.fields ?? {})

it('returns an expense with every field of the API and those that only Stint has', async () => {
  const { call, project, charge, events } = await openDesk()
  const made = unwrap(
    await call('expenses.create', {
      ...{ project, charge, date: '2026-11-19', quantity: 38, chargeable: true },
      ...{ total_cost: 2_190, tax: 'includes', tax_rate: 15, currency: 'NZD', notes: 'Wharf' },
    }),
  )
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string
  expect(made).toEqual({
    ...{ local: 1, id: null, state: 'held', refusal: null, refused: [], provisional: true },
    ...{ date: '2026-11-19', name: 'Mileage', quantity: 38, unit: 'km', notes: 'Wharf' },
    ...{ chargeable: 1, total_charge: 3_952, unit_charge: 104 },
    ...{ total_cost: 2_190, tax: 'includes', tax_rate: 15, currency: 'NZD' },
    ...{ original_total_charge: 3_952, original_unit_charge: 104, original_currency: 'NZD' },
    ...{ exchange_rate: 1, created_at: timestamp, updated_at: timestamp },
    charge: expect.objectContaining({ local: charge, id: null, charge: 104, deleted: false }),
    project: {
      ...{ local: project, id: null, name: 'Brand refresh', code: 'BRD', description: '' },
      ...{ status: 'incomplete', type: 'client', currency: 'NZD', increment: 15 },
      ...{ budget: null, budget_type: null, start_date: null, end_date: null },
      ...{ created_at: timestamp, updated_at: timestamp, deleted: false },
    },
    user: expect.objectContaining({ local: 1, id: null }),
  })
  expect(unwrap(await call('expenses.show', { local: 1 }))).toEqual(made)
  expect(unwrap(await call('expenses.list', {}))).toMatchObject({
    path: '/api/v1/expenses',
    total: 1,
    data: [made],
  })
  expect(events).toContainEqual({ event: 'changed', resource: 'expense', locals: [1] })
})

it('returns the expenses of some days, both ends included, newest first', async () => {
  const { call, project } = await openDesk()
  const input = { project, name: 'Ferry', unit_charge: 900, chargeable: true }
  for (const date of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-11-30', '2026-12-01']) {
    unwrap(await call('expenses.create', { ...input, date }))
  }
  const month = unwrap(await call('expenses.inDateRange', { from: '2026-11-01', to: '2026-11-30' }))
  expect(month.expenses.map(({ local }) => local)).toEqual([4, 3, 2])
  expect(month.others).toEqual([])
  expect(month.expenses[0]).toEqual(unwrap(await call('expenses.show', { local: 4 })))
})

it('knows the rate of a currency to itself, and returns null where it knows none', async () => {
  const { call } = await openDesk()
  const rate = async (from: string, to: string) =>
    unwrap(await call('expenses.exchangeRate', { from, to }))
  expect(await rate('NZD', 'NZD')).toEqual({ value: '1' })
  expect(await rate('USD', 'NZD')).toEqual({ value: null })
})

it('takes a rate from the person, counts by it, and suggests the newest for its pair', async () => {
  const { call, project } = await openDesk()
  const domain = unwrap(
    await call('charges.add', { name: 'Domain', charge: 1_250, currency: 'USD' }),
  ).local
  const suggested = async (from: string, to: string) =>
    unwrap(await call('expenses.exchangeRate', { from, to })).value
  const add = async (date: string, exchange_rate?: string | null) =>
    unwrap(
      await call('expenses.create', {
        ...{ project, charge: domain, date, quantity: 2, chargeable: true, exchange_rate },
      }),
    )
  expect(await add('2026-11-19', '0001.650')).toMatchObject({
    ...{ unit_charge: 2_062, total_charge: 4_124, exchange_rate: 1.65 },
  })
  await add('2026-11-18', '1.7')
  await add('2026-11-20')
  await add('2026-11-21', null)
  expect(await suggested('USD', 'NZD')).toBe('1.65')
  expect(await suggested('NZD', 'USD')).toBe(null)
  const { total, unpriced } = unwrap(
    await call('reports.show', { from: '2026-11-01', to: '2026-11-30', by: 'project' }),
  )
  expect([total.expenses, unpriced]).toEqual([[{ currency: 'NZD', amount: 8_374 }], 2])
  const set = { exchange_rate: '1.8' }
  const records = [3, 4].map((local) => ({ local, was: { exchange_rate: null } }))
  expect(unwrap(await call('expenses.updateMany', { records, set }))).toEqual({ changed: 2 })
  expect(await suggested('USD', 'NZD')).toBe('1.8')
})

it.each([
  ...[
    '',
    '0',
    '0.00',
    '-1',
    '0,92',
    '1e3',
    '1.',
    '.5',
    '1000000000',
    '0.123456789012345678901',
    'one',
  ],
])('refuses “%s” as an exchange rate', async (exchange_rate) => {
  const { call, project, charge } = await openDesk()
  const input = { project, charge, date: '2026-11-19', quantity: 2, chargeable: true }
  expect(await call('expenses.create', { ...input, exchange_rate })).toMatchObject({
    error: { fields: { exchange_rate: [expect.stringContaining('Enter a rate above 0')] } },
  })
})

it('returns null for a rate that is unknown', async () => {
  const { call, project } = await openDesk()
  const domain = unwrap(await call('charges.add', { name: 'Domain', charge: 1, currency: 'USD' }))
  const input = { project, charge: domain.local, date: '2026-11-19', quantity: 2, chargeable: true }
  expect(unwrap(await call('expenses.create', input))).toMatchObject({
    provisional: true,
    exchange_rate: null,
    total_charge: 0,
    original_total_charge: 2,
  })
})

it('names the fields of a refused expense as the API does', async () => {
  const { call } = await openDesk()
  const input = { project: 9, charge: 9, date: '2026-11-19', quantity: 1, chargeable: true }
  expect(fieldsOf(await call('expenses.create', input))).toEqual(['project_id', 'charge_id'])
  const tax = { ...input, project: null, charge: null, tax_rate: 101, currency: 'euro' }
  expect(fieldsOf(await call('expenses.create', tax))).toEqual(['tax_rate', 'currency'])
  const edit = { local: 1, set: { quantity: 0 }, was: { quantity: 1 } }
  expect(fieldsOf(await call('expenses.update', edit))).toEqual(['quantity'])
})

it('changes and deletes several expenses at once, and takes that back', async () => {
  const { call, project } = await openDesk()
  const input = { project, date: '2026-11-19', name: 'Ferry', unit_charge: 900, chargeable: true }
  for (const date of ['2026-11-18', '2026-11-19']) {
    unwrap(await call('expenses.create', { ...input, date }))
  }
  const locals = [1, 2]
  const records = locals.map((local) => ({ local, was: { chargeable: true } }))
  expect(
    unwrap(await call('expenses.updateMany', { records, set: { chargeable: false } })),
  ).toEqual({ changed: 2 })
  expect(unwrap(await call('expenses.deleteMany', { locals }))).toEqual({ deleted: 2 })
  expect(unwrap(await call('expenses.list', {})).total).toBe(0)
  unwrap(await call('history.undo', {}))
  const { data } = unwrap(await call('expenses.list', { sortKey: 'date', sortAsc: true }))
  expect(data.map(({ date, chargeable }) => [date, chargeable])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', 0],
  ])
})

it('returns a category with its members, and where they have been used', async () => {
  const { call, project, charge, task, events } = await openDesk()
  const expense = { project, charge, date: '2026-11-19', quantity: 1, chargeable: true }
  unwrap(await call('expenses.create', expense))
  const made = unwrap(
    await call('categories.create', { name: ' Travel ', tasks: [task], charges: [charge] }),
  )
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string
  const summary = {
    ...{ local: 1, id: null, state: 'held', refusal: null, refused: [], provisional: true },
    name: 'Travel',
    ...{ created_at: timestamp, updated_at: timestamp, deleted_at: null, deleted: false },
    ...{ tasks_count: 1, charges_count: 1 },
  }
  expect(made).toEqual({ ...summary, tasks: [task], charges: [charge], projects: [project] })
  expect(unwrap(await call('categories.list', {}))).toMatchObject({
    path: '/api/v1/categories',
    data: [summary],
  })
  expect(events).toContainEqual({ event: 'changed', resource: 'category', locals: [1] })
})

it('archives and restores a category', async () => {
  const { call } = await openDesk()
  unwrap(await call('categories.create', { name: 'Travel' }))
  expect(unwrap(await call('categories.delete', { local: 1 }))).toMatchObject({
    deleted: true,
    deleted_at: expect.any(String),
  })
  expect(unwrap(await call('categories.list', {})).total).toBe(0)
  expect(unwrap(await call('categories.list', { archived: true })).data).toMatchObject([
    { local: 1, deleted: true },
  ])
  unwrap(await call('categories.create', { name: 'travel' }))
  expect(fieldsOf(await call('categories.restore', { local: 1 }))).toEqual(['name'])
  unwrap(
    await call('categories.update', { local: 2, set: { name: 'Trips' }, was: { name: 'travel' } }),
  )
  expect(unwrap(await call('categories.restore', { local: 1 }))).toMatchObject({ deleted: false })
})
