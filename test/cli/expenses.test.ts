import { describe, expect, it } from 'vitest'
import type { Expense } from '#shared/resources/expense.ts'
import type { Page } from '#shared/resources/page.ts'
import { playAt } from '../support/test-day.ts'
import { commandLine } from './run.ts'

playAt('2026-11-19T15:00[Europe/Berlin]')

const { home, run, json } = commandLine({ isQuick: true })

interface Failed {
  error: { code: string; message: string; fields?: Record<string, string[]> }
}

/** A data folder with a project in NZD, and charges in NZD and in USD, all local. */
async function prepared(): Promise<string> {
  const folder = home()
  await json(folder, ['projects', 'add', '--name', 'Brand', '--code', 'BRD', '--currency', 'NZD'])
  for (const [name, currency] of [
    ['Mileage', 'NZD'],
    ['Domain', 'USD'],
  ] as const) {
    await json(folder, [
      ...['charges', 'add', '--name', name, '--charge', '104', '--unit', 'km'],
      ...['--currency', currency],
    ])
  }
  return folder
}

const drive = ['--project-id', '1', '--charge-id', '1', '--quantity', '38', '--date', '2026-11-19']
const ferry = ['--project-id', '1', '--name', 'Ferry', '--date', '2026-11-18']

describe('stint expenses', () => {
  it('adds one with a charge and prints the record with the API’s fields', async () => {
    const folder = await prepared()
    const cost = ['--total-cost', '21.90', '--currency', 'NZD', '--tax', 'includes']
    const { code, value } = await json<Expense>(folder, [
      ...['expenses', 'add', ...drive, ...cost, '--tax-rate', '12.5', '--notes', 'Wharf'],
    ])
    expect(code).toBe(0)
    expect(value).toMatchObject({
      local: 1,
      id: null,
      state: 'held',
      provisional: true,
      date: '2026-11-19',
      name: 'Mileage',
      quantity: 38,
      unit: 'km',
      unit_charge: 104,
      total_charge: 3_952,
      chargeable: 1,
      total_cost: 2_190,
      tax: 'includes',
      tax_rate: 12.5,
      currency: 'NZD',
      exchange_rate: 1,
      notes: 'Wharf',
      charge: { local: 1, id: null, name: 'Mileage' },
      project: { local: 1, id: null, code: 'BRD' },
    })
  })

  it('assumes that a cost is in the project’s currency where none is named', async () => {
    const folder = await prepared()
    const cost = ['--total-cost', '119.00', '--tax', 'includes', '--tax-rate', '19']
    const { value } = await json<Expense>(folder, [
      ...['expenses', 'add', ...ferry, '--unit-charge', '119.00', ...cost],
    ])
    expect(value).toMatchObject({ total_cost: 11_900, currency: 'NZD' })
    const changed = await json<Expense>(folder, [
      ...['expenses', 'update', '1', '--total-cost', '90.00'],
    ])
    expect(changed.value).toMatchObject({ total_cost: 9_000, currency: 'NZD' })
    const draft = ['--date', '2026-11-18', '--name', 'Ferry', '--unit-charge', '500']
    const refused = await json<Failed>(folder, ['expenses', 'add', ...draft, ...cost])
    expect(refused.value.error.fields).toMatchObject({
      'total-cost': [expect.stringContaining('use --currency')],
    })
  })

  it('adds a one-off, a refund and a draft, with amounts in either writing', async () => {
    const folder = await prepared()
    const add = async (...args: string[]) =>
      (await json<Expense>(folder, ['expenses', 'add', ...args])).value
    expect(await add(...ferry, '--unit-charge', '24.00', '--chargeable', '0')).toMatchObject({
      unit_charge: 2_400,
      quantity: 1,
      chargeable: 0,
      charge: null,
    })
    expect(await add(...ferry, '--unit-charge', '-500', '--no-chargeable')).toMatchObject({
      total_charge: -500,
      chargeable: 0,
    })
    expect(await add('--name', 'Toll', '--unit-charge', '250')).toMatchObject({
      state: 'draft',
      project: null,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  it('keeps one whose exchange rate is not known, and says that it is provisional', async () => {
    const folder = await prepared()
    const domain = ['--project-id', '1', '--charge-id', '2', '--quantity', '2']
    const { value } = await json<Expense>(folder, ['expenses', 'add', ...domain])
    expect(value).toMatchObject({ provisional: true, exchange_rate: null, total_charge: 0 })
    const { stdout } = await run(folder, ['expenses', 'show', '1'])
    expect(stdout).toContain('No exchange rate from USD to NZD yet')
  })

  it('converts by a rate that it is given, adds it later, and takes it away', async () => {
    const folder = await prepared()
    const domain = ['--project-id', '1', '--charge-id', '2', '--quantity', '3']
    const add = ['expenses', 'add', ...domain, '--exchange-rate', '1.65']
    const { value } = await json<Expense>(folder, add)
    // 1.04 USD at 1.65 are 1.716 NZD.
    expect(value).toMatchObject({ exchange_rate: 1.65, unit_charge: 172, total_charge: 516 })
    const update = async (rate: string) =>
      (await json<Expense>(folder, ['expenses', 'update', '1', '--exchange-rate', rate])).value
    expect(await update('none')).toMatchObject({ exchange_rate: null, total_charge: 0 })
    expect(await update('2')).toMatchObject({ exchange_rate: 2, total_charge: 624 })
    await json(folder, ['undo'])
    expect((await json<Expense>(folder, ['expenses', 'show', '1'])).value.exchange_rate).toBe(null)
  })

  it('lists in the API’s envelope, sorted, searched and by page', async () => {
    const folder = await prepared()
    await json(folder, ['expenses', 'add', ...ferry, '--unit-charge', '2400'])
    await json(folder, ['expenses', 'add', ...drive])
    const list = async (...args: string[]) =>
      (await json<Page<Expense>>(folder, ['expenses', 'list', ...args])).value
    const names = (page: Page<Expense>) => page.data.map(({ name }) => name)
    expect(await list('--limit', '1', '--page', '2')).toMatchObject({
      path: '/api/v1/expenses',
      current_page: 2,
      last_page: 2,
      per_page: 1,
      total: 2,
      from: 2,
      to: 2,
    })
    expect(names(await list())).toEqual(['Mileage', 'Ferry'])
    expect(names(await list('--sort-key', 'name'))).toEqual(['Ferry', 'Mileage'])
    expect(names(await list('--sort-key', 'name', '--sort-asc', '0'))).toEqual(['Mileage', 'Ferry'])
    expect(names(await list('--query', 'ferr'))).toEqual(['Ferry'])
  })

  it('changes the named fields, by any id, deletes and restores', async () => {
    const folder = await prepared()
    await json(folder, ['expenses', 'add', ...drive])
    const changed = await json<Expense>(folder, [
      ...['expenses', 'update', '1', '--charge-id', 'none', '--unit-charge', '1.20'],
    ])
    expect(changed.value).toMatchObject({ charge: null, name: 'Mileage', total_charge: 4_560 })
    expect((await json<Expense>(folder, ['expenses', 'delete', '1'])).value).toMatchObject({
      local: 1,
      total_charge: 4_560,
    })
    expect((await json<Failed>(folder, ['expenses', 'show', '1'])).value.error.code).toBe(
      'not-found',
    )
    await json(folder, ['undo'])
    expect((await json(folder, ['expenses', 'show', '1'])).value).toEqual({
      ...changed.value,
      updated_at: expect.any(String),
    })
    expect(await json<Failed>(folder, ['expenses', 'show', 'remote:7'])).toMatchObject({
      code: 1,
      value: { error: { code: 'not-found' } },
    })
  })

  it.each<[string, string[], string]>([
    [
      'a project that is not here',
      [...ferry, '--project-id', '9', '--unit-charge', '1'],
      'project_id',
    ],
    ['a one-off without an amount', ferry, 'unit_charge'],
    ['a charge without a quantity', ['--project-id', '1', '--charge-id', '1'], 'quantity'],
    ['an amount that could be two', [...ferry, '--unit-charge', '12.5'], 'unit-charge'],
    ['a decimal without a currency', ['--name', 'Toll', '--unit-charge', '12.50'], 'unit-charge'],
    ['a tax rate that is none', [...ferry, '--tax-rate', 'high'], 'tax-rate'],
    [
      'an exchange rate that is none',
      ['--project-id', '1', '--charge-id', '2', '--quantity', '1', '--exchange-rate', '0,92'],
      'exchange_rate',
    ],
    ['an exchange rate within one currency', [...drive, '--exchange-rate', '1.1'], 'exchange_rate'],
    ['an id that is none', ['--charge-id', 'Mileage'], 'charge-id'],
  ])('refuses %s, naming the field', async (_, args, field) => {
    const folder = await prepared()
    const { code, value } = await json<Failed>(folder, ['expenses', 'add', ...args])
    expect(code).toBe(1)
    expect(value.error.code).toBe('validation')
    expect(Object.keys(value.error.fields ?? {})).toEqual([field])
  })

  it('prints tables with money as people write it', async () => {
    const folder = await prepared()
    await json(folder, ['expenses', 'add', ...drive, '--notes', 'Wharf'])
    await json(folder, ['expenses', 'add', ...ferry, '--unit-charge', '24', '--no-chargeable'])
    const [titles, first, second] = (await run(folder, ['expenses', 'list'])).stdout.split('\n')
    expect(titles).toMatch(
      /^ID {2}Date {8}Name {5}Project {2}Quantity {3}Billable {2}Cost {2}Notes/,
    )
    expect(first).toMatch(/^ 1 {2}2026-11-19 {2}Mileage {2}BRD {9}38 km {2}39\.52 NZD {8}Wharf/)
    expect(second).toMatch(/^ 2 {2}2026-11-18 {2}Ferry {4}BRD {13}1 {9}no/)
    const { stdout } = await run(folder, ['expenses', 'show', '1'])
    expect(stdout).toContain('Mileage: 38 km × 1.04 NZD = 39.52 NZD')
  })
})
