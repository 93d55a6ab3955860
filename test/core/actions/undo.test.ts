import { beforeEach, describe, expect, it } from 'vitest'
import { createCategory, updateCategoryEntry } from '#core/actions/categories.ts'
import { readTimeSnapshotRow } from '#core/actions/time-writes.ts'
import { runningTimer } from '#core/actions/timer-row.ts'
import {
  createTime,
  deleteTimeEntry,
  deleteTimes,
  updateTimeEntry,
  updateTimes,
} from '#core/actions/times.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { readCategory } from '#core/store/resources/categories.ts'
import { listChanges, recordChange, recordRow } from '#core/store/history/change-history.ts'
import { ensureCurrentUser, linkCurrentUser } from '#core/store/account/current-user.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { deleteTime, insertTime } from '#core/store/resources/times.ts'
import { insertTask } from '#core/store/resources/tasks.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { discardTimer, editTimer, startTimer, stopTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { sentence } from '#shared/sentences/sentence.ts'
import { organisation, testContext, testNow, type TestContext } from '../../support/store.ts'

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
const row = (local: number) => readTimeSnapshotRow(context.db, local)
const newest = async () => (await listChanges(context.db, { limit: 1 }))[0]!
const words = async () =>
  (await listChanges(context.db, { limit: 50 })).map(({ summary }) => summary)

describe('the summaries of undo and redo', () => {
  it('never nest, however often one change is undone and redone', async () => {
    await add()
    for (let time = 0; time < 3; time++) {
      unwrap(await undoChange(context, undefined))
      unwrap(await redoChange(context))
    }
    unwrap(await undoChange(context, undefined))
    expect([...new Set(await words())]).toEqual([
      'Undone: Added “Homepage hero”',
      'Redone: Added “Homepage hero”',
      'Added “Homepage hero”',
    ])
  })

  it('call undoing an undo a redo, and undoing a redo an undo', async () => {
    const local = await add()
    const undone = unwrap(await undoChange(context, undefined))
    const redone = unwrap(await undoChange(context, undone))
    expect(await newest()).toMatchObject({ id: redone, action: 'redo' })
    expect(await row(local)).toBeDefined()
    unwrap(await undoChange(context, redone))
    expect((await newest()).summary).toBe('Undone: Added “Homepage hero”')
    expect(await row(local)).toBeUndefined()
    expect(await undoChange(context, redone)).toMatchObject({ error: { code: 'conflict' } })
    expect(await undoChange(context, undone)).toMatchObject({ error: { code: 'conflict' } })
  })

  it('say when there was nothing left to undo', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { notes: 'Second round' }))
    const change = (await newest()).id
    unwrap(await deleteTimeEntry(context, local))
    unwrap(await undoChange(context, change))
    expect((await newest()).summary).toBe('Undone: Changed “Second round” (nothing left to undo)')
    expect(await row(local)).toBeUndefined()
  })
})

describe('two windows at once', () => {
  it('undo one change only once', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { notes: 'Second' }))
    const both = await Promise.all([undoChange(context, undefined), undoChange(context, undefined)])
    expect(both.map(({ ok }) => ok)).toEqual([true, false])
    expect(both[1]).toMatchObject({ error: { code: 'conflict' } })
    expect(await row(local)).toMatchObject({ notes: 'Homepage hero' })
  })
})

describe('a later change', () => {
  it('stays, also in the field that the undone change had set', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { notes: 'Second', start: 600 }))
    const change = (await newest()).id
    unwrap(await updateTimeEntry(context, local, { notes: 'Third' }))
    unwrap(await undoChange(context, change))
    expect(await row(local)).toMatchObject({ notes: 'Third', start: 540 })
  })

  it('keeps its minutes when the project’s increments come back', async () => {
    const local = await add({ quantity: 4 })
    unwrap(await updateTimeEntry(context, local, { project: context.app }))
    const change = (await newest()).id
    unwrap(await updateTimeEntry(context, local, { quantity: 20 }))
    unwrap(await undoChange(context, change))
    expect(await row(local)).toMatchObject({ increment: 15, quantity: 8, rate: 12_000 })
  })

  it('stays a member of a category', async () => {
    const tasks = await context.db
      .transaction()
      .execute(async (trx) => [
        await insertTask(trx, { organisation_id: organisation, name: 'Call' }),
        await insertTask(trx, { organisation_id: organisation, name: 'Print' }),
      ])
    const [call, print] = tasks as [number, number]
    const { design } = context
    const input = { name: 'Meetings', tasks: [design, call], charges: [] }
    const local = unwrap(await createCategory(context, input))
    unwrap(await updateCategoryEntry(context, local, { tasks: [call] }))
    const change = (await newest()).id
    unwrap(await updateCategoryEntry(context, local, { tasks: [call, print] }))
    unwrap(await undoChange(context, change))
    expect((await readCategory(context.db, organisation, local))!.tasks).toEqual(
      [design, call, print].toSorted((one, other) => one - other),
    )
  })

  it('can be the running timer: undoing an earlier start does not end it', async () => {
    unwrap(await startTimer(context, { notes: 'First' }))
    const change = (await newest()).id
    context.clock.set(testNow + 60_000)
    unwrap(await stopTimer(context))
    unwrap(await startTimer(context, { notes: 'Second' }))
    unwrap(await undoChange(context, change))
    expect(await runningTimer(context.db)).toMatchObject({ notes: 'Second' })
  })

  it('can be an edit of a running timer', async () => {
    unwrap(await startTimer(context, { notes: 'First', project: context.web }))
    unwrap(await editTimer(context, { notes: 'Second' }))
    const change = (await newest()).id
    unwrap(await editTimer(context, { startedAt: testNow - 60_000 }))
    unwrap(await undoChange(context, change))
    expect(await runningTimer(context.db)).toMatchObject({
      notes: 'First',
      started_at: testNow - 60_000,
    })
    unwrap(await discardTimer(context))
    unwrap(await undoChange(context, (await newest()).id))
    expect(await runningTimer(context.db)).toMatchObject({ notes: 'First' })
  })
})

describe('changes by others', () => {
  /** Records that the service deleted an entry, as sync does. */
  async function removedBySync(local: number): Promise<number> {
    const before = (await row(local))!
    return context.db.transaction().execute(async (trx) => {
      const what = { at: testNow, actor: 'sync', action: 'times.sync' } as const
      const change = await recordChange(trx, {
        ...what,
        summary: sentence('Removed {subject}, which is no longer on the service', {
          subject: '“Homepage hero”',
        }),
      })
      await deleteTime(trx, local)
      await trx.deleteFrom('sync_record').where('resource', '=', 'time').execute()
      await recordRow(trx, change, { resource: 'time', local, before, after: null })
      return change
    })
  }

  it('are undone by their number, and never by a plain undo', async () => {
    const local = await add()
    await context.db.transaction().execute((trx) => linkRemoteId(trx, 'time', local, 7001))
    const change = await removedBySync(local)
    unwrap(await undoChange(context, change))
    expect((await newest()).summary).toBe(
      'Undone: Removed “Homepage hero”, which is no longer on the service. It will be created on the service as a new entry',
    )
    expect(await row(local)).toMatchObject({ notes: 'Homepage hero' })
    unwrap(await redoChange(context))
    expect(await row(local)).toBeUndefined()
    unwrap(await undoChange(context, undefined))
    expect((await newest()).summary).toBe('Undone: Added “Homepage hero” (nothing left to undo)')
  })

  it('cannot be undone where they are about a colleague’s entry', async () => {
    const colleague = await context.db.transaction().execute(async (trx) => {
      const user = await insertUser(trx, { organisation_id: organisation, name: 'Ana' })
      const own = await insertUser(trx, { organisation_id: organisation, name: 'Me' })
      await linkRemoteId(trx, 'user', own, 5)
      await linkCurrentUser(trx, 5)
      return user
    })
    const local = await add()
    await context.db.updateTable('time_entry').set({ user_id: colleague }).execute()
    const change = await removedBySync(local)
    expect(await undoChange(context, change)).toMatchObject({ error: { code: 'forbidden' } })
    expect(await row(local)).toBeUndefined()
  })

  it('include the service identifying the person: their earlier deletions come back', async () => {
    await ensureCurrentUser(context.db, organisation)
    const local = await add()
    unwrap(await deleteTimeEntry(context, local))
    const own = await context.db.transaction().execute(async (trx) => {
      const user = await insertUser(trx, { organisation_id: organisation, name: 'Me' })
      await linkRemoteId(trx, 'user', user, 5)
      await linkCurrentUser(trx, 5)
      return user
    })
    unwrap(await undoChange(context, undefined))
    expect(await row(local)).toMatchObject({ user_id: own })
  })

  it('can be an import, which is undone as a whole', async () => {
    await context.db.transaction().execute(async (trx) => {
      const what = { at: testNow, actor: 'import', action: 'times.import' } as const
      const change = await recordChange(trx, {
        ...what,
        summary: sentence('Merged {count} entries', { count: 3 }),
      })
      for (const start of [540, 600, 660]) {
        const columns = { organisation_id: organisation, date: '2026-11-19', start, quantity: 2 }
        const local = await insertTime(trx, { ...columns, increment: 15, rate: 0 })
        await recordRow(trx, change, {
          resource: 'time',
          local,
          before: null,
          after: (await readTimeSnapshotRow(trx, local))!,
        })
      }
    })
    expect(await undoChange(context, undefined)).toMatchObject({
      error: { code: 'nothing-to-undo' },
    })
    unwrap(await undoChange(context, (await newest()).id))
    expect(await context.db.selectFrom('time_entry').selectAll().execute()).toEqual([])
    unwrap(await redoChange(context))
    expect(await context.db.selectFrom('time_entry').selectAll().execute()).toHaveLength(3)
  })
})

describe('changes of several entries', () => {
  it('are one change in the summary, in history and in undo', async () => {
    const locals = [await add(), await add({ start: 600 }), await add({ start: 700 })]
    const all = locals.map((local) => ({ local }))
    unwrap(await updateTimes(context, all, { project: context.app, notes: 'All' }))
    expect((await newest()).summary).toBe('Changed 3 entries')
    for (const local of locals) {
      expect(await row(local)).toMatchObject({ notes: 'All', increment: 6, quantity: 15 })
    }
    unwrap(await deleteTimes(context, locals))
    expect((await newest()).summary).toBe('Deleted 3 entries')
    unwrap(await undoChange(context, undefined))
    unwrap(await undoChange(context, undefined))
    for (const local of locals) {
      expect(await row(local)).toMatchObject({ notes: 'Homepage hero', increment: 15, quantity: 6 })
    }
  })

  it('are all made, or none of them', async () => {
    const local = await add()
    const before = await row(local)
    expect(await updateTimes(context, [{ local }, { local: 99 }], { start: 1 })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await updateTimes(context, [{ local }], { task: 99 })).toMatchObject({
      error: { fields: { task_id: [expect.any(String)] } },
    })
    expect(await deleteTimes(context, [local, 99])).toMatchObject({ error: { code: 'not-found' } })
    expect(await row(local)).toEqual(before)
    expect(await words()).toHaveLength(1)
  })
})
