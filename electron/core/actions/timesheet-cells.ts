/** Sets hours that were typed into cells of the timesheet (see shared/rules/plan-cell.ts). */
import { fail, FailureError, ok, unwrap, type FieldTexts, type Result } from '#shared/errors.ts'
import type { SetCellsResult } from '#shared/ipc/call-results.ts'
import { checkQuantity } from '#shared/resources/time.ts'
import { addDays, civilAt, minutesInDay } from '#shared/rules/calendar.ts'
import {
  lookBackDays,
  occupiedByEarlierDays,
  planCell,
  type CellDay,
  type CellEntry,
} from '#shared/rules/plan-cell.ts'
import { formatDurationText } from '#shared/rules/duration-text.ts'
import type { RoundingRule } from '#shared/rules/increments.ts'
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Sentence, type Text } from '#shared/sentences/sentence.ts'
import type { Db } from '../store/database/db.ts'
import { isOwnEntry, readCurrentUser, type OwnershipRule } from '../store/account/current-user.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { requireTerms } from '../write/time.ts'
import { noteCell } from './act-uids.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import { writeNewTime, readTimeSnapshotRow, writeTimeRemoval } from './time-writes.ts'
import { runningTimer } from './timer-row.ts'
import { updateTimesInTransaction } from './times.ts'
import { entryTitle } from './record-titles.ts'

/** The hours of one project and task on one day; project and task by local id. */
export interface CellInput {
  project: number | null
  task: number | null
  /** `YYYY-MM-DD`. */
  date: string
  /** As typed; they are counted in increments later. 0 empties the cell. */
  minutes: number
  /** What the person saw. If the cell differs from it, nothing is changed. */
  was?: number | undefined
}

export interface CellRules {
  /** Whose entries count: a colleague's are never changed. */
  mine: OwnershipRule
  rounding: RoundingRule
  /** Minute of the day. */
  workBegins: number
}

const nothingToDo = new FailureError({
  code: 'conflict',
  message: 'These hours are already there',
})

/**
 * Sets the cells to these hours, all as one change. Fails with `conflict` where a cell has other
 * hours than the person saw, and with `validation` on `quantity`, `project_id` or `task_id`; then
 * nothing is changed.
 */
export async function setTimesheetCells(
  context: ActionContext,
  cells: readonly CellInput[],
  rules: CellRules,
): Promise<Result<SetCellsResult>> {
  const done: SetCellsResult = { change: null, added: 0, changed: 0, removed: 0 }
  const summary = sentence('Changed the timesheet', {})
  const result = await change(context, { action: 'times.setCells', summary }, async (tx) => {
    const titles = new Set<string>()
    for (const cell of cells) await setCell(tx, context.organisation, cell, rules, done, titles)
    const rows = done.added + done.changed + done.removed
    if (rows === 0) throw nothingToDo
    await tx.setSummary(summaryOf(done, titles))
    return { ...done, change: tx.change }
  })
  if (!result.ok && result.error === nothingToDo.failure) return ok(done)
  return result
}

async function setCell(
  tx: ChangeTransaction,
  organisation: number,
  cell: CellInput,
  rules: CellRules,
  done: SetCellsResult,
  titles: Set<string>,
): Promise<void> {
  const { trx } = tx
  const { project, task, date, minutes } = cell
  const from = addDays(date, -lookBackDays)
  const around = (await entriesOfDays(trx, { organisation, from, to: date })).filter(
    ({ user_id }) => isOwnEntry(rules.mine, user_id),
  )
  const own = around.filter((row) => row.date === date)
  const entries = own.filter((row) => row.project_id === project && row.task_id === task)
  requireSeen(entries, cell)
  const terms =
    entries.length === 0 && minutes > 0
      ? await requireTerms(tx.writer, { project_id: project, task_id: task })
      : undefined
  const plan = planCell(
    entries.map(({ id, ...entry }) => ({ ...entry, local: id }) satisfies CellEntry),
    minutes,
    {
      increment: terms?.increment ?? 1,
      rule: rules.rounding,
      day: {
        taken: own.map(({ start, total }) => ({ from: start, to: start + total })),
        before: occupiedByEarlierDays(around, date),
        running: await runningOn(tx, date),
        workBegins: rules.workBegins,
      },
    },
  )
  for (const local of plan.remove) {
    const row = await readTimeSnapshotRow(trx, local)
    if (row) titles.add(await titleOf(trx, row))
    await writeTimeRemoval(tx, local)
    done.removed += 1
  }
  if (plan.change) {
    const { local, quantity } = plan.change
    await updateTimesInTransaction(tx, [{ local }], { quantity })
    titles.add(await titleOf(trx, (await readTimeSnapshotRow(trx, local))!))
    done.changed += 1
  }
  if (plan.add && terms) {
    const { start, quantity } = plan.add
    const problems: FieldTexts = {}
    checkQuantity(quantity, terms.increment, problems)
    tx.writer.policy.refuse(problems)
    const added = await writeNewTime(tx, {
      organisation_id: organisation,
      user_id: await readCurrentUser(trx),
      project_id: project,
      task_id: task,
      date,
      start,
      quantity,
      notes: null,
      ...terms,
    })
    await noteCell(trx, added, cell)
    titles.add(await entryTitle(trx, { project, task }))
    done.added += 1
  }
}

function requireSeen(entries: readonly { total: number }[], { was }: CellInput): void {
  const now = entries.reduce((sum, { total }) => sum + total, 0)
  if (was === undefined || was === now) return
  unwrap(
    now === 0
      ? fail(
          'conflict',
          'This cell changed in the meantime and is now empty. Check it and enter the hours again',
        )
      : fail(
          'conflict',
          'This cell changed in the meantime and now has {length}. Check it and enter the hours again',
          { length: formatDurationText(now) },
        ),
  )
}

const titleOf = (
  db: Db,
  row: { project_id: number | null; task_id: number | null; notes: string | null },
) => entryTitle(db, { project: row.project_id, task: row.task_id, notes: row.notes })

/** `Changed “Call”`; `Changed 3 entries, deleted 2`. */
function summaryOf(
  { added, changed, removed }: SetCellsResult,
  titles: ReadonlySet<string>,
): Sentence {
  const isOne = added + changed + removed === 1
  const subjectOf = (count: number): Text => (isOne ? [...titles][0]! : countSubject(count, 'time'))
  let summary: Sentence | undefined
  if (added > 0) summary = sentence('Added {subject}', { subject: subjectOf(added) })
  if (changed > 0) {
    summary = summary
      ? sentence('{summary}, changed {count}', { summary, count: changed })
      : sentence('Changed {subject}', { subject: subjectOf(changed) })
  }
  if (removed === 0) return summary!
  return summary
    ? sentence('{summary}, deleted {count}', { summary, count: removed })
    : sentence('Deleted {subject}', { subject: subjectOf(removed) })
}

/**
 * Returns the interval of a day in which the timer runs. A run that began on an earlier day starts
 * at midnight.
 */
async function runningOn(
  { trx, at }: ChangeTransaction,
  date: string,
): Promise<CellDay['running']> {
  const timer = await runningTimer(trx)
  if (!timer) return undefined
  const began = civilAt(timer.started_at, timer.zone)
  if (date < began.date || date > civilAt(at, timer.zone).date) return undefined
  return { from: date === began.date ? began.minute : 0, to: minutesInDay }
}

const entriesOfDays = prepared((db, values: { organisation: number; from: string; to: string }) =>
  db
    .selectFrom('time_entry')
    .select(['id', 'user_id', 'project_id', 'task_id', 'date', 'start', 'quantity'])
    .select(['increment', 'total'])
    .where('organisation_id', '=', values.organisation)
    .where('date', '>=', values.from)
    .where('date', '<=', values.to),
)
