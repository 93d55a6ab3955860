/** Match keys: numbers that are equal for a line and for the same entry or expense in the store. */
import { hash53 } from './line-fingerprint.ts'

export interface TimeKeyColumns {
  project_id: number | null
  task_id: number | null
  date: string
  start: number
  total: number
  notes: string | null
}

export interface ExpenseKeyColumns {
  project_id: number | null
  date: string
  name: string
  quantity: number
  unit_charge: number
  notes: string | null
}

export const timeMatchKey = (row: TimeKeyColumns): number =>
  keyOf('time', row.project_id, row.task_id, row.date, row.start, row.total, row.notes)

export const expenseMatchKey = (row: ExpenseKeyColumns): number =>
  keyOf('expense', row.project_id, row.date, row.name, row.quantity, row.unit_charge, row.notes)

const keyOf = (...values: readonly unknown[]): number => hash53(values.join('\u0001'))
