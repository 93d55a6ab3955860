/** Selects an expense joined with its related records and maps it to a nested row. */
import type { ChargeRow } from './charges.ts'
import type { Db } from '../database/db.ts'
import type { ProjectRow } from './projects.ts'

/**
 * An expense with its charge and its project (without the project's client), with the ids of this
 * store.
 */
export interface ExpenseRow {
  id: number
  date: string
  name: string
  quantity: number
  notes: string | null
  chargeable: boolean
  total_charge: number
  unit_charge: number
  unit: string | null
  total_cost: number
  tax: string
  /** Decimal text. */
  tax_rate: string
  currency: string | null
  created_at: string | null
  updated_at: string | null
  original_total_charge: number
  original_unit_charge: number
  original_currency: string | null
  /** Decimal text. */
  exchange_rate: string
  /** Null for a one-off charge. */
  charge: ChargeRow | null
  project: Omit<ProjectRow, 'client'> | null
  user: { id: number; name: string } | null
}

export const selectExpenses = (db: Db) =>
  db
    .selectFrom('expense')
    .leftJoin('charge', 'charge.id', 'expense.charge_id')
    .leftJoin('project', 'project.id', 'expense.project_id')
    .leftJoin('user', 'user.id', 'expense.user_id')
    .select([
      'expense.id',
      'expense.date',
      'expense.name',
      'expense.quantity',
      'expense.notes',
      'expense.chargeable',
      'expense.total_charge',
      'expense.unit_charge',
      'expense.unit',
      'expense.total_cost',
      'expense.tax',
      'expense.tax_rate',
      'expense.currency',
      'expense.created_at',
      'expense.updated_at',
      'expense.original_total_charge',
      'expense.original_unit_charge',
      'expense.original_currency',
      'expense.exchange_rate',
      'charge.id as charge_id',
      'charge.name as charge_name',
      'charge.charge as charge_charge',
      'charge.unit as charge_unit',
      'charge.currency as charge_currency',
      'charge.created_at as charge_created_at',
      'charge.updated_at as charge_updated_at',
      'charge.deleted as charge_deleted',
      'project.id as project_id',
      'project.status as project_status',
      'project.name as project_name',
      'project.code as project_code',
      'project.description as project_description',
      'project.currency as project_currency',
      'project.increment as project_increment',
      'project.budget as project_budget',
      'project.budget_type as project_budget_type',
      'project.start_date as project_start_date',
      'project.end_date as project_end_date',
      'project.type as project_type',
      'project.rate as project_rate',
      'project.deleted as project_deleted',
      'project.created_at as project_created_at',
      'project.updated_at as project_updated_at',
      'user.id as user_id',
      'user.name as user_name',
    ])

type SelectedExpense = Awaited<ReturnType<ReturnType<typeof selectExpenses>['execute']>>[number]

/** Maps a joined row to a nested one; nothing else does. */
export const toExpenseRow = (row: SelectedExpense): ExpenseRow => ({
  id: row.id,
  date: row.date,
  name: row.name,
  quantity: row.quantity,
  notes: row.notes,
  chargeable: row.chargeable === 1,
  total_charge: row.total_charge,
  unit_charge: row.unit_charge,
  unit: row.unit,
  total_cost: row.total_cost,
  tax: row.tax,
  tax_rate: row.tax_rate,
  currency: row.currency,
  created_at: row.created_at,
  updated_at: row.updated_at,
  original_total_charge: row.original_total_charge,
  original_unit_charge: row.original_unit_charge,
  original_currency: row.original_currency,
  exchange_rate: row.exchange_rate,
  charge: toItsCharge(row),
  project: toItsProject(row),
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name! },
})

// Below: columns that are not nullable in their tables are present whenever the id is.

function toItsCharge(row: SelectedExpense): ExpenseRow['charge'] {
  if (row.charge_id === null) return null
  return {
    id: row.charge_id,
    name: row.charge_name!,
    charge: row.charge_charge!,
    unit: row.charge_unit!,
    currency: row.charge_currency,
    created_at: row.charge_created_at,
    updated_at: row.charge_updated_at,
    deleted: row.charge_deleted === 1,
  }
}

function toItsProject(row: SelectedExpense): ExpenseRow['project'] {
  if (row.project_id === null) return null
  return {
    id: row.project_id,
    status: row.project_status!,
    name: row.project_name!,
    code: row.project_code!,
    description: row.project_description!,
    currency: row.project_currency,
    increment: row.project_increment!,
    budget: row.project_budget,
    budget_type: row.project_budget_type,
    start_date: row.project_start_date,
    end_date: row.project_end_date,
    type: row.project_type!,
    rate: row.project_rate!,
    deleted: row.project_deleted === 1,
    created_at: row.project_created_at,
    updated_at: row.project_updated_at,
  }
}
