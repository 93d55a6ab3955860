/** Categories. */
import {
  categoryCreate,
  categorySortKeys,
  categoryUpdate,
  type Category,
  type CategorySummary,
  type CategoryUses,
} from '../../resources/category.ts'
import { id } from '../../resources/fields.ts'
import type { Page } from '../../resources/page.ts'
import { z } from '../../resources/zod.ts'
import { byLocal, call, list, nothing } from './call.ts'

export const categoryCalls = {
  /** The active ones, or with `archived` those in the archives instead. */
  'categories.list': call<Page<CategorySummary>>()(
    list(categorySortKeys).extend({ archived: z.boolean().optional() }),
  ),
  /** Also one that is archived: `deleted` says so. */
  'categories.show': call<Category>()(byLocal),
  /** On which projects all of them, tasks and charges have been used; those that never were are left out. */
  'categories.uses': call<CategoryUses>()(nothing),
  /** Tasks and charges by local id. A list that is sent replaces the one that stands. */
  'categories.create': call<Category>()(categoryCreate.strict()),
  'categories.update': call<Category>()(
    z.strictObject({ local: id, set: categoryUpdate.strict() }),
  ),
  /** Puts it into the archives. */
  'categories.delete': call<Category>()(byLocal),
  /** Brings it back from there. */
  'categories.restore': call<Category>()(byLocal),
} as const
