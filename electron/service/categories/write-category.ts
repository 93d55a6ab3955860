/**
 * Creates, changes, archives and restores categories: the rules that need the database
 * (docs/API.md, Categories). Everything runs inside the caller's transaction; a refusal throws and
 * rolls it back.
 */
import {
  findCategoryByName,
  insertCategory,
  isCategoryNameTaken,
  readCategory,
  readMemberStates,
  updateCategory,
  type CategoryWithMembers,
} from '#core/store/resources/categories.ts'
import type { Trx } from '#core/store/database/db.ts'
import type { FieldTexts } from '#shared/errors.ts'
import { categoryCreate, categoryUpdate } from '#shared/resources/category.ts'
import {
  toSortedSet,
  changedSet,
  memberProblems,
  addedMembers,
} from '#shared/rules/category-members.ts'
import { changedOrUndefined } from '#shared/rules/three-way.ts'
import { readFields, refuseProblems } from '../http/read-fields.ts'
import { notFound, unprocessableFields } from '../http/problem.ts'
import { requireKnown } from '../records/require-known.ts'
import type { Caller } from '../service-context.ts'

type Body = Record<string, unknown>
type MemberKind = 'task' | 'charge'

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
  const { name, tasks = [], charges = [] } = values
  await checkName(trx, caller, name, problems)
  await checkMembers(trx, caller, 'task', tasks, problems)
  await checkMembers(trx, caller, 'charge', charges, problems)
  refuseProblems(problems)
  return orNameTaken(() =>
    insertCategory(trx, {
      organisation_id: caller.organisation,
      name: requireKnown(name, 'name'),
      tasks: toSortedSet(tasks),
      charges: toSortedSet(charges),
      created_at: now,
      updated_at: now,
    }),
  )
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
  const name = changedOrUndefined(values.name, current.name)
  await checkName(trx, caller, name, problems, current.id)
  // Current members may stay, deleted or not.
  await checkMembers(trx, caller, 'task', values.tasks, problems, current.tasks)
  await checkMembers(trx, caller, 'charge', values.charges, problems, current.charges)
  refuseProblems(problems)

  const change = {
    name,
    tasks: changedSet(values.tasks, current.tasks),
    charges: changedSet(values.charges, current.charges),
  }
  if (Object.values(change).some((value) => value !== undefined)) {
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
): Promise<{ category: CategoryWithMembers; restored: boolean }> {
  const current = id === undefined ? undefined : await readCategory(trx, caller.organisation, id)
  if (!current) throw notFound()
  if (current.deleted_at === null) return { category: current, restored: false }
  const problems: FieldTexts = {}
  await checkName(trx, caller, current.name, problems)
  refuseProblems(problems)
  await orNameTaken(() =>
    updateCategory(trx, caller.organisation, current.id, { deleted_at: null, updated_at: now }),
  )
  return { category: await found(trx, caller, current.id), restored: true }
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

const nameTaken = ['Another category already has this name. Choose a different one']

/** Checks the name in advance, so that it is reported together with all other problems. */
async function checkName(
  trx: Trx,
  caller: Caller,
  name: string | undefined,
  problems: FieldTexts,
  own?: number,
): Promise<void> {
  if (name === undefined) return
  const holder = await findCategoryByName(trx, caller.organisation, name)
  if (holder && holder.id !== own) problems['name'] = nameTaken
}

/** The database decides: another request may have taken the name since the check. */
async function orNameTaken<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    throw isCategoryNameTaken(cause) ? unprocessableFields({ name: nameTaken }) : cause
  }
}

/**
 * Reports every task or charge that cannot be in a category by its position, such as `tasks.2`.
 * @param kept those that need no check
 */
async function checkMembers(
  trx: Trx,
  caller: Caller,
  kind: MemberKind,
  ids: readonly number[] | undefined,
  problems: FieldTexts,
  kept: readonly number[] = [],
): Promise<void> {
  const found = await readMemberStates(trx, caller.organisation, kind, addedMembers(ids, kept))
  Object.assign(problems, memberProblems(kind, ids, found, kept))
}
