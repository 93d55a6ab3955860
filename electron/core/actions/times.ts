/** What a person can do to time entries (specification, Times; DECISIONS.md, Times). */
import { fail, failField, unwrap, type Result } from '#shared/errors.ts'
import { quantityProblem } from '#shared/resources/time.ts'
import { defaultIncrement, requantify } from '#shared/rules/increments.ts'
import { prepared } from '../store/prepared.ts'
import type { Db, Trx } from '../store/db.ts'
import type { TimeChange } from '../store/times.ts'
import { change, type ActionContext } from './change.ts'
import { me } from './me.ts'
import { addTime, changeTime, readTimeRow, removeTime, type TimeRowFull } from './time-rows.ts'

/** An entry as a person types it; project and task by local id, null on a draft. */
export interface EntryInput {
  project: number | null
  task: number | null
  /** `YYYY-MM-DD`. */
  date: string
  /** Minutes from the beginning of the day. */
  start: number
  /** Increments of the project. */
  quantity: number
  notes?: string | null | undefined
}

/** Makes an entry. Fails with `validation` on `project`, `task` or `quantity`. */
export async function createTime(
  context: ActionContext,
  input: EntryInput,
): Promise<Result<number>> {
  const summary = `Added ${await entryTitle(context.db, input)}`
  return change(context, { action: 'times.create', summary }, async (doing) => {
    const terms = await projectTerms(doing.trx, input.project)
    await requireTask(doing.trx, input.task)
    requireQuantity(input.quantity, terms.increment)
    return addTime(
      doing,
      {
        organisation_id: context.organisation,
        user_id: await me(doing.trx),
        project_id: input.project,
        task_id: input.task,
        date: input.date,
        start: input.start,
        quantity: input.quantity,
        notes: input.notes ?? null,
        ...terms,
      },
      context.clock.now(),
    )
  })
}

/**
 * Changes an entry; what is not given stays byte for byte. A new project brings its increment,
 * rate and currency, and the quantity that keeps the minutes unless one is given.
 */
export async function updateTimeEntry(
  context: ActionContext,
  local: number,
  set: Partial<EntryInput>,
): Promise<Result<number>> {
  const before = await readTimeRow(context.db, local)
  if (!before) return notFound(local)
  const title = await entryTitle(context.db, { ...rowInput(before), ...set })
  return change(context, { action: 'times.update', summary: `Changed ${title}` }, async (doing) => {
    const row = await requireRow(doing.trx, local)
    const patch: TimeChange = {}
    let increment = row.increment
    if (set.project !== undefined && set.project !== row.project_id) {
      const terms = await projectTerms(doing.trx, set.project)
      Object.assign(patch, { project_id: set.project, ...terms })
      increment = terms.increment
      if (set.quantity === undefined && increment !== row.increment) {
        patch.quantity = requantify(row.total, increment)
      }
    }
    if (set.task !== undefined && set.task !== row.task_id) {
      await requireTask(doing.trx, set.task)
      patch.task_id = set.task
    }
    if (set.date !== undefined) patch.date = set.date
    if (set.start !== undefined) patch.start = set.start
    if (set.quantity !== undefined) patch.quantity = set.quantity
    if (set.notes !== undefined) patch.notes = set.notes
    requireQuantity(patch.quantity ?? row.quantity, increment)
    await changeTime(doing, row, patch, context.clock.now())
    return local
  })
}

/** Deletes an entry. It can be taken back by undo. */
export async function deleteTimeEntry(
  context: ActionContext,
  local: number,
): Promise<Result<number>> {
  const before = await readTimeRow(context.db, local)
  if (!before) return notFound(local)
  const summary = `Deleted ${await entryTitle(context.db, rowInput(before))}`
  return change(context, { action: 'times.delete', summary }, async (doing) => {
    const row = await requireRow(doing.trx, local)
    await removeTime(doing, row)
    return local
  })
}

const notFound = (local: number): Result<never> =>
  fail('not-found', `There is no entry ${local} here`)

/** The row inside the transaction; it may have gone since the action looked. */
async function requireRow(trx: Trx, local: number): Promise<TimeRowFull> {
  return (await readTimeRow(trx, local)) ?? unwrap(notFound(local))
}

const rowInput = (row: TimeRowFull): EntryInput => ({
  project: row.project_id,
  task: row.task_id,
  date: row.date,
  start: row.start,
  quantity: row.quantity,
  notes: row.notes,
})

/** What an entry takes from its project; a draft without one counts in quarter hours. */
export async function projectTerms(
  db: Db,
  project: number | null,
): Promise<{ increment: number; rate: number; currency: string | null }> {
  if (project === null) return { increment: defaultIncrement, rate: 0, currency: null }
  const [row] = await termsOf(db, { project })
  if (!row)
    return unwrap(failField('project', `There is no project ${project} here; choose another`))
  if (row.deleted === 1) unwrap(failField('project', 'This project was deleted; choose another'))
  const { increment, rate, currency } = row
  return { increment, rate, currency }
}

const termsOf = prepared((db, given: { project: number }) =>
  db
    .selectFrom('project')
    .select(['increment', 'rate', 'currency', 'deleted'])
    .where('id', '=', given.project),
)

/** Throws the failure of field `task` when the task is missing or deleted. */
export async function requireTask(db: Db, task: number | null): Promise<void> {
  if (task === null) return
  const [row] = await taskDeletion(db, { task })
  if (!row) return unwrap(failField('task', `There is no task ${task} here; choose another`))
  if (row.deleted === 1) unwrap(failField('task', 'This task was deleted; choose another'))
}

const taskDeletion = prepared((db, given: { task: number }) =>
  db.selectFrom('task').select('deleted').where('id', '=', given.task),
)

function requireQuantity(quantity: number, increment: number): void {
  const problem = quantityProblem(quantity, increment)
  if (problem) unwrap(failField('quantity', problem))
}

/** How an entry is called in words: its notes, else its task, else its project. */
export async function entryTitle(
  db: Db,
  entry: { project: number | null; task: number | null; notes?: string | null | undefined },
): Promise<string> {
  if (entry.notes) return `“${shorten(entry.notes)}”`
  const name = async (table: 'task' | 'project', id: number | null) =>
    id === null
      ? undefined
      : db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  const named = (await name('task', entry.task)) ?? (await name('project', entry.project))
  return named?.name ? `“${shorten(named.name)}”` : 'an entry'
}

const shorten = (text: string): string => {
  const line = text.split('\n', 1)[0]!
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line
}
