/** What the numbers, dates and times of a table mean, and what is refused because it could mean two things. */
import { afterEach, describe, expect, it } from 'vitest'
import { insertProject } from '#core/store/resources/projects.ts'
import type { ImportPlan } from '#shared/ipc/transfer.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { begun, entries, takeIn, type Given } from './at-work.ts'

const open: TestContext[] = []
async function fresh(zone = 'UTC'): Promise<TestContext> {
  const context = await testContext(zone)
  open.push(context)
  return context
}
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

const refused = ({ bad }: ImportPlan) => bad.map(({ line, reason }) => [line, reason])

/** The prices of the expenses that a table becomes, and what of it is refused. */
async function pricesOf(context: TestContext, table: string, options: Partial<Given> = {}) {
  const { plan } = await takeIn(context, { from: 'csv', ...options }, table)
  const rows = await context.db
    .selectFrom('expense')
    .select(['quantity', 'unit_charge'])
    .orderBy('id')
    .execute()
  return {
    prices: rows.map(({ quantity, unit_charge }) => quantity * unit_charge),
    refused: refused(plan),
    rules: plan.rules,
  }
}

const amounts = (...texts: string[]) =>
  `Date;Name;Amount\n${texts.map((text) => `2026-03-04;Thing;${text}`).join('\n')}`

describe('amounts', () => {
  it('are in the smallest unit of the currency that is chosen for the file', async () => {
    expect(await pricesOf(await fresh(), amounts('1500', '1,500'), { currency: 'JPY' })).toEqual(
      expect.objectContaining({ prices: [1500, 1500], refused: [] }),
    )
    expect(await pricesOf(await fresh(), amounts('1.25'), { currency: 'KWD' })).toMatchObject({
      prices: [1250],
    })
  })

  it('are in the smallest unit of the currency of their project', async () => {
    const context = await fresh()
    await context.db
      .transaction()
      .execute((trx) =>
        insertProject(trx, { organisation_id: organisation, name: 'Tokyo', currency: 'JPY' }),
      )
    const table = 'Date,Name,Amount,Project\n2026-03-04,Ramen,1500,Tokyo\n2026-03-04,Tea,1.5,Tokyo'
    expect(await pricesOf(context, table)).toMatchObject({
      prices: [1500],
      refused: [[3, 'amount: “1.5” isn’t an amount of JPY. Write it like 125000']],
    })
  })

  it('are refused beyond the largest, which is named', async () => {
    const texts = ['10000000000,00', '-10000000000,00', '10000000000,01', '-10000000000,01']
    const reason = (text: string) =>
      `amount: “${text}” is too large. The most is 10000000000.00 EUR`
    expect(await pricesOf(await fresh(), amounts(...texts))).toMatchObject({
      prices: [10 ** 12, -(10 ** 12)],
      refused: [
        [4, reason('10000000000,01')],
        [5, reason('-10000000000,01')],
      ],
    })
  })

  it('are not added up to more than a number holds', async () => {
    const table = amounts(...Array<string>(9_008).fill('10000000000,00'))
    await expect(takeIn(await fresh(), { from: 'csv' }, table)).rejects.toThrow(
      'The amounts add up to more than Stint can show exactly. Split the file',
    )
  })

  it('and totals of Stint’s own file are refused beyond the largest', async () => {
    const [price, cost] = [10 ** 12, { tax: 'none', tax_rate: '0', currency: 'EUR' }]
    const expense = {
      ...{ date: '2026-03-04', name: 'Gold', quantity: 1, unit: null, chargeable: true },
      ...{ unit_charge: price, original_unit_charge: price, original_currency: 'EUR' },
      ...{ exchange_rate: '1', total_cost: 0, ...cost, project: null, charge: null },
      ...{ notes: null, created_at: null, updated_at: null },
    }
    const expenses = [expense, { ...expense, quantity: 2 }, { ...expense, total_cost: price + 1 }]
    const file = JSON.stringify({ stint: 'expenses', version: 1, expenses })
    expect(await pricesOf(await fresh(), file, { from: 'stint' })).toMatchObject({
      prices: [price],
      refused: [
        [2, 'quantity: The total is too large. Use a smaller number'],
        [3, 'total_cost: Enter a whole number from -1000000000000 to 1000000000000'],
      ],
    })
  })

  it('keep the minus that banks, spreadsheets and Stint itself write', async () => {
    const texts = ['−100,00', '-100,00', '100,00-', '(100,00)', '–100,00 €', '‐100,00']
    const { prices, refused } = await pricesOf(await fresh(), amounts(...texts))
    expect([prices, refused]).toEqual([texts.map(() => -10_000), []])
  })

  it('have the decimal sign that the whole file shows', async () => {
    const texts = ['-236,48', '1.488,69', '-1.000', '3.000']
    expect(await pricesOf(await fresh(), amounts(...texts))).toMatchObject({
      prices: [-23_648, 148_869, -100_000, 300_000],
      refused: [],
      rules: expect.arrayContaining(['Decimals have a comma']) as unknown,
    })
  })

  it('that could be two are refused, until the decimal sign is chosen', async () => {
    const reason = 'amount: “3.000” could be 3.00 or 3000.00. Choose the decimal sign'
    expect(await pricesOf(await fresh(), amounts('3.000', '12'))).toMatchObject({
      prices: [1200],
      refused: [[2, reason]],
    })
    for (const [decimal, amount] of [
      ['point', 300],
      ['comma', 300_000],
    ] as const) {
      expect(await pricesOf(await fresh(), amounts('3.000'), { decimal })).toMatchObject({
        prices: [amount],
      })
    }
    expect(await pricesOf(await fresh(), amounts('12.50'), { decimal: 'comma' })).toMatchObject({
      refused: [[2, expect.stringContaining('isn’t an amount')]],
    })
  })

  it.each(['1e3', '3 x 4.00', '5.00 DR', '12 50', '1.2.3', 'about 5'])(
    'are read as a whole or not at all: %s',
    async (text) => {
      const reason = `amount: “${text}” isn’t an amount. Write it like 1250.00`
      expect(await pricesOf(await fresh(), amounts(text))).toMatchObject({
        prices: [],
        refused: [[2, reason]],
      })
    },
  )

  it('are read where people leave out digits', async () => {
    const texts = ['.67', '5.', '1 234.50', '12,34,567.00', '5.–']
    expect((await pricesOf(await fresh(), amounts(...texts))).prices).toEqual([
      ...[67, 500, 123_450, 123_456_700, 500],
    ])
  })

  it('are in the currency of their cell, which decides also about their project', async () => {
    const table = [
      'Date,Name,Amount,Currency,Project',
      '2026-03-04,A,15.00 EUR,,Own',
      '2026-03-04,B,12.00 CHF,,Own',
      '2026-03-04,C,12.00 CHF,EUR,Own',
      '2026-03-04,D,"¥1,500",JPY,Trip',
      '2026-03-04,E,$7,,Other',
    ].join('\n')
    const context = await fresh()
    expect(await pricesOf(context, table, { currency: 'EUR' })).toMatchObject({
      prices: [1500, 1500],
      refused: [
        [3, 'is in CHF, but the project uses EUR'],
        [4, 'is in EUR, but the amount is “12.00 CHF”'],
        [6, 'amount: “$7” could be in ARS, AUD, BBD, BMD, BND. Choose the currency'],
      ],
    })
    const projects = await context.db.selectFrom('project').select(['name', 'currency']).execute()
    expect(projects).toEqual(
      expect.arrayContaining([
        { name: 'Own', currency: 'EUR' },
        { name: 'Trip', currency: 'JPY' },
      ]),
    )
    expect(await pricesOf(await fresh(), amounts('$7'), { currency: 'CAD' })).toMatchObject({
      prices: [700],
    })
  })
})

it('a table may begin with the line that names its separator', async () => {
  expect(await timesOf('sep=;\nDate;Hours\n2026-03-04;1,5\n2026-03-05;x')).toMatchObject({
    entries: ['2026-03-04 09:00 90m'],
    refused: [[4, 'duration: “x” isn’t a duration']],
  })
})

describe('the preview', () => {
  it('shows what expenses will be, their sums by currency, and what was assumed', async () => {
    const table = [
      'Date,Name,Quantity,Amount,Currency,Tax',
      '2026-03-04,Mileage,42,28.14,,x',
      '2026-03-05,Hotel,1,1500,JPY,x',
      '2026-03-06,Taxi,1,9.50,EUR,x',
    ].join('\n')
    const { plan } = await takeIn(await fresh(), { from: 'csv', currency: 'EUR' }, table)
    expect(plan.amounts).toEqual([
      { currency: 'EUR', amount: 3764, count: 2 },
      { currency: 'JPY', amount: 1500, count: 1 },
    ])
    expect(plan.firstExpenses[0]).toEqual({
      ...{ line: 2, date: '2026-03-04', name: 'Mileage', project: null },
      ...{ quantity: 42, amount: 2814, currency: 'EUR' },
    })
    expect(plan.firstExpenses.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(plan.rules).toEqual(
      expect.arrayContaining([
        'Amounts without a currency are in EUR',
        'Columns: date=Date, name=Name, amount=Amount, quantity=Quantity, currency=Currency',
        'Columns left out: Tax',
        'Decimals have a point',
      ]),
    )
  })

  it('leaves out what is here already', async () => {
    const context = await fresh()
    const table = amounts('1.50', '2.50')
    await takeIn(context, { from: 'csv' }, table)
    const { plan } = await begun(context, { from: 'csv' }, `${table}\n2026-03-04;Thing;3.50`)
    expect([plan.amounts, plan.firstExpenses.map(({ amount }) => amount)]).toEqual([
      [{ currency: 'EUR', amount: 350, count: 1 }],
      [350],
    ])
  })

  it('says how durations are rounded, also where nothing was chosen', async () => {
    const { plan } = await begun(
      await fresh(),
      { from: 'csv', rounding: undefined, increment: undefined },
      'Date,Hours\n2026-03-04,1',
    )
    expect(plan.rules).toContain(
      'Durations are rounded to the nearest to their project’s increment. New projects use 1-minute increments',
    )
  })
})

/** The entries that a table becomes, and what of it is refused. */
async function timesOf(table: string, options: Partial<Given> = {}, zone = 'UTC') {
  const context = await fresh(zone)
  const { plan } = await takeIn(context, { from: 'csv', ...options }, table)
  const segments = await context.db
    .selectFrom('segment')
    .select(['started_at', 'stopped_at', 'zone'])
    .execute()
  return { entries: await entries(context), refused: refused(plan), segments }
}

describe('times of day', () => {
  it('may be fractions of a day, as spreadsheets count them', async () => {
    const rows = ['2026-03-04,0.375,0.5', '2026-03-05,0.5,0.625', '2026-03-06,0.25,0.30']
    expect(await timesOf(`Date,Start,End\n${rows.join('\n')}`)).toMatchObject({
      entries: ['2026-03-04 09:00 180m', '2026-03-05 12:00 180m', '2026-03-06 06:00 72m'],
    })
  })

  it('beside a length are fractions where begin and end say that the length is', async () => {
    const rows = ['2026-03-04,0.375,0.5,0.125', '2026-03-05,0.375,0.5,3.0', '2026-03-06,0.375,,0.2']
    expect(await timesOf(`Date,Start,End,Hours\n${rows.join('\n')}`)).toMatchObject({
      entries: ['2026-03-04 09:00 180m', '2026-03-05 09:00 180m'],
      refused: [[4, 'duration: “0.2” could be two durations. Write it like 1:30']],
    })
  })

  it('in a zone that is named are as far apart as clocks there made them', async () => {
    const rows = ['2026-10-25,01:00,04:00', '2026-03-29,01:00,04:00', '2026-03-28,22:00,24:00']
    const table = `Date,Start,End\n${rows.join('\n')}`
    const zone = 'Europe/Vienna'
    const lengths = async (options: Partial<Given>) =>
      (await timesOf(table, options, zone)).entries.map((entry) => entry.split(' ')[2])
    expect(await lengths({ zone })).toEqual(['120m', '120m', '240m'])
    expect(await lengths({})).toEqual(['120m', '180m', '180m'])
  })

  it('are not a part of another number', async () => {
    const rows = ['2026-03-04,9.5,10:00', '2026-03-04,"9,5",10:00', '2026-03-04,9:00,10']
    expect(await timesOf(`Date,Start,End\n${rows.join('\n')}`)).toMatchObject({
      entries: ['2026-03-04 09:00 60m'],
      refused: [
        [2, 'start: “9.5” isn’t a time. Write it like 9:30'],
        [3, 'start: “9,5” isn’t a time. Write it like 9:30'],
      ],
    })
  })
})

describe('a date and a time in one column', () => {
  it('are the begin and the end of an entry, without a column of dates', async () => {
    const rows = ['2026-03-02 09:15:00,2026-03-02 10:00:00', '2026-03-02 23:30,2026-03-03 00:30']
    expect(await timesOf(`Start,End\n${rows.join('\n')}`)).toMatchObject({
      entries: ['2026-03-02 09:15 45m', '2026-03-02 23:30 60m'],
      refused: [],
    })
  })

  it('may have any order of dates, and am and pm', async () => {
    const rows = ['3/2/2026 9:15 AM,3/2/2026 1:15 PM', '3/14/2026 9:15 AM,3/14/2026 10:15 AM']
    expect(await timesOf(`Started,Ended\n${rows.join('\n')}`)).toMatchObject({
      entries: ['2026-03-02 09:15 240m', '2026-03-14 09:15 60m'],
    })
  })

  it('with an offset is an instant, which is kept, on the clock of this computer', async () => {
    const table = 'Start,End\n2026-10-25T00:30:00Z,2026-10-25T01:30:00Z'
    expect(await timesOf(table, {}, 'Europe/Vienna')).toEqual({
      entries: ['2026-10-25 02:30 60m'],
      refused: [],
      segments: [
        {
          started_at: Date.parse('2026-10-25T00:30:00Z'),
          stopped_at: Date.parse('2026-10-25T01:30:00Z'),
          zone: 'Europe/Vienna',
        },
      ],
    })
  })

  it('without one is in the zone of the file', async () => {
    const table = 'Start,End\n2026-03-02 20:00,2026-03-02 21:00'
    const options = { zone: 'America/New_York' }
    expect(await timesOf(table, options, 'Europe/Vienna')).toMatchObject({
      entries: ['2026-03-03 02:00 60m'],
    })
  })

  it('in the column of dates is the begin where there is no other', async () => {
    expect(await timesOf('Date,Hours\n2026-03-02 10:15,1\n2026-03-03 00:00,1')).toMatchObject({
      entries: ['2026-03-02 10:15 60m', '2026-03-03 00:00 60m'],
    })
    expect(await timesOf('Date,Hours\n2026-03-02 00:00:00,1')).toMatchObject({
      entries: ['2026-03-02 09:00 60m'],
    })
  })

  it('on two days, or half with an offset, is refused', async () => {
    const rows = [
      '2026-03-02,2026-03-03 09:00,2026-03-03 10:00',
      '2026-03-02,2026-03-02T09:00Z,2026-03-02 10:00',
      '2026-03-02,9 o’clock,10:00',
    ]
    expect(await timesOf(`Date,Start,End\n${rows.join('\n')}`)).toMatchObject({
      entries: [],
      refused: [
        [2, 'start: “2026-03-03 09:00” is on another day than “2026-03-02”'],
        [3, 'end: “2026-03-02 10:00” and start “2026-03-02T09:00Z” need a time zone, or neither'],
        [4, 'start: “9 o’clock” isn’t a time. Write it like 9:30'],
      ],
    })
  })
})
