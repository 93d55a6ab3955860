/** Calls about categories. */
import {
  categoryCreate,
  categorySortKeys,
  categoryUpdate,
  type Category,
  type CategorySummary,
  type CategoryUses,
} from '../../resources/category.ts'
import type { Page } from '../../resources/page.ts'
import { z } from '../../resources/zod.ts'
import { byLocalId, call, listArguments, noArguments, recordEdit } from './call.ts'

export const categoryCalls = {
  /** Lists the active categories, or with `archived` the archived ones instead. */
  'categories.list': call<Page<CategorySummary>>()(
    listArguments(categorySortKeys).extend({ archived: z.boolean().optional() }),
  ),
  /** Also shows an archived category, with `deleted` true. */
  'categories.show': call<Category>()(byLocalId),
  /**
   * Lists on which projects all categories, tasks and charges have been used; unused ones are left
   * out.
   */
  'categories.uses': call<CategoryUses>()(noArguments),
  /** Tasks and charges are local ids. */
  'categories.create': call<Category>()(categoryCreate.strict()),
  /** Of each list, only the additions and removals since `was` are applied. */
  'categories.update': call<Category>()(recordEdit(categoryUpdate.strict())),
  /** Archives the category. */
  'categories.delete': call<Category>()(byLocalId),
  /** Restores the category from the archive. */
  'categories.restore': call<Category>()(byLocalId),
} as const
