import { beforeEach, describe, expect, it } from 'vitest'
import { type CellInput, type CellRules, setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { createTime } from '#core/actions/times.ts'
import { redoChange, undoChange } from '#core/actions/undo.ts'
import { ensureCurrentUser } from '#core/store/account/current-user.ts'
import { insertUser } from '#core/store/resources/users.ts'
import { startTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { organisation, testContext, testNow, type TestContext } from '../../support/store.ts'

let context: TestContext
let rules: CellRules
beforeEach(async () => {
  context = await testContext()
  const me = await ensureCurrentUser(context.db, organisation)
  rules = { mine: { me, everything: false }, rounding: 'up', workBegins: 540 }
  return () => context.store.close()
})

const day = '2026-11-18'
const cell = (minutes: number, over: Partial<CellInput> = {}): CellInput => ({
  ...{ project: context.web, task: context.design, date: day, minutes },
  ...over,
})
const set = (...cells: CellInput[]) => setTimesheetCells(context, cells, rules)
const add = async (start: number, quantity: number, over: object = {}) =>
  unwrap(
    await createTime(context, {
      ...{ project: context.web, task: context.design, date: day, start, quantity },
      ...over,
    }),
  )
const entries = () =>
  context.db
    .selectFrom('time_entry')
    .select(['id', 'project_id', 'date', 'start', 'quantity', 'total', 'notes', 'rate'])
    .orderBy('date')
    .orderBy('start')
    .execute()
const changes = () =>
  context.db.selectFrom('change').select(['action', 'summary']).orderBy('id', 'desc').execute()

describe('hours in an empty cell', () => {
  it('become one entry behind the others of the day, on the terms of its project', async () => {
    await add(540, 4)
    const done = unwrap(await set(cell(80, { project: context.app })))
    expect(done).toMatchObject({ added: 1, changed: 0, removed: 0 })
    expect((await entries())[1]).toMatchObject({
      project_id: context.app,
      start: 600,
      quantity: 14,
      total: 84,
      rate: 9_000,
    })
    expect(await changes()).toMatchObject([
      { action: 'times.setCells', summary: 'Added “Design”' },
      {},
    ])
  })

  it('are placed one after the other, also when cells of one day are set at once', async () => {
    unwrap(await set(cell(60), cell(30, { project: context.app }), cell(45, { task: null })))
    expect((await entries()).map(({ start, total }) => [start, total])).toEqual([
      [540, 60],
      [600, 30],
      [630, 45],
    ])
  })

  it('keep clear of the running timer', async () => {
    await add(540, 4, { date: '2026-11-19' })
    unwrap(await startTimer(context, { project: null, task: null, at: testNow - 3 * 3_600_000 }))
    unwrap(await set(cell(60, { date: '2026-11-19' }), cell(120, { project: context.app })))
    unwrap(await set(cell(90, { date: '2026-11-19', project: context.app })))
    const today = (await entries()).filter(({ date }) => date === '2026-11-19')
    // 10:00 to 11:00 is free but too short, so the entry is placed before the others.
    expect(today.map(({ start, total }) => [start, total])).toEqual([
      [450, 90],
      [540, 60],
    ])
  })

  it('keep clear of an entry of the day before that runs over midnight', async () => {
    await add(1320, 48, { date: '2026-11-17' })
    unwrap(await set(cell(60)))
    const today = (await entries()).filter(({ date }) => date === day)
    expect(today.map(({ start, total }) => [start, total])).toEqual([[600, 60]])
  })

  it('are refused on a project or a task that was deleted, and for more than a day', async () => {
    await context.db.updateTable('project').set({ deleted: 1 }).execute()
    expect(await set(cell(60))).toMatchObject({
      error: { code: 'validation', fields: { project_id: [expect.any(String)] } },
    })
    await context.db.updateTable('project').set({ deleted: 0, increment: 7 }).execute()
    expect(await set(cell(1500))).toMatchObject({ error: { fields: { quantity: [{}] } } })
    expect(await entries()).toEqual([])
    expect(await changes()).toEqual([])
  })
})

describe('hours in a cell with entries', () => {
  it('lengthen the last one, shorten from there, and remove, each as one change', async () => {
    await add(540, 4, { notes: 'First' })
    await add(660, 4, { notes: 'Second' })
    await add(900, 2, { notes: 'Third' })
    await add(720, 8, { project: context.app, notes: 'Elsewhere' })
    const before = await entries()

    unwrap(await set(cell(200)))
    expect((await entries()).map(({ notes, quantity }) => [notes, quantity])).toEqual([
      ['First', 4],
      ['Second', 4],
      ['Elsewhere', 8],
      ['Third', 6],
    ])
    expect((await changes())[0]?.summary).toBe('Changed “Third”')

    const done = unwrap(await set(cell(75)))
    expect(done).toMatchObject({ added: 0, changed: 1, removed: 1 })
    expect((await entries()).map(({ notes, quantity }) => [notes, quantity])).toEqual([
      ['First', 4],
      ['Second', 1],
      ['Elsewhere', 8],
    ])
    expect((await changes())[0]?.summary).toBe('Changed 1 entry, deleted 1')

    unwrap(await set(cell(0)))
    expect((await entries()).map(({ notes }) => notes)).toEqual(['Elsewhere'])
    expect((await changes())[0]?.summary).toBe('Deleted 2 entries')

    unwrap(await undoChange(context, undefined))
    unwrap(await undoChange(context, done.change!))
    unwrap(await undoChange(context, undefined))
    expect(await entries()).toEqual(before)
    unwrap(await redoChange(context))
    expect((await entries()).find(({ notes }) => notes === 'Third')?.quantity).toBe(6)
  })

  it('changes nothing and writes no history when the cell already has these minutes', async () => {
    await add(540, 4)
    expect(unwrap(await set(cell(50), cell(0, { date: '2026-11-17' })))).toEqual({
      ...{ change: null, added: 0, changed: 0, removed: 0 },
    })
    expect(await changes()).toHaveLength(1)
  })

  it('never touch those of a colleague', async () => {
    const colleague = await context.db
      .transaction()
      .execute((trx) => insertUser(trx, { organisation_id: organisation, name: 'Mara' }))
    const theirs = await add(540, 4)
    await context.db
      .updateTable('time_entry')
      .set({ user_id: colleague })
      .where('id', '=', theirs)
      .execute()
    expect(unwrap(await set(cell(30, { was: 0 })))).toMatchObject({ added: 1 })
    expect(unwrap(await set(cell(0, { was: 30 })))).toMatchObject({ removed: 1 })
    expect((await entries()).map(({ id, total }) => [id, total])).toEqual([[theirs, 60]])
  })
})

describe('cells that changed since the person saw them', () => {
  it('are refused, and so are those that were set with them', async () => {
    await add(540, 4)
    const refused = await set(cell(30, { project: context.app, was: 0 }), cell(90, { was: 0 }))
    expect(refused).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('now has 1:00') },
    })
    expect(await entries()).toHaveLength(1)
    expect(unwrap(await set(cell(90, { was: 60 })))).toMatchObject({ changed: 1 })
  })

  it('are sent with everything else that is unsent', async () => {
    unwrap(await set(cell(60), cell(30, { date: '2026-11-17' })))
    expect(await context.db.selectFrom('sync_record').select('dirty').execute()).toMatchObject([
      { dirty: 1 },
      { dirty: 1 },
    ])
  })
})
