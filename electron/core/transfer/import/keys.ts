/** By what an entry or an expense that stands here is known to be the one of a line. */
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

export const keyOfTime = (row: TimeColumns): string =>
  ['time', row.project_id, row.task_id, row.date, row.start, row.total, row.notes].join('\u0001')

export const keyOfExpense = (row: ExpenseColumns): string =>
  ['expense', row.project_id, row.date, row.name, row.quantity, row.unit_charge, row.notes].join(
    '\u0001',
  )
