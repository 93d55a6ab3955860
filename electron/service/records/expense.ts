/** Converts expense rows to the records that the service returns (specification, Expense). */
import type { ExpenseRow } from '#core/store/resources/expenses.ts'
import type { ExpenseRecord, TaxType } from '#shared/resources/expense.ts'
import type { WithUid } from '../uids.ts'
import { requireKnown } from './require-known.ts'
import { toChargeRecord, toPlainProjectRecord } from './reference.ts'

/** The same in index and show responses. */
export const toExpenseRecord = (row: WithUid<ExpenseRow>, withUser: boolean): ExpenseRecord => ({
  id: row.id,
  date: row.date,
  name: row.name,
  quantity: row.quantity,
  notes: row.notes,
  chargeable: row.chargeable ? 1 : 0,
  total_charge: row.total_charge,
  unit_charge: row.unit_charge,
  unit: row.unit,
  total_cost: row.total_cost,
  tax: row.tax as TaxType,
  tax_rate: Number(row.tax_rate),
  currency: requireKnown(row.currency, 'currency of an expense'),
  created_at: requireKnown(row.created_at, 'created_at of an expense'),
  updated_at: requireKnown(row.updated_at, 'updated_at of an expense'),
  original_total_charge: row.original_total_charge,
  original_unit_charge: row.original_unit_charge,
  original_currency: requireKnown(row.original_currency, 'original_currency of an expense'),
  exchange_rate: Number(row.exchange_rate),
  charge: row.charge && toChargeRecord(row.charge),
  project: toPlainProjectRecord(requireKnown(row.project, 'project of an expense')),
  uid: row.uid,
  ...(withUser ? { user: row.user } : {}),
})
