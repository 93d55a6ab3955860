/**
 * Stores of drawn entries and expenses for tests of filters, and what a filter asks about each of
 * them, read in the plainest way.
 */
import fc from 'fast-check'
import type { ActionContext } from '#core/actions/change.ts'
import { insertCategory } from '#core/store/resources/categories.ts'
import { insertCharge } from '#core/store/resources/charges.ts'
import { insertClient } from '#core/store/resources/clients.ts'
import { insertExpense } from '#core/store/resources/expenses.ts'
import { insertProject } from '#core/store/resources/projects.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertTime } from '#core/store/resources/times.ts'
import { insertUser } from '#core/store/resources/users.ts'
import type { EntryFacts } from '#shared/rules/entry-filter.ts'
import { organisation, testContext, testStore } from '../../support/store.ts'

export const day = fc.constantFrom(
  ...['2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-12-31'],
)
const currency = fc.constantFrom('EUR', 'NZD', null)
const notes = fc.constantFrom(null, 'Draft of the logo', 'Logo', 'Call', 'Zürich, 50%_ off')
/** 0: none. */
const project = fc.constantFrom(0, 1, 2, 3, 4)
const record = fc.constantFrom(0, 1, 2, 3)

const time = fc.record({
  date: day,
  start: fc.constantFrom(0, 540, 1439),
  quantity: fc.integer({ min: 1, max: 90 }),
  increment: fc.constantFrom(1, 6, 15),
  rate: fc.constantFrom(0, 30, 90, 12_000, -90),
  currency,
  notes,
  project,
  task: record,
  user: record,
})

const expense = fc.record({
  date: day,
  name: fc.constantFrom('Ferry', 'Logo stickers'),
  notes,
  quantity: fc.integer({ min: 1, max: 9 }),
  unit_charge: fc.integer({ min: -500, max: 9_000 }),
  total_cost: fc.constantFrom(0, 1_250),
  tax: fc.constantFrom('none', 'includes'),
  tax_rate: fc.constant('19'),
  currency,
  original_currency: currency,
  exchange_rate: fc.constantFrom('1', '0'),
  chargeable: fc.boolean(),
  project,
  charge: record,
  user: record,
})

export type DrawnTime = typeof time extends fc.Arbitrary<infer One> ? One : never
export type DrawnExpense = typeof expense extends fc.Arbitrary<infer One> ? One : never

export interface DrawnStore {
  times: readonly DrawnTime[]
  expenses: readonly DrawnExpense[]
  /** False: words are looked for in the rows. */
  isIndexed: boolean
}

export const drawnStore: fc.Arbitrary<DrawnStore> = fc.record({
  times: fc.array(time, { maxLength: 60 }),
  expenses: fc.array(expense, { maxLength: 20 }),
  isIndexed: fc.boolean(),
})

const projects = [
  { name: 'Webshop', code: 'WEB', client_id: 1, currency: 'EUR', status: 'incomplete' },
  { name: 'Intranet', client_id: 1, currency: 'NZD', status: 'Complete', type: 'internal' },
  { name: 'Own', status: 'none' },
  { name: 'Gone', client_id: 2, status: 'On hold, since May', type: 'retainer' },
] as const

/** Task 1 is in two categories, task 2 in an archived one; project 4 and task 3 are deleted. */
export async function opened({
  times,
  expenses,
  isIndexed,
}: DrawnStore): Promise<ActionContext & { close(): Promise<void> }> {
  const store = await testStore()
  const common = { organisation_id: organisation }
  const dated = { ...common, created_at: 'x', updated_at: 'x' }
  await store.db.transaction().execute(async (trx) => {
    for (const name of ['Ada', 'Bo', 'Logan']) {
      await insertUser(trx, { ...common, name })
      await insertTask(trx, { ...common, name: `Task of ${name}` })
      await insertCharge(trx, { ...common, name: `Charge of ${name}` })
    }
    for (const name of ['Acme Ltd', 'Zürich AG']) await insertClient(trx, { ...common, name })
    for (const one of projects) await insertProject(trx, { ...common, ...one })
    await trx.updateTable('project').set({ deleted: 1 }).where('id', '=', 4).execute()
    await trx.updateTable('task').set({ deleted: 1 }).where('id', '=', 3).execute()
    for (const [name, tasks, charges] of [
      ['Making', [1], []],
      ['Talking', [1], [1]],
      ['Past', [2], [2]],
    ] as const) {
      const category_id = await insertCategory(trx, { ...dated, name, tasks: [], charges: [] })
      for (const task_id of tasks) {
        await trx
          .insertInto('category_task')
          .values({ ...common, category_id, task_id })
          .execute()
      }
      for (const charge_id of charges) {
        await trx
          .insertInto('category_charge')
          .values({ ...common, category_id, charge_id })
          .execute()
      }
    }
    await trx.updateTable('category').set({ deleted_at: 'x' }).where('id', '=', 3).execute()
    for (const { project, task, user, ...rest } of times) {
      await insertTime(trx, {
        ...{ ...common, ...rest },
        ...{ project_id: project || null, task_id: task || null, user_id: user || null },
      })
    }
    for (const { project, charge, user, ...rest } of expenses) {
      await insertExpense(trx, {
        ...{ ...common, ...rest, original_unit_charge: rest.unit_charge },
        ...{ project_id: project || null, charge_id: charge || null, user_id: user || null },
      })
    }
    // As before the words of an earlier version are folded again.
    if (!isIndexed) await trx.updateTable('search_index').set({ fold: 1 }).execute()
  })
  const { clock } = await testContext()
  return { db: store.db, clock, organisation, changed: () => {}, close: () => store.close() }
}

/** An entry or expense as the tables have it, with what filters ask about it. */
export interface PlainRecord {
  id: number
  date: string
  user: number | null
  minutes: number
  facts: EntryFacts
}

export async function plainRecords(
  { db }: ActionContext,
  entry: 'time_entry' | 'expense',
): Promise<PlainRecord[]> {
  const projects = await db.selectFrom('project').selectAll().execute()
  const clients = await db.selectFrom('client').selectAll().execute()
  const tasks = await db.selectFrom('task').selectAll().execute()
  const charges = await db.selectFrom('charge').selectAll().execute()
  const users = await db.selectFrom('user').selectAll().execute()
  const named = <Row extends { id: number }>(rows: Row[], id: number | null): Row | undefined =>
    rows.find((row) => row.id === id)
  const rows =
    entry === 'time_entry'
      ? (await db.selectFrom('time_entry').selectAll().execute()).map((row) => ({
          ...{ ...row, charge_id: null, chargeable: 0, own: row.search },
        }))
      : (await db.selectFrom('expense').selectAll().execute()).map((row) => ({
          ...{ ...row, task_id: null, total: 0, own: row.search },
        }))
  return rows.map((row) => {
    const project = named(projects, row.project_id)
    const texts = [
      row.own,
      project?.search,
      named(clients, project?.client_id ?? null)?.search,
      ...(entry === 'time_entry'
        ? [named(tasks, row.task_id)?.search, named(users, row.user_id)?.search]
        : [named(charges, row.charge_id)?.search]),
    ]
    return {
      ...{ id: row.id, date: row.date, user: row.user_id, minutes: row.total },
      facts: {
        isTime: entry === 'time_entry',
        project: project
          ? {
              ...{ id: project.id, client: project.client_id },
              ...{ status: project.status, type: project.type },
            }
          : null,
        task: row.task_id,
        categories: row.task_id === 1 ? [1, 2] : row.charge_id === 1 ? [2] : [],
        person: row.user_id,
        chargeable: row.chargeable === 1,
        notes: row.notes,
        haystack: texts.filter((text) => text !== undefined).join('\u0002'),
      },
    }
  })
}
