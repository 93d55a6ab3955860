/** The rules of writing a time (specification, Times; docs/API.md, Times). */
import type { FieldTexts } from '#shared/errors.ts'
import { checkQuantity, type TimeUpdate } from '#shared/resources/time.ts'
import { countIncrements, defaultIncrement, requantify } from '#shared/rules/increments.ts'
import { changedOrUndefined, changedValues } from '#shared/rules/three-way.ts'
import type { ProjectRow } from '../store/resources/projects.ts'
import type { NewTime, TimeChange } from '../store/resources/times.ts'
import { findUsable, type Writer } from './writer.ts'

/** The project and task of an entry, or of the timer; null on a draft. */
interface Work {
  project_id?: number | null | undefined
  task_id?: number | null | undefined
}

/** What is sent of a time, with the ids of this store. */
export interface TimeValues extends Work, Omit<TimeUpdate, keyof Work> {}

/** An entry before a change. */
interface CurrentTime extends Required<Work> {
  readonly increment: number
  readonly quantity: number
  /** Kept where a project has other increments; absent where the quantity is kept instead. */
  readonly minutes?: number
}

/** What an entry takes from its project; a draft without one counts in quarter hours. */
type Terms = Pick<ProjectRow, 'increment' | 'rate' | 'currency'>

export const termsOf = (project: ProjectRow | undefined): Terms => ({
  increment: project?.increment ?? defaultIncrement,
  rate: project?.rate ?? 0,
  currency: project?.currency ?? null,
})

/**
 * Returns the columns of a new time.
 * @param values with a quantity, or with minutes that are counted in the project's increments
 * @param problems of the values that were sent and could not be read
 */
export async function newTime(
  writer: Writer,
  values: TimeValues & { minutes?: number },
  problems: FieldTexts = {},
): Promise<Omit<NewTime, 'user_id' | 'created_at' | 'updated_at'>> {
  const { project_id, task_id, date, start, minutes, notes = null } = values
  const terms = await findTerms(writer, values, problems)
  const quantity =
    minutes !== undefined && terms
      ? countIncrements(minutes * 60, terms.increment, 'up')
      : values.quantity
  if (terms && quantity !== undefined) checkQuantity(quantity, terms.increment, problems)
  writer.policy.refuse(problems)

  // All required values are present from here on.
  return {
    organisation_id: writer.organisation,
    project_id: project_id!,
    task_id: task_id!,
    date: date!,
    start: start!,
    quantity: quantity!,
    notes,
    ...terms!,
  }
}

/**
 * Returns the columns that a change would alter: what is set, and what depends on it. Values equal
 * to the current ones change nothing.
 * @param problems of the values that were sent and could not be read
 */
export async function timeChange(
  writer: Writer,
  current: CurrentTime,
  values: TimeValues,
  problems: FieldTexts = {},
): Promise<TimeChange> {
  // An entry's own project and task may be deleted by now, so only new ones are checked.
  const project_id = changedOrUndefined(values.project_id, current.project_id)
  const task_id = changedOrUndefined(values.task_id, current.task_id)
  const terms = await findTerms(writer, { project_id, task_id }, problems)
  const { increment } = terms ?? current
  const { minutes } = current
  const isRecounted = minutes !== undefined && increment !== current.increment
  const quantity = values.quantity ?? (isRecounted ? requantify(minutes, increment) : undefined)
  const change = changedValues(current, {
    project_id,
    task_id,
    date: values.date,
    start: values.start,
    quantity,
    notes: values.notes,
    ...terms,
  })
  // A service may have entries that are longer than one may be here. Without the project it is not
  // known how long an increment is.
  if ((terms || change.quantity !== undefined) && !problems['project_id']) {
    checkQuantity(change.quantity ?? current.quantity, increment, problems)
  }
  writer.policy.refuse(problems)
  return change
}

/**
 * Adds a problem for the project and for the task where one is named that cannot be used. Returns
 * what an entry takes from the project; undefined where none is named, or it cannot be used.
 */
export async function findTerms(
  writer: Writer,
  { project_id, task_id }: Work,
  problems: FieldTexts,
): Promise<Terms | undefined> {
  const project = await findUsable(writer, 'project', project_id, problems)
  await findUsable(writer, 'task', task_id, problems)
  return project || project_id === null ? termsOf(project) : undefined
}

/** The same for a new entry. Refuses the problems. */
export async function requireTerms(writer: Writer, work: Required<Work>): Promise<Terms> {
  const problems: FieldTexts = {}
  const terms = await findTerms(writer, work, problems)
  writer.policy.refuse(problems)
  return terms!
}
