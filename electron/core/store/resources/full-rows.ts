/** Reads rows of entries with all columns, as history and sync store them. */
import type { Selectable } from 'kysely'
import type { Db } from '../database/db.ts'
import { isAmong, prepared, type Ids } from '../database/prepared-query.ts'
import type { CategoryTable, EntryResource, ExpenseTable, TimeEntryTable } from '../tables/index.ts'

export type FullTimeRow = Selectable<TimeEntryTable>
export type FullExpenseRow = Selectable<ExpenseTable>
/** With the local ids of its members, ascending. */
export type FullCategoryRow = Selectable<CategoryTable> & { tasks: number[]; charges: number[] }

/** A full row of any resource; a caller that knows the resource narrows the type. */
export type FullRow = { id: number }

/** Reads one row, or undefined. */
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

/** Reads rows by local id; missing ones are left out. */
export async function readFullRows(
  db: Db,
  resource: EntryResource,
  locals: readonly number[],
): Promise<Map<number, FullRow>> {
  const ids = JSON.stringify(locals)
  const rows: FullRow[] =
    resource === 'time'
      ? await fullTimes(db, { ids }, 'some')
      : resource === 'expense'
        ? await fullExpenses(db, { ids }, 'some')
        : await eachCategory(db, locals)
  return new Map(rows.map((row) => [row.id, row]))
}

async function eachCategory(db: Db, locals: readonly number[]): Promise<FullCategoryRow[]> {
  const rows = await Promise.all(locals.map((local) => readFullCategory(db, local)))
  return rows.flatMap((row) => row ?? [])
}

const readFullTime = async (db: Db, local: number): Promise<FullTimeRow | undefined> =>
  (await fullTimes(db, { ids: local }, 'one'))[0]

const fullTimes = prepared((db, values: Ids, shape: 'one' | 'some') =>
  db
    .selectFrom('time_entry')
    .selectAll()
    .where(isAmong('id', values, shape)),
)

const readFullExpense = async (db: Db, local: number): Promise<FullExpenseRow | undefined> =>
  (await fullExpenses(db, { ids: local }, 'one'))[0]

const fullExpenses = prepared((db, values: Ids, shape: 'one' | 'some') =>
  db
    .selectFrom('expense')
    .selectAll()
    .where(isAmong('id', values, shape)),
)

async function readFullCategory(db: Db, local: number): Promise<FullCategoryRow | undefined> {
  const [row] = await fullCategory(db, { local })
  if (!row) return undefined
  const tasks = await tasksOf(db, { local })
  const charges = await chargesOf(db, { local })
  return {
    ...row,
    tasks: tasks.map((link) => link.task_id),
    charges: charges.map((link) => link.charge_id),
  }
}

const fullCategory = prepared((db, values: { local: number }) =>
  db.selectFrom('category').selectAll().where('id', '=', values.local),
)

const tasksOf = prepared((db, values: { local: number }) =>
  db
    .selectFrom('category_task')
    .select('task_id')
    .where('category_id', '=', values.local)
    .orderBy('task_id'),
)

const chargesOf = prepared((db, values: { local: number }) =>
  db
    .selectFrom('category_charge')
    .select('charge_id')
    .where('category_id', '=', values.local)
    .orderBy('charge_id'),
)
