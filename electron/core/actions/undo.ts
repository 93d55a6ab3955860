/**
 * Undo and redo of changes by any author, also after a restart. An undo is a change of its own: it
 * restores former values where they are still as the change left them and leaves later edits alone.
 * Undoing an undo is a redo.
 */
import { fail, unwrap, type Result } from '#shared/errors.ts'
import { sentence, type Sentence } from '#shared/sentences/sentence.ts'
import {
  changeSummary,
  countForgottenRows,
  findLastRedoable,
  findLastUndoable,
  markUndone,
  readChange,
  readChangeRowsBackwards,
  type ChangeRow,
} from '../store/history/change-history.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import { withRecreated } from './recreated-note.ts'
import { failOnMissingReference } from './missing-reference.ts'
import { isIntervalUnchanged, revertRow, type RevertOutcome } from './revert-row.ts'
import type { HistoryResource } from '../store/tables/index.ts'

/**
 * Undoes one change: the person's newest one that is not undone, or the given one by any author.
 * Returns the number of the new change. Fails with `nothing-to-undo`, `not-found`, or `conflict`
 * when later changes prevent it, or when its records were deleted forever.
 */
export async function undoChange(
  context: ActionContext,
  which: number | undefined,
): Promise<Result<number>> {
  const { db } = context
  const target = which === undefined ? await findLastUndoable(db) : await readChange(db, which)
  if (!target) {
    return which === undefined
      ? fail('nothing-to-undo', 'Nothing to undo')
      : fail('not-found', 'Can’t find change {number}', { number: which })
  }
  if (target.action === 'undo') return redoOf(context, target)
  const original = target.action === 'redo' ? await originalOf(context, target) : target
  const summary = sentence('Undone: {summary}', { summary: changeSummary(original) })
  const what = { action: 'undo', summary, undoes: original.id }
  return change(context, what, async (tx) => {
    await requireStanding(tx, original, 'This change is already undone')
    await invert(tx, original, summary, isWhole(original))
    await markUndone(tx.trx, original.id, tx.change)
    return tx.change
  })
}

/**
 * Redoes the most recently undone change. Fails with `nothing-to-undo` when there is a newer
 * change.
 */
export async function redoChange(context: ActionContext): Promise<Result<number>> {
  const undone = await findLastRedoable(context.db)
  return undone ? redoOf(context, undone) : fail('nothing-to-undo', 'Nothing to redo')
}

async function redoOf(context: ActionContext, undone: ChangeRow): Promise<Result<number>> {
  const original = await originalOf(context, undone)
  const summary = sentence('Redone: {summary}', { summary: changeSummary(original) })
  const what = { action: 'redo', summary, undoes: undone.id }
  return change(context, what, async (tx) => {
    await requireStanding(tx, undone, 'This is already restored')
    await invert(tx, undone, summary, isWhole(original))
    await markUndone(tx.trx, undone.id, tx.change)
    await markUndone(tx.trx, original.id, null)
    return tx.change
  })
}

/** Checked inside the transaction, because another window or process may have been quicker. */
async function requireStanding(
  tx: ChangeTransaction,
  target: ChangeRow,
  otherwise: string,
): Promise<void> {
  const current = await readChange(tx.trx, target.id)
  if (current?.undone_by !== null) unwrap(fail('conflict', otherwise))
}

/** Returns the change that a chain of undos and redos is about. */
async function originalOf(context: ActionContext, of: ChangeRow): Promise<ChangeRow> {
  let original = of
  while (original.undoes !== null) original = (await readChange(context.db, original.undoes))!
  return original
}

/** Undoing only a part of these would add or lose minutes, so it is all or nothing. */
const isWhole = ({ action }: ChangeRow): boolean =>
  action === 'times.split' || action === 'times.merge'

async function invert(
  tx: ChangeTransaction,
  target: ChangeRow,
  summary: Sentence,
  whole: boolean,
): Promise<void> {
  const { all, forgotten, deciding } = await countForgottenRows(tx.trx, target.id)
  if (forgotten > 0 && (whole || deciding > 0 || forgotten === all)) {
    unwrap(fail('conflict', 'This can’t be undone, because records were deleted forever'))
  }
  if (whole) {
    for await (const row of readChangeRowsBackwards(tx.trx, target.id)) {
      if (await isIntervalUnchanged(tx, row)) continue
      await tx.setSummary(sentence('{summary} (kept, because it was changed later)', { summary }))
      return
    }
  }
  const again: HistoryResource[] = []
  let done = 0
  await failOnMissingReference(async () => {
    for await (const row of readChangeRowsBackwards(tx.trx, target.id)) {
      const taken: RevertOutcome = await revertRow(tx, row)
      if (taken.is === 'done') done += 1
      if (taken.is === 'done' && taken.again) again.push(row.resource)
    }
  })
  if (done === 0) await tx.setSummary(sentence('{summary} (nothing left to undo)', { summary }))
  else if (again.length > 0) await tx.setSummary(withRecreated(summary, again))
}
