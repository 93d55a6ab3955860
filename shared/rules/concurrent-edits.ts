/**
 * Detects concurrent edits. An edit carries the values that its author saw (`was`). A value that
 * changed in the meantime, by sync or in another window, is never overwritten: the edit fails and
 * returns the current value of each such field (docs/decisions/2026-11-24-concurrent-edits.md).
 */
import type { FieldTexts } from '../errors.ts'
import type { TimerStatus } from '../ipc/call-results.ts'
import type { Category } from '../resources/category.ts'
import type { Charge } from '../resources/charge.ts'
import type { Client } from '../resources/client.ts'
import type { Expense } from '../resources/expense.ts'
import type { Project } from '../resources/project.ts'
import type { Task } from '../resources/task.ts'
import type { TimeEntry } from '../resources/time.ts'
import type { Webhook } from '../resources/webhook.ts'
import { isSameValue } from './three-way.ts'

/** Returns an entry's values under the field names of calls. */
export const timeValues = (entry: TimeEntry) => ({
  project: entry.project?.local ?? null,
  task: entry.task?.local ?? null,
  date: entry.date,
  start: entry.start,
  quantity: entry.quantity,
  worked: entry.worked,
  notes: entry.notes,
})

/** Returns an expense's values under the field names of calls. */
export const expenseValues = (expense: Expense) => ({
  project: expense.project?.local ?? null,
  charge: expense.charge?.local ?? null,
  date: expense.date,
  name: expense.name,
  quantity: expense.quantity,
  chargeable: expense.chargeable === 1,
  unit_charge: expense.unit_charge,
  unit: expense.unit,
  total_cost: expense.total_cost,
  tax: expense.tax,
  tax_rate: expense.tax_rate,
  currency: expense.currency,
  exchange_rate: expense.exchange_rate,
  notes: expense.notes,
})

/** Returns a category's values under the field names of calls. */
export const categoryValues = ({ name, tasks, charges }: Category) => ({ name, tasks, charges })

/** The same for each kind of reference record, and for a webhook. */
export const referenceValues = {
  project: ({ local: _local, id: _id, state: _state, client, ...project }: Project) => ({
    ...project,
    client: client?.local ?? null,
  }),
  client: ({ local: _local, id: _id, state: _state, ...client }: Client) => client,
  task: ({ name }: Task) => ({ name }),
  charge: ({ name, charge, unit, currency }: Charge) => ({ name, charge, unit, currency }),
  webhook: ({ uri, events }: Webhook) => ({ uri, events }),
}

/** The same for a running timer. */
export const timerValues = (running: Extract<TimerStatus, { running: true }>) => ({
  project: running.project?.local ?? null,
  task: running.task?.local ?? null,
  notes: running.notes,
  startedAt: running.startedAt,
})
export type TimerValues = ReturnType<typeof timerValues>

/** Values by field, as the author saw them or wants them. */
type ValuesOf<Fields> = Readonly<Partial<Record<keyof Fields, unknown>>>
/** The `was` of an edit, for any field names. */
export type SeenValues = Readonly<Record<string, unknown>>

/** Builds the `was` of an edit: for each field in `set`, the value that its author saw. */
export function wasOf<Fields extends object>(
  set: ValuesOf<Fields>,
  seen: Fields,
): { [Name in keyof Fields]?: Fields[Name] } {
  const names = Object.keys(set) as (keyof Fields)[]
  return Object.fromEntries(names.map((name) => [name, seen[name]])) as Partial<Fields>
}

/**
 * The same for an entry. A quantity counts increments of the project that the author saw with it.
 */
export const wasOfTime = <Fields extends { project: number | null }>(
  set: ValuesOf<Fields>,
  seen: Fields,
) => wasOf<Fields>('quantity' in set ? { project: seen.project, ...set } : set, seen)

/** Returns the fields whose current value is neither the seen one nor the new one. */
export const conflictingFields = <Fields extends object>(
  set: ValuesOf<Fields>,
  was: ValuesOf<Fields>,
  now: Fields,
): (keyof Fields & string)[] =>
  (Object.keys(set) as (keyof Fields & string)[]).filter(
    (name) =>
      set[name] !== undefined &&
      !isSameValue(now[name], was[name]) &&
      !isSameValue(now[name], set[name]),
  )

/** Returns a sentence for each of these fields, with its current value. */
export const conflictTexts = <Fields extends object>(
  names: readonly (keyof Fields & string)[],
  now: Fields,
): FieldTexts =>
  Object.fromEntries(
    names.map((name) => {
      const value = now[name]
      const isEmpty = value === null || value === ''
      return [name, [isEmpty ? 'Is empty now' : `Is now ${JSON.stringify(value)}`]]
    }),
  )
