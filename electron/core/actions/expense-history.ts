/** The history codec of expenses. */
import type { Selectable } from 'kysely'
import { covering } from '#shared/rules/field-groups.ts'
import { hasSameFields } from '#shared/rules/three-way.ts'
import type { Db } from '../store/database/db.ts'
import {
  deleteExpense,
  insertExpense,
  updateExpense,
  type ExpenseColumns,
} from '../store/resources/expenses.ts'
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

const dated = ['user_id', 'created_at', 'updated_at'] as const
type Restored = Exclude<keyof ExpenseColumns, (typeof dated)[number]>

/**
 * Coarser than what sync merges (`expenseGroups`): a price belongs to a charge in a project's
 * currency, so these columns are only restored together.
 */
const groups = covering<Restored, readonly Restored[]>()([
  [
    'project_id',
    'charge_id',
    'name',
    'unit',
    'unit_charge',
    'original_unit_charge',
    'original_currency',
    'exchange_rate',
  ],
  ['date'],
  ['quantity'],
  ['total_cost', 'tax', 'tax_rate', 'currency'],
  ['chargeable'],
  ['notes'],
])
const written = [...groups.flat(), ...dated]

/** What a price is, and of which project's currency. */
const priced = ['project_id', 'charge_id', 'unit_charge'] as const

/** Returns the name of an expense for summaries. */
export const expenseTitle = ({ name }: { name: string }): string =>
  name === '' ? 'an expense' : quoteTitle(name)

export const expenseHistoryCodec: HistoryCodec<ExpenseSnapshot> = {
  groups,

  read: readExpenseSnapshot,

  async write(trx, row, current) {
    if (current) {
      const changed = changedColumns<ExpenseSnapshot, keyof ExpenseColumns>(row, current, written)
      const { chargeable, ...plain } = changed
      const flag = chargeable === undefined ? {} : { chargeable: chargeable === 1 }
      if (Object.keys(changed).length > 0) await updateExpense(trx, row.id, { ...plain, ...flag })
      return
    }
    const remote = (await readRemoteIds(trx, 'expense', [row.id])).get(row.id)
    const { id, organisation_id, date, created_at, updated_at } = row
    await insertExpense(trx, {
      ...presentColumns<ExpenseSnapshot, keyof ExpenseColumns>(row, written),
      id,
      organisation_id,
      date,
      created_at,
      updated_at,
      chargeable: row.chargeable === 1,
      tie: remote ?? provisionalTie(id),
    })
  },

  remove: (trx, row) => deleteExpense(trx, row.id),

  title: (_, row) => Promise.resolve(expenseTitle(row)),

  // An amount counts in the currency in which it stood, although its project may have another by now.
  adjustPartialRevert(next, _, { before, after }) {
    const isBack = hasSameFields(next, before, priced) && !hasSameFields(before, after, priced)
    if (!isBack) return next
    const { original_unit_charge, original_currency, exchange_rate } = before
    return { ...next, original_unit_charge, original_currency, exchange_rate }
  },
}
