/** Rows of entries with every column, as history and the sync keep them. */
import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'
import type { CategoryTable, EntryResource, ExpenseTable, TimeEntryTable } from './tables.ts'

export type FullTimeRow = Selectable<TimeEntryTable>
export type FullExpenseRow = Selectable<ExpenseTable>
/** With what it groups, by local ids in ascending order. */
export type FullCategoryRow = Selectable<CategoryTable> & { tasks: number[]; charges: number[] }

/** The one of a resource; whoever knows which narrows it. */
export type FullRow = { id: number }

/** The row, or undefined. */
export function readFullRow(
  db: Db,
  resource: EntryResource,
  local: number,
): Promise<FullRow | undefined> {
  switch (resource) {
    case 'time':
      return readFullTime(db, local)
    case 'expense':
      return readFullExpense(db, local)
    case 'category':
      return readFullCategory(db, local)
  }
}

const readFullTime = async (db: Db, local: number): Promise<FullTimeRow | undefined> =>
  (await fullTime(db, { local }))[0]

const fullTime = prepared((db, given: { local: number }) =>
  db.selectFrom('time_entry').selectAll().where('id', '=', given.local),
)

const readFullExpense = async (db: Db, local: number): Promise<FullExpenseRow | undefined> =>
  (await fullExpense(db, { local }))[0]

const fullExpense = prepared((db, given: { local: number }) =>
  db.selectFrom('expense').selectAll().where('id', '=', given.local),
)

async function readFullCategory(db: Db, local: number): Promise<FullCategoryRow | undefined> {
  const row = await db.selectFrom('category').selectAll().where('id', '=', local).executeTakeFirst()
  if (!row) return undefined
  const tasks = await db
    .selectFrom('category_task')
    .select('task_id')
    .where('category_id', '=', local)
    .orderBy('task_id')
    .execute()
  const charges = await db
    .selectFrom('category_charge')
    .select('charge_id')
    .where('category_id', '=', local)
    .orderBy('charge_id')
    .execute()
  return {
    ...row,
    tasks: tasks.map((link) => link.task_id),
    charges: charges.map((link) => link.charge_id),
  }
}
