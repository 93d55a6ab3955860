/** What was worked is kept beside what it counts as, and decides about the times of the day. */
import Papa from 'papaparse'
import { beforeEach, describe, expect, it } from 'vitest'
import { mergeTimes, splitTime } from '#core/actions/split-merge-times.ts'
import { copyTimes, createTime, updateTimes, type EntryInput } from '#core/actions/times.ts'
import { setTimesheetCells } from '#core/actions/timesheet-cells.ts'
import { undoChange } from '#core/actions/undo.ts'
import { showTime } from '#core/handlers/times.ts'
import { startTimer, stopTimer } from '#core/timer/timer-actions.ts'
import { unwrap } from '#shared/errors.ts'
import { exported, takeIn } from '../transfer/at-work.ts'
import { testContext, testNow, type TestContext } from '../../support/store.ts'

let context: TestContext
beforeEach(async () => {
  context = await testContext()
  return () => context.store.close()
})

const at = (minutes: number) => context.clock.set(testNow + minutes * 60_000)
/** A run of the timer from 14:00, which is `testNow`. */
async function run(minutes: number): Promise<number> {
  unwrap(await startTimer(context, { project: context.web, task: context.design, notes: null }))
  at(minutes)
  return unwrap(await stopTimer(context))[0]!
}
async function typed(over: Partial<EntryInput> = {}): Promise<number> {
  const entry = { project: context.web, task: context.design, date: '2026-11-19', start: 60 }
  return unwrap(await createTime(context, { ...entry, quantity: 10, worked: 140, ...over }))
}
async function lengths(local: number): Promise<[start: number, worked: number, total: number]> {
  const { start, worked, total } = unwrap(await showTime(context, local))
  return [start, worked, total]
}
const newest = async () =>
  (
    await context.db
      .selectFrom('change')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const edit = async (local: number, set: Partial<EntryInput>) =>
  unwrap(await updateTimes(context, [{ local }], set))

describe('an entry', () => {
  it('that a timer measured', async () => {
    expect(await lengths(await run(41))).toEqual([840, 41, 45])
  })

  it('that was measured between two seconds ends in the minute that clocks showed', async () => {
    context.clock.set(testNow + 50_000)
    unwrap(await startTimer(context, { project: context.web, task: null, notes: null }))
    context.clock.set(testNow + 39 * 60_000 + 10_000)
    const [local] = unwrap(await stopTimer(context))
    expect(await lengths(local!)).toEqual([840, 39, 45])
  })

  it('that was typed', async () => {
    expect(await lengths(await typed())).toEqual([60, 140, 150])
    const segments = () => context.db.selectFrom('segment').selectAll().execute()
    expect(await segments()).toHaveLength(1)
    expect(await lengths(await typed({ worked: 150 }))).toEqual([60, 150, 150])
    expect(await lengths(await typed({ worked: undefined }))).toEqual([60, 150, 150])
    expect(await segments()).toHaveLength(1)
  })

  it('keeps it when it moves, when its notes change, and in a copy', async () => {
    const local = await run(41)
    await edit(local, { start: 600, date: '2026-11-18', notes: 'Hero' })
    expect(await lengths(local)).toEqual([600, 41, 45])
    const [copy] = unwrap(await copyTimes(context, [local], '2026-11-20'))
    expect(await lengths(copy!)).toEqual([600, 41, 45])
  })

  it('has what is typed later, though it counts as much', async () => {
    const local = await run(41)
    await edit(local, { worked: 44 })
    expect(await lengths(local)).toEqual([840, 44, 45])
    await edit(local, { worked: 45 })
    expect(await lengths(local)).toEqual([840, 45, 45])
    await edit(local, { quantity: 4, worked: 50 })
    expect(await lengths(local)).toEqual([840, 50, 60])
  })

  it('has what it counts where only that was set', async () => {
    const local = await run(41)
    await edit(local, { quantity: 2 })
    expect(await lengths(local)).toEqual([840, 30, 30])
    const cell = { project: context.web, task: context.design, date: '2026-11-19', minutes: 45 }
    const rules = { mine: { everything: true, me: null }, rounding: 'up', workBegins: 540 } as const
    unwrap(await setTimesheetCells(context, [cell], rules))
    expect(await lengths(local)).toEqual([840, 45, 45])
  })

  it('has it again after undo, and after undoing that', async () => {
    const local = await run(41)
    await edit(local, { quantity: 4, worked: 50 })
    const undone = unwrap(await undoChange(context, undefined))
    expect(await lengths(local)).toEqual([840, 41, 45])
    unwrap(await undoChange(context, undone))
    expect(await lengths(local)).toEqual([840, 50, 60])
  })

  it('keeps what it has where what undo would bring back followed something else', async () => {
    const local = await typed({ worked: undefined })
    await edit(local, { worked: 140 })
    await edit(local, { worked: 145 })
    const undone = unwrap(await undoChange(context, undefined))
    unwrap(await undoChange(context, undefined))
    expect(await lengths(local)).toEqual([60, 150, 150])
    unwrap(await undoChange(context, undone))
    expect(await lengths(local)).toEqual([60, 150, 150])
  })

  it('keeps what was typed later when an earlier length is undone', async () => {
    const local = await run(41)
    await edit(local, { worked: 44 })
    const earlier = await newest()
    await edit(local, { worked: 43 })
    unwrap(await undoChange(context, earlier))
    expect(await lengths(local)).toEqual([840, 43, 45])
  })

  it('is not rounded a second time by another project’s increments', async () => {
    const local = await typed({ quantity: 2, worked: 20 })
    await context.db
      .updateTable('project')
      .set({ increment: 20 })
      .where('id', '=', context.app)
      .execute()
    await edit(local, { project: context.app })
    expect(await lengths(local)).toEqual([60, 20, 20])
  })
})

describe('a table', () => {
  it('that is exported has both', async () => {
    await run(41)
    const file = await exported(context, { what: 'times', format: 'csv' })
    const [row] = Papa.parse<Record<string, string>>(file, { header: true }).data
    const { Start, End, Minutes, Quantity, 'Worked minutes': worked } = row!
    expect([Start, End, Minutes, Quantity, worked]).toEqual(['14:00', '14:41', '45', '3', '41'])
  })

  it('that is imported keeps what rounding changes', async () => {
    const rows = ['2026-11-18,9:00,9:41,WEB', '2026-11-18,10:00,10:45,WEB']
    await takeIn(context, { from: 'csv' }, `Date,Start,End,Project code\n${rows.join('\n')}`)
    expect(await Promise.all([1, 2].map(lengths))).toEqual([
      [540, 41, 45],
      [600, 45, 45],
    ])
    expect(await context.db.selectFrom('segment').selectAll().execute()).toHaveLength(1)
  })
})

describe('split and merged', () => {
  it('the second half has what rounding added', async () => {
    const halves = unwrap(await splitTime(context, await run(41), 856))
    expect(await Promise.all(halves.map(lengths))).toEqual([
      [840, 15, 15],
      [855, 26, 30],
    ])
    const whole = unwrap(await mergeTimes(context, halves))
    expect(await lengths(whole)).toEqual([840, 41, 45])
  })

  it('only what was worked counts, once rounded', async () => {
    const first = await run(3)
    const second = await run(34)
    expect(await lengths(first)).toEqual([840, 3, 15])
    expect(await lengths(second)).toEqual([843, 31, 45])
    expect(await lengths(unwrap(await mergeTimes(context, [first, second])))).toEqual([840, 34, 45])
    unwrap(await undoChange(context, undefined))
    expect(await lengths(first)).toEqual([840, 3, 15])
    expect(await lengths(second)).toEqual([843, 31, 45])
  })
})
