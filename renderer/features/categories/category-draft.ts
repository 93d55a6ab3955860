/** The category form's state, and what of it is to be sent. */
import type { CallInput } from '#shared/ipc/contract.ts'
import type { Category } from '#shared/resources/category.ts'
import type { RecordForm } from '../../app/form-conflicts.ts'

export interface CategoryDraft {
  name: string
  /** Local ids. */
  tasks: ReadonlySet<number>
  charges: ReadonlySet<number>
}

export type EditedCategory = RecordForm<Category, CategoryDraft>

export const draftOf = (category: Category | undefined): CategoryDraft => ({
  name: category?.name ?? '',
  tasks: new Set(category?.tasks),
  charges: new Set(category?.charges),
})

const isSame = (one: ReadonlySet<number>, other: readonly number[]): boolean =>
  one.size === other.length && other.every((local) => one.has(local))

/** What differs from how it stands, so that the rest is not sent. */
export function changesOf(
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

/** True where leaving would lose something. */
export const isChanged = (before: Category | undefined, draft: CategoryDraft): boolean =>
  before
    ? Object.keys(changesOf(before, draft)).length > 0
    : draft.name.trim() !== '' || draft.tasks.size > 0 || draft.charges.size > 0

/** With one more, or one less. */
export function toggled(picked: ReadonlySet<number>, local: number): ReadonlySet<number> {
  const next = new Set(picked)
  if (!next.delete(local)) next.add(local)
  return next
}

/** The projects on which any of these have been used, each once. */
export const projectsOfPicked = (
  picked: Iterable<number>,
  projectsOf: ReadonlyMap<number, readonly number[]>,
): number[] => [...new Set([...picked].flatMap((local) => projectsOf.get(local) ?? []))]

/** The category whose name is changed in the list. */
export interface Renaming {
  local: number
  /** What was typed over the name that the person saw, when its field was open before. */
  kept?: { typed: string; seen: string }
}
