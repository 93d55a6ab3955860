/** Match keys: numbers that are equal for a line and for the same entry or expense in the store. */
import { hash } from './line-fingerprint.ts'

export interface TimeColumns {
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  total: number
  notes: string | null
}

export interface ExpenseColumns {
  project_id: number | null
  date: string
  name: string
  quantity: number
  unit_charge: number
  notes: string | null
}

export const keyOfTime = (row: TimeColumns): number =>
  keyOf('time', row.project_id, row.task_id, row.date, row.start, row.total, row.notes)

export const keyOfExpense = (row: ExpenseColumns): number =>
  keyOf('expense', row.project_id, row.date, row.name, row.quantity, row.unit_charge, row.notes)

const keyOf = (...values: readonly unknown[]): number => hash(values.join('\u0001'))
