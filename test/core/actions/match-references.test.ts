import { beforeEach, describe, expect, it } from 'vitest'
import { createCategory } from '#core/actions/categories.ts'
import { createExpense } from '#core/actions/expenses.ts'
import { listUnmatched, matchReference } from '#core/actions/match-references.ts'
import { referenceCreateBody } from '#core/actions/reference-create-body.ts'
import { addReference, addReferenceByRemote, changeReference } from '#core/actions/references.ts'
import { createTime } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import { previewMatch } from '#core/reports/preview-match.ts'
import { readCategory } from '#core/store/resources/categories.ts'
import { readExpense } from '#core/store/resources/expenses.ts'
import {
  createReferenceUpserter,
  type ReferenceUpserter,
} from '#core/store/sync/upsert-references.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { readProject } from '#core/store/resources/projects.ts'
import { readTime } from '#core/store/resources/times.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, type TestContext } from '../../support/store.ts'

let context: TestContext

beforeEach(async () => {
  context = await testContext()
  // Removes everything else, so that only what each test adds is to be matched.
  await context.db.updateTable('project').set({ deleted: 1 }).execute()
  await context.db.updateTable('task').set({ deleted: 1 }).execute()
  return () => context.store.close()
})

const harvested = (take: (harvest: ReferenceUpserter) => Promise<number>) =>
  context.db.transaction().execute((trx) => take(createReferenceUpserter(trx, organisation)))

const at = '2026-11-01 10:00:00'
const theirProject = (id: number, name: string, code = '', increment = 15) =>
  harvested((harvest) =>
    harvest.project({ id, name, code, increment, currency: 'EUR', updated_at: at }),
  )
const theirTask = (id: number, name: string) =>
  harvested((harvest) => harvest.task({ id, name, updated_at: at }))

const addProject = async (name: string, code = '', increment = 15) =>
  unwrap(await addReference(context, 'project', { name, code, increment }))
const addTask = async (name: string) => unwrap(await addReference(context, 'task', { name }))

const addEntry = async (project: number, task: number, quantity = 4) =>
  unwrap(await createTime(context, { project, task, date: '2026-11-19', start: 540, quantity }))

const stateOf = async (local: number) =>
  (await readRecordStates(context.db, 'time', [local])).get(local)?.state

describe('references that only this machine knows', () => {
  it('are listed with the service’s record that is meant: by code, by name, by similarity', async () => {
    await theirProject(1, 'Relaunch of the website', 'WEB')
    await theirProject(2, 'Booking app', 'BOOK')
    await theirTask(3, 'Client calls')
    await addProject('My web work', 'web')
    await addProject('booking APP', 'B2')
    await addProject('Something else entirely')
    await addTask('Client call')

    const found = await listUnmatched(context.db, organisation)
    expect(
      found.map(({ name, suggestion }) => [name, suggestion?.id ?? null, suggestion?.why]),
    ).toEqual(
      expect.arrayContaining([
        ['My web work', 1, 'code'],
        ['booking APP', 2, 'name'],
        ['Something else entirely', null, undefined],
        ['Client call', 3, 'alike'],
      ]),
    )
    expect(found).toHaveLength(4)
  })

  it('are not suggested what differs in price, unit, currency, client, or increment', async () => {
    const theirs = (id: number, name: string, charge: number, unit: string, currency: string) =>
      harvested((harvest) => harvest.charge({ id, name, charge, unit, currency, updated_at: at }))
    await theirs(1, 'Mileage', 95, 'km', 'NZD')
    await theirs(2, 'Mileage', 67, 'km', 'USD')
    await theirs(3, 'Mileage', 67, 'mile', 'NZD')
    const client = { id: 7, name: 'Kauri Books', code: 'KB', updated_at: at }
    const project = { name: 'Web', code: 'WEB', currency: 'EUR', updated_at: at }
    await harvested((harvest) => harvest.project({ ...project, id: 1, increment: 15, client }))
    await harvested((harvest) => harvest.project({ ...project, id: 2, increment: 6 }))
    await harvested((harvest) => harvest.project({ ...project, id: 3, currency: 'NZD' }))
    await harvested((harvest) => harvest.project({ ...project, id: 4, type: 'internal' }))

    const mileage = { name: 'Mileage', charge: 67, unit: 'mile', currency: 'USD' }
    await addReference(context, 'charge', mileage)
    const gulls = unwrap(await addReference(context, 'client', { name: 'Gull Lane Bakery' }))
    const web = { name: 'Web', code: 'WEB', currency: 'EUR', increment: 15, client: gulls }
    await addReference(context, 'project', web)
    const suggested = async () =>
      Object.fromEntries(
        (await listUnmatched(context.db, organisation)).map(({ name, suggestion }) => [
          name,
          suggestion?.id ?? null,
        ]),
      )
    expect(await suggested()).toEqual({ Mileage: null, Web: null, 'Gull Lane Bakery': null })

    await theirs(5, 'Mileage by car', 67, 'Mile', 'USD')
    const bakery = { id: 8, name: 'Gull Lane bakery', updated_at: at }
    const same = { ...project, id: 9, increment: 15, client: bakery }
    await harvested((harvest) => harvest.project(same))
    expect(await suggested()).toEqual({ Mileage: 5, Web: 9, 'Gull Lane Bakery': 8 })
  })

  it('show what tells them apart, and what uses them', async () => {
    const client = unwrap(await addReference(context, 'client', { name: 'Kauri Books' }))
    const web = { name: 'Web', code: 'WEB', rate: 9500, currency: 'NZD', increment: 15, client }
    const project = unwrap(await addReference(context, 'project', web))
    const charge = { name: 'Mileage', charge: 67, unit: 'mile', currency: 'USD' }
    const mileage = unwrap(await addReference(context, 'charge', charge))
    await addEntry(project, await addTask('Design'))
    const trip = { project, charge: mileage, date: '2026-11-19', quantity: 42, chargeable: true }
    unwrap(await createExpense(context, trip))
    const found = await listUnmatched(context.db, organisation)
    const none = { entries: 0, expenses: 0, projects: 0, categories: 0 }
    expect(found.find(({ kind }) => kind === 'project')).toMatchObject({
      ...{ client: 'Kauri Books', price: 9500, unit: null, currency: 'NZD', increment: 15 },
      ...{ uses: 2, usedBy: { ...none, entries: 1, expenses: 1 } },
    })
    expect(found.find(({ kind }) => kind === 'charge')).toMatchObject({
      ...{ client: null, price: 67, unit: 'mile', currency: 'USD', increment: null },
      ...{ uses: 1, usedBy: { ...none, expenses: 1 } },
    })
    expect(found.find(({ kind }) => kind === 'client')).toMatchObject({
      ...{ uses: 1, usedBy: { ...none, projects: 1 } },
    })
  })

  it('are ordered by how many entries wait for them', async () => {
    const [rare, often, task] = [await addProject('A'), await addProject('B'), await addTask('C')]
    await addEntry(rare, task)
    await addEntry(often, task)
    await addEntry(often, task)
    const found = await listUnmatched(context.db, organisation)
    expect(found.map(({ name, uses }) => [name, uses])).toEqual([
      ['C', 3],
      ['B', 2],
      ['A', 1],
    ])
  })
})

describe('a match', () => {
  it('gives held entries to the service’s project and task, in its increments, and they can be sent', async () => {
    const [project, task] = [await addProject('Web'), await addTask('Design')]
    const local = await addEntry(project, task, 4)
    expect(await stateOf(local)).toBe('held')

    const [web, design] = [await theirProject(1, 'Website', 'WEB', 6), await theirTask(3, 'Design')]
    unwrap(await matchReference(context, 'project', project, web))
    expect(await stateOf(local)).toBe('held')
    unwrap(await matchReference(context, 'task', task, design))

    expect(await stateOf(local)).toBe('pending')
    expect(await readTime(context.db, organisation, local)).toMatchObject({
      project: { id: web },
      task: { id: design },
      increment: 6,
      quantity: 10,
      total: 60,
    })
    expect(await listUnmatched(context.db, organisation)).toEqual([])
  })

  it('leaves a project whose name only this machine knows to its person', async () => {
    const client = unwrap(await addReference(context, 'client', { name: 'Kauri Books' }))
    const project = unwrap(await addReferenceByRemote(context, 'project', 31))
    unwrap(await changeReference(context, 'project', project, { name: 'Web', client }))
    const theirs = { id: 7, name: 'Kauri Books', updated_at: at }
    const to = await harvested((harvest) => harvest.client(theirs))
    unwrap(await matchReference(context, 'client', client, to))
    unwrap(await changeReference(context, 'project', project, { name: 'Shop' }))
    const row = await readProject(context.db, organisation, project)
    expect(row).toMatchObject({ name: 'Shop', client: { id: to } })
  })

  it('tells both sums of each expense that it would change, and changes nothing', async () => {
    const web = { name: 'Web', currency: 'USD', increment: 15 }
    const project = unwrap(await addReference(context, 'project', web))
    const charge = { name: 'Mileage', charge: 67, unit: 'mile', currency: 'USD' }
    const mileage = unwrap(await addReference(context, 'charge', charge))
    const trip = { project, charge: mileage, date: '2026-11-19', quantity: 42, chargeable: true }
    const expense = unwrap(await createExpense(context, trip))
    const theirs = { id: 8, name: 'Mileage', charge: 95, unit: 'km', currency: 'NZD' }
    const to = await harvested((harvest) => harvest.charge({ ...theirs, updated_at: at }))
    const before = await readExpense(context.db, organisation, expense)

    expect(unwrap(await previewMatch(context, 'charge', mileage, to, 'hour'))).toEqual({
      differs: ['price', 'unit', 'currency'],
      time: null,
      expenses: [
        {
          ...{ local: expense, name: 'Mileage' },
          before: {
            ...{ quantity: 42, unit: 'mile', price: 67, total: 2814, currency: 'USD' },
            converted: null,
          },
          after: {
            ...{ quantity: 42, unit: 'km', price: 95, total: 3990, currency: 'NZD' },
            converted: { amount: null, currency: 'USD' },
          },
        },
      ],
    })
    expect(await readExpense(context.db, organisation, expense)).toEqual(before)
    expect(await listUnmatched(context.db, organisation)).toHaveLength(2)
    const history = await context.db.selectFrom('change').select('action').execute()
    expect(history.map(({ action }) => action)).not.toContain('charges.match')
  })

  it('tells both sums of the time of a project, without the time that its match has', async () => {
    const web = { name: 'Web', rate: 8000, currency: 'USD', increment: 15 }
    const project = unwrap(await addReference(context, 'project', web))
    const task = await addTask('Design')
    await addEntry(project, task, 1)
    await addEntry(project, task, 2)
    const theirs = { id: 1, name: 'Web', rate: 9500, currency: 'NZD', increment: 20 }
    const to = await harvested((harvest) => harvest.project({ ...theirs, updated_at: at }))
    await addEntry(to, task, 3)
    const effect = unwrap(await previewMatch(context, 'project', project, to, 'hour'))
    expect(effect).toEqual({
      differs: ['price', 'currency', 'increment'],
      time: {
        before: { minutes: 45, values: [{ currency: 'USD', amount: 6000 }] },
        after: { minutes: 60, values: [{ currency: 'NZD', amount: 9500 }] },
      },
      expenses: [],
    })
  })

  it('is taken back whole by undo', async () => {
    const [project, task] = [await addProject('Web'), await addTask('Design')]
    const locals = [await addEntry(project, task), await addEntry(project, task)]
    const before = await Promise.all(locals.map((one) => readTime(context.db, organisation, one)))
    const web = await theirProject(1, 'Website', 'WEB', 6)
    unwrap(await matchReference(context, 'project', project, web))
    unwrap(await undoChange(context, undefined))
    const after = await Promise.all(locals.map((one) => readTime(context.db, organisation, one)))
    expect(after.map((row) => ({ ...row, updated_at: null }))).toEqual(
      before.map((row) => ({ ...row, updated_at: null })),
    )
    expect((await listUnmatched(context.db, organisation)).map(({ name }) => name)).toContain('Web')
  })

  it('applies to expenses and categories too', async () => {
    const project = await addProject('Web')
    const charge = unwrap(
      await addReference(context, 'charge', { name: 'Mileage', charge: 80, unit: 'km' }),
    )
    const expense = unwrap(
      await createExpense(context, {
        project,
        charge,
        date: '2026-11-19',
        quantity: 10,
        chargeable: true,
      }),
    )
    const category = unwrap(await createCategory(context, { name: 'Travel', charges: [charge] }))
    const theirs = await harvested((harvest) =>
      harvest.charge({
        id: 8,
        name: 'Mileage by car',
        charge: 95,
        unit: 'km',
        currency: 'EUR',
        updated_at: at,
      }),
    )
    unwrap(await matchReference(context, 'charge', charge, theirs))
    expect(await readExpense(context.db, organisation, expense)).toMatchObject({
      name: 'Mileage by car',
      unit_charge: 95,
      total_charge: 950,
      charge: { id: theirs },
    })
    expect(await readCategory(context.db, organisation, category)).toMatchObject({
      charges: [theirs],
    })
  })

  it('is only made from a record of this machine to one of the service', async () => {
    const [mine, other] = [await addProject('Web'), await addProject('Shop')]
    const theirs = await theirProject(1, 'Website')
    for (const [from, to] of [
      [mine, other],
      [theirs, mine],
    ] as const) {
      expect(await matchReference(context, 'project', from, to)).toMatchObject({
        ok: false,
        error: { code: 'conflict' },
      })
    }
    expect(await matchReference(context, 'project', 999, theirs)).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})

describe('making a local record on the service', () => {
  it('asks for its client first, where only this machine knows that one', async () => {
    const client = unwrap(await addReference(context, 'client', { name: 'Harbour Books' }))
    const project = unwrap(await addReference(context, 'project', { name: 'Web', client }))
    expect(await referenceCreateBody(context.db, 'project', project)).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
  })

  it('carries every field that is recorded here', async () => {
    const project = unwrap(
      await addReference(context, 'project', { name: 'Web', code: 'WEB', increment: 6, rate: 900 }),
    )
    expect(unwrap(await referenceCreateBody(context.db, 'project', project))).toMatchObject({
      name: 'Web',
      code: 'WEB',
      increment: 6,
      rate: 900,
      type: 'internal',
    })
  })
})
