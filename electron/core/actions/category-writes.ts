/** The writes that the actions on categories share. */
import { toTimestamp } from '#shared/rules/calendar.ts'
import { insertCategory, updateCategory, type NewCategory } from '../store/resources/categories.ts'
import { markDirty, provisionalTie } from '../store/sync/sync-records.ts'
import type { ChangeTransaction } from './change.ts'
import { readCategorySnapshot, type CategorySnapshot } from './category-history.ts'
import { writeSnapshot } from './snapshot-writes.ts'

/** Inserts a category, with its history and dirty mark. Returns its local id. */
export async function writeNewCategory(
  { trx, at, recordRow: record, change }: ChangeTransaction,
  category: Omit<NewCategory, 'created_at' | 'updated_at'>,
): Promise<number> {
  const now = toTimestamp(at)
  const local = await insertCategory(trx, { ...category, created_at: now, updated_at: now })
  await updateCategory(trx, category.organisation_id, local, { tie: provisionalTie(local) })
  const after = await readCategorySnapshot(trx, local)
  if (!after) throw new Error(`category ${local} is gone inside its own transaction`)
  await record({ resource: 'category', local, before: null, after })
  await markDirty(trx, 'category', local, change)
  return local
}

/** Changes, archives or restores a category, with its history and marks. */
export async function writeCategoryChange(
  tx: ChangeTransaction,
  current: CategorySnapshot,
  set: Partial<Pick<CategorySnapshot, 'name' | 'tasks' | 'charges' | 'deleted_at'>>,
): Promise<void> {
  await writeSnapshot(tx, 'category', { ...current, ...set }, current)
}
