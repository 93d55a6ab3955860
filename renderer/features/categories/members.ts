/** What can stand in a category, as its form lists it. */
import { fold, searchTerms } from '#shared/rules/text.ts'

export interface Member {
  local: number
  name: string
  /** On how many projects it has been used. */
  projects: number
  /** Only this machine knows it. */
  held: boolean
}

/** So many are shown at once; the others are found by their names. */
export const shownAtOnce = 100

/**
 * What stood in the category when it was opened, then the others, each by name. What is picked
 * meanwhile keeps its place, so that nothing moves under the finger.
 */
export function orderMembers(
  members: readonly Member[],
  stood: ReadonlySet<number>,
): readonly Member[] {
  return [
    ...members.filter(({ local }) => stood.has(local)),
    ...members.filter(({ local }) => !stood.has(local)),
  ]
}

/** Those whose names have every term, those that begin with the text first. */
export function findMembers(members: readonly Member[], text: string): readonly Member[] {
  const terms = searchTerms(text)
  if (terms.length === 0) return members
  const begins = fold(text.trim())
  const found = members.filter(({ name }) => {
    const folded = fold(name)
    return terms.every((term) => folded.includes(term))
  })
  return [
    ...found.filter(({ name }) => fold(name).startsWith(begins)),
    ...found.filter(({ name }) => !fold(name).startsWith(begins)),
  ]
}
