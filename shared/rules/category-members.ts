/** Category members: tasks and charges, each of them once (docs/API.md, Categories). */
import type { FieldTexts } from '../errors.ts'
import { nounOf, unusable } from './record-nouns.ts'
import { isSameValue } from './three-way.ts'

/** Sorts ids in ascending order and removes repeats. */
export const toSortedSet = (ids: readonly number[]): number[] =>
  [...new Set(ids)].sort((one, other) => one - other)

/**
 * Returns a list that was sent as a set; undefined where it equals the current set, or none was
 * sent.
 */
export function changedSet(
  sent: readonly number[] | undefined,
  current: readonly number[],
): number[] | undefined {
  if (sent === undefined) return undefined
  const set = toSortedSet(sent)
  return isSameValue(set, current) ? undefined : set
}

/** Returns the members that have to be validated: current ones may stay, deleted or not. */
export const addedMembers = (
  ids: readonly number[] | undefined,
  kept: readonly number[],
): number[] => {
  const standing = new Set(kept)
  return toSortedSet(ids ?? []).filter((id) => !standing.has(id))
}

/**
 * Returns a message for each task or charge that cannot be in a category, by its position, such as
 * `tasks.2`.
 * @param ids as they were sent
 * @param found the existing records among the new members
 */
export function memberProblems(
  kind: 'task' | 'charge',
  ids: readonly number[] | undefined,
  found: ReadonlyMap<number, { readonly deleted: boolean }>,
  kept: readonly number[],
): FieldTexts {
  const problems: FieldTexts = {}
  const standing = new Set(kept)
  ids?.forEach((id, place) => {
    const member = found.get(id)
    if (standing.has(id) || (member && !member.deleted)) return
    problems[`${kind}s.${place}`] = [unusable(nounOf(kind), member !== undefined)]
  })
  return problems
}
