import { beforeEach, describe, expect, it } from 'vitest'
import { createTime, deleteTimes, updateTimeEntry } from '#core/actions/times.ts'
import { undoChange } from '#core/actions/undo.ts'
import { createCategory } from '#core/actions/categories.ts'
import type { HandlerContext } from '#core/handlers/handler-context.ts'
import { historyHandlers } from '#core/handlers/history.ts'
import { timeHandlers } from '#core/handlers/times.ts'
import { trashHandlers } from '#core/handlers/trash.ts'
import { listChanges } from '#core/store/history/change-history.ts'
import { startTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { inEnglish } from '#shared/sentences/sentence.ts'
import { openPlanner } from '../../support/plans.ts'
import { testContext, type TestContext } from '../../support/store.ts'

let context: TestContext
let handlerContext: HandlerContext
beforeEach(async () => {
  context = await testContext()
  const databaseKeeper = { tidy: () => Promise.resolve() }
  const open = { context, sync: null, direct: null, databaseKeeper } as never
  handlerContext = {
    withOpenAccount: (run) => run(open),
    withTimerBroadcast: (run) => run(open),
    emit: () => {},
  }
  return () => context.store.close()
})

const add = async (over: object = {}) =>
  unwrap(
    await createTime(context, {
      project: context.web,
      task: context.design,
      date: '2026-11-19',
      start: 540,
      quantity: 6,
      notes: 'Homepage hero',
      ...over,
    }),
  )

describe('the list of changes', () => {
  it('goes back page by page', async () => {
    for (let start = 0; start < 5; start++) await add({ start })
    const { 'history.list': list } = historyHandlers(handlerContext)
    const first = unwrap(await list({ limit: 2 }))
    expect(first.map(({ change }) => change)).toEqual([5, 4])
    const next = unwrap(await list({ limit: 2, before: 4 }))
    expect(next.map(({ change }) => change)).toEqual([3, 2])
  })

  it('shows the changes of one entry, and no others', async () => {
    const local = await add()
    await add({ start: 600 })
    unwrap(await updateTimeEntry(context, local, { notes: 'Second' }))
    unwrap(await undoChange(context, undefined))
    const record = { resource: 'time', local } as const
    const { 'history.list': list } = historyHandlers(handlerContext)
    const summaries = unwrap(await list({ record })).map(({ summary }) => inEnglish(summary))
    expect(summaries).toEqual([
      'Undone: Changed “Second”',
      'Changed “Second”',
      'Added “Homepage hero”',
    ])
    const earlier = unwrap(await list({ record, before: 3, limit: 1 }))
    expect(earlier).toMatchObject([{ change: 1 }])
  })

  it('marks what is undone, and not an undo that was undone in turn', async () => {
    await add()
    const { 'history.list': list, 'history.undo': takeBack } = historyHandlers(handlerContext)
    const undone = unwrap(await takeBack({}))
    expect(unwrap(await list({})).map((change) => change.undone)).toEqual([false, true])
    unwrap(await takeBack({ change: undone.change }))
    expect(unwrap(await list({})).map((change) => change.undone)).toEqual([false, false, false])
  })

  it('finds a page, and a record’s changes, by their indexes', async () => {
    const planner = await openPlanner(['model', 'client'])
    const record = { resource: 'time', local: 7 } as const
    const [all] = await planner.plansOf((db) => listChanges(db, { limit: 50, before: 9_000 }))
    const [one] = await planner.plansOf((db) => listChanges(db, { limit: 50, record }))
    await planner.close()
    expect(all).toMatch(/^SEARCH change USING INTEGER PRIMARY KEY \(rowid<\?\)$/)
    expect(one).toContain('history_by_record')
    expect(one).not.toContain('SCAN history')
  })
})

describe('one change', () => {
  const show = async (change: number) =>
    unwrap(await historyHandlers(handlerContext)['history.show']({ change }))

  it('shows its fields with names in place of ids', async () => {
    const local = await add()
    unwrap(await updateTimeEntry(context, local, { project: context.app, task: null }))
    expect(await show(2)).toMatchObject({
      change: 2,
      actor: 'person',
      more: 0,
      records: [
        {
          resource: 'time',
          local,
          title: '“Homepage hero”',
          was: 'changed',
          fields: [
            { field: 'project', before: 'Website relaunch', after: 'Booking app' },
            { field: 'increment', before: 15, after: 6 },
            { field: 'rate', before: 12_000, after: 9_000 },
            { field: 'currency', before: 'NZD', after: 'EUR' },
            { field: 'task', before: 'Design', after: null },
            { field: 'quantity', before: 6, after: 15 },
          ],
          units: { increment: 6, currency: 'EUR' },
        },
      ],
    })
  })

  it('shows what was worked where rounding changed it', async () => {
    const local = await add({ quantity: 6, worked: 80 })
    expect((await show(1)).records[0]!.fields).toContainEqual({
      ...{ field: 'worked', before: null, after: 80 },
    })
    unwrap(await updateTimeEntry(context, local, { worked: 84 }))
    expect((await show(2)).records[0]!.fields).toEqual([{ field: 'worked', before: 80, after: 84 }])
    unwrap(await updateTimeEntry(context, local, { quantity: 7, worked: 105 }))
    expect((await show(3)).records[0]!.fields).toEqual([
      { field: 'quantity', before: 6, after: 7 },
      { field: 'worked', before: 84, after: null },
    ])
  })

  it('shows what was added and what was deleted, lists of records by their names', async () => {
    const local = unwrap(
      await createCategory(context, { name: 'Work', tasks: [context.design], charges: [] }),
    )
    expect((await show(1)).records).toEqual([
      {
        resource: 'category',
        local,
        title: '“Work”',
        was: 'added',
        fields: [
          { field: 'name', before: null, after: 'Work' },
          { field: 'tasks', before: null, after: ['Design'] },
          { field: 'charges', before: null, after: [] },
        ],
        units: { increment: null, currency: null },
      },
    ])
    const time = await add()
    unwrap(await deleteTimes(context, [time]))
    expect((await show(3)).records[0]).toMatchObject({ was: 'deleted', title: '“Homepage hero”' })
    unwrap(await startTimer(context, { notes: 'Call' }))
    expect((await show(4)).records[0]).toMatchObject({ resource: 'timer', was: 'added' })
  })

  it('counts what is too much to show', async () => {
    const locals: number[] = []
    for (let start = 0; start < 103; start++) locals.push(await add({ start }))
    unwrap(await deleteTimes(context, locals))
    const { records, more } = await show(104)
    expect(records).toHaveLength(100)
    expect(more).toBe(3)
  })

  it('is not found under an unknown number', async () => {
    expect(await historyHandlers(handlerContext)['history.show']({ change: 9 })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('calls on several entries and on the trash', () => {
  it('delete, list, restore and discard', async () => {
    const locals = [await add(), await add({ start: 600 })]
    const { 'times.deleteMany': deleteMany, 'times.updateMany': updateMany } =
      timeHandlers(handlerContext)
    const records = locals.map((local) => ({ local, was: { notes: 'Homepage hero' } }))
    expect(unwrap(await updateMany({ records, set: { notes: 'Both' } }))).toEqual({ changed: 2 })
    expect(unwrap(await deleteMany({ locals }))).toEqual({ deleted: 2 })
    const calls = trashHandlers(handlerContext)
    const page = unwrap(await calls['trash.list']({ limit: 1 }))
    expect(page).toMatchObject({ total: 2, items: [{ resource: 'time', title: '“Both”' }] })
    const [item] = page.items
    const rest = unwrap(await calls['trash.list']({ before: item!.item }))
    expect(rest.items.map(({ local }) => local)).toEqual([locals[0]])
    expect(unwrap(await calls['trash.restore']({ items: [item!.item] }))).toMatchObject({
      action: 'trash.restore',
      summary: { text: 'Restored {subject} from trash', values: { subject: '“Both”' } },
    })
    expect(unwrap(await calls['trash.discard']({ items: 'all' }))).toEqual({ discarded: 1 })
  })
})
