/** Reports and files for a client, in every format: what they say, and what they never do. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ActionContext } from '#core/actions/change.ts'
import type { HandlerContext } from '#core/handlers/handler-context.ts'
import { reportHandlers } from '#core/handlers/reports.ts'
import { transferHandlers } from '#core/handlers/transfer.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import { reportKinds } from '#shared/ipc/reports.ts'
import {
  exportedRecords,
  exportFormats,
  reportFormats,
  type ExportFormat,
} from '#shared/ipc/transfer.ts'
import { needsProgram } from '../../support/needs.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'
import { fill, world, type World } from './world.ts'

type Query = CallArguments<'export.begin'>

const handlersOn = (context: ActionContext) => {
  const open = { context, sync: null, direct: null, databaseKeeper: { tidy: () => undefined } }
  const here = {
    withOpenAccount: (run: (account: typeof open) => unknown) => run(open),
    withTimerBroadcast: (run: (account: typeof open) => unknown) => run(open),
    emit: () => undefined,
  } as unknown as HandlerContext
  return { ...reportHandlers(here), ...transferHandlers(here) }
}

type ReportFile = CallArguments<'export.beginReport'>

/** The file that an export writes. */
async function written(context: ActionContext, query: Query | ReportFile): Promise<Result<Buffer>> {
  const handlers = handlersOn(context)
  const begun = await ('what' in query
    ? handlers['export.begin'](query)
    : handlers['export.beginReport'](query))
  if (!begun.ok) return begun
  const pieces: Buffer[] = []
  for (;;) {
    const piece = unwrap(await handlers['export.read']({ export: begun.value.export }))
    pieces.push(Buffer.from(piece.text, begun.value.encoding))
    if (piece.done) return { ok: true, value: Buffer.concat(pieces) }
  }
}

/** All that a program finds in a file. */
function textIn(format: ExportFormat, file: Buffer): string {
  switch (format) {
    case 'xlsx':
      return Object.values(unzipSync(file))
        .map((part) => strFromU8(part))
        .join('\n')
    case 'pdf': {
      const read = { input: file, encoding: 'utf8' } as const
      const { status, stdout, stderr } = spawnSync('pdftotext', ['-raw', '-', '-'], read)
      expect(status, stderr).toBe(0)
      return stdout
    }
    default:
      return file.toString()
  }
}

const all = { from: '0001-01-01', to: '9999-12-31', whose: 'everyone' } as const
const plainView = { values: false, people: false }
const views = fc.record({ values: fc.boolean(), people: fc.boolean() })

/** What is marked in a store, as any writer would put it. */
const marks = {
  cost: /7[, \u00A0]?654[, \u00A0]?321|76[, \u00A0]?543[.,]21|7[, \u00A0]?654[.,]321/,
  tax: /13[.,]57/,
  budget: /8[, \u00A0]?642[, \u00A0]?097|86[, \u00A0]?420[.,]97/,
  nonBillable: /not-billable/,
}
const valueMarks = /5[, \u00A0]?432[, \u00A0]?100|54[, \u00A0]?321|5[, \u00A0]?432[.,]1/
const peopleMarks = /Adalbert|Thomasina/

/** A store whose costs, budgets, people, and non-billable work can be told from all else. */
async function marked(drawn: World): Promise<TestContext> {
  const context = await testContext()
  const { db } = context
  await fill(context, drawn)
  await db.updateTable('expense').set({ total_cost: 7_654_321, tax_rate: '13.57' }).execute()
  await db.updateTable('project').set({ budget: 8_642_097, description: 'not-billable' }).execute()
  await db.updateTable('time_entry').set({ rate: 5_432_100, quantity: 60, increment: 1 }).execute()
  await db.updateTable('user').set({ name: 'Adalbert' }).where('id', '=', 1).execute()
  await db.updateTable('user').set({ name: 'Thomasina' }).where('id', '<>', 1).execute()
  await db
    .updateTable('expense')
    .set({ notes: 'not-billable' })
    .where('chargeable', '=', 0)
    .execute()
  await db
    .updateTable('project')
    .set({ type: 'internal' })
    .where(sql`id % 3`, '=', 0)
    .execute()
  const ofClients = db
    .selectFrom('project')
    .select('id')
    .where('client_id', 'is not', null)
    .where('type', '<>', 'internal')
  await db
    .updateTable('time_entry')
    .set({ notes: 'not-billable' })
    .where((eb) => eb.or([eb('project_id', 'is', null), eb('project_id', 'not in', ofClients)]))
    .execute()
  return context
}

/** Looks for all that a client is not to see in files and reports about each client. */
const expectNoMarks = (
  formats: readonly ExportFormat[],
  runs: number,
  prepare: (context: TestContext) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(world, views, async (drawn, view) => {
      const context = await marked(drawn)
      try {
        await prepare(context)
        const clients = await context.db.selectFrom('client').select('id').execute()
        const without = [
          ...Object.values(marks),
          ...(view.values ? [] : [valueMarks]),
          ...(view.people ? [] : [peopleMarks]),
        ]
        const check = (text: string, what: unknown) => {
          for (const mark of without) expect(text, JSON.stringify([what, view])).not.toMatch(mark)
        }
        for (const { id } of clients) {
          const filter = [{ kind: 'client', of: [id] }] as const
          for (const format of formats) {
            for (const what of exportedRecords) {
              const query = { ...all, what, format, filter, forClient: view }
              const file = await written(context, query)
              // What has everything for an import is for no client.
              if (file.ok) check(textIn(format, file.value), query)
              else expect(query).toMatchObject({ format: 'json' })
            }
          }
          const handlers = handlersOn(context)
          for (const by of reportKinds) {
            const query = { ...all, by, then: 'project', filter, forClient: view } as const
            const report = await handlers['reports.show'](query)
            if (report.ok) check(JSON.stringify(report.value), query)
            else expect({ by, view }).toMatchObject({ by: 'person', view: { people: false } })
            for (const format of reportFormats.filter((one) => formats.includes(one))) {
              const file = await written(context, { ...query, format })
              if (file.ok) check(textIn(format, file.value), { ...query, format })
              else expect(report.ok, JSON.stringify(file)).toBe(false)
            }
          }
        }
      } finally {
        await context.store.close()
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )

/** In letters that every font has. */
async function namePlainly({ db }: TestContext): Promise<void> {
  for (const table of ['client', 'project', 'task', 'charge', 'expense'] as const) {
    await db
      .updateTable(table)
      .set({ name: sql`'Name ' || id` })
      .execute()
  }
  for (const table of ['time_entry', 'expense'] as const) {
    await db
      .updateTable(table)
      .set({ notes: 'Notes' })
      .where('notes', '<>', 'not-billable')
      .execute()
  }
  await db.updateTable('expense').set({ unit: 'km' }).execute()
}

describe('a file for a client', () => {
  it('says nothing of costs, tax, budgets, or non-billable work, in any format', () =>
    expectNoMarks(
      exportFormats.filter((format) => format !== 'pdf'),
      10,
    ))

  describe('as PDF', () => {
    needsProgram('pdftotext')
    it('says nothing of them either', () => expectNoMarks(['pdf'], 5, namePlainly))

    it('is found by the marks to be one for a client', async () => {
      const context = await oneClient()
      const query = { ...all, what: 'times', format: 'pdf' } as const
      const text = textIn('pdf', unwrap(await written(context, query)))
      for (const mark of [marks.nonBillable, valueMarks, peopleMarks]) expect(text).toMatch(mark)
      await context.store.close()
    })
  })

  it('is found by these marks to be one for a client', async () => {
    const context = await oneClient()
    const text = async (format: ExportFormat) =>
      (
        await Promise.all(
          exportedRecords.map(async (what) =>
            textIn(format, unwrap(await written(context, { ...all, what, format }))),
          ),
        )
      ).join('\n')
    for (const format of ['csv', 'xlsx', 'html'] as const) {
      const file = await text(format)
      for (const mark of [marks.nonBillable, valueMarks, peopleMarks]) expect(file).toMatch(mark)
    }
    for (const mark of [marks.cost, marks.tax]) expect(await text('csv')).toMatch(mark)
    const levels = { by: 'project', then: 'person', filter: [] } as const
    for (const format of ['csv', 'xlsx', 'html'] as const) {
      const file = textIn(format, unwrap(await written(context, { ...all, ...levels, format })))
      for (const mark of [valueMarks, peopleMarks]) expect(file).toMatch(mark)
      // Net of the tax in it.
      expect(file).toMatch(/134[, \u00A0]?79\d/)
    }
    await context.store.close()
  })

  it('has the billable hours and what the client pays for, and more only on request', async () => {
    const context = await oneClient()
    const lines = async (what: 'times' | 'expenses', view: typeof plainView) =>
      unwrap(await written(context, { ...all, what, format: 'csv', forClient: view }))
        .toString()
        .trimEnd()
        .split('\r\n')
    expect(await lines('times', plainView)).toEqual([
      'Date,Start,End,Minutes,Project code,Project,Client code,Client,Task,Notes,Hours',
      '2026-03-02,09:00,10:00,60,SHOP,Webshop,ACM,Acme Ltd,,Draft,1.00',
    ])
    expect(await lines('times', { values: true, people: true })).toEqual([
      'Date,Start,End,Minutes,Project code,Project,Client code,Client,Task,Notes,Quantity,Increment,Rate,Value,Currency,Person,Hours',
      '2026-03-02,09:00,10:00,60,SHOP,Webshop,ACM,Acme Ltd,,Draft,60,1,54321.00,54321.00,EUR,Adalbert,1.00',
    ])
    expect(await lines('expenses', plainView)).toEqual([
      'Date,Project code,Project,Charge,Name,Quantity,Unit,Unit charge,Total charge,Currency,Notes',
      '2026-03-02,SHOP,Webshop,,Train,1,,12.50,12.50,EUR,',
    ])
    await context.store.close()
  })
})

describe('a report for a client', () => {
  it('names the client, and has what a file for them has', async () => {
    const context = await oneClient()
    const show = handlersOn(context)['reports.show']
    const query = { ...all, by: 'project', filter: [] } as const
    const report = unwrap(await show({ ...query, forClient: plainView }))
    const paid = [{ currency: 'EUR', amount: 1250 }]
    const sums = {
      ...{ minutes: 60, entries: 1, values: [], expenses: paid, chargeable: paid },
      ...{ costs: [], taxes: [] },
    }
    expect(report).toMatchObject({
      client: { name: 'Acme Ltd', code: 'ACM' },
      ...{ rows: [{ name: 'Webshop', ...sums }], total: sums, filter: [], rate: null, drafts: 0 },
      counted: { times: 1, of: 1 },
    })
    const { total } = unwrap(await show({ ...query, forClient: { values: true, people: false } }))
    expect(total.values).toEqual([{ currency: 'EUR', amount: 5_432_100 }])
    expect(await show({ ...query, by: 'person', forClient: plainView })).toMatchObject({
      ok: false,
      error: { code: 'validation', fields: { by: expect.anything() as unknown } },
    })
    await context.store.close()
  })

  it('is of one client, and says whose the others are', async () => {
    const context = await oneClient()
    await billableWork(context, 'Zürich AG')
    const several = {
      ok: false,
      error: {
        code: 'conflict',
        message: '2 clients are in this report. Make one file for each: Acme Ltd, Zürich AG',
      },
    }
    const handlers = handlersOn(context)
    const query = { ...all, forClient: plainView }
    expect(await handlers['reports.show']({ ...query, by: 'task' })).toEqual(several)
    expect(await written(context, { ...query, by: 'task', format: 'pdf' })).toEqual(several)
    const clients = unwrap(await handlers['export.clients']({ ...all, what: 'report' }))
    expect(clients.map(({ name }) => name)).toEqual(['Acme Ltd', 'Zürich AG'])
    const files = await Promise.all(
      clients.map(async ({ key }) => {
        const filter = [{ kind: 'client' as const, of: [Number(key)] }]
        const asked = { ...query, by: 'project', filter, format: 'csv' } as const
        return unwrap(await handlers['export.beginReport'](asked)).name
      }),
    )
    expect(files).toEqual([
      'Acme-Ltd-0001-01-01-9999-12-31.csv',
      'Zürich-AG-0001-01-01-9999-12-31.csv',
    ])
    expect(await written(context, { ...query, what: 'times', format: 'csv' })).toEqual(several)
    // Only one of them pays an expense.
    expect(await written(context, { ...query, what: 'expenses', format: 'csv' })).toMatchObject({
      ok: true,
    })
    await context.store.close()
  })
})

async function billableWork({ db }: ActionContext, name: string, code = ''): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const common = { organisation_id: organisation }
    const client_id = await insertClient(trx, { ...common, name, code })
    const web = { name: 'Webshop', code: 'SHOP', currency: 'EUR' }
    const project_id = await insertProject(trx, { ...common, ...web, client_id })
    await insertTime(trx, {
      ...{ ...common, project_id, date: '2026-03-02', start: 540, quantity: 60, increment: 1 },
      ...{ rate: 5_432_100, currency: 'EUR', notes: 'Draft', user_id: 1 },
    })
    return project_id
  })
}

/** Billable and other work of one client, in which everything is marked. */
async function oneClient(): Promise<TestContext> {
  const nothing = { clients: [], projects: [], tasks: [], charges: [], times: [], expenses: [] }
  const context = await marked(nothing)
  const project_id = await billableWork(context, 'Acme Ltd', 'ACM')
  await context.db.transaction().execute(async (trx) => {
    const common = { organisation_id: organisation, project_id, date: '2026-03-02' }
    const cost = { total_cost: 7_654_321, tax: 'includes', tax_rate: '13.57', currency: 'EUR' }
    const charged = { unit_charge: 1250, original_unit_charge: 1250, exchange_rate: '1' }
    const train = { name: 'Train', quantity: 1, ...charged }
    await insertExpense(trx, { ...common, ...train, ...cost, chargeable: true })
    await insertExpense(trx, {
      ...common,
      ...train,
      ...cost,
      chargeable: false,
      notes: 'not-billable',
    })
    // A project that has no client yet.
    const other = { quantity: 60, increment: 1, rate: 5_432_100, notes: 'not-billable' }
    await insertTime(trx, { ...common, ...other, project_id: context.web, start: 600 })
  })
  return context
}
