/**
 * Creates, changes, archives and restores categories by the rules of `core/write/category.ts`
 * (docs/API.md, Categories). Everything runs inside the caller's transaction; a refusal throws and
 * rolls it back.
 */
import {
  insertCategory,
  isCategoryNameTaken,
  readCategory,
  updateCategory,
  type CategoryWithMembers,
} from '#core/store/resources/categories.ts'
import type { Trx } from '#core/store/database/db.ts'
import { categoryChange, checkName, nameTaken, newCategory } from '#core/write/category.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { categoryCreate, categoryUpdate } from '#shared/resources/category.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { notFound, unprocessableFields } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'
import { callerWriter } from '../write-rules.ts'

type Body = Record<string, unknown>

/**
 * Writes a new category and returns its id.
 * @param known problems of the body that are reported with those that are found here
 */
export async function createCategoryForCaller(
  trx: Trx,
  caller: Caller,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<number> {
  const { values, problems } = readFields(categoryCreate.shape, body, known)
  const category = await newCategory(callerWriter(trx, caller), values, problems)
  const dated = { created_at: now, updated_at: now }
  return orNameTaken(() => insertCategory(trx, { ...category, ...dated }))
}

/** Changes the fields in the body; a list that is sent replaces the current one. */
export async function updateCategoryForCaller(
  trx: Trx,
  caller: Caller,
  current: CategoryWithMembers,
  body: Body,
  now: string,
  known: FieldTexts = {},
): Promise<CategoryWithMembers> {
  const { values, problems } = readFields(categoryUpdate.shape, body, known)
  const change = await categoryChange(callerWriter(trx, caller), current, values, problems)
  if (Object.keys(change).length > 0) {
    await orNameTaken(() =>
      updateCategory(trx, caller.organisation, current.id, { ...change, updated_at: now }),
    )
  }
  return found(trx, caller, current.id)
}

/** Archives a category: it is not accessible until it is restored. */
export async function archiveCategoryForCaller(
  trx: Trx,
  caller: Caller,
  current: CategoryWithMembers,
  now: string,
): Promise<CategoryWithMembers> {
  await updateCategory(trx, caller.organisation, current.id, { deleted_at: now, updated_at: now })
  return found(trx, caller, current.id)
}

/**
 * Restores an archived category; an active one stays as it is, so that a request may be repeated.
 * `restored` says whether anything changed.
 */
export async function restoreCategoryForCaller(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
  now: string,
): Promise<{ row: CategoryWithMembers; restored: boolean }> {
  const current = id === undefined ? undefined : await readCategory(trx, caller.organisation, id)
  if (!current) throw notFound()
  if (current.deleted_at === null) return { row: current, restored: false }
  const problems: FieldTexts = {}
  await checkName(callerWriter(trx, caller), current.name, problems)
  refuseProblems(problems)
  await orNameTaken(() =>
    updateCategory(trx, caller.organisation, current.id, { deleted_at: null, updated_at: now }),
  )
  return { row: await found(trx, caller, current.id), restored: true }
}

/** Reads the category that a request is about; an archived one counts as missing. */
export async function requireActiveCategory(
  trx: Trx,
  caller: Caller,
  id: number | undefined,
): Promise<CategoryWithMembers> {
  const category = id === undefined ? undefined : await readCategory(trx, caller.organisation, id)
  if (!category || category.deleted_at !== null) throw notFound()
  return category
}

const found = async (trx: Trx, caller: Caller, id: number): Promise<CategoryWithMembers> =>
  requireKnown(await readCategory(trx, caller.organisation, id), 'category')

/** The database decides: another request may have taken the name since the check. */
async function orNameTaken<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw isCategoryNameTaken(cause) ? unprocessableFields({ name: [nameTaken] }) : cause
  }
}
