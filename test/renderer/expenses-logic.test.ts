import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '#shared/ipc/reports.ts'
import { daysBetween, weekdayNumber } from '#shared/rules/calendar.ts'
import {
  totalPriceOfDraft,
  unitPriceOfDraft,
} from '../../renderer/features/expenses/draft-price.ts'
import {
  changedExpenseFields,
  toExpenseDraft,
  type ExpenseDraft,
  toExpenseInput,
  newExpenseDraft,
  taxPresetOf,
  followCostCurrency,
  validateExpenseDraft,
} from '../../renderer/features/expenses/expense-draft.ts'
import { sumExpenses, totalsFromReport } from '../../renderer/features/expenses/expense-totals.ts'
import { oneOffCurrency } from '../../renderer/features/expenses/one-off-currency.ts'
import { sortExpenses } from '../../renderer/features/expenses/expense-order.ts'
import { groupRowsByWeek } from '../../renderer/features/expenses/expense-rows.ts'
import { monthContaining, stepMonth } from '../../renderer/features/expenses/months.ts'
import { charge, expense, project } from './support/records.ts'

const web = project(1, 'WEB', 'Website')
const wharf = { ...project(2, 'WHF', 'Wharf'), currency: 'NZD' }
const euros = { currency: 'EUR' }
/** Where the person gives the exchange rate. */
const ownRate = { ...euros, hasOwnRate: true }

const oneOff = (set: Partial<ExpenseDraft> = {}): ExpenseDraft => ({
  ...newExpenseDraft('2026-11-19', { tax: 'none', taxRate: '' }, 'one-off'),
  ...{ project: 1, name: 'Courier', unitCharge: '24.00', costCurrency: 'EUR' },
  ...set,
})

describe('totals', () => {
  it('are by currency, and separate what is charged from what is not', () => {
    const totals = sumExpenses([
      expense({ local: 1, project: web, unit_charge: 1000, total_cost: 500 }),
      expense({ local: 2, project: wharf, unit_charge: 250, quantity: 4, currency: 'NZD' }),
      expense({ local: 3, project: web, unit_charge: 70, chargeable: 0 }),
      expense({ local: 4, project: web, unit_charge: -300 }),
      expense({ local: 5, project: web, unit_charge: 0, exchange_rate: null }),
    ])!
    expect(totals.charged).toEqual([
      { currency: 'EUR', amount: 700 },
      { currency: 'NZD', amount: 1000 },
    ])
    expect(totals.uncharged).toEqual([{ currency: 'EUR', amount: 70 }])
    expect(totals.costs).toEqual([{ currency: 'EUR', amount: 500 }])
    expect(totals.unpriced).toBe(1)
    expect(totals.projects.map(({ code, charged }) => [code, charged])).toEqual([
      ['WEB', [{ currency: 'EUR', amount: 700 }]],
      ['WHF', [{ currency: 'NZD', amount: 1000 }]],
    ])
  })

  it('count an unsent price in the currency in which it was typed', () => {
    const yen = { ...web, currency: 'JPY' }
    const unsent = { provisional: true, project: yen, original_currency: 'EUR' }
    const totals = sumExpenses([
      expense({ local: 1, ...unsent, unit_charge: 1000 }),
      // A price list item has the project's price by its rate.
      expense({
        ...{ local: 2, ...unsent, charge: charge(1, 'Domain', 200), exchange_rate: 1 },
        unit_charge: 200,
      }),
      expense({ local: 3, project: yen, unit_charge: 30 }),
    ])!
    expect(totals.charged).toEqual([
      { currency: 'EUR', amount: 1000 },
      { currency: 'JPY', amount: 230 },
    ])
  })

  it('of what one pays are net, with the tax beside them', () => {
    const included = { total_cost: 11_900, tax: 'includes', tax_rate: 19 }
    const onTop = { total_cost: 10_000, tax: 'excludes', tax_rate: 19 }
    const totals = sumExpenses([
      expense({ local: 1, project: web, ...included }),
      expense({ local: 2, project: web, ...onTop }),
      expense({ local: 3, project: web, total_cost: 700 }),
    ])!
    expect(totals.costs).toEqual([{ currency: 'EUR', amount: 20_700 }])
    expect(totals.taxes).toEqual([{ currency: 'EUR', amount: 3_800 }])
    expect(totals.projects[0]!.costs).toEqual(totals.costs)
  })

  it('are none where they are too large to be exact', () => {
    const dear = expense({ local: 1, project: web, unit_charge: 10 ** 12 })
    expect(sumExpenses(Array(9_007).fill(dear))).not.toBeNull()
    expect(sumExpenses(Array(9_008).fill(dear))).toBeNull()
    // Each project has a total of its own.
    const refund = { ...dear, project: { ...wharf, ...euros }, total_charge: -(10 ** 12) }
    expect(sumExpenses(Array(9_008).fill([dear, refund]).flat() as (typeof dear)[])).toBeNull()
  })

  it('of a report use the same texts', () => {
    const row = { key: 1, id: 1, name: 'Website', code: 'WEB', minutes: 0, entries: 0, values: [] }
    const sums = {
      expenses: [{ currency: 'EUR', amount: 770 }],
      chargeable: [{ currency: 'EUR', amount: 700 }],
      costs: [],
      taxes: [],
    }
    const report = {
      rows: [
        { ...row, ...sums },
        { ...row, key: 2, expenses: [], chargeable: [], costs: [] },
      ],
      total: { minutes: 0, entries: 0, values: [], ...sums },
      unpriced: 2,
    } as unknown as Report
    expect(totalsFromReport(report)).toEqual({
      charged: sums.chargeable,
      uncharged: [{ currency: 'EUR', amount: 70 }],
      costs: [],
      taxes: [],
      unpriced: 2,
      projects: [{ project: 1, name: 'Website', code: 'WEB', charged: sums.chargeable, costs: [] }],
    })
  })
})

describe('a month', () => {
  it('begins and ends with its own days', () => {
    expect(monthContaining('2024-02-17')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(stepMonth('2026-01-01', -1)).toBe('2025-12-01')
    expect(stepMonth('2025-12-01', 1)).toBe('2026-01-01')
  })

  const month = monthContaining('2026-11-01')
  const rowsOf = (days: string[], today: string) =>
    groupRowsByWeek(
      days.map((date, at) => expense({ local: at + 1, date })),
      { month, today, firstDay: 1 },
    ).map((row) =>
      row.is === 'heading' ? `${row.stretch} ${row.from} ${row.to}` : row.expense.date,
    )

  it('that is current has this week, last week and before', () => {
    expect(
      rowsOf(['2026-11-27', '2026-11-19', '2026-11-13', '2026-11-09', '2026-11-03'], '2026-11-19'),
    ).toEqual([
      'later 2026-11-23 2026-11-30',
      '2026-11-27',
      'thisWeek 2026-11-16 2026-11-22',
      '2026-11-19',
      'lastWeek 2026-11-09 2026-11-15',
      '2026-11-13',
      '2026-11-09',
      'earlier 2026-11-01 2026-11-08',
      '2026-11-03',
    ])
  })

  it('of any other time has its weeks, none of which leaves it', () => {
    expect(rowsOf(['2026-11-30', '2026-11-01'], '2026-12-24')).toEqual([
      'week 2026-11-30 2026-11-30',
      '2026-11-30',
      'week 2026-11-01 2026-11-01',
      '2026-11-01',
    ])
  })

  it('has every expense once, under a heading of its own week', () => {
    const days = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 40 })
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 7 }),
        (all, now, firstDay) => {
          const dateOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
          const expenses = all
            .toSorted((one, other) => other - one)
            .map((day, at) => expense({ local: at + 1, date: dateOf(day) }))
          const rows = groupRowsByWeek(expenses, { month, today: dateOf(now), firstDay })
          let heading: { from: string; to: string } | undefined
          for (const row of rows) {
            if (row.is === 'heading') heading = row
            else {
              expect(row.expense.date >= heading!.from && row.expense.date <= heading!.to).toBe(
                true,
              )
            }
          }
          expect(rows.filter(({ is }) => is === 'expense')).toHaveLength(expenses.length)
          const weeks = rows.flatMap((row) =>
            row.is === 'heading' && row.stretch === 'thisWeek' ? [row] : [],
          )
          for (const { from, to } of weeks) {
            expect(daysBetween(from, to)).toBeLessThan(7)
            if (from !== month.from) expect(weekdayNumber(from)).toBe(firstDay)
          }
        },
      ),
    )
  })
})

it('is sorted, equal ones the newest first', () => {
  const all = [
    expense({ local: 1, name: 'B', project: wharf, unit_charge: 5 }),
    expense({ local: 2, name: 'a', project: web, unit_charge: 7, total_cost: 5 }),
    expense({ local: 3, name: 'b', project: web, unit_charge: 9, chargeable: 0 }),
  ]
  const locals = (order: Parameters<typeof sortExpenses>[1]) =>
    sortExpenses(all, order).map(({ local }) => local)
  expect(locals('date')).toEqual([1, 2, 3])
  expect(locals('name')).toEqual([2, 1, 3])
  expect(locals('project')).toEqual([2, 3, 1])
  expect(locals('charged')).toEqual([2, 1, 3])
  expect(locals('cost')).toEqual([2, 1, 3])
})

describe('a draft', () => {
  it('of a one-off charge becomes the arguments of the call', () => {
    expect(validateExpenseDraft(oneOff(), euros)).toEqual({})
    expect(toExpenseInput(oneOff({ quantity: '3', unit: ' trip ', notes: ' ' }), euros)).toEqual({
      ...{ project: 1, charge: null, name: 'Courier', unit: 'trip', unit_charge: 2400 },
      ...{ quantity: 3, date: '2026-11-19', chargeable: true, notes: null },
    })
  })

  it('names what cannot be saved', () => {
    expect(
      validateExpenseDraft(oneOff({ name: ' ', unitCharge: 'x', quantity: '0', date: '' }), euros),
    ).toEqual({
      name: 'expenses.nameNeeded',
      unit_charge: 'expenses.amountUnread',
      quantity: 'expenses.quantityUnread',
      date: 'entry.dateUnread',
    })
    expect(validateExpenseDraft(oneOff({ way: 'list' }), euros)).toEqual({
      charge: 'expenses.chargeNeeded',
    })
    const cost = { cost: '1.234.5', costCurrency: 'euro', tax: 'includes', taxRate: '101' }
    expect(validateExpenseDraft(oneOff(cost), euros)).toEqual({
      total_cost: 'expenses.amountUnread',
      currency: 'expenses.currencyUnread',
      tax_rate: 'expenses.rateUnread',
    })
    expect(validateExpenseDraft(oneOff({ unitCharge: 'CHF 5' }), euros)).toEqual({
      unit_charge: 'references.amountCurrency',
    })
    expect(validateExpenseDraft(oneOff({ unitCharge: 'CHF 5' }), { currency: null })).toEqual({
      unit_charge: 'references.amountNoCurrency',
    })
    for (const exchangeRate of ['0', '-1', 'one', '0.92 EUR', '1000000000']) {
      const draft = oneOff({ way: 'list', charge: 9, exchangeRate })
      expect(validateExpenseDraft(draft, ownRate)).toEqual({
        exchange_rate: 'expenses.exchangeRateUnread',
      })
      expect(validateExpenseDraft(draft, euros)).toEqual({})
    }
    // Fields of a cost do not matter without one.
    expect(validateExpenseDraft(oneOff({ ...cost, cost: '' }), euros)).toEqual({})
  })

  it('has a cost in the currency that the amount names', () => {
    const draft = oneOff({ cost: 'CHF 41.65', costCurrency: 'EUR', tax: 'none' })
    expect(validateExpenseDraft(draft, euros)).toEqual({ total_cost: 'references.amountCurrency' })
    expect(followCostCurrency(draft)).toBe(true)
    expect(validateExpenseDraft(draft, euros)).toEqual({})
    expect(toExpenseInput(draft, euros)).toMatchObject({ total_cost: 4165, currency: 'CHF' })
    expect(followCostCurrency(draft)).toBe(false)
  })

  it('has the rate of its person, and of no one else', () => {
    const draft = oneOff({ way: 'list', charge: 9, exchangeRate: ' 0.920 ' })
    expect(validateExpenseDraft(draft, ownRate)).toEqual({})
    expect(toExpenseInput(draft, ownRate)).toMatchObject({ charge: 9, exchange_rate: '0.92' })
    expect(toExpenseInput({ ...draft, exchangeRate: '' }, ownRate).exchange_rate).toBeNull()
    expect(toExpenseInput(draft, euros)).not.toHaveProperty('exchange_rate')
    const domain = charge(9, 'Domain', 1250, '', 'USD')
    const set = { project: web, charge: domain, original_currency: 'USD' }
    for (const exchange_rate of [0.92, 5e-7, 123.456789012345, 1 / 3, null]) {
      const before = expense({ local: 1, ...set, exchange_rate })
      const same = toExpenseDraft(before)
      const changes = (draft: ExpenseDraft) =>
        changedExpenseFields(before, toExpenseInput(draft, ownRate))
      expect(validateExpenseDraft(same, ownRate)).toEqual({})
      expect(changes(same)).toEqual({})
      expect(changes({ ...same, exchangeRate: '0.9' })).toEqual({ exchange_rate: '0.9' })
      // The same rate counts again where another item or project is converted by it.
      expect(Object.keys(changes({ ...same, project: 2 }))).toEqual(['project', 'exchange_rate'])
    }
  })

  it('without a change changes nothing', () => {
    const mileage = charge(4, 'Mileage', 104, 'km')
    for (const one of [
      expense({ local: 1, project: web, notes: 'x', unit: 'trip', quantity: 3 }),
      expense({ local: 2, project: web, total_cost: 3120, tax: 'includes', tax_rate: 15 }),
      expense({ local: 3, project: web, charge: mileage, name: 'Mileage', unit: 'km' }),
      expense({ local: 4, chargeable: 0, original_currency: null, currency: null }),
      expense({ local: 5, project: web, tax: 'vat', tax_rate: 7.5, total_cost: 9 }),
      // As a service may have them.
      expense({ local: 6, project: web, name: ' Courier ', unit: ' trip', notes: 'Twice \n' }),
      expense({ local: 7, project: web, name: 'Courier', unit: '', notes: ' ' }),
    ]) {
      const draft = toExpenseDraft(one)
      const currency = one.project?.currency ?? null
      expect(validateExpenseDraft(draft, { currency }), String(one.local)).toEqual({})
      expect(
        changedExpenseFields(one, toExpenseInput(draft, { currency })),
        String(one.local),
      ).toEqual({})
    }
  })

  it('is checked where it was changed: a service may have what none can be given here', () => {
    const before = expense({
      ...{ local: 1, project: web, name: '', quantity: 0 },
      ...{ total_cost: 9, currency: 'euro', tax: 'vat', tax_rate: 120 },
    })
    const draft = toExpenseDraft(before)
    const problems = (set: Partial<ExpenseDraft>) =>
      Object.keys(validateExpenseDraft({ ...draft, ...set }, euros, draft))
    const changes = (set: Partial<ExpenseDraft>) =>
      changedExpenseFields(before, toExpenseInput({ ...draft, ...set }, euros))
    expect(problems({ notes: 'Wharf', date: '2026-11-20' })).toEqual([])
    expect(changes({ notes: 'Wharf' })).toEqual({ notes: 'Wharf' })
    expect(problems({ quantity: '-1' })).toEqual(['quantity'])
    expect(problems({ name: ' ' })).toEqual(['name'])
    expect(problems({ cost: '1' })).toEqual(['currency', 'tax_rate'])
    expect(problems({ taxRate: '130' })).toEqual(['tax_rate'])
    expect(Object.keys(validateExpenseDraft(draft, euros))).toEqual([
      ...['name', 'quantity', 'currency', 'tax_rate'],
    ])
  })

  it('changes only what was changed, and takes a cost away', () => {
    const before = expense({
      local: 1,
      project: web,
      total_cost: 3120,
      tax: 'includes',
      tax_rate: 15,
    })
    const draft = toExpenseDraft(before)
    expect(
      changedExpenseFields(before, toExpenseInput({ ...draft, quantity: '2' }, euros)),
    ).toEqual({ quantity: 2 })
    expect(
      changedExpenseFields(before, toExpenseInput({ ...draft, notes: ' By hand ' }, euros)),
    ).toEqual({
      notes: 'By hand',
    })
    expect(changedExpenseFields(before, toExpenseInput({ ...draft, cost: '' }, euros))).toEqual({
      ...{ total_cost: 0, tax: 'none', tax_rate: 0 },
    })
  })

  it('makes a one-off of a charge with what it was', () => {
    const mileage = charge(4, 'Mileage', 104, 'km')
    const before = expense({ local: 3, project: web, charge: mileage, name: 'Mileage', unit: 'km' })
    const input = toExpenseInput({ ...toExpenseDraft(before), way: 'one-off' }, euros)
    expect(changedExpenseFields(before, input)).toEqual({ charge: null })
    const blank = { ...before, name: ' Mileage', unit: 'km ' }
    const asOneOff = toExpenseInput({ ...toExpenseDraft(blank), way: 'one-off' }, euros)
    expect(changedExpenseFields(blank, asOneOff)).toEqual({ charge: null })
  })

  it('takes the tax of the last cost', () => {
    const taxed = expense({ local: 2, total_cost: 3120, tax: 'includes', tax_rate: 15 })
    expect(taxPresetOf([expense({ local: 1 }), taxed])).toEqual({ tax: 'includes', taxRate: '15' })
    expect(taxPresetOf([])).toEqual({ tax: 'none', taxRate: '' })
  })
})

describe('the price of a draft', () => {
  const domain = { local: 9, charge: 1200, currency: 'USD' }
  const draft = oneOff({ way: 'list', charge: 9, quantity: '2' })

  it('is in the charge’s currency and, where a rate is known, in the project’s', () => {
    const each = unitPriceOfDraft(draft, domain, undefined, euros)
    expect(each).toEqual({ amount: 1200, currency: 'USD' })
    expect(totalPriceOfDraft(draft, each, 'EUR', '0.925')).toMatchObject({
      total: 2400,
      price: { amount: 2220, currency: 'EUR' },
    })
    expect(totalPriceOfDraft(draft, each, 'EUR', null)).toMatchObject({
      total: 2400,
      price: undefined,
    })
    expect(totalPriceOfDraft({ quantity: '' }, each, 'EUR', '1')).toBeUndefined()
  })

  it('stays the agreed one, also when the price of the charge has changed', () => {
    const before = expense({
      ...{ local: 1, project: web, charge: charge(9, 'Domain', 1000, '', 'USD') },
      ...{ original_unit_charge: 1000, original_currency: 'USD', unit_charge: 925 },
    })
    expect(unitPriceOfDraft(draft, domain, before, euros)).toEqual({
      amount: 1000,
      currency: 'USD',
    })
    expect(
      unitPriceOfDraft({ ...draft, charge: 8 }, { ...domain, local: 8 }, before, euros),
    ).toEqual({
      ...{ amount: 1200, currency: 'USD' },
    })
  })
})

it('the amount of a one-off is in the currency that its project has now', () => {
  const before = expense({ local: 1, project: web, original_currency: 'JPY' })
  const known = web && { local: web.local, currency: web.currency }
  expect(oneOffCurrency(before, known)).toBe('EUR')
  expect(oneOffCurrency(before, known && { ...known, currency: null })).toBe('JPY')
  expect(oneOffCurrency(undefined, null)).toBeNull()
})
