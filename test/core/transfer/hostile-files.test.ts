/** Files that were damaged or made to do harm: imported as far as possible, or refused. */
import { afterEach, describe, expect, it } from 'vitest'
import { insertTime } from '#core/store/resources/times.ts'
import { FailureError } from '#shared/errors.ts'
import fc from 'fast-check'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { begun, exported, fixture, takeIn, type Given } from './at-work.ts'

const open: TestContext[] = []
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

/** As `stint export` writes it. */
async function ownFile(): Promise<string> {
  const context = await testContext('Europe/Berlin')
  open.push(context)
  await context.db.transaction().execute(async (trx) => {
    for (const start of [540, 600, 660]) {
      await insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-03-02', start, quantity: 2 },
        ...{ increment: 15, rate: 12_050, currency: 'EUR', notes: `At ${start}` },
        ...{ project_id: context.web, task_id: context.design },
      })
    }
  })
  return exported(context, { what: 'times', format: 'json' })
}

const sources: [string, Given, () => string | Promise<string>][] = [
  ['Toggl', { from: 'toggl' }, () => fixture('toggl-detailed.csv')],
  [
    'Clockify',
    { from: 'clockify', person: 'ada@example.org' },
    () => fixture('clockify-detailed.csv'),
  ],
  ['Harvest, times', { from: 'harvest' }, () => fixture('harvest-time.csv')],
  ['Harvest, expenses', { from: 'harvest' }, () => fixture('harvest-expenses.csv')],
  ['a spreadsheet', { from: 'csv' }, () => fixture('any-german.csv')],
  ['Timewarrior', { from: 'timewarrior' }, () => fixture('timewarrior-export.json')],
  ['its data folder', { from: 'timewarrior' }, () => fixture('timewarrior-2026-11.data')],
  ['Stint', { from: 'stint' }, ownFile],
  [
    'Stint, laid out anew',
    { from: 'stint' },
    async () => JSON.stringify(JSON.parse(await ownFile())),
  ],
]

const piece = fc.constantFrom(
  ...[
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\ud800',
    '\ufeff',
    "'",
    '=1+1',
    '@SUM(A1)',
  ],
  ...['9007199254740993', '-1', '1e308', 'NaN', '2026-02-30', '0000-00-00', '99999-12-31', '25:61'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '[[[[',
    '{"__proto__":{"x":1}}',
    'constructor',
    'null',
    '\u202e',
    '\u001b]52;',
  ],
  ...['END:VEVENT\r\nBEGIN:VEVENT', '<script>', 'x'.repeat(11_000), 'é'.repeat(300), ';;;;;;;;'],
)
const change = fc.record({
  at: fc.nat(1_000_000),
  cut: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(2_000)),
  put: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 20 })),
  times: fc.constantFrom(1, 1, 1, 3),
})

function changed(
  text: string,
  changes: readonly { at: number; cut: number; put: string; times: number }[],
) {
  return changes.reduce((now, { at, cut, put, times }) => {
    const place = at % (now.length + 1)
    return now.slice(0, place) + put.repeat(times) + now.slice(place + cut)
  }, text)
}

const count = async ({ db }: TestContext) =>
  Number(
    (
      await db
        .selectFrom('time_entry')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Imports as far as possible; a failure in plain words is as good an end as any. */
async function tried(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown
    expect(thrown.message).not.toBe('')
  }
}

it.each(sources)('an unmodified file from %s is imported', async (_, given, file) => {
  const text = await file()
  const context = await testContext('Europe/Berlin')
  open.push(context)
  const { done } = await takeIn(context, given, text)
  expect(done.times + done.expenses).toBeGreaterThan(0)
})

describe('a file that was tampered with', () => {
  it.each(sources)(
    'from %s writes nothing before it is confirmed, and nothing that cannot be displayed',
    async (_, given, original) => {
      const text = await original()
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 6 }),
          fc.constantFrom(7, 4_000, 100_000),
          async (changes, size) => {
            const context = await testContext('Europe/Berlin')
            open.push(context)
            await tried(async () => {
              const file = changed(text, changes)
              const { imports, number } = await begun(context, given, file, undefined, size)
              expect(await count(context)).toBe(0)
              await imports.apply(number)
            })
            const rows = await context.db.selectFrom('time_entry').selectAll().execute()
            for (const { start, quantity, increment } of rows) {
              expect(start).toBeGreaterThanOrEqual(0)
              expect(start).toBeLessThan(1_440)
              expect(quantity).toBeGreaterThan(0)
              expect(quantity * increment).toBeLessThanOrEqual(1_500)
            }
            for (const format of ['csv', 'json', 'ics'] as const) {
              const written = await exported(context, { what: 'times', format })
              if (format === 'json') JSON.parse(written)
              const events = written.match(/^BEGIN:VEVENT\r$/gm) ?? []
              if (format === 'ics') expect(events).toHaveLength(rows.length)
            }
            for (const { store } of open.splice(0)) await store.close()
          },
        ),
        { numRuns: 40, endOnFailure: true },
      )
    },
    120_000,
  )
})

describe('a file with lists inside each other', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const fresh = async () => {
    const context = await testContext('Europe/Berlin')
    open.push(context)
    return context
  }

  it.each([
    ['stint', `{"stint":"times","version":1,"x":${nested(64)}}`],
    ['timewarrior', nested(65)],
    ['timewarrior', '['.repeat(1_000_000)],
  ] as const)('is refused from 65 levels when read as %s', async (from, file) => {
    await expect(begun(await fresh(), { from }, file)).rejects.toThrow(
      'This file is nested deeper than 64 levels',
    )
  })

  it('loses only the line that has them', async () => {
    const text = (await ownFile()).replace('{"date"', `{"x":${nested(64)},"date"`)
    const { plan, done } = await takeIn(await fresh(), { from: 'stint' }, text)
    expect(plan.bad).toMatchObject([{ reason: 'isn’t a record' }])
    expect(done.times).toBe(2)
  })
})
