/**
 * Taking changes back, also after a restart. Undo is a change of its own: it puts each row's former
 * values back where the change had replaced them, and leaves alone what came later.
 */
import { fail, unwrap, type Result } from '#shared/errors.ts'
import {
  lastRedoable,
  lastUndoable,
  markUndone,
  readChange,
  rowsOfChange,
  type Change,
  type RecordedRow,
} from '../store/changes.ts'
import { insertTime, type TimeChange } from '../store/times.ts'
import { markTimeChanged, remoteIds, unsentTie } from '../store/sync-records.ts'
import { putTimer, runningTimer, type TimerRow } from './timer-row.ts'
import { change, type ActionContext, type Doing } from './change.ts'
import { removeReference, restoreReference } from './references.ts'
import { changeTime, readTimeRow, removeTime, type TimeRowFull } from './time-rows.ts'

/**
 * Takes one change back: the newest that stands, or the one named.
 * Fails with `nothing-to-undo`, `not-found`, or `conflict` when what came later is in the way.
 */
export async function undo(
  context: ActionContext,
  which: number | undefined,
): Promise<Result<number>> {
  const target =
    which === undefined ? await lastUndoable(context.db) : await readChange(context.db, which)
  if (!target) {
    return which === undefined
      ? fail('nothing-to-undo', 'There is nothing to undo')
      : fail('not-found', `There is no change ${which} here`)
  }
  if (target.undone_by !== null) return fail('conflict', 'This change was undone already')
  const what = { action: 'undo', summary: `Undid: ${target.summary}`, undoes: target.id }
  return change(context, what, async (doing) => {
    await invert(doing, context, target)
    await markUndone(doing.trx, target.id, doing.change)
    return doing.change
  })
}

/** Makes the newest undone change again. Fails with `nothing-to-undo` when a newer change stands. */
export async function redo(context: ActionContext): Promise<Result<number>> {
  const undone = await lastRedoable(context.db)
  if (!undone || undone.undoes === null) {
    return fail('nothing-to-undo', 'There is nothing to redo')
  }
  const original = await readChange(context.db, undone.undoes)
  const summary = `Redid: ${original?.summary ?? ''}`
  return change(context, { action: 'redo', summary, undoes: undone.id }, async (doing) => {
    await invert(doing, context, undone)
    await markUndone(doing.trx, undone.id, doing.change)
    await markUndone(doing.trx, undone.undoes!, null)
    return doing.change
  })
}

async function invert(doing: Doing, context: ActionContext, target: Change): Promise<void> {
  const rows = await rowsOfChange(doing.trx, target.id)
  for (const row of rows.toReversed()) {
    switch (row.resource) {
      case 'time':
        await invertTime(doing, row, context.clock.now())
        break
      case 'timer':
        await invertTimer(doing, row)
        break
      case 'project':
      case 'task':
        await invertReference(doing, row.resource, row)
        break
    }
  }
}

/** What a person decides of an entry, and what came with it from the project. */
const decided = [
  'project_id',
  'task_id',
  'date',
  'start',
  'quantity',
  'increment',
  'rate',
  'currency',
  'notes',
] as const

async function invertTime(doing: Doing, row: RecordedRow, now: number): Promise<void> {
  const before = row.before as TimeRowFull | null
  const after = row.after as TimeRowFull | null
  const current = await readTimeRow(doing.trx, row.local)
  if (!before) {
    if (current) await removeTime(doing, current)
    return
  }
  if (!current) {
    await restoreTime(doing, before)
    return
  }
  const patch: Partial<Record<(typeof decided)[number], unknown>> = {}
  for (const field of decided) {
    if (before[field] !== after?.[field]) patch[field] = before[field]
  }
  await changeTime(doing, current, patch as TimeChange, now)
}

/** The same row again, under its local id; the service's id with it while that still stands. */
async function restoreTime(doing: Doing, before: TimeRowFull): Promise<void> {
  const remote = (await remoteIds(doing.trx, 'time', [before.id])).get(before.id)
  const { total: _total, search: _search, ...row } = before
  await insertTime(doing.trx, { ...row, tie: remote ?? unsentTie(before.id) })
  await doing.record({
    resource: 'time',
    local: before.id,
    before: null,
    after: (await readTimeRow(doing.trx, before.id)) ?? null,
  })
  await markTimeChanged(doing.trx, before.id, doing.change)
}

async function invertTimer(doing: Doing, row: RecordedRow): Promise<void> {
  const before = row.before as TimerRow | null
  const running = await runningTimer(doing.trx)
  if (before && !row.after && running) {
    unwrap(fail('conflict', 'Another timer is running. Stop it first, then undo'))
  }
  await putTimer(doing, running, before ? { ...before, heartbeat_at: null } : undefined)
}

async function invertReference(
  doing: Doing,
  resource: 'project' | 'task',
  row: RecordedRow,
): Promise<void> {
  if (row.before) {
    await restoreReference(doing, resource, row.local, row.before)
    await doing.record({ ...row, before: null, after: row.before })
    return
  }
  unwrap(await removeReference(doing, resource, row.local))
  await doing.record({ ...row, before: row.after, after: null })
}
