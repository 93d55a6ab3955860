/** The rules of writing a category (specification, Categories; docs/API.md, Categories). */
import type { FieldTexts } from '#shared/errors.ts'
import type { CategoryUpdate } from '#shared/resources/category.ts'
import {
  addedMembers,
  changedSet,
  memberProblems,
  toSortedSet,
} from '#shared/rules/category-members.ts'
import { changedOrUndefined, changedValues, mergeMembers } from '#shared/rules/three-way.ts'
import {
  findCategoryByName,
  readMemberStates,
  type CategoryWithMembers,
  type NewCategory,
} from '../store/resources/categories.ts'
import type { Writer } from './writer.ts'

/**
 * Returns the columns of a new category.
 * @param problems of the values that were sent and could not be read
 */
export async function newCategory(
  writer: Writer,
  { name, tasks = [], charges = [] }: CategoryUpdate,
  problems: FieldTexts = {},
): Promise<Omit<NewCategory, 'created_at' | 'updated_at'>> {
  await checkName(writer, name, problems)
  await checkMembers(writer, 'task', tasks, problems)
  await checkMembers(writer, 'charge', charges, problems)
  writer.policy.refuse(problems)
  return {
    organisation_id: writer.organisation,
    name: name!,
    tasks: toSortedSet(tasks),
    charges: toSortedSet(charges),
  }
}

/**
 * Returns the columns that a change would alter. A list replaces the current one; where it is known
 * which list its author saw, only what differs from that is added and removed.
 * @param problems of the values that were sent and could not be read
 * @param seen the lists that the author saw
 */
export async function categoryChange(
  writer: Writer,
  current: Pick<CategoryWithMembers, 'id' | keyof CategoryUpdate>,
  set: CategoryUpdate,
  problems: FieldTexts = {},
  seen: Omit<CategoryUpdate, 'name'> = {},
): Promise<Partial<Pick<CategoryWithMembers, keyof CategoryUpdate>>> {
  const name = changedOrUndefined(set.name, current.name)
  await checkName(writer, name, problems, current.id)
  // Current members may stay, deleted or not.
  const kept = (list: 'tasks' | 'charges') => [...current[list], ...(seen[list] ?? [])]
  await checkMembers(writer, 'task', set.tasks, problems, kept('tasks'))
  await checkMembers(writer, 'charge', set.charges, problems, kept('charges'))
  writer.policy.refuse(problems)
  const edited = (list: 'tasks' | 'charges') => {
    const [base, mine, theirs] = [seen[list], set[list], current[list]]
    return changedSet(base && mine ? mergeMembers({ base, mine, theirs }) : mine, theirs)
  }
  return changedValues(current, { name, tasks: edited('tasks'), charges: edited('charges') })
}

export const nameTaken = 'Another category already has this name. Choose a different one'

/** Adds a problem for `name` where an active category has that name, compared by the folded key. */
export async function checkName(
  { db, organisation }: Writer,
  name: string | undefined,
  problems: FieldTexts,
  own?: number,
): Promise<void> {
  if (name === undefined) return
  const holder = await findCategoryByName(db, organisation, name)
  if (holder && holder.id !== own) problems['name'] = [nameTaken]
}

/**
 * Adds a problem for every task or charge that cannot be in a category, by its index, such as
 * `tasks.2`.
 */
async function checkMembers(
  { db, organisation }: Writer,
  kind: 'task' | 'charge',
  ids: readonly number[] | undefined,
  problems: FieldTexts,
  kept: readonly number[] = [],
): Promise<void> {
  const found = await readMemberStates(db, organisation, kind, addedMembers(ids, kept))
  Object.assign(problems, memberProblems(kind, ids, found, kept))
}
