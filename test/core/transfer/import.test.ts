/** Files of other programs, with their quirks, imported into a store. */
import { afterEach, describe, expect, it } from 'vitest'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { createImportSessions } from '#core/transfer/import-sessions.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { begun, entries, exported, fixture, settingOf, takeIn } from './at-work.ts'

const open: TestContext[] = []
async function fresh(zone = 'UTC'): Promise<TestContext> {
  const context = await testContext(zone)
  open.push(context)
  return context
}
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

const toggl = fixture('toggl-detailed.csv')

describe('a detailed report of Toggl Track', () => {
  it('keeps days, hours, quotes, line ends and what runs over midnight', async () => {
    const context = await fresh()
    const { plan, done } = await takeIn(context, { from: 'toggl' }, toggl)
    expect(await entries(context)).toEqual([
      '2026-03-02 09:00 75m | Website relaunch | Design | Hero, second "round"',
      '2026-03-02 23:30 75m | Website relaunch | Notes over\ntwo lines',
      '2026-03-03 12:00 47m | =SUM(A1)',
      '2026-03-05 09:00 30m | Own | Twice',
      '2026-03-05 09:00 30m | Own | Twice',
      // The clocks went forward: the length is that of the other program.
      '2026-03-29 01:30 60m | Own | Half past two',
    ])
    expect(plan.bad).toEqual([
      { line: 7, reason: 'has a duration of 0' },
      { line: 8, reason: 'date: “2026-02-30” isn’t a date' },
    ])
    expect(plan).toMatchObject({
      twice: [{ line: 10, reason: 'is the same as an earlier line' }],
      twiceCount: 1,
    })
    expect(plan.rules).toContain(
      'Entries that cross midnight stay one entry, on the day they start',
    )
    expect(done).toMatchObject({ times: 6, expenses: 0 })
  })

  it('is read with the columns of today, a byte order mark, and hours of twelve', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'toggl' }, fixture('toggl-members.csv'))
    expect(plan).toMatchObject({ badCount: 0, people: [] })
    expect(await entries(context)).toEqual([
      '2026-03-02 09:00 75m | Website relaunch | Design | Hero, second "round"',
      '2026-03-02 23:30 75m | Own | Over midnight',
      '2026-03-03 12:00 30m | Own | Noon',
    ])
  })

  it('uses the project of that name that exists here, and counts in its increments', async () => {
    const context = await fresh()
    const { plan } = await begun(context, { from: 'toggl', rounding: 'up' }, toggl)
    expect(plan.names.find(({ name }) => name === 'Website relaunch')).toEqual({
      ...{ kind: 'project', name: 'Website relaunch', local: context.web },
      ...{ as: 'Website relaunch', by: 'name', lines: 2 },
      // 1:15:30 and 1:15 in quarter hours.
      ...{ seconds: 9_030, minutes: 165 },
    })
    await takeIn(context, { from: 'toggl', rounding: 'up' }, toggl)
    expect((await entries(context))[0]).toContain('2026-03-02 09:00 90m')
  })

  it('reads the same in chunks of any size, and with any line ends', async () => {
    const [one, other] = [await fresh(), await fresh()]
    await takeIn(one, { from: 'toggl' }, toggl)
    const windows = toggl.replaceAll('\n', '\r\n')
    const { imports, number } = await begun(other, { from: 'toggl' }, windows, undefined, 7)
    unwrap(await imports.apply(number))
    expect(await entries(other)).toEqual(await entries(one))
  })
})

describe('a detailed report of Clockify', () => {
  it('has hours of twelve, months first, breaks, and people who have to be named', async () => {
    const context = await fresh()
    const text = fixture('clockify-detailed.csv')
    const all = await begun(context, { from: 'clockify' }, text)
    expect(all.plan.people).toEqual(['Ada Lang', 'Bo Stern'])
    expect(await all.imports.apply(all.number)).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { person: [expect.stringContaining('Bo Stern')] } },
    })
    const { plan } = await takeIn(context, { from: 'clockify', person: 'ADA@example.org' }, text)
    expect(plan.left).toEqual([
      { line: 3, reason: 'is a break' },
      { line: 5, reason: 'belongs to Bo Stern' },
    ])
    expect(await entries(context)).toEqual([
      '2024-03-04 10:00 150m | Mobile app | Development | Push notifications',
      '2024-03-14 23:45 30m | Mobile app | Midnight',
    ])
  })

  it('is read with days first, decimal commas, hours of twenty-four and cells of two lines', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'clockify' }, fixture('clockify-european.csv'))
    expect(plan.badCount).toBe(0)
    expect(await entries(context)).toEqual([
      '2026-03-29 23:45 30m | Relaunch | Gestaltung | Entwurf, zweite Runde\nmit Rückfragen',
      '2026-04-02 09:00 75m | Relaunch | Nur dezimal',
    ])
  })

  it('has columns of invoices, costs and deals, which are ignored', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'clockify' }, fixture('clockify-invoiced.csv'))
    expect(plan).toMatchObject({ badCount: 0, left: [{ line: 3, reason: 'is a break' }] })
    expect(await entries(context)).toEqual([
      '2026-02-05 09:00 90m | Alpha - Consulting | Kick-off',
      '2026-02-14 23:30 60m | Alpha - Consulting | Night',
    ])
  })

  it('is converted to the local time of this machine where its zone is named', async () => {
    const context = await fresh('Europe/Vienna')
    const options = { from: 'clockify', person: 'Ada Lang', zone: 'America/New_York' } as const
    await takeIn(context, options, fixture('clockify-detailed.csv'))
    expect((await entries(context)).map((line) => line.slice(0, 16))).toEqual([
      '2024-03-04 16:00',
      '2024-03-15 04:45',
    ])
  })
})

describe('the reports of Harvest', () => {
  it('have days without hours, decimal commas, and lengths that no entry can have', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'harvest' }, fixture('harvest-time.csv'))
    expect(await entries(context)).toEqual([
      '2015-01-26 09:00 450m | Viestintä 2014 | Kehitys | ajax notifkaatio',
      '2015-01-26 16:30 15m | Viestintä 2014 | Kehitys',
    ])
    expect(plan.bad).toEqual([{ line: 4, reason: expect.stringContaining('longer than 25 hours') }])
    expect(plan.rules).toContain('Entries without a time are placed back to back from 09:00')
  })

  it('have the hours of the day where an account tracks them, also over midnight', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'harvest' }, fixture('harvest-clocks.csv'))
    expect(plan).toMatchObject({ badCount: 0, leftCount: 0, minutes: 195 })
    expect(await entries(context)).toEqual([
      '2026-02-03 09:15 90m | Brand identity | Design | Logo concepts',
      '2026-02-03 23:30 75m | Brand identity | Design | Over midnight',
      '2026-02-04 09:00 30m | Brand identity | Design | By length',
    ])
  })

  it('are read with semicolons, days first, decimal commas and hours with a colon', async () => {
    const context = await fresh()
    await takeIn(context, { from: 'harvest' }, fixture('harvest-semicolons.csv'))
    expect(await entries(context)).toEqual([
      '2026-03-29 09:00 105m | Brand identity | Design | Two\nlines; one cell',
      '2026-03-30 09:00 20m | Brand identity | Design',
    ])
    const { plan } = await takeIn(
      context,
      { from: 'harvest' },
      fixture('harvest-expenses-comma.csv'),
    )
    expect(plan).toMatchObject({ expenses: 2, badCount: 0 })
    const rows = await context.db
      .selectFrom('expense')
      .select(['date', 'name', 'quantity', 'unit_charge', 'chargeable'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { date: '2026-03-29', name: 'Hotel', quantity: 1, unit_charge: 123_450, chargeable: 1 },
      { date: '2026-03-30', name: 'Kilometer', quantity: 40, unit_charge: 67, chargeable: 0 },
    ])
  })

  it('have expenses in the currency of the column beside them', async () => {
    const context = await fresh()
    const { plan } = await takeIn(context, { from: 'harvest' }, fixture('harvest-expenses.csv'))
    const rows = await context.db
      .selectFrom('expense')
      .select([
        'date',
        'name',
        'quantity',
        'unit_charge',
        'original_currency',
        'chargeable',
        'notes',
      ])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      {
        ...{ date: '2026-02-03', name: 'Mileage', quantity: 40, unit_charge: 67 },
        ...{ original_currency: 'USD', chargeable: 1, notes: 'To the workshop' },
      },
      {
        ...{ date: '2026-02-04', name: 'Meals', quantity: 1, unit_charge: 123_450 },
        ...{ original_currency: 'USD', chargeable: 0, notes: 'Lunch, with Tom' },
      },
    ])
    expect(plan.bad.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'amount: “12.505” isn’t an amount of USD. Write it like 1250.00'],
      [5, 'is in EUR, but the project uses USD'],
    ])
  })
})

describe('a table of no known program', () => {
  it('is read by the usual names of its columns', async () => {
    const context = await fresh()
    await takeIn(context, { from: 'csv' }, fixture('any-german.csv'))
    expect(await entries(context)).toEqual([
      '2026-03-02 09:00 90m | Relaunch | Entwurf | Skizzen; erste Runde',
      '2026-03-02 22:30 105m | Relaunch | Entwurf',
    ])
  })

  it('is read by the columns that the person names, and says which it has', async () => {
    const context = await fresh()
    const table = 'wann\twie lang\twas\n2026-05-04\t1,5\tGarten\n'
    const imports = createImportSessions(() => {})
    const { import: number } = unwrap(
      await imports.begin(settingOf(context), { from: 'csv', name: 'x' }),
    )
    unwrap(await imports.feed(number, table))
    expect(await imports.plan(number)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('wann, wie lang, was') },
    })
    const columns = { date: 'wann', duration: 'wie lang', notes: 'was' }
    await takeIn(context, { from: 'csv', columns }, table)
    expect(await entries(context)).toEqual(['2026-05-04 09:00 90m | Garten'])
  })

  it('with dates of both orders is not guessed at', async () => {
    const context = await fresh()
    const imports = createImportSessions(() => {})
    const { import: number } = unwrap(
      await imports.begin(settingOf(context), { from: 'csv', name: 'x' }),
    )
    unwrap(await imports.feed(number, 'Date,Hours\n13/01/2026,1\n01/13/2026,1\n'))
    expect(await imports.plan(number)).toMatchObject({ ok: false, error: { code: 'validation' } })
  })

  it('names the lines whose texts no record can have, and takes the rest', async () => {
    const context = await fresh()
    const long = 'x'.repeat(256)
    const rows = [`2026-01-05,60,a\0b,`, `2026-01-05,60,fine,`, `2026-01-05,60,,${long}`]
    const { plan } = await takeIn(
      context,
      { from: 'csv' },
      `Date,Minutes,Notes,Project\n${rows.join('\n')}`,
    )
    expect(plan.bad).toEqual([
      { line: 2, reason: 'notes: has a character that can’t be saved. Remove it' },
      { line: 4, reason: 'project: is longer than 255 characters' },
    ])
    expect(await entries(context)).toEqual(['2026-01-05 09:00 60m | fine'])
  })
})

describe('a table with a line that does not end', () => {
  it.each([
    [
      'a quotation mark that is not closed',
      `2026-01-02,9:00,15,Own,"${'words,\n'.repeat(200_000)}`,
    ],
    ['no end of line', `2026-01-02,9:00,15,Own,${'words '.repeat(200_000)}`],
  ])('because of %s is refused by the line', async (_, row) => {
    const table = `Date,Start,Minutes,Project,Notes\n2026-01-01,9:00,15,Own,First\n${row}`
    const imports = createImportSessions(() => {})
    await expect(begun(await fresh(), { from: 'csv' }, table, imports, 100_000)).rejects.toThrow(
      'Line 3 has more than a million characters',
    )
  })
})

it('knows the columns of the tables that Stint itself writes', async () => {
  const from = await fresh()
  await from.db.transaction().execute((trx) =>
    insertExpense(trx, {
      ...{ organisation_id: organisation, date: '2026-12-31', name: 'Paper', quantity: 2 },
      ...{ unit_charge: 1_250, chargeable: true, currency: 'EUR', project_id: from.app },
      ...{ exchange_rate: '1', tax: 'includes', tax_rate: '0', total_cost: 0 },
      ...{ original_unit_charge: 1_250, original_currency: 'EUR' },
    }),
  )
  const to = await fresh()
  const { plan } = await takeIn(
    to,
    { from: 'csv' },
    await exported(from, { what: 'expenses', format: 'csv' }),
  )
  expect(plan.bad).toEqual([])
  const rows = await to.db
    .selectFrom('expense')
    .select(['date', 'name', 'total_charge', 'quantity'])
    .execute()
  expect(rows).toEqual([{ date: '2026-12-31', name: 'Paper', total_charge: 2_500, quantity: 2 }])
})
