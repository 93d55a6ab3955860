/** Expenses, categories and webhooks between two machines and the real service, over real HTTP. */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionContext } from '#core/actions/change.ts'
import {
  createCategory,
  deleteCategory,
  restoreCategory,
  updateCategoryEntry,
} from '#core/actions/categories.ts'
import {
  createExpense,
  deleteExpenseEntry,
  updateExpenseEntry,
  type ExpenseInput,
} from '#core/actions/expenses.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import type { SyncEngine } from '#core/sync/engine/engine.ts'
import { startService, type RunningService } from '#service/index.ts'
import { unwrap } from '#shared/errors.ts'
import { capabilities, type Capability } from '#shared/resources/service-info.ts'
import { testFolder } from '../support/folder.ts'
import { organisation, testStore } from '../support/store.ts'
import { testSync } from '../support/sync/engine.ts'
import { playAt } from '../support/test-day.ts'

const { clock } = playAt('2026-11-19T15:00[Europe/Berlin]')
const log = { info: () => {}, warn: () => {} }

interface Machine {
  sync: SyncEngine
  context: ActionContext
  close(): Promise<void>
}

let service: RunningService
let machines: Machine[] = []

beforeEach(() => {
  machines = []
})

afterEach(async () => {
  for (const machine of machines) await machine.close()
  await service.close()
})

async function start(wanted: readonly Capability[]): Promise<void> {
  const database = join(testFolder(), 'service.db')
  service = unwrap(
    await startService({ database, port: 0, capabilities: wanted, demo: true, log, clock }),
  )
}

async function machine(): Promise<Machine> {
  const store = await testStore()
  const { url, token } = service
  const sync = testSync({ db: store.db, clock, url, token: () => token })
  const context = { db: store.db, clock, organisation, changed: () => {} }
  const one: Machine = {
    sync,
    context,
    async close() {
      await sync.stop()
      await store.close()
    },
  }
  machines.push(one)
  return one
}

const cycle = async ({ sync }: Machine) => unwrap(await sync.syncOnce({ wait: true }))

/** The expense of this name, as a machine has it. */
async function expense({ context: { db } }: Machine, name: string) {
  const row = await db.selectFrom('expense').selectAll().where('name', '=', name).executeTakeFirst()
  const standing = row && (await readRecordStates(db, 'expense', [row.id])).get(row.id)
  return row && { ...row, ...standing! }
}

async function category({ context: { db } }: Machine, name: string) {
  const row = await db
    .selectFrom('category')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  const tasks = await db
    .selectFrom('category_task')
    .select('task_id')
    .where('category_id', '=', row.id)
    .execute()
  const standing = (await readRecordStates(db, 'category', [row.id])).get(row.id)!
  return { ...row, ...standing, members: tasks.length }
}

const some = async (
  { context: { db } }: Machine,
  table: 'project' | 'task' | 'charge',
): Promise<number> =>
  (
    await db
      .selectFrom(table)
      .select('id')
      .where('deleted', '=', 0)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id

describe.each([
  { name: 'everything', has: capabilities },
  { name: 'nothing beyond the specification', has: [] as Capability[] },
])('a service with $name', ({ has }) => {
  it('and two machines agree about expenses', async () => {
    await start(has)
    const one = await machine()
    const two = await machine()
    await cycle(one)
    await cycle(two)
    const project = await some(one, 'project')
    const charge = await some(one, 'charge')
    const add = async (input: Partial<ExpenseInput>) =>
      unwrap(
        await createExpense(one.context, {
          project,
          date: '2026-11-19',
          chargeable: true,
          ...input,
        }),
      )
    const lunch = await add({
      name: 'Lunch for two',
      unit_charge: 2400,
      total_cost: 2000,
      tax: 'includes',
      tax_rate: '7.5',
      currency: 'EUR',
      notes: 'With the client',
    })
    const predefined = await add({ charge, quantity: 3, chargeable: false })
    expect(await cycle(one)).toMatchObject({ pushed: 2, pending: 0, inbox: 0 })
    await cycle(two)
    expect(await expense(two, 'Lunch for two')).toMatchObject({
      unit_charge: 2400,
      total_cost: 2000,
      tax: 'includes',
      tax_rate: '7.5',
      currency: 'EUR',
      notes: 'With the client',
      state: 'synced',
    })

    unwrap(
      await updateExpenseEntry(one.context, lunch, { total_cost: 0, notes: null, quantity: 2 }),
    )
    unwrap(
      await updateExpenseEntry(one.context, predefined, {
        charge: null,
        name: 'By taxi',
        unit_charge: 900,
        unit: 'ride',
      }),
    )
    expect(await cycle(one)).toMatchObject({ pending: 0, inbox: 0 })
    await cycle(two)
    expect(await expense(two, 'Lunch for two')).toMatchObject({
      quantity: 2,
      notes: null,
      total_cost: 0,
      state: 'synced',
    })
    const taxi = await expense(two, 'By taxi')
    expect(taxi).toMatchObject({ charge_id: null, unit: 'ride', quantity: 3, state: 'synced' })

    unwrap(await deleteExpenseEntry(two.context, taxi!.id))
    await cycle(two)
    await cycle(one)
    expect(await expense(one, 'By taxi')).toBeUndefined()
    expect(await cycle(one)).toMatchObject({ pushed: 0, pulled: 0, pending: 0, inbox: 0 })
  })

  it('and two machines agree about categories', async () => {
    await start(has)
    const one = await machine()
    const two = await machine()
    await cycle(one)
    await cycle(two)
    const task = await some(one, 'task')
    const local = unwrap(await createCategory(one.context, { name: 'Field work', tasks: [task] }))
    expect(await cycle(one)).toMatchObject({ pushed: 1, pending: 0, inbox: 0 })
    await cycle(two)
    expect(await category(two, 'Field work')).toMatchObject({ members: 1, state: 'synced' })

    unwrap(await updateCategoryEntry(one.context, local, { name: 'Work outside', tasks: [] }))
    await cycle(one)
    await cycle(two)
    const there = await category(two, 'Work outside')
    expect(there).toMatchObject({ members: 0, state: 'synced' })

    unwrap(await deleteCategory(two.context, there!.id))
    await cycle(two)
    await cycle(one)
    const archived = await category(one, 'Work outside')
    expect(archived!.deleted_at).not.toBeNull()

    unwrap(await restoreCategory(one.context, local))
    expect(await cycle(one)).toMatchObject({ pending: 0, inbox: 0 })
    await cycle(two)
    expect(await category(one, 'Work outside')).toMatchObject({ deleted_at: null, state: 'synced' })
    if (has.includes('restore')) {
      expect(await category(two, 'Work outside')).toMatchObject({
        remote: there!.remote,
        deleted_at: null,
      })
    }
  })
})
