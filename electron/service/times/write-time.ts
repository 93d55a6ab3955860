/**
 * Creates and changes times: the rules that need the database (docs/API.md, Times). Everything runs
 * inside the caller's transaction; a refusal throws and rolls it back.
 */
import type { Trx } from '#core/store/database/db.ts'
import type { ProjectRow } from '#core/store/resources/projects.ts'
import {
  insertTime,
  readTime,
  updateTime,
  type NewTime,
  type TimeChange,
  type TimeRow,
} from '#core/store/resources/times.ts'
import { findUsable } from '#core/write/writer.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { quantityProblem, timeCreate, timeUpdate, type TimeUpdate } from '#shared/resources/time.ts'
import { changedOrUndefined } from '#shared/rules/three-way.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { forbidden, notFound } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'
import { callerWriter } from '../write-rules.ts'

type Body = Record<string, unknown>

/**
 * Writes a new time of the caller and returns its id.
 * @param known problems of the body that are reported with those that are found here
 */
export async function createTimeForCaller(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<number> {
  const { values, problems } = readFields(timeCreate.shape, body, known)
  const { project_id, task_id, date, start, quantity, notes = null } = values
  const writer = callerWriter(trx, caller)
  const project = await findUsable(writer, 'project', project_id, problems)
  await findUsable(writer, 'task', task_id, problems)
  checkQuantity(quantity, project?.increment, problems)
  refuseProblems(problems)

  return insertTime(trx, {
    organisation_id: caller.organisation,
    user_id: caller.user.id,
    project_id: requireKnown(project_id, 'project_id'),
    task_id: requireKnown(task_id, 'task_id'),
    date: requireKnown(date, 'date'),
    start: requireKnown(start, 'start'),
    quantity: requireKnown(quantity, 'quantity'),
    notes,
    ...copiedFrom(requireKnown(project, 'project')),
    created_at: now,
    updated_at: now,
  } satisfies NewTime)
}

/**
 * Changes the fields in the body of `time`, which the caller may write, and what depends on them.
 * Values equal to the current ones change nothing.
 */
export async function updateTimeForCaller(
  trx: Trx,
  caller: Caller,
  time: TimeRow,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<TimeRow> {
  const { values, problems } = readFields(timeUpdate.shape, body, known)
  const projectId = changedOrUndefined(values.project_id, time.project?.id)
  const taskId = changedOrUndefined(values.task_id, time.task?.id)

  const writer = callerWriter(trx, caller)
  const project = await findUsable(writer, 'project', projectId, problems)
  await findUsable(writer, 'task', taskId, problems)
  const quantity = changedOrUndefined(values.quantity, time.quantity)
  const counts = quantity !== undefined || project !== undefined
  // Without the project it is not known how long an increment is.
  if (counts && !problems['quantity'] && !problems['project_id']) {
    checkQuantity(quantity ?? time.quantity, (project ?? time).increment, problems)
  }
  refuseProblems(problems)

  const change: TimeChange & { readonly [Field in keyof TimeUpdate]-?: unknown } = {
    project_id: projectId,
    task_id: taskId,
    date: changedOrUndefined(values.date, time.date),
    start: changedOrUndefined(values.start, time.start),
    quantity,
    notes: changedOrUndefined(values.notes, time.notes),
    ...(project && copiedFrom(project)),
  }
  if (Object.values(change).some((value) => value !== undefined)) {
    await updateTime(trx, time.id, { ...change, updated_at: now })
  }
  return requireKnown(await readTime(trx, caller.organisation, time.id), 'time')
}

/**
 * Reads the time that a request is about. A member may write their own times, an owner everyone's.
 */
export async function requireWritableTime(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<TimeRow> {
  const time = id === undefined ? undefined : await readTime(trx, caller.organisation, id)
  if (!time) throw notFound()
  if (!caller.user.owner && time.user?.id !== caller.user.id) {
    throw forbidden(
      'This entry is someone else’s. Only they or an owner of the organization can change it.',
    )
  }
  return time
}

function checkQuantity(
  quantity: number | undefined,
  increment: number | undefined,
  problems: FieldTexts,
): void {
  if (quantity === undefined || increment === undefined) return
  const problem = quantityProblem(quantity, increment)
  if (problem !== undefined) problems['quantity'] = [problem]
}

/** What an entry copies when it is moved to a project, and keeps when the project changes later. */
const copiedFrom = ({ increment, rate, currency }: ProjectRow) => ({ increment, rate, currency })
