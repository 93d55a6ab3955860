/** Handlers of the calls on history. */
import { fail, ok, type Result } from '#shared/errors.ts'
import type { historyCalls } from '#shared/ipc/calls/history.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { ChangeDetail, ChangeSummary } from '#shared/ipc/history.ts'
import type { ActionContext } from '../actions/change.ts'
import { redoChange, undoChange } from '../actions/undo.ts'
import {
  changeSummary,
  countRowsOfChange,
  listChanges,
  readChange,
  readChangeRows,
  type ChangeRow,
} from '../store/history/change-history.ts'
import { toChangedRecords } from './changed-records.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'

export const historyHandlers = ({
  withOpenAccount,
  withTimerBroadcast,
}: HandlerContext): HandlersOf<typeof historyCalls> => ({
  'history.list': (query) => withOpenAccount(({ context }) => changes(context, query)),
  'history.show': ({ change }) => withOpenAccount(({ context }) => detail(context, change)),
  'history.undo': ({ change }) =>
    withTimerBroadcast(({ context }) => withChangeSummary(context, undoChange(context, change))),
  'history.redo': () =>
    withTimerBroadcast(({ context }) => withChangeSummary(context, redoChange(context))),
})

const summaryOf = (change: ChangeRow): ChangeSummary => ({
  change: change.id,
  at: change.at,
  actor: change.actor,
  action: change.action,
  summary: changeSummary(change),
  undone: change.undone_by !== null && change.undoes === null,
})

async function changes(
  context: ActionContext,
  { limit, before, record }: CallArguments<'history.list'>,
): Promise<Result<ChangeSummary[]>> {
  const found = await listChanges(context.db, { limit: limit ?? 50, before, record })
  return ok(found.map(summaryOf))
}

/** At most this many records of a large change are listed; the rest is counted. */
const recordsTold = 100

async function detail({ db }: ActionContext, id: number): Promise<Result<ChangeDetail>> {
  const change = await readChange(db, id)
  if (!change) return notFound(id)
  const rows = await readChangeRows(db, id, recordsTold)
  const more = (await countRowsOfChange(db, id)) - rows.length
  return ok({ ...summaryOf(change), records: await toChangedRecords(db, rows), more })
}

/** Returns the summary of the change that an action made, or the action's failure. */
export async function withChangeSummary(
  context: ActionContext,
  action: Promise<Result<number>>,
): Promise<Result<ChangeSummary>> {
  const done = await action
  if (!done.ok) return done
  const change = await readChange(context.db, done.value)
  return change ? ok(summaryOf(change)) : notFound(done.value)
}

const notFound = (change: number): Result<never> =>
  fail('not-found', 'Can’t find change {number}', { number: change })
