/** Handlers of the calls on categories. */
import { failMissing, ok, type Result } from '#shared/errors.ts'
import type { categoryCalls } from '#shared/ipc/calls/categories.ts'
import type { CallArguments } from '#shared/ipc/contract.ts'
import type { Category, CategorySummary } from '#shared/resources/category.ts'
import { toPageEnvelope, type Page } from '#shared/resources/page.ts'
import {
  createCategory,
  deleteCategory,
  restoreCategory,
  updateCategoryEntry,
} from '../actions/categories.ts'
import type { ActionContext } from '../actions/change.ts'
import { listCategories, readCategory } from '../store/resources/categories.ts'
import { readCategoryUses } from '../store/resources/category-uses.ts'
import { toCategory, toCategorySummaries } from './category-entities.ts'
import type { HandlerContext } from './handler-context.ts'
import type { HandlersOf } from './dispatch.ts'
import { toQueryParameters } from './query-parameters.ts'

export const categoryHandlers = ({
  withOpenAccount,
}: HandlerContext): HandlersOf<typeof categoryCalls> => ({
  'categories.list': (query) => withOpenAccount(({ context }) => list(context, query)),
  'categories.show': ({ local }) => withOpenAccount(({ context }) => show(context, local)),
  'categories.uses': () =>
    withOpenAccount(async ({ context }) =>
      ok(await readCategoryUses(context.db, context.organisation)),
    ),
  'categories.create': (input) =>
    withOpenAccount(({ context }) => afterwards(context, createCategory(context, input))),
  'categories.update': ({ local, set, was }) =>
    withOpenAccount(({ context }) =>
      afterwards(context, updateCategoryEntry(context, local, set, was)),
    ),
  'categories.delete': ({ local }) =>
    withOpenAccount(({ context }) => afterwards(context, deleteCategory(context, local))),
  'categories.restore': ({ local }) =>
    withOpenAccount(({ context }) => afterwards(context, restoreCategory(context, local))),
})

async function list(
  context: ActionContext,
  query: CallArguments<'categories.list'>,
): Promise<Result<Page<CategorySummary>>> {
  const slice = await listCategories(context.db, context.organisation, query)
  const data = await toCategorySummaries(context.db, slice.data)
  return ok(toPageEnvelope({ ...slice, data }, '/api/v1/categories', toQueryParameters(query)))
}

async function show(context: ActionContext, local: number): Promise<Result<Category>> {
  const { db, organisation } = context
  const row = await readCategory(db, organisation, local)
  return row ? ok(await toCategory(db, organisation, row)) : failMissing('category', local)
}

/** Returns the category after an action on it, or the action's failure. */
async function afterwards(
  context: ActionContext,
  action: Promise<Result<number>>,
): Promise<Result<Category>> {
  const done = await action
  return done.ok ? show(context, done.value) : done
}
