/** Calls on history. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { historyCalls } from '#shared/ipc/calls/history.ts'
import type { ChangeSummary } from '#shared/ipc/views.ts'
import type { ActionContext } from '../actions/change.ts'
import { redo, undo } from '../actions/undo.ts'
import { listChanges, readChange, type Change } from '../store/changes.ts'
import type { Desk } from './desk.ts'
import type { HandlersOf } from './dispatch.ts'

export const historyHandlers = ({ inAccount, onTimer }: Desk): HandlersOf<typeof historyCalls> => ({
  'history.list': ({ limit }) => inAccount(({ context }) => changes(context, limit ?? 50)),
  'history.undo': ({ change }) =>
    onTimer(({ context }) => summarised(context, undo(context, change))),
  'history.redo': () => onTimer(({ context }) => summarised(context, redo(context))),
})

const summaryOf = (change: Change): ChangeSummary => ({
  change: change.id,
  at: change.at,
  actor: change.actor,
  action: change.action,
  summary: change.summary,
  undone: change.undone_by !== null,
})

async function changes(context: ActionContext, limit: number): Promise<Result<ChangeSummary[]>> {
  return ok((await listChanges(context.db, limit)).map(summaryOf))
}

/** The summary of the change that an action made, or the action's failure. */
async function summarised(
  context: ActionContext,
  action: Promise<Result<number>>,
): Promise<Result<ChangeSummary>> {
  const done = await action
  if (!done.ok) return done
  const change = await readChange(context.db, done.value)
  return change ? ok(summaryOf(change)) : fail('not-found', `There is no change ${done.value} here`)
}
