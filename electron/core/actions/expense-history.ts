/** The history codec of expenses. */
import type { Selectable } from 'kysely'
import type { Db } from '../store/database/db.ts'
import { deleteExpense, insertExpense, updateExpense } from '../store/resources/expenses.ts'
import { prepared } from '../store/database/prepared-query.ts'
import { readRemoteIds, provisionalTie } from '../store/sync/sync-records.ts'
import type { ExpenseTable } from '../store/tables/index.ts'
import { presentColumns, changedColumns, type HistoryCodec } from './history-codec.ts'
import { quoteTitle } from './record-titles.ts'

export type ExpenseSnapshot = Selectable<ExpenseTable>

/** Reads the whole row. */
export async function readExpenseSnapshot(
  db: Db,
  local: number,
): Promise<ExpenseSnapshot | undefined> {
  const [row] = await rowById(db, { local })
  return row
}

const rowById = prepared((db, values: { local: number }) =>
  db.selectFrom('expense').selectAll().where('id', '=', values.local),
)

/**
 * A price belongs to a charge in a project's currency, so these columns are only restored together.
 */
const priced = [
  'project_id',
  'charge_id',
  'name',
  'unit',
  'unit_charge',
  'original_unit_charge',
  'original_currency',
  'exchange_rate',
] as const
const cost = ['total_cost', 'tax', 'tax_rate', 'currency'] as const
const written = [
  ...priced,
  ...cost,
  'date',
  'quantity',
  'notes',
  'user_id',
  'created_at',
  'updated_at',
] as const

/** Returns the name of an expense for summaries. */
export const expenseTitle = ({ name }: { name: string }): string =>
  name === '' ? 'an expense' : quoteTitle(name)

export const expenseHistoryCodec: HistoryCodec<ExpenseSnapshot> = {
  groups: [priced, ['date'], ['quantity'], cost, ['chargeable'], ['notes']],

  read: readExpenseSnapshot,

  async write(trx, row, current) {
    const chargeable = row.chargeable === 1
    if (current) {
      const change = changedColumns<ExpenseSnapshot, (typeof written)[number]>(
        row,
        current,
        written,
      )
      const flag = row.chargeable === current.chargeable ? {} : { chargeable }
      if (Object.keys({ ...change, ...flag }).length > 0) {
        await updateExpense(trx, row.id, { ...change, ...flag })
      }
      return
    }
    const remote = (await readRemoteIds(trx, 'expense', [row.id])).get(row.id)
    const { id, organisation_id, date, created_at, updated_at } = row
    await insertExpense(trx, {
      ...presentColumns<ExpenseSnapshot, (typeof written)[number]>(row, written),
      ...{ id, organisation_id, date, created_at, updated_at, chargeable },
      tie: remote ?? provisionalTie(id),
    })
  },

  remove: (trx, row) => deleteExpense(trx, row.id),

  title: (_, row) => Promise.resolve(expenseTitle(row)),
}
