/** Reports against plain sums over the lists that people see. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeReport } from '#core/reports/make-report.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import fc from 'fast-check'
import { openPlanner } from '../../support/plans.ts'
import { organisation, testContext } from '../../support/store.ts'
import { filled, plainly, tidy } from './plainly.ts'

const day = fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-12-31')
const currency = fc.constantFrom('EUR', 'NZD', 'JPY', 'KWD', 'XAU', null)
const user = fc.constantFrom(0, 1, 2)

const time = fc.record({
  date: day,
  quantity: fc.integer({ min: 1, max: 90 }),
  increment: fc.constantFrom(1, 5, 6, 15, 30),
  // Halves of the smallest unit, on both sides of 0.
  rate: fc.oneof(
    fc.constantFrom(0, 30, 90, 150, -30, -90, 12_000),
    fc.integer({ min: -1e9, max: 1e9 }),
  ),
  currency,
  project: fc.constantFrom(0, 1, 2, 3),
  task: fc.constantFrom(0, 1, 2, 3),
  user,
})

const expense = fc.record({
  date: day,
  quantity: fc.integer({ min: 1, max: 9 }),
  unit_charge: fc.integer({ min: -5_000, max: 90_000 }),
  total_cost: fc.constantFrom(0, 1_250, -40),
  tax: fc.constantFrom('none', 'includes', 'excludes', 'reverse charge'),
  tax_rate: fc.constantFrom('0', '19', '7.7'),
  currency,
  original_currency: currency,
  exchange_rate: fc.constantFrom('1', '0', '1.85'),
  chargeable: fc.boolean(),
  project: fc.constantFrom(0, 1, 2, 3),
  charge: fc.constantFrom(0, 1, 2),
  user,
})

describe('a report', () => {
  it('agrees with the lists, by every kind, for everyone and for one person', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(time, { maxLength: 40 }),
        fc.array(expense, { maxLength: 12 }),
        fc.tuple(day, day),
        fc.constantFrom(undefined, 1, 2),
        async (times, expenses, days, user) => {
          const context = await filled({ times, expenses })
          const [from, to] = days.toSorted() as [string, string]
          for (const by of reportKinds) {
            const query = { by, from, to, user, whose: 'everyone', rate: 'hour' } as const
            const plain = await plainly(context, query)
            const report = await makeReport(context, query)
            expect(tidy(report.total)).toEqual(tidy(plain.total))
            expect(report.rows.map(({ key }) => key).toSorted()).toEqual(
              [...plain.rows.keys()].toSorted(),
            )
            for (const { key, id, name, code, ...sums } of report.rows) {
              expect(sums, `${by} ${key}`).toEqual(tidy(plain.rows.get(key)!))
              expect(id).toBeNull()
              expect(name === null, String(code)).toBe(typeof key !== 'number')
            }
            const withoutValues = <Sums>(sums: Sums): Sums => ({ ...sums, values: [] })
            expect(await makeReport(context, { ...query, rate: null })).toEqual({
              ...report,
              ...{ rows: report.rows.map(withoutValues), total: withoutValues(report.total) },
              valued: false,
            })
          }
          await context.close()
        },
      ),
      { numRuns: 25, endOnFailure: true },
    )
  })

  const one = {
    ...{ date: '2026-01-31', quantity: 2, increment: 15, rate: 90, currency: 'EUR' },
    ...{ project: 1, task: 1, user: 1 },
  } as const
  const all = { from: '0001-01-01', to: '9999-12-31', whose: 'everyone', user: undefined } as const

  it.each([
    ['more than a number holds', 2],
    ['more than SQLite counts', 1_100],
  ])('says that amounts which add up to %s cannot be shown', async (_, count) => {
    const dear = {
      ...{ date: '2026-01-31', quantity: 1, unit_charge: Number.MAX_SAFE_INTEGER, total_cost: 0 },
      ...{ tax: 'none', tax_rate: '0' },
      ...{ currency: 'EUR', original_currency: 'EUR', exchange_rate: '1', chargeable: true },
      ...{ project: 1, charge: 1, user: 1 },
    } as const
    const context = await filled({
      times: [],
      expenses: Array(count).fill(dear) as (typeof dear)[],
    })
    for (const by of reportKinds) {
      await expect(makeReport(context, { ...all, by, rate: 'hour' })).rejects.toThrow(
        'add up to more than Stint can show exactly',
      )
    }
    await context.close()
  })

  it('rounds each entry separately, halves to even', async () => {
    const context = await filled({
      times: [
        { ...one, quantity: 1, increment: 1 },
        { ...one, quantity: 1, increment: 1, rate: 30 },
        { ...one, quantity: 3, increment: 1, rate: 30 },
      ],
      expenses: [],
    })
    const report = await makeReport(context, { ...all, by: 'day', rate: 'hour' })
    // 1.5, 0.5 and 1.5 each: 2 + 0 + 2.
    expect(report.total.values).toEqual([{ currency: 'EUR', amount: 4 }])
    await context.close()
  })

  it('is the same where IDs and lengths are beyond what one number holds', async () => {
    const times = [one, { ...one, quantity: 200 }, { ...one, rate: Number.MAX_SAFE_INTEGER - 1 }]
    const context = await filled({ times, expenses: [] })
    const query = { ...all, by: 'project', then: 'task', rate: 'hour' } as const
    const before = await makeReport(context, query)
    const { db } = context
    await sql`insert into project (id, organisation_id, tie, name, name_fold, search)
      values (1000000, ${organisation}, 9, 'Far', 'far', 'far')`.execute(db)
    await sql`insert into task (id, organisation_id, tie, name, name_fold, search)
      values (1000000, ${organisation}, 9, 'Far', 'far', 'far')`.execute(db)
    expect(before.total).toMatchObject({ minutes: 3_060, entries: 3 })
    expect(await makeReport(context, query)).toEqual(before)
    await context.close()
  })

  it('takes a rate as one for an increment where it is marked so, and as none otherwise', async () => {
    const context = await filled({ times: [one], expenses: [] })
    const perIncrement = await makeReport(context, { ...all, by: 'day', rate: 'increment' })
    expect(perIncrement.total.values).toEqual([{ currency: 'EUR', amount: 180 }])
    const unknown = await makeReport(context, { ...all, by: 'day', rate: null })
    expect(unknown).toMatchObject({ valued: false, total: { minutes: 30, values: [] } })
    await context.close()
  })

  it('counts drafts, and expenses without a price', async () => {
    const drafts = [
      { ...one, project: 0 },
      { ...one, task: 0 },
      { ...one, project: 0, task: 0 },
    ]
    const unpriced = {
      ...{ date: '2026-01-31', quantity: 1, unit_charge: 0, total_cost: 0, currency: null },
      ...{ tax: 'none', tax_rate: '0' },
      ...{ original_currency: 'JPY', exchange_rate: '0', chargeable: true },
      ...{ project: 1, charge: 1, user: 1 },
    } as const
    const context = await filled({ times: [one, ...drafts], expenses: [unpriced] })
    const report = await makeReport(context, { ...all, by: 'project', rate: 'hour' })
    expect(report).toMatchObject({ drafts: 3, unpriced: 1, total: { entries: 4 } })
    expect(report.rows.map(({ key, minutes }) => [key, minutes])).toEqual([
      [1, 60],
      [null, 60],
    ])
    await context.close()
  })

  it('begins weeks on the day that is asked for', async () => {
    // A Saturday and the Sunday after it.
    const times = [one, { ...one, date: '2026-02-01' }]
    const context = await filled({ times, expenses: [] })
    const weeks = async (firstDay?: number) => {
      const report = await makeReport(context, { ...all, by: 'week', rate: null, firstDay })
      return report.rows.map(({ key, entries }) => [key, entries])
    }
    expect(await weeks()).toEqual([['2026-01-26', 2]])
    expect(await weeks(7)).toEqual([
      ['2026-01-25', 1],
      ['2026-02-01', 1],
    ])
    await context.close()
  })

  it('orders and names the rows within each row like other rows', async () => {
    const times = [
      { ...one, task: 0, quantity: 9 },
      { ...one, task: 1, quantity: 1 },
      { ...one, task: 2, quantity: 2 },
      { ...one, project: 2, date: '2026-01-01' },
    ]
    const context = await filled({ times, expenses: [] })
    const { then, rows } = await makeReport(context, {
      ...{ ...all, by: 'project', then: 'task', rate: 'hour' },
    })
    expect(then).toBe('task')
    expect(rows.map(({ key, rows }) => [key, rows!.map(({ name }) => name)])).toEqual([
      [1, ['Two', 'One', null]],
      [2, ['One']],
    ])
    const months = await makeReport(context, { ...all, by: 'person', then: 'day', rate: null })
    expect(months.rows.map(({ name, rows }) => [name, rows!.map(({ key }) => key)])).toEqual([
      ['One', ['2026-01-01', '2026-01-31']],
    ])
    await context.close()
  })

  it('of no days with entries has no rows', async () => {
    const context = await filled({ times: [one], expenses: [] })
    const report = await makeReport(context, {
      ...{ ...all, by: 'task', rate: 'hour' },
      ...{ from: '2025-01-01', to: '2025-12-31' },
    })
    expect(report).toMatchObject({ rows: [], total: { minutes: 0, entries: 0 }, drafts: 0 })
    await context.close()
  })
})

it('reads the minutes and the worth of entries from indexes alone', async () => {
  const planner = await openPlanner(['model', 'client'])
  for (const by of reportKinds) {
    for (const [user, rate] of [
      [undefined, 'hour'],
      [1, 'hour'],
      [undefined, null],
      [1, null],
    ] as const) {
      const plans = await planner.plansOf(async (db) => {
        await sql`insert into time_count (organisation_id, kind, key, entries)
          values (1, 'month', '2026-01', 5) on conflict do nothing`.execute(db)
        const { clock } = await testContext()
        const context = { db, clock, organisation, changed: () => {} }
        const range = { from: '2026-01-01', to: '2026-01-31' }
        await makeReport(context, { ...range, by, user, whose: 'mine', rate })
      })
      const ofTimes = plans.filter(
        (plan) => /(SEARCH|SCAN) e\b/.test(plan) && !plan.includes('expense'),
      )
      expect(ofTimes.length).toBeGreaterThan(0)
      for (const plan of ofTimes) {
        expect(plan).toMatch(/SEARCH e USING COVERING INDEX time_entry_by_(date|project|task) /)
        expect(plan).not.toContain('TEMP B-TREE')
      }
    }
  }
  await planner.close()
})
