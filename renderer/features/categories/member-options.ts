/** Options of the category form: possible members, sorted and searched. */
import { foldForSearch, searchTerms } from '#shared/rules/search-text.ts'

export interface MemberOption {
  local: number
  name: string
  /** Number of projects in which it was used. */
  projects: number
  /** The service does not know it: only this computer has it. */
  held: boolean
}

/** Maximum number of options shown at once; the others are found by name. */
export const membersShownAtOnce = 100

/**
 * Members that the category had when it was opened, then the others, each by name. Picking one does
 * not move it, so that rows stay under the pointer.
 */
export function sortMemberOptions(
  members: readonly MemberOption[],
  initial: ReadonlySet<number>,
): readonly MemberOption[] {
  return [
    ...members.filter(({ local }) => initial.has(local)),
    ...members.filter(({ local }) => !initial.has(local)),
  ]
}

/** Members whose names contain every term; those that begin with the text come first. */
export function filterMemberOptions(
  members: readonly MemberOption[],
  text: string,
): readonly MemberOption[] {
  const terms = searchTerms(text)
  if (terms.length === 0) return members
  const begins = foldForSearch(text.trim())
  const found = members.filter(({ name }) => {
    const folded = foldForSearch(name)
    return terms.every((term) => folded.includes(term))
  })
  return [
    ...found.filter(({ name }) => foldForSearch(name).startsWith(begins)),
    ...found.filter(({ name }) => !foldForSearch(name).startsWith(begins)),
  ]
}
