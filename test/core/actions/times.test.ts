import { beforeEach, describe, expect, it } from 'vitest'
import { copyTimes, createTime, deleteTimeEntry, updateTimeEntry } from '#core/actions/times.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { readTimeSnapshotRow } from '#core/actions/time-writes.ts'
import { linkRemoteId, readRecordStates } from '#core/store/sync/sync-records.ts'
import { unwrap } from '#shared/errors.ts'
import { testContext, type TestContext } from '../../support/store.ts'
import { fieldsOf } from './desk.ts'

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
const state = async (local: number) =>
  (await readRecordStates(context.db, 'time', [local])).get(local)?.state

describe('adding an entry', () => {
  it('takes increment, rate and currency from the project', async () => {
    expect(await row(await add())).toMatchObject({
      increment: 15,
      rate: 12_000,
      currency: 'NZD',
      total: 90,
    })
  })

  it('is a draft without a project, and held while only this machine knows the project', async () => {
    expect(await state(await add({ project: null }))).toBe('draft')
    const local = await add()
    expect(await state(local)).toBe('held')
    await context.db.transaction().execute(async (trx) => {
      await linkRemoteId(trx, 'project', context.web, 501)
      await linkRemoteId(trx, 'task', context.design, 601)
    })
    expect(await state(local)).toBe('pending')
  })

  it('names the field when the project, the task or the quantity is impossible', async () => {
    const failure = async (over: object) => fieldsOf(await createTime(context, entry(over)))
    expect(await failure({ project: 999 })).toEqual(['project_id'])
    expect(await failure({ task: 999 })).toEqual(['task_id'])
    expect(await failure({ quantity: 101 })).toEqual(['quantity'])
    expect(await failure({ project: 999, task: 999, quantity: 101 })).toEqual([
      'project_id',
      'task_id',
    ])
    expect(await failure({ task: 999, quantity: 101 })).toEqual(['task_id', 'quantity'])
    expect(await context.db.selectFrom('change').selectAll().execute()).toEqual([])
  })
})

describe('changing an entry', () => {
  it('leaves fields that are not named byte for byte', async () => {
    const local = await add({ notes: 'a\nb' })
    const before = await row(local)
    unwrap(await updateTimeEntry(context, local, { start: 600 }))
    expect(await row(local)).toEqual({ ...before, start: 600 })
  })

  it('checks the length only where it changes: a service may have longer entries', async () => {
    const local = await add()
    const long = { quantity: 120, total: 1800 }
    await context.db.updateTable('time_entry').set(long).where('id', '=', local).execute()
    unwrap(await updateTimeEntry(context, local, { notes: 'Night shift' }))
    unwrap(await updateTimeEntry(context, local, { quantity: 120, start: 600 }))
    expect(await row(local)).toMatchObject({ ...long, notes: 'Night shift', start: 600 })
    for (const set of [{ quantity: 119 }, { project: null }]) {
      const refused = await updateTimeEntry(context, local, set)
      expect(refused).toMatchObject({
        ok: false,
        error: { fields: { quantity: [expect.stringContaining('or fewer')] } },
      })
    }
  })

  it('is copied only where a new one may be as long', async () => {
    const local = await add()
    const setRow = (set: object) =>
      context.db.updateTable('time_entry').set(set).where('id', '=', local).execute()
    await setRow({ quantity: 120, total: 1800 })
    const refused = await copyTimes(context, [local], '2026-11-23')
    expect(refused).toMatchObject({
      ok: false,
      error: { fields: { quantity: [expect.stringContaining('or fewer')] } },
    })
    expect(await context.db.selectFrom('time_entry').select('id').execute()).toEqual([
      { id: local },
    ])
    await setRow({ quantity: 100, total: 1500 })
    const [copy] = unwrap(await copyTimes(context, [local], '2026-11-23'))
    expect(await row(copy!)).toMatchObject({ quantity: 100, total: 1500 })
  })

  it('names every field that is impossible, the length only where the project is known', async () => {
    const local = await add()
    const fields = async (set: object) => fieldsOf(await updateTimeEntry(context, local, set))
    expect(await fields({ task: 999, quantity: 101 })).toEqual(['task_id', 'quantity'])
    expect(await fields({ project: 999, task: 999, quantity: 101 })).toEqual([
      'project_id',
      'task_id',
    ])
  })

  it('keeps the minutes when the new project counts in other increments', async () => {
    const local = await add({ quantity: 5 })
    unwrap(await updateTimeEntry(context, local, { project: context.app }))
    expect(await row(local)).toMatchObject({
      increment: 6,
      quantity: 13,
      rate: 9_000,
      currency: 'EUR',
    })
  })

  it('is refused with a quantity in increments of another project than its author saw', async () => {
    const local = await add({ quantity: 4 })
    const moved = { project_id: context.app, increment: 6 }
    await context.db.updateTable('time_entry').set(moved).where('id', '=', local).execute()
    const seen = { project: context.web, quantity: 4 }
    expect(await updateTimeEntry(context, local, { quantity: 6 }, seen)).toMatchObject({
      error: { code: 'stale', fields: { project: [`Is now ${context.app}`] } },
    })
    expect(await row(local)).toMatchObject({ quantity: 4, increment: 6 })
    const now = { ...seen, project: context.app }
    expect(await updateTimeEntry(context, local, { quantity: 15 }, now)).toMatchObject({ ok: true })
    const chosen = { project: context.web, quantity: 6 }
    expect(await updateTimeEntry(context, local, chosen, { ...now, quantity: 15 })).toMatchObject({
      ok: true,
    })
  })

  it('says that an entry does not exist', async () => {
    expect(await updateTimeEntry(context, 77, { start: 1 })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('undo and redo', () => {
  it('take back an addition, a change and a deletion, one after the other, and make them again', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { notes: 'Second round' }))
    unwrap(await deleteTimeEntry(context, local))
    expect(await row(local)).toBeUndefined()

    unwrap(await undoChange(context, undefined))
    expect(await row(local)).toMatchObject({ notes: 'Second round' })
    unwrap(await undoChange(context, undefined))
    expect(await row(local)).toMatchObject({ notes: 'Homepage hero' })
    unwrap(await undoChange(context, undefined))
    expect(await row(local)).toBeUndefined()
    expect(await undoChange(context, undefined)).toMatchObject({
      error: { code: 'nothing-to-undo' },
    })

    unwrap(await redoChange(context))
    unwrap(await redoChange(context))
    expect(await row(local)).toMatchObject({ notes: 'Second round' })
    unwrap(await redoChange(context))
    expect(await row(local)).toBeUndefined()
    expect(await redoChange(context)).toMatchObject({ error: { code: 'nothing-to-undo' } })
  })

  it('takes back an older change without touching what came later', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { notes: 'Second round' }))
    const older = await context.db
      .selectFrom('change')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    unwrap(await updateTimeEntry(context, local, { start: 660 }))
    unwrap(await undoChange(context, older.id))
    expect(await row(local)).toMatchObject({ notes: 'Homepage hero', start: 660 })
  })

  it('offers no redo once something new was done', async () => {
    await add()
    unwrap(await undoChange(context, undefined))
    await add({ start: 0 })
    expect(await redoChange(context)).toMatchObject({ error: { code: 'nothing-to-undo' } })
  })

  it('does not undo the same change twice', async () => {
    await add()
    unwrap(await undoChange(context, 1))
    expect(await undoChange(context, 1)).toMatchObject({ error: { code: 'conflict' } })
  })
})

describe('what is sent to the service', () => {
  const record = (local: number) =>
    context.db
      .selectFrom('sync_record')
      .select(['dirty', 'deleted', 'remote_id'])
      .where('resource', '=', 'time')
      .where('local_id', '=', local)
      .executeTakeFirst()

  it('is nothing for an entry that was added and deleted before it was sent', async () => {
    const local = await add()
    unwrap(await deleteTimeEntry(context, local))
    expect(await record(local)).toBeUndefined()
  })

  it('is a deletion for an entry that the service has, and nothing again after undo', async () => {
    const local = await acknowledged()
    unwrap(await deleteTimeEntry(context, local))
    expect(await record(local)).toMatchObject({ deleted: 1 })
    unwrap(await undoChange(context, undefined))
    expect(await record(local)).toEqual({ dirty: 0, deleted: 0, remote_id: 7001 })
    expect(await row(local)).toMatchObject({ tie: 7001 })
  })

  it('is nothing when a change was undone before it was sent', async () => {
    const local = await acknowledged()
    unwrap(await updateTimeEntry(context, local, { notes: 'Other' }))
    expect(await record(local)).toMatchObject({ dirty: 1 })
    unwrap(await updateTimeEntry(context, local, { notes: 'Homepage hero' }))
    expect(await record(local)).toMatchObject({ dirty: 0 })
  })

  /** An entry as if the service had acknowledged it. */
  async function acknowledged(): Promise<number> {
    const local = await add()
    await context.db.transaction().execute(async (trx) => {
      await linkRemoteId(trx, 'project', context.web, 501)
      await linkRemoteId(trx, 'task', context.design, 601)
      await linkRemoteId(trx, 'time', local, 7001)
      const base = {
        id: 7001,
        date: '2026-11-19',
        start: 540,
        quantity: 6,
        increment: 15,
        notes: 'Homepage hero',
        project: { id: 501 },
        task: { id: 601 },
      }
      await trx
        .updateTable('sync_record')
        .set({ base: JSON.stringify(base), dirty: 0 })
        .where('resource', '=', 'time')
        .where('local_id', '=', local)
        .execute()
    })
    return local
  }
})
