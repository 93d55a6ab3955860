/** The Expenses section of the specification, sentence by sentence, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expenseRecord, expenseSortKeys, taxTypes } from '#shared/resources/expense.ts'
import { pageSchema } from '#shared/resources/page.ts'
import { z } from '#shared/resources/zod.ts'
import { addReference, startFixture, store, type Fixture } from './fixture.ts'

const expenses = '/api/v1/expenses'
const page = pageSchema(expenseRecord)
const written = z.strictObject({ success: z.literal(true), expense: expenseRecord })
const capabilities = ['reference', 'restore', 'user']

let fixture: Fixture
let reference: Awaited<ReturnType<typeof addReference>>
/** 95 NZD cents for each km. */
let mileage: number
/** 1,250 NZD cents for each parcel. */
let courier: number

beforeAll(async () => {
  fixture = await startFixture({ capabilities })
  reference = await addReference(fixture.owner)
  mileage = await store(fixture.owner, 'charges', {
    name: 'Mileage',
    charge: 95,
    unit: 'km',
    currency: 'NZD',
  })
  courier = await store(fixture.owner, 'charges', {
    name: 'Courier',
    charge: 1250,
    unit: 'parcel',
    currency: 'NZD',
  })
  await store(fixture.owner, 'rates', { from: 'NZD', to: 'EUR', value: 0.55 })
})
afterAll(() => fixture.close())

const oneOff = (change: object = {}) => ({
  project_id: reference.web,
  date: '2026-04-14',
  name: 'Ferry and parking',
  unit_charge: 4600,
  chargeable: true,
  ...change,
})
const predefined = (change: object = {}) => ({
  project_id: reference.web,
  charge_id: mileage,
  date: '2026-04-14',
  quantity: 12,
  chargeable: true,
  ...change,
})
const cost = { total_cost: 3200, tax: 'includes', tax_rate: 12.5, currency: 'AUD' }

const put = (id: number, change: object) => fixture.owner.put(`${expenses}/${id}`, change)

async function storeExpense(body: object, by = fixture.owner) {
  const answer = await by.post(expenses, body)
  expect(answer.status, answer.text).toBe(201)
  return written.parse(answer.body).expense
}

async function change(id: number, body: object) {
  const answer = await put(id, body)
  expect(answer.status, answer.text).toBe(200)
  return written.parse(answer.body).expense
}

async function refusedFields(body: object, id?: number): Promise<string[]> {
  const answer = id === undefined ? await fixture.owner.post(expenses, body) : await put(id, body)
  expect(answer.status, answer.text).toBe(422)
  expect(typeof answer.body.message).toBe('string')
  for (const texts of Object.values(answer.body.errors)) {
    expect(texts).toEqual(expect.arrayContaining([expect.any(String)]))
  }
  return Object.keys(answer.body.errors).sort()
}

it('names fields in a sentence as people do, and in `errors` by their names', async () => {
  const { body } = await fixture.owner.post(expenses, predefined({ charge_id: 999, quantity: 0 }))
  expect(body.message).toBe('These need another value: quantity, price list item.')
  expect(Object.keys(body.errors).sort()).toEqual(['charge_id', 'quantity'])
})

const without = (body: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))

describe('“POST /api/v1/expenses: Create”', () => {
  it('“success (boolean) and expense (expense record)”, 201, with every field of the record', async () => {
    const answer = await fixture.owner.post(expenses, predefined({ notes: ' To Helensville ' }))
    expect(answer.status).toBe(201)
    const { expense } = written.parse(answer.body)
    expect(Object.keys(answer.body.expense)).toEqual([
      'id',
      'date',
      'name',
      'quantity',
      'notes',
      'chargeable',
      'total_charge',
      'unit_charge',
      'unit',
      'total_cost',
      'tax',
      'tax_rate',
      'currency',
      'created_at',
      'updated_at',
      'original_total_charge',
      'original_unit_charge',
      'original_currency',
      'exchange_rate',
      'charge',
      'project',
    ])
    expect(expense).toMatchObject({
      date: '2026-04-14',
      notes: 'To Helensville',
      created_at: '2026-04-15 09:30:00',
      updated_at: '2026-04-15 09:30:00',
    })
  })

  it('“Charge record: id, name, charge, unit, currency, created_at, updated_at, deleted”', async () => {
    const { charge } = await storeExpense(predefined())
    expect(charge).toEqual({
      id: mileage,
      name: 'Mileage',
      charge: 95,
      unit: 'km',
      currency: 'NZD',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted: false,
    })
  })

  it('“Project record”: in full, and “client: only inside a time entry”', async () => {
    const { project } = await storeExpense(predefined())
    expect(Object.keys(project).sort()).toEqual(
      [
        'id',
        'status',
        'name',
        'code',
        'description',
        'currency',
        'increment',
        'budget',
        'budget_type',
        'start_date',
        'end_date',
        'created_at',
        'updated_at',
        'type',
        'deleted',
      ].sort(),
    )
    expect(project).toMatchObject({ id: reference.web, code: 'WEB', type: 'client' })
  })

  it('“total_charge equals quantity multiplied by unit_charge”', async () => {
    expect(await storeExpense(predefined())).toMatchObject({
      quantity: 12,
      unit_charge: 95,
      total_charge: 1140,
    })
    expect(await storeExpense(oneOff({ quantity: 3 }))).toMatchObject({
      quantity: 3,
      unit_charge: 4600,
      total_charge: 13_800,
    })
  })

  it('takes name, unit and unit charge from the charge, also when one-off fields are sent along', async () => {
    const sent = { name: 'Other', unit: 'mile', unit_charge: 1 }
    expect(await storeExpense(predefined(sent))).toMatchObject({
      name: 'Mileage',
      unit: 'km',
      unit_charge: 95,
    })
  })

  it('keeps a charge without a unit with a unit of null', async () => {
    const fee = await store(fixture.owner, 'charges', { name: 'Fee', charge: 5, currency: 'NZD' })
    expect((await storeExpense(predefined({ charge_id: fee }))).unit).toBeNull()
  })

  it('makes a one-off charge without charge_id, or with one of null: charge is null, quantity 1 unless given', async () => {
    for (const body of [oneOff(), oneOff({ charge_id: null })]) {
      expect(await storeExpense(body)).toMatchObject({
        name: 'Ferry and parking',
        charge: null,
        quantity: 1,
        unit: null,
        unit_charge: 4600,
        original_currency: 'NZD',
        original_unit_charge: 4600,
        original_total_charge: 4600,
        exchange_rate: 1,
      })
    }
  })

  it('“project_id, date, chargeable: required”, every one named at once', async () => {
    expect(await refusedFields({})).toEqual([
      'chargeable',
      'date',
      'name',
      'project_id',
      'unit_charge',
    ])
  })

  it.each(['project_id', 'date', 'chargeable'])('“%s: required”', async (field) => {
    expect(await refusedFields(without(oneOff(), field))).toEqual([field])
    expect(await refusedFields(without(predefined(), field))).toEqual([field])
  })

  it('“name, unit_charge: required when charge_id is absent”, and not when it is there', async () => {
    expect(await refusedFields(without(oneOff(), 'name', 'unit_charge'))).toEqual([
      'name',
      'unit_charge',
    ])
    expect(await refusedFields(predefined({ charge_id: null }))).toEqual(['name', 'unit_charge'])
    await storeExpense(predefined())
  })

  it('“quantity: required when charge_id is present”', async () => {
    expect(await refusedFields(without(predefined(), 'quantity'))).toEqual(['quantity'])
  })

  it('“tax, tax_rate, currency: required when total_cost is present”', async () => {
    expect(await refusedFields(oneOff({ total_cost: 3200 }))).toEqual([
      'currency',
      'tax',
      'tax_rate',
    ])
    expect(await refusedFields(oneOff(without(cost, 'tax')))).toEqual(['tax'])
    expect(await refusedFields(predefined(without(cost, 'tax_rate')))).toEqual(['tax_rate'])
    expect(await refusedFields(oneOff({ ...without(cost, 'currency'), total_cost: 0 }))).toEqual([
      'currency',
    ])
    expect(await storeExpense(oneOff(cost))).toMatchObject(cost)
  })

  it('without a cost: total_cost 0, tax none, tax_rate 0, currency the project’s', async () => {
    const plain = { total_cost: 0, tax: 'none', tax_rate: 0 }
    expect(await storeExpense(oneOff())).toMatchObject({ ...plain, currency: 'NZD' })
    expect(await storeExpense(oneOff({ project_id: reference.app }))).toMatchObject({
      ...plain,
      currency: 'EUR',
    })
    expect(await storeExpense(oneOff(without(cost, 'total_cost')))).toMatchObject({
      ...plain,
      currency: 'NZD',
    })
  })

  it.each(taxTypes)('takes the tax type %s', async (tax) => {
    expect((await storeExpense(oneOff({ ...cost, tax }))).tax).toBe(tax)
  })

  it.each([0, 100, 15, 12.5, 0.0001, 99.9999, 33.3333])(
    '“tax_rate: decimal”: %d is answered digit for digit',
    async (rate) => {
      const answer = await fixture.owner.post(expenses, oneOff({ ...cost, tax_rate: rate }))
      expect(answer.text).toContain(`"tax_rate":${rate},`)
      const shown = await fixture.owner.get(`${expenses}/${answer.body.expense.id}`)
      expect(shown.text).toContain(`"tax_rate":${rate},`)
    },
  )

  it.each([
    [true, 1],
    [false, 0],
    [1, 1],
    [0, 0],
  ])('“chargeable: sent as a boolean”, %j, “1 or 0 in responses”', async (sent, answered) => {
    expect((await storeExpense(oneOff({ chargeable: sent }))).chargeable).toBe(answered)
  })

  it('“Use chargeable”: chargable is an unknown field', async () => {
    const misspelled = { ...without(oneOff(), 'chargeable'), chargable: true }
    expect(await refusedFields(misspelled)).toEqual(['chargeable'])
  })

  it('“date (may be in the future)”', async () => {
    expect((await storeExpense(oneOff({ date: '2031-12-31' }))).date).toBe('2031-12-31')
  })

  it('“notes: optional”, “unit: string or null”; blank ones are stored as null', async () => {
    expect(await storeExpense(oneOff({ notes: '  ', unit: ' ' }))).toMatchObject({
      notes: null,
      unit: null,
    })
    expect(await storeExpense(oneOff({ notes: null, unit: null }))).toMatchObject({
      notes: null,
      unit: null,
    })
    expect(await storeExpense(oneOff({ notes: ' two\r\nlines ', unit: ' day ' }))).toMatchObject({
      notes: 'two\nlines',
      unit: 'day',
    })
  })

  it('takes a unit_charge below 0, a refund', async () => {
    expect(await storeExpense(oneOff({ unit_charge: -250, quantity: 4 }))).toMatchObject({
      unit_charge: -250,
      total_charge: -1000,
      original_total_charge: -1000,
    })
  })

  it('takes quantities from 1 to 1,000,000', async () => {
    expect((await storeExpense(predefined({ quantity: 1 }))).total_charge).toBe(95)
    expect((await storeExpense(predefined({ quantity: 1_000_000 }))).total_charge).toBe(95_000_000)
    expect(await refusedFields(predefined({ quantity: 1_000_001 }))).toEqual(['quantity'])
  })

  it('refuses a total beyond the largest amount, on quantity', async () => {
    const most = 10 ** 12
    expect(await storeExpense(oneOff({ unit_charge: most }))).toMatchObject({ total_charge: most })
    expect(await refusedFields(oneOff({ unit_charge: most, quantity: 2 }))).toEqual(['quantity'])
    expect(await refusedFields(oneOff({ unit_charge: -most, quantity: 2 }))).toEqual(['quantity'])
  })

  it.each([
    ['project_id', 'x'],
    ['project_id', 0],
    ['project_id', null],
    ['project_id', 987_654],
    ['charge_id', 'x'],
    ['charge_id', -1],
    ['charge_id', 987_654],
    ['date', '2026-02-30'],
    ['date', '14.04.2026'],
    ['date', null],
    ['quantity', 0],
    ['quantity', 1.5],
    ['quantity', '3'],
    ['quantity', null],
    ['quantity', 9e20],
    ['chargeable', 'true'],
    ['chargeable', 2],
    ['chargeable', null],
    ['total_cost', 1.5],
    ['total_cost', '3200'],
    ['total_cost', 10 ** 12 + 1],
    ['total_cost', -(10 ** 12) - 1],
    ['tax', 'vat'],
    ['tax', null],
    ['tax_rate', -0.1],
    ['tax_rate', 100.0001],
    ['tax_rate', 1.000_01],
    ['tax_rate', '15'],
    ['tax_rate', null],
    ['currency', 'eur'],
    ['currency', 'EURO'],
    ['notes', 7],
    ['notes', 'NUL \0 inside'],
    ['notes', 'half a pair \ud83d'],
    ['notes', 'x'.repeat(10_001)],
  ])('refuses %s %j with 422 on that field alone', async (field, value) => {
    expect(await refusedFields(predefined({ ...cost, [field]: value }))).toEqual([field])
  })

  it.each([
    ['name', ''],
    ['name', '   '],
    ['name', 7],
    ['name', null],
    ['name', 'x'.repeat(256)],
    ['unit', 7],
    ['unit', 'x'.repeat(256)],
    ['unit_charge', 1.5],
    ['unit_charge', '4600'],
    ['unit_charge', null],
    ['unit_charge', 1e17],
    ['unit_charge', 10 ** 12 + 1],
    ['unit_charge', -(10 ** 12) - 1],
  ])('refuses %s %j of a one-off charge with 422 on that field alone', async (field, value) => {
    expect(await refusedFields(oneOff({ [field]: value }))).toEqual([field])
  })

  it('names fields of the wrong type together with missing records', async () => {
    const body = predefined({ project_id: 987_654, charge_id: 987_654, quantity: 'some' })
    expect(await refusedFields(body)).toEqual(['charge_id', 'project_id', 'quantity'])
  })

  it('refuses a deleted project or charge on that field', async () => {
    const project = await store(fixture.owner, 'projects', { name: 'Gone', currency: 'NZD' })
    const charge = await store(fixture.owner, 'charges', {
      name: 'Gone',
      charge: 1,
      currency: 'NZD',
    })
    await fixture.owner.delete(`/api/v1/projects/${project}`)
    await fixture.owner.delete(`/api/v1/charges/${charge}`)
    expect(await refusedFields(predefined({ project_id: project, charge_id: charge }))).toEqual([
      'charge_id',
      'project_id',
    ])
  })

  it('takes a project that is complete: no rule forbids it', async () => {
    const done = await store(fixture.owner, 'projects', {
      name: 'Done',
      currency: 'NZD',
      status: 'complete',
    })
    const { project } = await storeExpense(oneOff({ project_id: done }))
    expect(project).toMatchObject({ status: 'complete', type: 'internal' })
  })

  it('ignores a field that it does not know', async () => {
    const known = { total_charge: 1, exchange_rate: 9, user_id: 99, color: 'red' }
    expect(await storeExpense(oneOff(known))).toMatchObject({
      total_charge: 4600,
      exchange_rate: 1,
    })
  })
})

describe('a charge in another currency than the project’s', () => {
  it('keeps original_* in the charge’s currency and rounds the unit charge once, half to even', async () => {
    const body = predefined({ project_id: reference.app, charge_id: courier, quantity: 3 })
    expect(await storeExpense(body)).toMatchObject({
      original_currency: 'NZD',
      original_unit_charge: 1250,
      original_total_charge: 3750,
      exchange_rate: 0.55,
      // 1250 × 0.55 = 687.5; not 3750 × 0.55 = 2062.5.
      unit_charge: 688,
      total_charge: 2064,
      currency: 'EUR',
    })
  })

  it('has an exchange_rate of 1 where the currencies are equal', async () => {
    expect(await storeExpense(predefined())).toMatchObject({
      original_currency: 'NZD',
      original_unit_charge: 95,
      original_total_charge: 1140,
      exchange_rate: 1,
      currency: 'NZD',
    })
  })

  it('goes by the currencies’ own decimals', async () => {
    const { owner } = fixture
    const tokyo = await store(owner, 'projects', { name: 'Tokyo', currency: 'JPY' })
    const kuwait = await store(owner, 'projects', { name: 'Kuwait', currency: 'KWD' })
    await store(owner, 'rates', { from: 'NZD', to: 'JPY', value: 89.25 })
    await store(owner, 'rates', { from: 'NZD', to: 'KWD', value: 0.18 })
    // 12.50 dollars are 1,115.625 yen, and 2.250 dinars.
    expect(await storeExpense(predefined({ project_id: tokyo, charge_id: courier }))).toMatchObject(
      { unit_charge: 1116, original_unit_charge: 1250, exchange_rate: 89.25 },
    )
    expect(
      await storeExpense(predefined({ project_id: kuwait, charge_id: courier })),
    ).toMatchObject({ unit_charge: 2250, original_unit_charge: 1250, exchange_rate: 0.18 })
  })

  it('is refused on charge_id while the organisation has no rate, that of the other direction or of another organisation notwithstanding', async () => {
    const { owner, stranger } = fixture
    const zurich = await store(owner, 'projects', { name: 'Zürich', currency: 'CHF' })
    await store(owner, 'rates', { from: 'CHF', to: 'NZD', value: 2.02 })
    await store(stranger, 'rates', { from: 'NZD', to: 'CHF', value: 0.49 })
    const body = predefined({ project_id: zurich, charge_id: courier })
    expect(await refusedFields(body)).toEqual(['charge_id'])
    await store(owner, 'rates', { from: 'NZD', to: 'CHF', value: 0.5 })
    expect(await storeExpense(body)).toMatchObject({ unit_charge: 625, exchange_rate: 0.5 })
  })

  it('keeps its rate when the organisation’s changes', async () => {
    const { owner } = fixture
    const oslo = await store(owner, 'projects', { name: 'Oslo', currency: 'NOK' })
    const rate = await store(owner, 'rates', { from: 'NZD', to: 'NOK', value: 6 })
    const expense = await storeExpense(predefined({ project_id: oslo, charge_id: courier }))
    await owner.put(`/api/v1/rates/${rate}`, { value: 7 })
    await owner.put(`/api/v1/charges/${courier}`, { charge: 1300 })
    expect(await change(expense.id, { quantity: 2 })).toMatchObject({
      unit_charge: 7500,
      total_charge: 15_000,
      original_total_charge: 2500,
      exchange_rate: 6,
      charge: { charge: 1300 },
    })
    await owner.put(`/api/v1/charges/${courier}`, { charge: 1250 })
  })

  it('refuses a unit charge or a total beyond the largest amount in either currency, on quantity', async () => {
    const { owner } = fixture
    const projectIn = (currency: string) => store(owner, 'projects', { name: currency, currency })
    const chargeOf = (charge: number) =>
      store(owner, 'charges', { name: 'Large', charge, currency: 'NZD' })
    // A cent is 10,000 of the one, and a ten-thousandth of a cent of the other.
    const [dong, pound] = [await projectIn('VND'), await projectIn('GBP')]
    await store(owner, 'rates', { from: 'NZD', to: 'VND', value: 1_000_000 })
    await store(owner, 'rates', { from: 'NZD', to: 'GBP', value: 0.0001 })

    const unit = { project_id: dong, charge_id: await chargeOf(9e9), quantity: 1 }
    expect(await refusedFields(predefined(unit))).toEqual(['quantity'])
    const converted = { project_id: dong, charge_id: await chargeOf(1e7) }
    expect(await storeExpense(predefined({ ...converted, quantity: 9 }))).toMatchObject({
      unit_charge: 1e11,
      total_charge: 9e11,
    })
    expect(await refusedFields(predefined({ ...converted, quantity: 11 }))).toEqual(['quantity'])
    const original = { project_id: pound, charge_id: await chargeOf(9e11) }
    expect(await storeExpense(predefined({ ...original, quantity: 1 }))).toMatchObject({
      unit_charge: 9e7,
      original_total_charge: 9e11,
    })
    expect(await refusedFields(predefined({ ...original, quantity: 2 }))).toEqual(['quantity'])
  })
})

describe('“GET /api/v1/expenses/:EXPENSE_ID: Show one”', () => {
  it('“Show response: the expense record”, with no wrapper', async () => {
    const expense = await storeExpense(predefined(cost))
    const answer = await fixture.member.get(`${expenses}/${expense.id}`)
    expect(answer.status).toBe(200)
    expect(expenseRecord.parse(answer.body)).toEqual(expense)
  })

  it.each(['987654', '0', '-1', 'x', '1.5', '99999999999999999999'])(
    'answers 404 for %s',
    async (id) => {
      const answer = await fixture.owner.get(`${expenses}/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: expect.any(String) })
    },
  )
})

describe('“PUT /api/v1/expenses/:EXPENSE_ID: Update”', () => {
  it('“the same fields, all optional”: each alone, and the others stay', async () => {
    const before = await storeExpense(oneOff({ notes: 'Before', unit: 'trip' }))
    fixture.clock.at += 60_000
    const changes = {
      date: '2026-04-13',
      name: 'Ferry',
      quantity: 2,
      chargeable: false,
      unit_charge: 5000,
      unit: 'crossing',
      total_cost: 900,
      tax: 'excludes',
      tax_rate: 15,
      currency: 'USD',
      notes: 'After',
    }
    for (const [field, value] of Object.entries(changes))
      await change(before.id, { [field]: value })
    const shown = expenseRecord.parse((await fixture.owner.get(`${expenses}/${before.id}`)).body)
    expect(shown).toEqual({
      ...before,
      ...changes,
      chargeable: 0,
      total_charge: 10_000,
      original_unit_charge: 5000,
      original_total_charge: 10_000,
      updated_at: '2026-04-15 09:31:00',
    })
    fixture.clock.at -= 60_000
  })

  it('“with no conditional requirements stated”: a cost without tax, tax_rate and currency', async () => {
    const { id } = await storeExpense(oneOff())
    expect(await change(id, { total_cost: 700 })).toMatchObject({
      total_cost: 700,
      tax: 'none',
      tax_rate: 0,
      currency: 'NZD',
    })
  })

  it('takes an empty object, and current values, without touching updated_at', async () => {
    const body = oneOff({ ...cost, notes: 'As it is', unit: 'trip' })
    const expense = await storeExpense(body)
    fixture.clock.at += 60_000
    expect(await change(expense.id, {})).toEqual(expense)
    expect(await change(expense.id, body)).toEqual(expense)
    fixture.clock.at -= 60_000
  })

  it('a charge takes over name, unit and unit charge, without a quantity being required', async () => {
    const { id } = await storeExpense(oneOff({ quantity: 4, unit: 'trip' }))
    expect(await change(id, { charge_id: courier, name: 'Sent along' })).toMatchObject({
      name: 'Courier',
      unit: 'parcel',
      quantity: 4,
      unit_charge: 1250,
      total_charge: 5000,
      original_unit_charge: 1250,
      original_total_charge: 5000,
      charge: { id: courier },
    })
    expect(await change(id, { charge_id: mileage })).toMatchObject({
      name: 'Mileage',
      total_charge: 380,
    })
  })

  it('charge_id null makes it one-off with the values it has', async () => {
    const { id } = await storeExpense(
      predefined({ project_id: reference.app, charge_id: courier, quantity: 2 }),
    )
    expect(await change(id, { charge_id: null })).toMatchObject({
      charge: null,
      name: 'Courier',
      unit: 'parcel',
      quantity: 2,
      unit_charge: 688,
      total_charge: 1376,
      original_currency: 'EUR',
      original_unit_charge: 688,
      original_total_charge: 1376,
      exchange_rate: 1,
    })
  })

  it('charge_id null may come with the one-off fields', async () => {
    const { id } = await storeExpense(predefined())
    const fields = { charge_id: null, name: 'Taxi', unit: null, unit_charge: 3000, quantity: 1 }
    expect(await change(id, fields)).toMatchObject({
      charge: null,
      name: 'Taxi',
      unit: null,
      total_charge: 3000,
    })
  })

  it.each([
    ['name', 'Other'],
    ['unit', 'mile'],
    ['unit', null],
    ['unit_charge', 1],
  ])('refuses %s %j on an expense that keeps its charge, on that field', async (field, value) => {
    const { id } = await storeExpense(predefined())
    expect(await refusedFields({ [field]: value }, id)).toEqual([field])
    expect(await refusedFields({ [field]: value, charge_id: mileage }, id)).toEqual([field])
  })

  it('moves to another project: what the charge cost stays, in the new project’s currency', async () => {
    const expense = await storeExpense(predefined({ charge_id: courier, quantity: 2 }))
    await fixture.owner.put(`/api/v1/charges/${courier}`, { charge: 9999 })
    expect(await change(expense.id, { project_id: reference.app })).toMatchObject({
      project: { id: reference.app },
      original_unit_charge: 1250,
      original_currency: 'NZD',
      unit_charge: 688,
      total_charge: 1376,
      exchange_rate: 0.55,
      currency: 'EUR',
    })
    await fixture.owner.put(`/api/v1/charges/${courier}`, { charge: 1250 })
    const back = { project_id: reference.web }
    expect(await change(expense.id, back)).toMatchObject({ unit_charge: 1250, exchange_rate: 1 })
  })

  it('does not move a charge where there is no rate, and changes nothing then', async () => {
    const expense = await storeExpense(predefined())
    const sydney = await store(fixture.owner, 'projects', { name: 'Sydney', currency: 'AUD' })
    expect(await refusedFields({ project_id: sydney, notes: 'No' }, expense.id)).toEqual([
      'charge_id',
    ])
    expect((await fixture.owner.get(`${expenses}/${expense.id}`)).body).toEqual(expense)
  })

  it('moves a one-off charge as it is: its amount counts in the new project’s currency', async () => {
    const { id } = await storeExpense(oneOff(cost))
    expect(await change(id, { project_id: reference.app })).toMatchObject({
      unit_charge: 4600,
      original_currency: 'EUR',
      exchange_rate: 1,
      // The cost was paid in a currency of its own.
      currency: 'AUD',
    })
  })

  it('leaves a one-off charge in its currency when the project’s own changes', async () => {
    const project = await store(fixture.owner, 'projects', { name: 'Moving', currency: 'NZD' })
    const { id } = await storeExpense(oneOff({ project_id: project }))
    await fixture.owner.put(`/api/v1/projects/${project}`, { currency: 'EUR' })
    expect(await change(id, { notes: 'Later', project_id: project })).toMatchObject({
      original_currency: 'NZD',
      currency: 'NZD',
      project: { currency: 'EUR' },
    })
  })

  it('allows a change of an expense of a deleted project or charge, as long as these are not changed', async () => {
    const project_id = await store(fixture.owner, 'projects', { name: 'Leaving', currency: 'NZD' })
    const charge_id = await store(fixture.owner, 'charges', {
      name: 'Leaving',
      charge: 7,
      currency: 'NZD',
    })
    const { id } = await storeExpense(predefined({ project_id, charge_id }))
    await fixture.owner.delete(`/api/v1/projects/${project_id}`)
    await fixture.owner.delete(`/api/v1/charges/${charge_id}`)
    expect(await change(id, { project_id, charge_id, quantity: 3 })).toMatchObject({
      total_charge: 21,
      project: { deleted: true },
      charge: { deleted: true },
    })
    const other = await storeExpense(predefined())
    expect(await refusedFields({ project_id, charge_id }, other.id)).toEqual([
      'charge_id',
      'project_id',
    ])
  })

  it('refuses a total that is too large when only one of its factors changes', async () => {
    const { id } = await storeExpense(oneOff({ unit_charge: 9e11 }))
    expect(await refusedFields({ quantity: 2 }, id)).toEqual(['quantity'])
    const many = await storeExpense(oneOff({ quantity: 1_000_000 }))
    expect(await refusedFields({ unit_charge: 9e11 }, many.id)).toEqual(['quantity'])
  })

  it('changes nothing at all when one field needs another value', async () => {
    const expense = await storeExpense(oneOff())
    expect(await refusedFields({ notes: 'Kept?', quantity: 0 }, expense.id)).toEqual(['quantity'])
    expect((await fixture.owner.get(`${expenses}/${expense.id}`)).body).toEqual(expense)
  })
})

describe('“DELETE /api/v1/expenses/:EXPENSE_ID: Delete permanently”', () => {
  it('“success and expense (the deleted record). The expense is no longer accessible afterwards”', async () => {
    const expense = await storeExpense(predefined())
    const address = `${expenses}/${expense.id}`
    const answer = await fixture.owner.delete(address)
    expect(answer.status).toBe(200)
    expect(written.parse(answer.body).expense).toEqual(expense)
    expect((await fixture.owner.get(address)).status).toBe(404)
    expect((await fixture.owner.put(address, {})).status).toBe(404)
    expect((await fixture.owner.delete(address)).status).toBe(404)
  })
})

describe('who sees and writes what', () => {
  it('a member writes their own expenses', async () => {
    const { id } = await storeExpense(predefined(), fixture.member)
    const answer = await fixture.member.put(`${expenses}/${id}`, { quantity: 5 })
    expect(written.parse(answer.body).expense.quantity).toBe(5)
    expect((await fixture.member.delete(`${expenses}/${id}`)).status).toBe(200)
  })

  it('a member sees another’s expenses and cannot change them: 403', async () => {
    const expense = await storeExpense(predefined())
    const address = `${expenses}/${expense.id}`
    expect((await fixture.member.get(address)).status).toBe(200)
    const answer = await fixture.member.put(address, { quantity: 5 })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({ message: expect.any(String) })
    expect((await fixture.member.delete(address)).status).toBe(403)
    expect((await fixture.owner.get(address)).body).toEqual(expense)
  })

  it('an owner changes a member’s expense, which stays the member’s', async () => {
    const { id } = await storeExpense(predefined(), fixture.member)
    await change(id, { quantity: 2 })
    const shown = await fixture.owner.get(`${expenses}/${id}?include=user`)
    expect(expenseRecord.parse(shown.body).user).toMatchObject({ name: 'Mino' })
    expect((await fixture.owner.delete(`${expenses}/${id}`)).status).toBe(200)
  })

  it('another organisation sees nothing, reaches nothing and cannot guess: 404', async () => {
    const { id } = await storeExpense(predefined())
    expect((await fixture.stranger.get(expenses)).body.total).toBe(0)
    expect((await fixture.stranger.get(`${expenses}/${id}`)).status).toBe(404)
    expect((await fixture.stranger.put(`${expenses}/${id}`, { quantity: 1 })).status).toBe(404)
    expect((await fixture.stranger.delete(`${expenses}/${id}`)).status).toBe(404)
  })

  it('a project or charge of another organisation counts as missing', async () => {
    const { stranger, owner } = fixture
    const project_id = await store(stranger, 'projects', { name: 'Theirs', currency: 'NZD' })
    const charge = { name: 'Theirs', charge: 1, currency: 'NZD' }
    const charge_id = await store(stranger, 'charges', charge)
    const theirs = await owner.post(expenses, predefined({ project_id, charge_id }))
    const ids = { project_id: 98_765, charge_id: 98_765 }
    const missing = await owner.post(expenses, predefined(ids))
    expect(theirs.status).toBe(422)
    expect(theirs.body).toEqual(missing.body)
  })

  it('adds the user where include=user asks for it, in every response', async () => {
    const user = { id: expect.any(Number), name: 'Olga' }
    const stored = await fixture.owner.post(`${expenses}?include=user`, predefined())
    expect(written.parse(stored.body).expense.user).toEqual(user)
    const address = `${expenses}/${stored.body.expense.id}`
    expect((await fixture.owner.get(`${address}?include=user`)).body.user).toEqual(user)
    expect((await fixture.owner.get(address)).body).not.toHaveProperty('user')
    const put = await fixture.owner.put(`${address}?include=user`, { quantity: 3 })
    expect(put.body.expense.user).toEqual(user)
    const deleted = await fixture.owner.delete(`${address}?include=user`)
    expect(deleted.body.expense.user).toEqual(user)
  })
})

describe('“GET /api/v1/expenses: Paginated list”', () => {
  let list: Fixture

  beforeAll(async () => {
    list = await startFixture({ capabilities })
    const { owner, member, clock } = list
    const { web, app } = await addReference(owner)
    const km = { name: 'Mileage', charge: 95, unit: 'km', currency: 'NZD' }
    const charge = await store(owner, 'charges', km)
    const studio = await store(owner, 'projects', { name: 'Studio', code: 'ÄBC', currency: 'EUR' })
    const rows: [by: typeof owner, object][] = [
      [owner, { project_id: web, date: '2026-04-10', name: 'Zoo', notes: 'Größe' }],
      [owner, { project_id: app, date: '2026-04-10', name: 'ägypten' }],
      [member, { project_id: web, date: '2026-04-12', charge_id: charge, quantity: 7 }],
      [member, { project_id: studio, date: '2026-04-09', name: 'ferry', notes: '100% wool' }],
      [owner, { project_id: studio, date: '2026-04-12', name: 'Ferry' }],
      [owner, { project_id: web, date: '2026-04-10', name: 'Ink' }],
    ]
    for (const [by, row] of rows) {
      clock.at += 1000
      const body = { unit_charge: 100, chargeable: false, ...row }
      expect((await by.post(expenses, body)).status).toBe(201)
    }
    clock.at += 1000
    await owner.put(`${expenses}/2`, { quantity: 2 })
    await owner.put(`/api/v1/charges/${charge}`, { name: 'Kilometres' })
  })
  afterAll(() => list.close())

  const read = async (parameters: string) => {
    const answer = await list.owner.get(`${expenses}?${parameters}`)
    expect(answer.status).toBe(200)
    return page.parse(answer.body)
  }
  const ids = async (parameters: string) => (await read(parameters)).data.map(({ id }) => id)

  it('“the pagination envelope whose data holds expense records”, the same as shown alone', async () => {
    const { data, total } = await read('')
    expect(total).toBe(6)
    for (const record of data) {
      expect((await list.owner.get(`${expenses}/${record.id}`)).body).toEqual(record)
    }
  })

  it('comes by date, newest first, unless asked otherwise', async () => {
    expect(await ids('')).toEqual([5, 3, 6, 2, 1, 4])
    expect(await ids('sortAsc=1')).toEqual([4, 1, 2, 6, 3, 5])
  })

  // Names by their folded keys: ferry = Ferry < ink < mileage < zoo < ägypten.
  const ascending: Record<(typeof expenseSortKeys)[number], number[]> = {
    date: [4, 1, 2, 6, 3, 5],
    name: [4, 5, 6, 3, 1, 2],
    updated_at: [1, 3, 4, 5, 6, 2],
  }
  it('“allowed sortKey values are date, name, updated_at”', () => {
    expect(expenseSortKeys).toEqual(['date', 'name', 'updated_at'])
  })

  it.each(expenseSortKeys)('“sortKey” %s, “1 for ascending, 0 for descending”', async (key) => {
    expect(await ids(`sortKey=${key}`)).toEqual(ascending[key])
    expect(await ids(`sortKey=${key}&sortAsc=1`)).toEqual(ascending[key])
    expect(await ids(`sortKey=${key}&sortAsc=0`)).toEqual(ascending[key].toReversed())
  })

  it.each(expenseSortKeys)('pages by %s never overlap and leave nothing out', async (key) => {
    for (const [direction, order] of [
      [1, ascending[key]],
      [0, ascending[key].toReversed()],
    ] as const) {
      const paged: number[] = []
      for (const number of [1, 2, 3]) {
        paged.push(...(await ids(`sortKey=${key}&sortAsc=${direction}&limit=2&page=${number}`)))
      }
      expect(paged).toEqual(order)
    }
  })

  it.each([
    ['größe', [1]],
    ['GRÖSSE', [1]],
    ['ferry', [5, 4]],
    ['web', [3, 6, 1]],
    ['äbc', [5, 4]],
    ['äg', [2]],
    ['harbour', [3, 6, 2, 1]],
    ['hlb app', [2]],
    ['mileage', [3]],
    ['kilometres', [3]],
    ['100%', [4]],
    ['%', []],
    ['_', []],
    ['mino', []],
    ['wool ferry', [4]],
    ['nothing-like-it', []],
    ['   ', [5, 3, 6, 2, 1, 4]],
  ])(
    '“query: Search term”, over name, notes, project, client and charge: %s',
    async (query, found) => {
      expect(await ids(`query=${encodeURIComponent(query)}`)).toEqual(found)
      expect((await read(`query=${encodeURIComponent(query)}&limit=1`)).total).toBe(found.length)
    },
  )

  it('adds the user where include=user asks for it', async () => {
    const { data } = await read('include=user&query=ink')
    expect(data[0]!.user).toEqual({ id: expect.any(Number), name: 'Olga' })
    expect((await read('')).data[0]).not.toHaveProperty('user')
  })
})
