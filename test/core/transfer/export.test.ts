/** Exports of a store, read by independent programs, and by our own import. */
import ICAL from 'ical.js'
import Papa from 'papaparse'
import { afterEach, describe, expect, it } from 'vitest'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { createExportSessions } from '#core/transfer/export-sessions.ts'
import { unwrap } from '#shared/errors.ts'
import { toInstant } from '#shared/rules/calendar.ts'
import fc from 'fast-check'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { exported, takeIn } from './at-work.ts'
import { fill, lineEnds, hasTwins, world } from './world.ts'

const open: TestContext[] = []
async function fresh(zone = 'UTC'): Promise<TestContext> {
  const context = await testContext(zone)
  open.push(context)
  return context
}
/** Without the projects and tasks that other tests begin with. */
async function empty(zone?: string): Promise<TestContext> {
  const context = await fresh(zone)
  for (const table of ['project', 'task'] as const) await context.db.deleteFrom(table).execute()
  return context
}
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close()
})

describe('Stint’s own JSON', () => {
  it('imported into an empty account and exported again is the same file, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const one = await empty()
        await fill(one, drawn)
        let other = await empty()
        for (const what of ['times', 'expenses'] as const) {
          // Where two have the same code or name, the import merges the second into the first.
          if (what === 'expenses' && hasTwins(drawn)) other = await empty()
          const file = await exported(one, { what, format: 'json' })
          expect(JSON.parse(file)).toMatchObject({ stint: what, version: 1 })
          const { plan } = await takeIn(other, { from: 'stint' }, file)
          expect(plan).toMatchObject({ badCount: 0, leftCount: 0, [what]: drawn[what].length })
          expect(await exported(other, { what, format: 'json' })).toBe(file)
          const again = await takeIn(other, { from: 'stint' }, file)
          expect(again.plan).toMatchObject({ times: 0, expenses: 0 })
        }
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('keeps two clients separate that have the same name and code', async () => {
    const [one, other] = [await empty(), await empty()]
    const [drawn] = fc.sample(world, { numRuns: 1, seed: 3 })
    const twin = { name: 'Harbour', code: 'WEB', deleted: true } as const
    const project = { ...drawn!.projects[0]!, code: '', deleted: false } as const
    const projects = ['North', 'South'].map((name, client) => ({ ...project, name, client }))
    const times = [0, 1].map((place) => ({ ...drawn!.times[0]!, project: place }))
    await fill(one, { ...drawn!, clients: [twin, twin], projects, times })
    const file = await exported(one, { what: 'times', format: 'json' })
    await takeIn(other, { from: 'stint' }, file)
    expect(await exported(other, { what: 'times', format: 'json' })).toBe(file)
    const { plan } = await takeIn(other, { from: 'stint' }, file)
    expect(plan).toMatchObject({ times: 0 })
  })

  it('of everyone is imported without colleagues’ entries, with one’s own byte for byte', async () => {
    const isOwn = ({ user }: { user: number }) => user === 1
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const one = await empty()
        await fill(one, drawn)
        const mine = { me: 1, everything: false }
        for (const what of ['times', 'expenses'] as const) {
          const other = await empty()
          const file = await exported(one, { what, format: 'json', mine })
          const { plan } = await takeIn(other, { from: 'stint' }, file)
          const own = drawn[what].filter(isOwn).length
          expect(plan).toMatchObject({ badCount: 0, leftCount: drawn[what].length - own })
          expect(plan[what]).toBe(own)
          expect(await exported(other, { what, format: 'json' })).toBe(
            await exported(one, { what, format: 'json', mine, user: 1 }),
          )
        }
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })

  it('is read as well when another program has formatted it differently', async () => {
    const [one, other] = [await empty(), await empty()]
    await fill(one, fc.sample(world, { numRuns: 1, seed: 3 })[0]!)
    const file = await exported(one, { what: 'times', format: 'json' })
    const laidOut = JSON.stringify(JSON.parse(file), null, 4)
    await takeIn(other, { from: 'stint' }, laidOut)
    expect(await exported(other, { what: 'times', format: 'json' })).toBe(file)
  })

  it('names the field of an edited line that cannot be read', async () => {
    const [one, other] = [await empty(), await empty()]
    await fill(
      one,
      fc.sample(world, { numRuns: 20, seed: 3 }).find(({ times }) => times.length > 3)!,
    )
    const file = JSON.parse(await exported(one, { what: 'times', format: 'json' })) as {
      times: Record<string, unknown>[]
    }
    const [quantity, date, notes] = file.times
    quantity!['quantity'] = 'two'
    delete date!['date']
    notes!['notes'] = ['a list']
    const { plan } = await takeIn(other, { from: 'stint' }, JSON.stringify(file, null, 2))
    expect(plan.bad.map(({ reason }) => reason)).toEqual([
      'quantity: Enter a whole number',
      'date: Enter a date as YYYY-MM-DD',
      'notes: can’t be read',
    ])
  })
})

describe('a table', () => {
  it('has no cell that a spreadsheet reads as a formula, and loses no text', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const context = await empty()
        await fill(context, drawn)
        for (const locale of [undefined, 'de-AT', 'en-US', 'ar-EG']) {
          const file = await exported(context, { what: 'times', format: 'csv', locale })
          const { data } = Papa.parse<string[]>(file.replace(/^\uFEFF/, '').trimEnd(), {
            delimiter: locale === 'de-AT' ? ';' : '',
          })
          const [head, ...rows] = data
          expect(rows).toHaveLength(drawn.times.length)
          for (const cell of rows.flat()) {
            expect(cell).not.toMatch(/^(?!-\d+([.,]\d+)?$)[=+\-@\t\r]/)
          }
          const at = head!.indexOf('Notes')
          const guard = /(?<=^|[;,\t\r\n]"?)'(?='*[=+\-@＝＋－＠])/g
          const kept = rows.map((row) => row[at]!.replaceAll(guard, '')).toSorted()
          expect(kept).toEqual(drawn.times.map(({ notes }) => notes ?? '').toSorted())
        }
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it.each([
    ["x;=cmd|' /C calc'!A1;", "x;'=cmd|' /C calc'!A1;"],
    ['x,@SUM(A1)', "x,'@SUM(A1)"],
    ['x\t+1+1', "x\t'+1+1"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x;"=1+1"', 'x;"\'=1+1"'],
    ['x;-1+1', "x;'-1+1"],
    ['＝1＋1', "'＝1＋1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['x;＝1', "x;'＝1"],
    ['from 3;-5', 'from 3;-5'],
    ['a = b, c - d', 'a = b, c - d'],
  ])('has no formula with another separator: %j', async (notes, written) => {
    const context = await fresh()
    await context.db.transaction().execute((trx) =>
      insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-03-02', start: 540, quantity: 6, notes },
        ...{ increment: 15, rate: 0, currency: 'EUR', project_id: context.web },
      }),
    )
    for (const locale of [undefined, 'de-AT']) {
      const file = await exported(context, { what: 'times', format: 'csv', locale })
      const [head, row] = Papa.parse<string[]>(file.replace(/^\uFEFF/, ''), {
        delimiter: locale === undefined ? ',' : ';',
      }).data
      expect(row![head!.indexOf('Notes')]).toBe(written)
    }
  })

  it('follows a locale in dates, decimals and the separator of cells', async () => {
    const context = await fresh()
    await context.db.transaction().execute((trx) =>
      insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-03-02', start: 1410, quantity: 6 },
        ...{ increment: 15, rate: 12_050, currency: 'EUR', project_id: context.web },
      }),
    )
    const line = async (locale?: string) =>
      (await exported(context, { what: 'times', format: 'csv', locale })).split('\r\n')[1]
    expect(await line()).toBe(
      '2026-03-02,23:30,01:00,90,WEB,Website relaunch,,,,,6,15,120.50,180.75,EUR,,90,1.50',
    )
    expect(await line('de-AT')).toBe(
      '02.03.2026;23:30;01:00;90;WEB;Website relaunch;;;;;6;15;120,50;180,75;EUR;;90;1,50',
    )
  })

  it('loses no apostrophe, and gains none, when the import of tables reads it again', async () => {
    const piece = fc.constantFrom(
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
      '5',
      'x',
      ' ',
      ';',
      ',',
      '"',
      '\n',
    )
    const text = fc
      .array(piece, { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join('').trim() || "'=x")
    await fc.assert(
      fc.asyncProperty(text, text, async (notes, name) => {
        const [one, other] = [await fresh(), await fresh()]
        await one.db
          .updateTable('project')
          .set({ name, code: '' })
          .where('id', '=', one.web)
          .execute()
        await one.db.transaction().execute((trx) =>
          insertTime(trx, {
            ...{
              organisation_id: organisation,
              date: '2026-03-02',
              start: 540,
              quantity: 6,
              notes,
            },
            ...{ increment: 15, rate: 0, currency: 'EUR', project_id: one.web },
          }),
        )
        const file = await exported(one, { what: 'times', format: 'csv' })
        const { plan } = await takeIn(other, { from: 'csv' }, file)
        expect(plan).toMatchObject({ times: 1, bad: [] })
        const { notes: read } = await other.db
          .selectFrom('time_entry')
          .select('notes')
          .executeTakeFirstOrThrow()
        expect(read).toBe(notes)
        const projects = await other.db.selectFrom('project').select('name').execute()
        expect(projects.map((project) => project.name)).toContain(name)
        for (const { store } of open.splice(0)) await store.close()
      }),
      {
        numRuns: 60,
        endOnFailure: true,
        examples: [
          ["'=1+1", 'x'],
          ["'-5", 'x'],
          ["x;'@y", 'x'],
          ['x', '=1'],
        ],
      },
    )
  })

  it('is read again by the import of tables', async () => {
    const [one, other] = [await fresh(), await fresh()]
    await one.db.transaction().execute((trx) =>
      insertTime(trx, {
        ...{ organisation_id: organisation, date: '2026-03-02', start: 1410, quantity: 6 },
        ...{ increment: 15, rate: 12_000, currency: 'NZD', notes: '=SUM(A1)' },
        ...{ project_id: one.web, task_id: one.design },
      }),
    )
    for (const locale of [undefined, 'de-AT', 'en-US']) {
      const file = await exported(one, { what: 'times', format: 'csv', locale })
      const dates = locale === 'en-US' ? ('mdy' as const) : undefined
      const { plan } = await takeIn(other, { from: 'csv', dates }, file)
      expect(plan).toMatchObject(
        locale === undefined ? { times: 1, minutes: 90 } : { times: 0, imported: 1 },
      )
    }
    expect(await exported(other, { what: 'times', format: 'csv' })).toBe(
      await exported(one, { what: 'times', format: 'csv' }),
    )
  })
})

describe('a calendar', () => {
  it('has each entry between its exact instants, for an independent parser', async () => {
    const zone = 'Europe/Vienna'
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const context = await empty(zone)
        await fill(context, drawn)
        const file = await exported(context, { what: 'times', format: 'ics' })
        const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
        const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
        const found = events.map((event) => ({
          from: event.startDate.toJSDate().getTime(),
          to: event.endDate.toJSDate().getTime(),
          isUtc: event.startDate.zone.tzid === 'UTC',
          text: lineEnds(event.description ?? ''),
        }))
        const wanted = drawn.times.map(({ date, start, quantity, increment, notes, ran }) => {
          const from = toInstant(date, start, zone)
          // A second that was measured counts as one increment, and is a minute in a calendar.
          const to = from + (ran && quantity === 1 ? 1 : quantity * increment) * 60_000
          return { from, to, isUtc: true, text: lineEnds(notes ?? '') }
        })
        const sorted = (list: typeof found) => list.map((event) => JSON.stringify(event)).toSorted()
        expect(sorted(found)).toEqual(sorted(wanted))
        expect(new Set(events.map(({ uid }) => uid)).size).toBe(drawn.times.length)
        for (const { store } of open.splice(0)) await store.close()
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it('has each expense as a whole day', async () => {
    const context = await empty()
    await fill(context, fc.sample(world, { numRuns: 1, seed: 5 })[0]!)
    const days = await context.db.selectFrom('expense').select('date').orderBy('date').execute()
    const file = await exported(context, { what: 'expenses', format: 'ics' })
    const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
    expect(events.map(({ startDate }) => startDate.toString())).toEqual(
      days.map(({ date }) => date),
    )
    expect(events.every(({ startDate }) => startDate.isDate)).toBe(true)
    expect(events.length).toBeGreaterThan(0)
  })
})

describe('the price of an expense', () => {
  it('is in the currency in which it was typed until it is sent, then in the project’s', async () => {
    const context = await fresh()
    await context.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('project')
        .set({ currency: 'JPY' })
        .where('id', '=', context.web)
        .execute()
      const add = (name: string) =>
        insertExpense(trx, {
          ...{ organisation_id: organisation, project_id: context.web, name, date: '2026-11-19' },
          ...{ quantity: 2, unit_charge: 1_050, chargeable: true, exchange_rate: '1' },
          ...{ original_unit_charge: 1_050, original_currency: 'EUR' },
          ...{ total_cost: 0, tax: 'none', tax_rate: '0' },
        })
      await add('Unsent')
      await linkRemoteId(trx, 'expense', await add('Sent'), 7)
    })
    const file = (format: 'csv' | 'ics' | 'html') => exported(context, { what: 'expenses', format })
    const [head, ...rows] = Papa.parse<string[]>((await file('csv')).trimEnd()).data
    const columns = ['Name', 'Unit charge', 'Total charge', 'Currency'].map((name) =>
      head!.indexOf(name),
    )
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
      ['Unsent', '10.50', '21.00', 'EUR'],
      ['Sent', '1050', '2100', 'JPY'],
    ])
    const calendar = await file('ics')
    expect(calendar).toContain('SUMMARY:Unsent · 21.00 EUR')
    expect(calendar).toContain('SUMMARY:Sent · 2100 JPY')
    const page = await file('html')
    for (const title of ['Amount EUR', 'Amount JPY']) expect(page).toContain(title)
  })
})

describe('an export', () => {
  it('comes in chunks, oldest first, of the days that are named', async () => {
    const context = await fresh()
    await context.db.transaction().execute(async (trx) => {
      for (let nth = 0; nth < 1_000; nth++) {
        await insertTime(trx, {
          ...{ organisation_id: organisation, increment: 15, rate: 0, quantity: 1 },
          ...{ date: nth % 2 === 0 ? '2026-01-02' : '2026-02-02', start: nth % 1440 },
          ...{ notes: `entry ${nth} ${'x'.repeat(200)}`, project_id: context.web },
        })
      }
    })
    const exports = createExportSessions()
    const {
      export: number,
      atMost,
      name,
    } = unwrap(
      await exports.begin(context, {
        ...{ what: 'times', format: 'csv', user: undefined, rate: null, from: '2026-02-01' },
        mine: { me: null, everything: true },
      }),
    )
    expect(name).toBe('times-2026-11-19.csv')
    expect(atMost).toBe(500)
    const first = unwrap(await exports.read(number))
    expect(first).toMatchObject({ done: false })
    expect(first.rows).toBeLessThan(500)
    let text = first.text
    for (let piece = first; !piece.done;) {
      piece = unwrap(await exports.read(number))
      text += piece.text
      if (piece.done) expect(piece.rows).toBe(500)
    }
    const starts = [...text.matchAll(/^2026-02-02,(\d\d:\d\d)/gm)]
    expect(starts).toHaveLength(500)
    expect(starts.map(([, start]) => start)).toEqual(starts.map(([, start]) => start).toSorted())
    expect(await exports.read(number)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})
