/** The actions on time entries (specification, Times; docs/API.md, Times). */
import { failMissing, ok, unwrap, type Result } from '#shared/errors.ts'
import type { SeenValues } from '#shared/rules/concurrent-edits.ts'
import { countSubject } from '#shared/sentences/count-subject.ts'
import { sentence, type Text } from '#shared/sentences/sentence.ts'
import { workedMinutes } from '../store/resources/segments.ts'
import { waitsForAnswer } from '../store/sync/sync-records.ts'
import type { Db } from '../store/database/db.ts'
import { newTime, timeChange, type TimeValues } from '../write/time.ts'
import { noteCopy } from './act-uids.ts'
import { allowEdit, type SeenRecord } from './stale-edit.ts'
import { change, type ActionContext, type ChangeTransaction } from './change.ts'
import { requireEntryWritable } from './entry-permission.ts'
import { readCurrentUser } from '../store/account/current-user.ts'
import { entryTitle } from './record-titles.ts'
import {
  writeNewTime,
  writeTimeChange,
  readTimeSnapshot,
  readTimeSnapshotRow,
  writeTimeRemoval,
  type TimeSnapshotRow,
} from './time-writes.ts'

/** An entry as a person enters it; project and task by local id, null on a draft. */
export interface EntryInput {
  project: number | null
  task: number | null
  /** `YYYY-MM-DD`. */
  date: string
  /** Minutes from the beginning of the day. */
  start: number
  /** Increments of the project. */
  quantity: number
  /** Minutes before they were rounded to increments; absent where they are what is counted. */
  worked?: number | undefined
  notes?: string | null | undefined
}

/** The same under the names of the API, as the rules of a write take it. */
const toTimeValues = ({
  project: project_id,
  task: task_id,
  worked: _,
  ...values
}: Partial<EntryInput>): TimeValues => ({ ...values, project_id, task_id })

/**
 * Creates an entry and returns its local id. Fails with `validation` on `project_id`, `task_id` or
 * `quantity`.
 */
export async function createTime(
  context: ActionContext,
  input: EntryInput,
): Promise<Result<number>> {
  const summary = sentence('Added {subject}', { subject: await entryTitle(context.db, input) })
  return change(context, { action: 'times.create', summary }, async (tx) => {
    const entry = await newTime(tx.writer, toTimeValues(input))
    return writeNewTime(tx, { ...entry, user_id: await readCurrentUser(tx.trx) }, input.worked)
  })
}

/**
 * Copies entries to another day, as one change: the same work at the same times of day, owned by
 * the current user. Fails with `not-found`, and with `validation` where one can no longer be
 * logged, or is longer than a new one may be.
 * @returns the local ids of the copies
 */
export async function copyTimes(
  context: ActionContext,
  locals: readonly number[],
  date: string,
): Promise<Result<number[]>> {
  const subject = await subjectOf(context.db, locals, {})
  if (!subject.ok) return subject
  const summary = sentence('Duplicated {subject}', { subject: subject.value })
  return change(context, { action: 'times.copy', summary }, async (tx) => {
    const user_id = await readCurrentUser(tx.trx)
    const copies: number[] = []
    for (const local of new Set(locals)) {
      const row = (await readTimeSnapshot(tx.trx, local)) ?? unwrap(entryNotFound(local))
      const { project_id, task_id, start, notes } = row
      const worked = workedMinutes(row, row.segments)
      // What was rounded up before is not rounded up once more.
      const minutes = Math.min(row.total, worked)
      const copy = await newTime(tx.writer, { project_id, task_id, date, start, minutes, notes })
      const added = await writeNewTime(tx, { ...copy, user_id }, worked)
      await noteCopy(tx.trx, added, local, date)
      copies.push(added)
    }
    return copies
  })
}

/**
 * Changes an entry; fields that are not given stay byte for byte. A new project brings its
 * increment, rate and currency, and a quantity that keeps the minutes unless one is given.
 */
export async function updateTimeEntry(
  context: ActionContext,
  local: number,
  set: Partial<EntryInput>,
  was?: SeenValues,
): Promise<Result<number>> {
  const updated = await updateTimes(context, [{ local, was }], set)
  return updated.ok ? ok(local) : updated
}

/**
 * Changes several entries in the same way, as one change. Fails with `not-found` where one does not
 * exist here, with `validation` where a value does not suit one of them, and with `stale` where one
 * differs from what the person saw; then none is changed.
 * @returns the number of entries that changed
 */
export async function updateTimes(
  context: ActionContext,
  entries: readonly SeenRecord[],
  set: Partial<EntryInput>,
): Promise<Result<number>> {
  const locals = entries.map(({ local }) => local)
  const subject = await subjectOf(context.db, locals, set)
  if (!subject.ok) return subject
  const summary = sentence('Changed {subject}', { subject: subject.value })
  return change(context, { action: 'times.update', summary, isEdit: true }, async (tx) => {
    const changed = await updateTimesInTransaction(tx, entries, set)
    if (changed > 1) {
      await tx.setSummary(sentence('Changed {subject}', { subject: countSubject(changed, 'time') }))
    }
    return changed
  })
}

/**
 * Changes entries in the same way as part of a larger change. An entry that has these values already
 * is left alone, unless the service rejected it or a question about it is open: then it is sent
 * again. Throws failures.
 * @returns the number of entries that changed
 */
export async function updateTimesInTransaction(
  tx: ChangeTransaction,
  entries: readonly SeenRecord[],
  set: Partial<EntryInput>,
): Promise<number> {
  let changed = 0
  for (const [local, was] of new Map(entries.map((entry) => [entry.local, entry.was]))) {
    const row = (await readTimeSnapshot(tx.trx, local)) ?? unwrap(entryNotFound(local))
    await requireEntryWritable(tx.trx, row.user_id)
    unwrap(allowEdit(meantBy(set, was), was, rowInput(row)))
    const known = workedMinutes(row, row.segments)
    const current = { ...row, minutes: Math.min(row.total, known) }
    const patch = await timeChange(tx.writer, current, toTimeValues(set))
    const worked = set.worked ?? (set.quantity === undefined ? known : undefined)
    const isSame = Object.keys(patch).length === 0 && (worked ?? known) === known
    if (isSame && !(await waitsForAnswer(tx.trx, 'time', local))) continue
    await writeTimeChange(tx, row, patch, worked)
    changed += 1
  }
  return changed
}

/**
 * A quantity counts increments of the project that its author saw, so the project is compared, too.
 */
const meantBy = (
  { worked: _, ...set }: Partial<EntryInput>,
  was: SeenValues | undefined,
): Partial<EntryInput> =>
  set.quantity === undefined ? set : { project: was?.['project'] as number | null, ...set }

/** Deletes an entry. The deletion can be undone, and the entry stays in the trash. */
export async function deleteTimeEntry(
  context: ActionContext,
  local: number,
): Promise<Result<number>> {
  const deleted = await deleteTimes(context, [local])
  return deleted.ok ? ok(local) : deleted
}

/** Deletes several entries as one change. Fails with `not-found` where one does not exist here. */
export async function deleteTimes(
  context: ActionContext,
  locals: readonly number[],
): Promise<Result<null>> {
  const subject = await subjectOf(context.db, locals, {})
  if (!subject.ok) return subject
  const summary = sentence('Deleted {subject}', { subject: subject.value })
  return change(context, { action: 'times.delete', summary }, async (tx) => {
    for (const local of new Set(locals)) {
      if (!(await writeTimeRemoval(tx, local))) unwrap(entryNotFound(local))
    }
    return null
  })
}

/**
 * Returns the subject of a change's summary: a single entry by its title, several by their number.
 */
async function subjectOf(
  db: Db,
  locals: readonly number[],
  set: Partial<EntryInput>,
): Promise<Result<Text>> {
  const several = new Set(locals)
  if (several.size > 1) return ok(countSubject(several.size, 'time'))
  const local = locals[0]!
  const row = await readTimeSnapshotRow(db, local)
  return row ? ok(await entryTitle(db, { ...rowInput(row), ...set })) : entryNotFound(local)
}

export const entryNotFound = (local: number): Result<never> => failMissing('time', local)

const rowInput = (row: TimeSnapshotRow): EntryInput => ({
  project: row.project_id,
  task: row.task_id,
  date: row.date,
  start: row.start,
  quantity: row.quantity,
  notes: row.notes,
})
