import { beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '#core/actions/undo.ts'
import { readTimeSnapshotRow } from '#core/actions/time-writes.ts'
import { runningTimer } from '#core/actions/timer-row.ts'
import { writeSetting } from '#core/store/account/settings.ts'
import {
  continueEntry,
  discardTimer,
  editTimer,
  startTimer,
  stopTimer,
} from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { testContext, testNow, type TestContext } from '../../support/store.ts'

const minute = 60_000
let context: TestContext
beforeEach(async () => {
  context = await testContext()
  return () => context.store.close()
})

const start = async (over: object = {}) =>
  unwrap(
    await startTimer(context, {
      project: context.web,
      task: context.design,
      notes: 'Hero',
      ...over,
    }),
  )
const running = () => runningTimer(context.db)
const after = (minutes: number) => context.clock.set(testNow + minutes * minute)

describe('the timer', () => {
  it('stops into an entry of whole increments that keeps its exact instants', async () => {
    await start()
    after(47)
    const [local] = unwrap(await stopTimer(context))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({
      date: '2026-11-19',
      start: 840,
      quantity: 4,
      increment: 15,
      notes: 'Hero',
    })
    expect(await context.db.selectFrom('segment').selectAll().execute()).toMatchObject([
      { time_entry_id: local, started_at: testNow, stopped_at: testNow + 47 * minute, zone: 'UTC' },
    ])
    expect(await running()).toBeUndefined()
  })

  it('stops without naming the computer’s time zone, which is slow', async () => {
    await start()
    const clock = {
      ...context.clock,
      zone: () => {
        throw new Error('asked for the zone')
      },
    }
    expect(await stopTimer({ ...context, clock })).toMatchObject({ ok: true })
  })

  it('rounds by the account’s rule', async () => {
    await writeSetting(context.db, 'rounding', 'down')
    await start()
    after(47)
    const [local] = unwrap(await stopTimer(context))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({ quantity: 3 })
  })

  it('stops the running work into its entry when other work starts', async () => {
    await start()
    after(30)
    await start({ project: context.app, notes: 'Call' })
    expect(await running()).toMatchObject({
      project_id: context.app,
      started_at: testNow + 30 * minute,
    })
    expect(await context.db.selectFrom('time_entry').selectAll().execute()).toMatchObject([
      { project_id: context.web, quantity: 2 },
    ])
  })

  it('runs on when the same work is started again within seconds, as by a double press', async () => {
    await start()
    context.clock.set(testNow + 2_000)
    await start()
    expect(await running()).toMatchObject({ started_at: testNow })
    const changes = () => context.db.selectFrom('change').select('action').execute()
    expect(await changes()).toEqual([{ action: 'timer.start' }])
    await start({ notes: 'Call' })
    await start({ notes: 'Call', at: testNow + 2_000 })
    after(1)
    await start({ notes: 'Call' })
    expect(await running()).toMatchObject({ started_at: testNow + minute, notes: 'Call' })
    expect(await changes()).toHaveLength(4)
  })

  it('starts once when both starts are under way at the same time', async () => {
    await Promise.all([start(), start()])
    expect(await context.db.selectFrom('change').select('action').execute()).toEqual([
      { action: 'timer.start' },
    ])
    expect(await context.db.selectFrom('time_entry').selectAll().execute()).toEqual([])
  })

  it('continues when it is asked for something impossible', async () => {
    await start()
    after(10)
    expect(await startTimer(context, { project: 999 })).toMatchObject({
      error: { code: 'validation' },
    })
    expect(await startTimer(context, { at: testNow + 60 * minute })).toMatchObject({
      error: { fields: { at: [expect.any(String)] } },
    })
    expect(await startTimer(context, { at: testNow - minute })).toMatchObject({
      error: { fields: { at: [expect.any(String)] } },
    })
    expect(await stopTimer(context, testNow - minute)).toMatchObject({
      error: { code: 'validation' },
    })
    expect(await editTimer(context, { project: 999 })).toMatchObject({
      error: { code: 'validation' },
    })
    expect(await running()).toMatchObject({ project_id: context.web, started_at: testNow })
    expect(await context.db.selectFrom('time_entry').selectAll().execute()).toEqual([])
  })

  it('stops also after the clock was set back', async () => {
    await start()
    after(-120)
    const [local] = unwrap(await stopTimer(context))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({ start: 840, quantity: 1 })
  })

  it('becomes a draft when it has no project', async () => {
    await start({ project: null, task: null })
    after(5)
    const [local] = unwrap(await stopTimer(context))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({
      project_id: null,
      quantity: 1,
    })
  })

  it('can have begun earlier, and be changed while it runs', async () => {
    await start({ at: testNow - 20 * minute })
    unwrap(
      await editTimer(context, { notes: 'Hero, second round', startedAt: testNow - 45 * minute }),
    )
    const [local] = unwrap(await stopTimer(context))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({
      start: 795,
      quantity: 3,
      notes: 'Hero, second round',
    })
  })

  it('runs again after undo of its stop, and its entry is gone', async () => {
    await start()
    after(47)
    const [local] = unwrap(await stopTimer(context))
    unwrap(await undoChange(context, undefined))
    expect(await running()).toMatchObject({ started_at: testNow, notes: 'Hero' })
    expect(await readTimeSnapshotRow(context.db, local!)).toBeUndefined()
  })

  it('is described anew though its project and task were deleted since', async () => {
    await start()
    for (const table of ['project', 'task'] as const) {
      await context.db.updateTable(table).set({ deleted: 1 }).execute()
    }
    const { web: project, design: task } = context
    unwrap(await editTimer(context, { project, task, notes: 'Footer' }))
    expect(await running()).toMatchObject({ project_id: project, notes: 'Footer' })
    const moved = await editTimer(context, { project: context.app, notes: 'Header' })
    expect(moved).toMatchObject({ error: { fields: { project_id: [expect.any(String)] } } })
  })

  it('comes back after a discard, but not over another one', async () => {
    await start()
    unwrap(await discardTimer(context))
    const discard = await context.db
      .selectFrom('change')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await start({ notes: 'Other' })
    expect(await undoChange(context, discard.id)).toMatchObject({ error: { code: 'conflict' } })
    expect(await running()).toMatchObject({ notes: 'Other' })
    unwrap(await undoChange(context, undefined))
    expect(await running()).toBeUndefined()
    unwrap(await undoChange(context, undefined))
    expect(await running()).toMatchObject({ notes: 'Hero' })
  })

  it('continues the work of an entry', async () => {
    await start()
    after(15)
    const [local] = unwrap(await stopTimer(context))
    unwrap(await continueEntry(context, local))
    expect(await running()).toMatchObject({
      project_id: context.web,
      task_id: context.design,
      notes: 'Hero',
    })
  })

  it('says that nothing runs when there is nothing to stop or discard', async () => {
    expect(await stopTimer(context)).toMatchObject({ error: { code: 'conflict' } })
    expect(await discardTimer(context)).toMatchObject({ error: { code: 'conflict' } })
  })

  it('keeps the zone in which it began, wherever it is stopped', async () => {
    await start()
    const abroad = { ...context, clock: { ...context.clock, zone: () => 'Pacific/Auckland' } }
    after(30)
    const [local] = unwrap(await stopTimer(abroad))
    expect(await readTimeSnapshotRow(context.db, local!)).toMatchObject({
      date: '2026-11-19',
      start: 840,
    })
    const [segment] = await context.db.selectFrom('segment').select('zone').execute()
    expect(segment).toEqual({ zone: 'UTC' })
  })

  it('comes back from a stop that an older version recorded', async () => {
    await start()
    after(30)
    unwrap(await stopTimer(context))
    const { before, id } = await context.db
      .selectFrom('history')
      .select(['id', 'before'])
      .where('resource', '=', 'timer')
      .where('after', 'is', null)
      .executeTakeFirstOrThrow()
    const { breaks, away, settled_at, ...older } = JSON.parse(before!) as Record<string, unknown>
    expect({ breaks, away, settled_at }).toEqual({ breaks: [], away: [], settled_at: null })
    const row = JSON.stringify(older)
    await context.db.updateTable('history').set({ before: row }).where('id', '=', id).execute()
    unwrap(await undoChange(context, undefined))
    expect(await running()).toMatchObject({ notes: 'Hero', breaks: [], away: [] })
  })
})
