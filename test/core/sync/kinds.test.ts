import { describe, expect, it } from 'vitest'
import { categoryAdapter } from '#core/sync/records/category-adapter.ts'
import { expenseAdapter } from '#core/sync/records/expense-adapter.ts'
import { timeAdapter } from '#core/sync/records/time-adapter.ts'
import { toCategoryVersion } from '#shared/resources/category-version.ts'
import { expenseWire } from '#shared/resources/expense.ts'
import {
  toExpenseVersion,
  expenseVersionFromWire,
  canonicalDecimal,
  unmatchedId,
  type ExpenseValues,
} from '#shared/resources/expense-version.ts'

const values: ExpenseValues = {
  project_id: 1,
  charge_id: null,
  name: 'Lunch',
  unit_charge: 1200,
  unit: null,
  date: '2026-11-19',
  quantity: 1,
  total_cost: 0,
  chargeable: true,
  notes: null,
}

const wire = (given: object) =>
  expenseWire.parse({
    id: 7,
    date: '2026-11-19',
    name: 'Lunch',
    quantity: 1,
    notes: null,
    chargeable: 1,
    total_charge: 1200,
    unit_charge: 1200,
    unit: null,
    total_cost: 0,
    tax: 'none',
    tax_rate: 0,
    currency: 'EUR',
    created_at: '2026-11-19 14:00:00',
    updated_at: '2026-11-19 14:00:00',
    charge: null,
    project: { id: 1 },
    ...given,
  })

describe('the body of a new expense', () => {
  it('names a one-off charge, and no cost where there is none', () => {
    expect(expenseAdapter.createBody(toExpenseVersion(values))).toEqual({
      project_id: 1,
      name: 'Lunch',
      unit_charge: 1200,
      date: '2026-11-19',
      quantity: 1,
      chargeable: true,
    })
  })

  it('names a charge and its quantity, and nothing that the charge decides', () => {
    const version = toExpenseVersion({ ...values, charge_id: 3, quantity: 2, notes: 'Two' })
    expect(expenseAdapter.createBody(version)).toEqual({
      project_id: 1,
      charge_id: 3,
      date: '2026-11-19',
      quantity: 2,
      chargeable: true,
      notes: 'Two',
    })
  })

  it('has tax, rate and currency beside a cost', () => {
    const cost = { total_cost: 900, tax: 'includes', tax_rate: '7.70', currency: 'EUR' }
    expect(expenseAdapter.createBody(toExpenseVersion({ ...values, ...cost }))).toMatchObject({
      total_cost: 900,
      tax: 'includes',
      tax_rate: 7.7,
      currency: 'EUR',
    })
  })
})

describe('the body of a changed expense', () => {
  it('makes it one-off with null only where it had a charge', () => {
    const send = { charge_id: null, name: 'Taxi', unit_charge: 900, unit: null }
    expect(expenseAdapter.updateBody(send, wire({ charge: { id: 3 } }))).toEqual(send)
    const { charge_id: _charge, ...without } = send
    expect(expenseAdapter.updateBody(send, wire({}))).toEqual(without)
  })

  it('gives it a charge alone', () => {
    const send = { charge_id: 3, name: null, unit_charge: null, unit: null }
    expect(expenseAdapter.updateBody(send, wire({}))).toEqual({ charge_id: 3 })
  })

  it('takes a cost away without naming a tax', () => {
    const send = { total_cost: 0, tax: null, tax_rate: null, currency: null }
    expect(expenseAdapter.updateBody(send, wire({}))).toEqual({ total_cost: 0 })
  })

  it('clears notes with the empty string', () => {
    expect(expenseAdapter.updateBody({ notes: null }, wire({}))).toEqual({ notes: '' })
  })
})

describe('the version of an expense', () => {
  it('is the same in every notation of a service', () => {
    const one = expenseVersionFromWire(
      wire({ total_cost: '900', tax: 'includes', tax_rate: '7.700', notes: ' A\r\nB ' }),
    )
    const other = expenseVersionFromWire(
      wire({ total_cost: 900, tax: 'includes', tax_rate: 7.7, notes: 'A\nB' }),
    )
    expect(one).toEqual(other)
    const without = expenseVersionFromWire(wire({ total_cost: null, tax: null, currency: null }))
    expect(without).toEqual(expenseVersionFromWire(wire({})))
  })

  it('has no value that its charge decides', () => {
    const version = expenseVersionFromWire(wire({ charge: { id: 3, name: 'Lunch' } }))
    expect(version).toMatchObject({ charge_id: 3, name: null, unit_charge: null, unit: null })
  })

  it.each([
    ['10.50', '10.5'],
    ['007', '7'],
    ['-0.0', '0'],
    ['15.00', '15'],
    ['100', '100'],
    ['-0.5', '-0.5'],
  ])('writes %s as %s', (text, plain) => expect(canonicalDecimal(text)).toBe(plain))
})

describe('a record that cannot be sent yet', () => {
  it('is one that names a record that only this machine knows', () => {
    expect(expenseAdapter.isSendable(toExpenseVersion({ ...values, charge_id: unmatchedId }))).toBe(
      false,
    )
    expect(expenseAdapter.isSendable(toExpenseVersion({ ...values, project_id: null }))).toBe(false)
    expect(expenseAdapter.isSendable(toExpenseVersion(values))).toBe(true)
    expect(categoryAdapter.isSendable(toCategoryVersion('A', [1, unmatchedId], []))).toBe(false)
    expect(categoryAdapter.isSendable(toCategoryVersion('A', [1], [2]))).toBe(true)
  })
})

describe('similarity', () => {
  const time = {
    project_id: 1,
    task_id: 1,
    date: '2026-11-19',
    start: 540,
    quantity: 4,
    notes: 'A',
    increment: 15,
    rate: 10_000,
    currency: 'EUR',
  }

  it.each([
    ['same', {}],
    ['near', { notes: 'a!' }],
    ['kin', { notes: 'B' }],
    ['kin', { notes: null }],
    ['kin', { start: 600 }],
    ['kin', { start: 600, quantity: 5 }],
    [null, { start: 600, notes: 'B' }],
    [null, { quantity: 5, notes: 'B' }],
    [null, { start: 600, quantity: 5, notes: 'B' }],
    [null, { project_id: 2 }],
  ])('of times is %s', (likeness, given) => {
    expect(timeAdapter.likeness(time, { ...time, ...given })).toBe(likeness)
  })

  it.each([
    ['same', {}],
    ['near', { name: 'LUNCH' }],
    ['kin', { notes: 'With the client' }],
    ['kin', { chargeable: false }],
    ['kin', { quantity: 3 }],
    [null, { name: 'Taxi' }],
    [null, { name: 'Taxi', unit_charge: 900 }],
    [null, { name: 'Taxi', quantity: 3 }],
    [null, { date: '2026-11-18' }],
  ])('of expenses is %s', (likeness, given) => {
    const sent = toExpenseVersion(values)
    expect(expenseAdapter.likeness(sent, toExpenseVersion({ ...values, ...given }))).toBe(likeness)
  })

  it('of two expenses of one charge is near only with the same text', () => {
    const charged = { ...values, charge_id: 3, notes: 'Day 1' }
    const sent = toExpenseVersion(charged)
    const seen = (given: object) => toExpenseVersion({ ...charged, ...given })
    expect(expenseAdapter.likeness(sent, seen({ notes: 'day 1' }))).toBe('near')
    expect(expenseAdapter.likeness(sent, seen({ notes: 'Day 2' }))).toBe('kin')
    expect(expenseAdapter.likeness(sent, seen({ notes: 'Day 2', quantity: 9 }))).toBeNull()
  })

  it('of times without notes goes by their start', () => {
    const plain = { ...time, notes: null }
    expect(timeAdapter.likeness(plain, { ...plain, quantity: 5 })).toBe('kin')
    expect(timeAdapter.likeness(plain, { ...plain, start: 600 })).toBeNull()
  })

  it.each([
    ['same', { name: 'TRAVEL' }],
    ['kin', { name: 'Travel abroad' }],
    [null, { name: 'Trips' }],
    [null, { name: 'Travel abroad', tasks: [1, 2] }],
  ])('of categories is %s', (likeness, given) => {
    const sent = toCategoryVersion('Travel', [1], [])
    expect(categoryAdapter.likeness(sent, { ...sent, ...given })).toBe(likeness)
  })

  it('ignores text that cannot be stored', () => {
    expect(expenseAdapter.schema.safeParse({ ...wire({}), notes: 'A\uD800' }).success).toBe(false)
    expect(expenseAdapter.schema.safeParse({ ...wire({}), notes: 'A\0' }).success).toBe(false)
    expect(expenseAdapter.schema.safeParse(wire({ notes: 'A 😀' })).success).toBe(true)
  })
})
