/**
 * The records of the specification, field by field: what is strict, and what a client tolerates.
 */
import { describe, expect, it } from 'vitest'
import {
  categoryListRecord,
  categoryRecord,
  categoryShowRecord,
  categorySortKeys,
  categoryWire,
} from '#shared/resources/category.ts'
import { chargeRecord, chargeWire } from '#shared/resources/charge.ts'
import { expenseRecord, expenseSortKeys, expenseWire, taxTypes } from '#shared/resources/expense.ts'
import { toPageEnvelope, pageSchema, wirePage } from '#shared/resources/page.ts'
import {
  quantityProblem,
  timeCreate,
  timeSortKeys,
  timeUpdate,
  timeWire,
} from '#shared/resources/time.ts'
import { rateWire } from '#shared/resources/rate.ts'
import { webhookEvents, webhookRecord, webhookWire } from '#shared/resources/webhook.ts'
import { z } from '#shared/resources/zod.ts'

const dated = { created_at: '2026-11-19 08:00:00', updated_at: '2026-11-19 08:00:00' }

const charge = {
  id: 3,
  name: 'Mileage',
  charge: 95,
  unit: 'km',
  currency: 'NZD',
  ...dated,
  deleted: false,
}
const project = {
  id: 7,
  status: 'incomplete',
  name: 'Website relaunch',
  code: 'WEB',
  description: '',
  currency: 'NZD',
  increment: 15,
  budget: null,
  budget_type: null,
  start_date: '2026-01-01',
  end_date: null,
  ...dated,
  type: 'client',
  deleted: false,
}
const expense = {
  id: 11,
  date: '2026-11-19',
  name: 'Mileage',
  quantity: 38,
  notes: null,
  chargeable: 1,
  total_charge: 3610,
  unit_charge: 95,
  unit: 'km',
  total_cost: 0,
  tax: 'includes',
  tax_rate: 12.5,
  currency: 'NZD',
  ...dated,
  original_total_charge: 3610,
  original_unit_charge: 95,
  original_currency: 'NZD',
  exchange_rate: 1,
  charge,
  project,
}
const category = { id: 5, name: 'Design work', ...dated, deleted_at: null, deleted: false }

/** Each record with the schema that our service answers by. */
const strict: [string, z.ZodType, Record<string, unknown>][] = [
  ['an expense', expenseRecord, expense],
  ['a charge', chargeRecord, charge],
  [
    'a category in the index',
    categoryListRecord,
    { ...category, tasks_count: 2, charges_count: 0 },
  ],
  ['a category', categoryRecord, { ...category, tasks: [1, 2], charges: [] }],
  ['a shown category', categoryShowRecord, { ...category, tasks: [1], charges: [], projects: [7] }],
  [
    'a webhook',
    webhookRecord,
    { id: 1, uri: 'https://example.com/hook', events: ['categories.created'], ...dated },
  ],
]

describe.each(strict)('%s of our service', (_name, schema, record) => {
  it('is what the specification lists', () => {
    expect(schema.safeParse(record).error?.issues).toBeUndefined()
  })

  it('has no other field, and misses none', () => {
    expect(schema.safeParse({ ...record, extra: 1 }).success).toBe(false)
    for (const field of Object.keys(record)) {
      const { [field]: _removed, ...rest } = record
      expect(schema.safeParse(rest).success, field).toBe(false)
    }
  })
})

describe('a client of any service', () => {
  it('accepts numbers as text, and booleans as 1 and 0', () => {
    const read = expenseWire.parse({
      ...expense,
      id: '11',
      quantity: '38',
      tax_rate: '12.50',
      chargeable: '0',
      project: { ...project, increment: '15', deleted: 0 },
    })
    expect(read).toMatchObject({ id: 11, quantity: 38, tax_rate: '12.50', chargeable: false })
    expect(read.project).toMatchObject({ increment: 15, deleted: false })
  })

  it('tolerates fields that are missing or unknown', () => {
    expect(chargeWire.parse({ id: 3, color: 'red' })).toEqual({ id: 3 })
    const { deleted_at: _gone, ...bare } = category
    expect(categoryWire.parse(bare)).toMatchObject({ name: 'Design work' })
    expect(webhookWire.parse({ id: '1', uri: 'x', events: [], ...dated }).id).toBe(1)
  })

  it('reads dates and timestamps in any notation', () => {
    const time = {
      id: 1,
      date: '2026-11-19T00:00:00.000000Z',
      start: 540,
      quantity: 2,
      increment: 15,
      created_at: '2026-11-19T08:00:00.000000Z',
      updated_at: '2026-11-19 08:00:00',
      project: { id: 7 },
      task: { id: 2 },
    }
    expect(timeWire.parse(time)).toMatchObject({
      date: '2026-11-19',
      created_at: '2026-11-19 08:00:00',
      notes: null,
    })
    expect(timeWire.safeParse({ ...time, date: '19/11/2026' }).success).toBe(false)
    expect(timeWire.safeParse({ ...time, start: 'nine' }).success).toBe(false)
  })

  it('reads the envelopes of both generations of paginators', () => {
    const page = { data: [], current_page: '1', last_page: 0, per_page: '15', total: '0' }
    const newer = { ...page, links: [], first_page_url: 'x', from: null, to: null }
    expect(wirePage.parse(newer)).toEqual({
      data: [],
      current_page: 1,
      last_page: 0,
      per_page: 15,
      total: 0,
    })
    expect(wirePage.safeParse('<html>').success).toBe(false)
  })
})

it('reads a number that JSON writes with an exponent as a rate', () => {
  const pair = { id: 1, from: 'IRR', to: 'KWD' }
  expect(rateWire.parse({ ...pair, value: 3e-7 }).value).toBe('0.0000003')
  expect(rateWire.parse({ ...pair, value: '0.0000003' }).value).toBe('0.0000003')
  expect(rateWire.safeParse({ ...pair, value: 0 }).success).toBe(false)
})

describe('the envelope', () => {
  const path = 'https://time.example.com/api/v1/times'

  it('has exactly the ten keys, and addresses that repeat what was asked', () => {
    const page = toPageEnvelope({ data: ['c', 'd'], page: 2, limit: 2, total: 5 }, path, [
      ['query', 'a b&c'],
      ['page', '2'],
      ['limit', '2'],
    ])
    expect(pageSchema(z.string()).safeParse(page).success).toBe(true)
    expect(page).toMatchObject({ from: 3, to: 4, last_page: 3 })
    expect(page.next_page_url).toBe(`${path}?query=a%20b%26c&limit=2&page=3`)
    expect(page.prev_page_url).toBe(`${path}?query=a%20b%26c&limit=2&page=1`)
  })

  it('has from and to of 0 when empty, and a link back from past the end', () => {
    expect(toPageEnvelope({ data: [], page: 1, limit: 15, total: 0 }, path)).toMatchObject({
      from: 0,
      to: 0,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
    })
    expect(toPageEnvelope({ data: [], page: 9, limit: 15, total: 20 }, path)).toMatchObject({
      next_page_url: null,
      prev_page_url: `${path}?page=2`,
    })
  })
})

describe('a request about a time', () => {
  const body = { project_id: 1, task_id: 2, date: '2026-11-19', start: 540, quantity: 4 }

  it('may leave the notes out, and nothing else, when it creates', () => {
    expect(timeCreate.parse(body)).toEqual(body)
    for (const field of Object.keys(body)) {
      const { [field as 'date']: _removed, ...rest } = body
      expect(timeCreate.safeParse(rest).success, field).toBe(false)
    }
  })

  it('may be any subset when it updates', () => {
    expect(timeUpdate.parse({})).toEqual({})
    expect(timeUpdate.parse({ notes: '  ' })).toEqual({ notes: null })
  })

  it('may not be longer than the longest day', () => {
    expect(quantityProblem(100, 15)).toBeUndefined()
    expect(quantityProblem(101, 15)).toContain('100')
  })
})

it('sorts by the keys that the specification allows', () => {
  expect(expenseSortKeys).toEqual(['date', 'name', 'updated_at'])
  expect(categorySortKeys).toEqual(['name'])
  expect(timeSortKeys).toEqual([
    'date',
    'start',
    'task.name',
    'project.name',
    'project.code',
    'user.name',
  ])
})

it('accepts the tax type that a sample shows', () => {
  expect(taxTypes).toContain('includes')
})

it('accepts the events that the specification shows', () => {
  for (const action of ['created', 'updated', 'deleted']) {
    expect(webhookEvents).toContain(`categories.${action}`)
  }
})
