import { beforeEach, describe, expect, it } from 'vitest'
import { mergeTimes, splitTime } from '#core/actions/split-merge-times.ts'
import { copyTimes, createTime, updateTimes } from '#core/actions/times.ts'
import { readTimeSnapshotRow } from '#core/actions/time-writes.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { linkRemoteId } from '#core/store/sync/sync-records.ts'
import { listTrash } from '#core/store/history/trash.ts'
import { unwrap, type Result } from '#shared/errors.ts'
import { ensureCurrentUser } from '#core/store/account/current-user.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { testContext, type TestContext } from '../../support/store.ts'

let context: TestContext
let told: string[]
beforeEach(async () => {
  context = await testContext()
  told = []
  context.changed = (resource, locals) => void told.push(`${resource} ${locals.join(' ')}`)
  return () => context.store.close()
})

const add = async (over: object = {}) =>
  unwrap(
    await createTime(context, {
      ...{ project: context.web, task: context.design, date: '2026-11-19', start: 540 },
      ...{ quantity: 6, notes: 'Hero' },
      ...over,
    }),
  )
const row = (local: number) => readTimeSnapshotRow(context.db, local)
const rows = () => context.db.selectFrom('time_entry').selectAll().orderBy('id').execute()
const newest = async () => (await listChanges(context.db, { limit: 1 }))[0]!
const said = (result: Result<unknown>) => (result.ok ? undefined : result.error.fields)
const record = (local: number) =>
  context.db
    .selectFrom('sync_record')
    .select(['dirty', 'deleted', 'remote_id', 'held_until'])
    .where('resource', '=', 'time')
    .where('local_id', '=', local)
    .executeTakeFirst()

/** Marks an entry as acknowledged by the service in its current state. */
async function acknowledge(local: number, remote: number) {
  const { date, start, quantity, increment, notes } = (await row(local))!
  const at = { created_at: '2026-11-19 10:00:00', updated_at: '2026-11-19 10:00:00' }
  const base = { id: remote, date, start, quantity, increment, notes, ...at }
  const related = { project: { id: 501 }, task: { id: 601 } }
  await context.db.transaction().execute(async (trx) => {
    await linkRemoteId(trx, 'project', context.web, 501)
    await linkRemoteId(trx, 'task', context.design, 601)
    await linkRemoteId(trx, 'time', local, remote)
    await trx
      .updateTable('sync_record')
      .set({ base: JSON.stringify({ ...base, ...related }), dirty: 0 })
      .where('resource', '=', 'time')
      .where('local_id', '=', local)
      .execute()
  })
}

describe('splitting an entry', () => {
  it('leaves the first half in its place and adds the second after it, otherwise equal', async () => {
    const local = await add()
    const before = (await row(local))!
    told = []
    const [first, second] = unwrap(await splitTime(context, local, 570))
    expect(first).toBe(local)
    expect(await row(first)).toEqual({ ...before, quantity: 2, total: 30 })
    expect(await row(second)).toEqual({
      ...before,
      ...{ id: second, tie: expect.any(Number) as number },
      ...{ start: 570, quantity: 4, total: 60 },
    })
    expect(await newest()).toMatchObject({ action: 'times.split', summary: 'Split “Hero”' })
    expect(told).toEqual([`time ${first} ${second}`, 'history '])
  })

  it('is one change, taken back and made again whole', async () => {
    const local = await add()
    const before = await rows()
    unwrap(await splitTime(context, local, 570))
    const after = await rows()
    unwrap(await undoChange(context, undefined))
    expect(await rows()).toEqual(before)
    unwrap(await redoChange(context))
    expect(await rows()).toEqual(after)
  })

  it('is an update of the one and an addition of the other to the service', async () => {
    const local = await add()
    await acknowledge(local, 7001)
    const [, second] = unwrap(await splitTime(context, local, 570))
    expect(await record(local)).toMatchObject({ dirty: 1, deleted: 0, remote_id: 7001 })
    expect(await record(second)).toMatchObject({ dirty: 1, deleted: 0, remote_id: null })
    unwrap(await undoChange(context, undefined))
    expect(await record(local)).toMatchObject({ dirty: 0, remote_id: 7001 })
    expect(await record(second)).toBeUndefined()
  })

  it('puts a half after midnight on the next day', async () => {
    const local = await add({ start: 1410, quantity: 4 })
    const [, second] = unwrap(await splitTime(context, local, 1440))
    expect(await row(second)).toMatchObject({ date: '2026-11-20', start: 0, quantity: 2 })
  })

  it('is refused where the halves would count or cost otherwise than the whole', async () => {
    const local = await add()
    await context.db.updateTable('time_entry').set({ rate: 9000 }).execute()
    const before = await rows()
    for (const set of [{ increment: 20 }, { increment: 15, rate: 12_000 }]) {
      await context.db.updateTable('project').set(set).execute()
      expect(Object.keys(said(await splitTime(context, local, 570))!)).toEqual(['quantity'])
    }
    expect(await rows()).toEqual(before)
  })

  it('keeps the total, also when several calls split or change it at the same time', async () => {
    const local = await add()
    await Promise.all([
      splitTime(context, local, 570),
      splitTime(context, local, 570),
      splitTime(context, local, 600),
    ])
    const minutes = (await rows()).reduce((sum, { total }) => sum + total, 0)
    expect(minutes).toBe(90)
  })

  it('is refused for a colleague’s entry, because its new half would belong to the current user', async () => {
    await ensureCurrentUser(context.db, context.organisation)
    const local = await add()
    const user = await context.db
      .transaction()
      .execute((trx) => insertUser(trx, { organisation_id: context.organisation }))
    await context.db.updateTable('time_entry').set({ user_id: user }).execute()
    expect(await splitTime(context, local, 570)).toMatchObject({ error: { code: 'forbidden' } })
    expect(await rows()).toHaveLength(1)
  })

  it('waits until its card in the inbox is answered, as merging does', async () => {
    const [local, other] = [await add(), await add({ start: 630 })]
    await acknowledge(local, 71)
    await context.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('sync_record')
        .set({ parked: 'refused', dirty: 1 })
        .where('local_id', '=', local)
        .where('resource', '=', 'time')
        .execute()
    })
    const before = await rows()
    expect(await splitTime(context, local, 570)).toMatchObject({ error: { code: 'conflict' } })
    expect(await mergeTimes(context, [local, other])).toMatchObject({ error: { code: 'conflict' } })
    expect(await rows()).toEqual(before)
  })

  it('is not undone, with an explanation, where a half was changed since', async () => {
    const local = await add()
    const [first] = unwrap(await splitTime(context, local, 570))
    const split = await newest()
    unwrap(await updateTimes(context, [{ local: first }], { quantity: 3 }))
    const before = await rows()
    unwrap(await undoChange(context, split.id))
    expect(await rows()).toEqual(before)
    expect((await newest()).summary).toBe(
      'Undone: Split “Hero” (kept, because it was changed later)',
    )
  })

  it('says why it cannot be, and changes nothing', async () => {
    const single = await add({ quantity: 1 })
    const local = await add()
    const before = await rows()
    expect(said(await splitTime(context, single, 545))).toEqual({
      quantity: ['This entry is a single 15-minute increment, which can’t be split'],
    })
    expect(said(await splitTime(context, local, 540))).toEqual({
      start: ['Enter a time between 09:00 and 10:30'],
    })
    expect(await splitTime(context, 77, 540)).toMatchObject({ error: { code: 'not-found' } })
    await context.db.updateTable('task').set({ deleted: 1 }).execute()
    expect(Object.keys(said(await splitTime(context, local, 570))!)).toEqual(['task_id'])
    expect(await rows()).toEqual(before)
  })
})

describe('merging entries', () => {
  it('extends the earliest over the others, with their notes', async () => {
    const later = await add({ start: 630, quantity: 2, notes: 'Footer' })
    const earliest = await add()
    const last = await add({ start: 650, quantity: 2, notes: 'Hero' })
    const before = (await row(earliest))!
    told = []
    expect(unwrap(await mergeTimes(context, [later, last, earliest]))).toBe(earliest)
    expect(await rows()).toEqual([
      {
        ...before,
        quantity: 10,
        total: 150,
        notes: 'Hero\nFooter',
        search: expect.any(String) as string,
      },
    ])
    expect(await newest()).toMatchObject({ action: 'times.merge', summary: 'Merged 3 entries' })
    expect(told).toEqual([`time ${earliest} ${later} ${last}`, 'trash ', 'history '])
    expect(await listTrash(context.db, 50, undefined)).toHaveLength(2)
  })

  it('is one change, taken back and made again whole', async () => {
    const locals = [await add(), await add({ start: 630 }), await add({ start: 700 })]
    const before = await rows()
    unwrap(await mergeTimes(context, locals))
    const after = await rows()
    unwrap(await undoChange(context, undefined))
    expect(await rows()).toEqual(before)
    unwrap(await redoChange(context))
    expect(await rows()).toEqual(after)
  })

  it('is an update of the one and deletions of the others to the service', async () => {
    const [first, second, unsent] = [
      await add(),
      await add({ start: 630 }),
      await add({ start: 720 }),
    ]
    await acknowledge(first, 7001)
    await acknowledge(second, 7002)
    unwrap(await mergeTimes(context, [first, second, unsent]))
    expect(await record(first)).toMatchObject({ dirty: 1, deleted: 0, remote_id: 7001 })
    expect(await record(second)).toMatchObject({ deleted: 1, remote_id: 7002 })
    expect((await record(second))!.held_until).toBeGreaterThan(context.clock.now())
    expect(await record(unsent)).toBeUndefined()
    unwrap(await undoChange(context, undefined))
    expect(await record(first)).toMatchObject({ dirty: 0, remote_id: 7001 })
    expect(await record(second)).toMatchObject({ dirty: 0, deleted: 0, remote_id: 7002 })
    expect(await record(unsent)).toMatchObject({ dirty: 1, remote_id: null })
  })

  it('leaves notes byte for byte where the others have none or the same', async () => {
    const first = await add({ notes: ' Hero\n' })
    const second = await add({ start: 630, notes: null })
    const third = await add({ start: 720, notes: 'Hero' })
    unwrap(await mergeTimes(context, [first, second, third]))
    expect(await row(first)).toMatchObject({ notes: ' Hero\n' })
  })

  it('says why entries cannot be merged, and changes nothing', async () => {
    const first = await add()
    const gap = await add({ start: 645 })
    const other = await add({ start: 630, project: context.app })
    const before = await rows()
    expect(said(await mergeTimes(context, [first, gap]))).toEqual({
      start: ['There’s a gap from 10:30 to 10:45. Only entries that touch can be merged'],
    })
    expect(said(await mergeTimes(context, [first, other]))).toEqual({
      project_id: ['Can’t merge entries on different projects'],
    })
    expect(await mergeTimes(context, [first, first])).toMatchObject({
      error: { message: 'Select two or more entries' },
    })
    expect(await mergeTimes(context, [first, 77])).toMatchObject({ error: { code: 'not-found' } })
    expect(await rows()).toEqual(before)
  })

  it('refuses notes that are too long together', async () => {
    const first = await add({ notes: 'a'.repeat(6_000) })
    const second = await add({ start: 630, notes: 'b'.repeat(6_000) })
    expect(Object.keys(said(await mergeTimes(context, [first, second]))!)).toEqual(['notes'])
  })
})

describe('copying entries to another day', () => {
  it('adds the same work at the same times, as one change', async () => {
    const locals = [await add(), await add({ start: 660, quantity: 2, notes: null })]
    const before = await rows()
    const copies = unwrap(await copyTimes(context, locals, '2026-11-23'))
    expect(await row(copies[0]!)).toMatchObject({ date: '2026-11-23', start: 540, notes: 'Hero' })
    expect(await row(copies[1]!)).toMatchObject({ date: '2026-11-23', start: 660, quantity: 2 })
    expect(await newest()).toMatchObject({ summary: 'Duplicated 2 entries' })
    unwrap(await undoChange(context, undefined))
    expect(await rows()).toHaveLength(before.length)
  })
})
