/** Categories. */
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
  /** The active ones, or with `archived` those in the archives instead. */
  'categories.list': call<Page<CategorySummary>>()(
    list(categorySortKeys).extend({ archived: z.boolean().optional() }),
  ),
  /** Also one that is archived: `deleted` says so. */
  'categories.show': call<Category>()(byLocal),
  /** On which projects all of them, tasks and charges have been used; those that never were are left out. */
  'categories.uses': call<CategoryUses>()(nothing),
  /** Tasks and charges by local id. */
  'categories.create': call<Category>()(categoryCreate.strict()),
  /** Of lists, what differs from the ones that were seen is added and taken out. */
  'categories.update': call<Category>()(recordEdit(categoryUpdate.strict())),
  /** Puts it into the archives. */
  'categories.delete': call<Category>()(byLocal),
  /** Brings it back from there. */
  'categories.restore': call<Category>()(byLocal),
} as const
