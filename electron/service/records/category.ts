/** Converts category rows to the records that the service returns (specification, Category). */
import type {
  CategoryListRow,
  CategoryRow,
  CategoryWithMembers,
} from '#core/store/resources/categories.ts'
import type { CategoryListRecord, CategoryRecord } from '#shared/resources/category.ts'
import type { WithUid } from '../uids.ts'
import { requireKnown } from './require-known.ts'

const identityOf = (row: WithUid<CategoryRow>) => ({
  id: row.id,
  name: row.name,
  created_at: requireKnown(row.created_at, 'created_at of a category'),
  updated_at: requireKnown(row.updated_at, 'updated_at of a category'),
  deleted_at: row.deleted_at,
  deleted: row.deleted_at !== null,
  uid: row.uid,
})

/** In index responses: counts. */
export const toCategoryListRecord = (row: WithUid<CategoryListRow>): CategoryListRecord => ({
  ...identityOf(row),
  tasks_count: row.tasks_count,
  charges_count: row.charges_count,
})

/** In store, update and delete responses: ids. */
export const toCategoryRecord = (row: WithUid<CategoryWithMembers>): CategoryRecord => ({
  ...identityOf(row),
  tasks: row.tasks,
  charges: row.charges,
})
