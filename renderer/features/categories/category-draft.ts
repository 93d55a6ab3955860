/** State of the category form, and the changes to send. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Category } from '#shared/resources/category.ts'
import type { RecordForm } from '../../app/forms/use-form-conflicts.ts'

export interface CategoryDraft {
  name: string
  /** Local ids. */
  tasks: ReadonlySet<number>
  charges: ReadonlySet<number>
}

export type EditedCategory = RecordForm<Category, CategoryDraft>

export const toCategoryDraft = (category: Category | undefined): CategoryDraft => ({
  name: category?.name ?? '',
  tasks: new Set(category?.tasks),
  charges: new Set(category?.charges),
})

const isSame = (one: ReadonlySet<number>, other: readonly number[]): boolean =>
  one.size === other.length && other.every((local) => one.has(local))

/** Returns only the fields that differ from the current version. */
export function changedCategoryFields(
  before: Category,
  draft: CategoryDraft,
): CallInput<'categories.update'>['set'] {
  const name = draft.name.trim()
  return {
    ...(name === before.name.trim() ? {} : { name }),
    ...(isSame(draft.tasks, before.tasks) ? {} : { tasks: [...draft.tasks] }),
    ...(isSame(draft.charges, before.charges) ? {} : { charges: [...draft.charges] }),
  }
}

/** True where closing would lose something. */
export const isCategoryDraftChanged = (
  before: Category | undefined,
  draft: CategoryDraft,
): boolean =>
  before
    ? Object.keys(changedCategoryFields(before, draft)).length > 0
    : draft.name.trim() !== '' || draft.tasks.size > 0 || draft.charges.size > 0

/** Returns the set with one member more, or one less. */
export function toggleInSet(selected: ReadonlySet<number>, local: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(local)) next.add(local)
  return next
}

/** The projects in which any of these were used, without repeats. */
export const projectsOfMembers = (
  selected: Iterable<number>,
  projectsOf: ReadonlyMap<number, readonly number[]>,
): number[] => [...new Set([...selected].flatMap((local) => projectsOf.get(local) ?? []))]

/** The category that is being renamed in the list. */
export interface Renaming {
  local: number
  /** The unsaved name, and the name that the person saw. */
  kept?: { typed: string; seen: string }
}
