/** Expenses and categories of a machine, as its person adds, changes and sees them. */
import { sql } from 'kysely'
import {
  createCategory,
  deleteCategory,
  restoreCategory,
  updateCategoryEntry,
  type CategoryInput,
} from '#core/actions/categories.ts'
import {
  createExpense,
  deleteExpenseEntry,
  updateExpenseEntry,
  type ExpenseInput,
} from '#core/actions/expenses.ts'
import { readRecordStates } from '#core/store/sync/sync-records.ts'
import { unwrap } from '#shared/errors.ts'
import type { Desk } from './desk.ts'

export const expensesOf = (desk: Desk) => ({
  add: async (input: Partial<ExpenseInput> = {}): Promise<number> =>
    unwrap(
      await createExpense(desk.context, {
        project: desk.project,
        date: '2026-11-19',
        chargeable: true,
        ...((input.charge ?? null) === null
          ? { name: 'Lunch', unit_charge: 1200 }
          : { quantity: 1 }),
        ...input,
      }),
    ),
  edit: async (local: number, set: Partial<ExpenseInput>) =>
    void unwrap(await updateExpenseEntry(desk.context, local, set)),
  remove: async (local: number) => void unwrap(await deleteExpenseEntry(desk.context, local)),
  async all() {
    const { db } = desk.store
    const rows = await db.selectFrom('expense').selectAll().orderBy('id').execute()
    const locals = rows.map((row) => row.id)
    const standings = await readRecordStates(db, 'expense', locals)
    return rows.map((row) => ({ ...row, ...standings.get(row.id)! }))
  },
  async one(local: number) {
    return (await this.all()).find((row) => row.id === local)
  },
})

export const categoriesOf = (desk: Desk) => ({
  add: async (input: CategoryInput): Promise<number> =>
    unwrap(await createCategory(desk.context, input)),
  edit: async (local: number, set: Partial<CategoryInput>) =>
    void unwrap(await updateCategoryEntry(desk.context, local, set)),
  archive: async (local: number) => void unwrap(await deleteCategory(desk.context, local)),
  restore: async (local: number) => void unwrap(await restoreCategory(desk.context, local)),
  /** Includes archived ones; members by the service's ids. */
  async all() {
    const { db } = desk.store
    const rows = await db.selectFrom('category').selectAll().orderBy('id').execute()
    const locals = rows.map((row) => row.id)
    const standings = await readRecordStates(db, 'category', locals)
    const members = async (resource: 'task' | 'charge', local: number) => {
      const { rows: found } = await sql<{ remote: number }>`
        select r.remote_id as remote from ${sql.table(`category_${resource}`)} m
        join sync_record r on r.resource = ${resource}
        and r.local_id = ${sql.ref(`m.${resource}_id`)}
        where m.category_id = ${local} order by r.remote_id`.execute(db)
      return found.map((row) => row.remote)
    }
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        ...standings.get(row.id)!,
        tasks: await members('task', row.id),
        charges: await members('charge', row.id),
      })),
    )
  },
  async one(local: number) {
    return (await this.all()).find((row) => row.id === local)
  },
})
