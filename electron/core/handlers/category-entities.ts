/** Converts rows of categories to entities, with the remote id and the sync state of each. */
import type { Category, CategorySummary } from '#shared/resources/category.ts'
import {
  projectsOfCategory,
  type CategoryListRow,
  type CategoryWithMembers,
} from '../store/resources/categories.ts'
import type { Db } from '../store/database/db.ts'
import { readRecordStates } from '../store/sync/sync-records.ts'

export async function toCategorySummaries(
  db: Db,
  rows: readonly CategoryListRow[],
): Promise<CategorySummary[]> {
  const standings = await readRecordStates(
    db,
    'category',
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const standing = standings.get(row.id)
    return {
      ...row,
      local: row.id,
      id: standing?.remote ?? null,
      state: standing?.state ?? 'pending',
      refusal: standing?.refusal ?? null,
      refused: standing?.refused ?? [],
      provisional: standing?.provisional ?? true,
      deleted: row.deleted_at !== null,
    }
  })
}

export async function toCategory(
  db: Db,
  organisation: number,
  row: CategoryWithMembers,
): Promise<Category> {
  const { tasks, charges, ...plain } = row
  const counted = { ...plain, tasks_count: tasks.length, charges_count: charges.length }
  const [summary] = await toCategorySummaries(db, [counted])
  const projects = await projectsOfCategory(db, organisation, row.id)
  return { ...summary!, tasks, charges, projects }
}
