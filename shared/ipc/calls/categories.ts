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
import { byLocal, call, list, nothing, recordEdit } from './call.ts'

export const categoryCalls = {
  /** Lists the active categories, or with `archived` the archived ones instead. */
  'categories.list': call<Page<CategorySummary>>()(
    list(categorySortKeys).extend({ archived: z.boolean().optional() }),
  ),
  /** Also shows an archived category, with `deleted` true. */
  'categories.show': call<Category>()(byLocal),
  /**
   * Lists on which projects all categories, tasks and charges have been used; unused ones are left
   * out.
   */
  'categories.uses': call<CategoryUses>()(nothing),
  /** Tasks and charges are local ids. */
  'categories.create': call<Category>()(categoryCreate.strict()),
  /** Of each list, only the additions and removals since `was` are applied. */
  'categories.update': call<Category>()(recordEdit(categoryUpdate.strict())),
  /** Archives the category. */
  'categories.delete': call<Category>()(byLocal),
  /** Restores the category from the archive. */
  'categories.restore': call<Category>()(byLocal),
} as const
