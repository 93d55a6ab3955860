import { beforeEach, describe, expect, it } from 'vitest'
import { createCategory, deleteCategory } from '#core/actions/categories.ts'
import { deletionGrace } from '#core/actions/change.ts'
import { createExpense, deleteExpenseEntry } from '#core/actions/expenses.ts'
import { addReference, deleteReference } from '#core/actions/references.ts'
import { createTime, deleteTimeEntry, deleteTimes } from '#core/actions/times.ts'
import { discardFromTrash, restoreFromTrash } from '#core/actions/trash.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { linkRemoteId, markPendingDeletion } from '#core/store/sync/sync-records.ts'
import {
  trashRetention,
  listTrash,
  purgeExpiredTrash,
  moveToTrash,
} from '#core/store/history/trash.ts'
import { startTimer, stopTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { stateOf } from '../../support/acts.ts'
import { openPlanner } from '../../support/plans.ts'
import { testContext, testNow, type TestContext } from '../../support/store.ts'

let context: TestContext
beforeEach(async () => {
  context = await testContext()
  return () => context.store.close()
})

const entry = (over: object = {}) => ({
  project: context.web,
  task: context.design,
  date: '2026-11-19',
  start: 540,
  quantity: 6,
  notes: 'Homepage hero',
  ...over,
})
const add = async (over: object = {}) => unwrap(await createTime(context, entry(over)))
const trash = () => listTrash(context.db, 50, undefined)
const summary = async (change: number) =>
  (
    await context.db
      .selectFrom('change')
      .select('summary')
      .where('id', '=', change)
      .executeTakeFirstOrThrow()
  ).summary

/**
 * Of each resource: makes one and deletes it. What it was before the deletion is what has to come
 * back.
 */
const deletions: Record<
  string,
  () => Promise<{ made(): Promise<number>; gone(local: number): unknown }>
> = {
  async time() {
    return {
      async made() {
        unwrap(await startTimer(context, { project: context.web, task: context.design }))
        context.clock.set(testNow + 47 * 60_000)
        return unwrap(await stopTimer(context))[0]!
      },
      gone: async (local) => unwrap(await deleteTimeEntry(context, local)),
    }
  },
  async expense() {
    const input = {
      project: context.web,
      charge: null,
      date: '2026-11-19',
      name: 'Train',
      unit_charge: 900,
    }
    return {
      made: async () => unwrap(await createExpense(context, input as never)),
      gone: async (local) => unwrap(await deleteExpenseEntry(context, local)),
    }
  },
  async category() {
    return {
      made: async () =>
        unwrap(
          await createCategory(context, { name: 'Meetings', tasks: [context.design], charges: [] }),
        ),
      gone: async (local) => unwrap(await deleteCategory(context, local)),
    }
  },
  ...Object.fromEntries(
    (['project', 'client', 'task', 'charge'] as const).map((kind) => [
      kind,
      async () => ({
        made: async () => {
          const input = {
            project: { name: 'Intern', code: 'INT', increment: 10, type: 'internal', client: null },
            client: { name: 'Fernwood', code: 'FER' },
            task: { name: 'Call' },
            charge: { name: 'Mileage', charge: 42, unit: 'km' },
          }[kind]
          return unwrap(await addReference(context, kind, input as never))
        },
        gone: async (local: number) => unwrap(await deleteReference(context, kind, local)),
      }),
    ]),
  ),
}

describe('the trash', () => {
  it.each(Object.keys(deletions))(
    'brings a deleted %s back as it was, and undo takes it away again',
    async (resource) => {
      const { made, gone } = await deletions[resource]!()
      const local = await made()
      const before = await stateOf(context.db)
      await gone(local)
      const after = await stateOf(context.db)
      expect(after).not.toEqual(before)
      const [item] = await trash()
      expect(item).toMatchObject({ resource, local_id: local, actor: 'person' })

      unwrap(await restoreFromTrash(context, [item!.id]))
      expect(await stateOf(context.db)).toEqual(before)
      expect(await trash()).toEqual([])

      unwrap(await undoChange(context, undefined))
      expect(await stateOf(context.db)).toEqual(after)
      expect(await trash()).toMatchObject([{ resource, local_id: local }])
    },
  )

  it('is empty again after undo of the deletion, and has the entry again after redo', async () => {
    const local = await add()
    unwrap(await deleteTimeEntry(context, local))
    unwrap(await undoChange(context, undefined))
    expect(await trash()).toEqual([])
    unwrap(await redoChange(context))
    expect(await trash()).toMatchObject([{ local_id: local, title: '“Homepage hero”' }])
  })

  it('brings several back as one change', async () => {
    const locals = [await add(), await add({ start: 600 }), await add({ start: 700 })]
    unwrap(await deleteTimes(context, locals))
    const items = (await trash()).map((row) => row.id)
    const change = unwrap(await restoreFromTrash(context, items))
    expect(await summary(change)).toBe('Restored 3 records from trash')
    unwrap(await undoChange(context, undefined))
    expect((await trash()).map((row) => row.local_id).toSorted()).toEqual(locals)
  })

  it('says plainly when the service gets it as a new entry', async () => {
    const local = await add()
    await context.db.transaction().execute(async (trx) => {
      await linkRemoteId(trx, 'time', local, 7001)
    })
    unwrap(await deleteTimeEntry(context, local))
    // The service was told of the deletion, so no record of its old id is left.
    await context.db.deleteFrom('sync_record').where('resource', '=', 'time').execute()
    const change = unwrap(await restoreFromTrash(context, [(await trash())[0]!.id]))
    expect(await summary(change)).toBe(
      'Restored “Homepage hero” from trash. It will be created on the service as a new entry',
    )
    const record = await context.db.selectFrom('sync_record').selectAll().executeTakeFirst()
    expect(record).toMatchObject({ local_id: local, remote_id: null, dirty: 1 })
  })

  it('keeps what sync deleted too', async () => {
    const local = await add()
    const row = await context.db
      .selectFrom('time_entry')
      .selectAll()
      .where('id', '=', local)
      .executeTakeFirstOrThrow()
    const before = await stateOf(context.db)
    await context.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('time_entry').execute()
      const gone = { title: '“Homepage hero”', at: testNow, actor: 'sync', change: null } as const
      await moveToTrash(trx, { resource: 'time', local, row, ...gone })
    })
    unwrap(await restoreFromTrash(context, [(await trash())[0]!.id]))
    expect(await stateOf(context.db)).toEqual(before)
  })

  it('asks for the project first when it was deleted for good', async () => {
    const project = unwrap(
      await addReference(context, 'project', {
        name: 'Short',
        code: 'SHO',
        increment: 10,
        type: 'internal',
        client: null,
      } as never),
    )
    const local = await add({ project })
    unwrap(await deleteTimeEntry(context, local))
    const made = await context.db
      .selectFrom('change')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    unwrap(await undoChange(context, made.id))
    const items = await trash()
    const time = items.find((row) => row.resource === 'time')!
    expect(await restoreFromTrash(context, [time.id])).toMatchObject({
      error: { code: 'conflict' },
    })
    expect(await trash()).toHaveLength(2)
    const lost = items.find((row) => row.resource === 'project')!
    unwrap(await restoreFromTrash(context, [lost.id]))
    unwrap(await restoreFromTrash(context, [time.id]))
  })

  it('discards what it is asked to, and purges what has been in it for 30 days', async () => {
    const [one, other, third] = [await add(), await add({ start: 1 }), await add({ start: 2 })]
    unwrap(await deleteTimeEntry(context, one))
    unwrap(await deleteTimeEntry(context, other))
    context.clock.set(testNow + 1)
    unwrap(await deleteTimeEntry(context, third))
    const [, second] = await trash()
    expect(unwrap(await discardFromTrash(context, [second!.id, 999]))).toBe(1)
    await purgeExpiredTrash(context.db, testNow + trashRetention - 1)
    expect(await trash()).toHaveLength(2)
    await purgeExpiredTrash(context.db, testNow + trashRetention)
    expect(await trash()).toMatchObject([{ local_id: third }])
    expect(unwrap(await discardFromTrash(context, 'all'))).toBe(1)
    expect(await trash()).toEqual([])
  })

  it('is purged in small steps, and reports how many items were in each', async () => {
    const locals: number[] = []
    for (let start = 0; start < 250; start++) locals.push(await add({ start }))
    unwrap(await deleteTimes(context, locals))
    expect(await purgeExpiredTrash(context.db, testNow + trashRetention)).toBe(200)
    expect(await listTrash(context.db, 200, undefined)).toHaveLength(50)
    expect(await purgeExpiredTrash(context.db, testNow + trashRetention)).toBe(50)
  })

  it('finds expired items by its index', async () => {
    const planner = await openPlanner(['model', 'client'])
    const [plan] = await planner.plansOf((db) => purgeExpiredTrash(db, testNow))
    await planner.close()
    expect(plan).toContain('trash_by_expiry (expires_at<?)')
    expect(plan).not.toContain('SCAN')
  })

  it('restores an item only once, and refuses an unknown one', async () => {
    expect(await restoreFromTrash(context, [7])).toMatchObject({ error: { code: 'not-found' } })
    const local = await add()
    unwrap(await deleteTimeEntry(context, local))
    const [item] = await trash()
    unwrap(await restoreFromTrash(context, [item!.id]))
    expect(await restoreFromTrash(context, [item!.id])).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('a deletion by a person', () => {
  const held = async (local: number) =>
    (
      await context.db
        .selectFrom('sync_record')
        .select('held_until')
        .where('resource', '=', 'time')
        .where('local_id', '=', local)
        .executeTakeFirst()
    )?.held_until

  it('is never sent when the service never had the entry', async () => {
    const local = await add()
    await context.db.transaction().execute((trx) => linkRemoteId(trx, 'time', local, 7001))
    unwrap(await deleteTimeEntry(context, local))
    expect(await held(local)).toBe(testNow + deletionGrace)
    unwrap(await undoChange(context, undefined))
    expect(await held(local)).toBeNull()
  })

  it('never comes to the service’s ears when the service never had the entry', async () => {
    const local = await add()
    await context.db
      .transaction()
      .execute((trx) => markPendingDeletion(trx, 'time', local, 1, testNow + deletionGrace))
    expect(await held(local)).toBeUndefined()
  })
})
