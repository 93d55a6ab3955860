/** What a category groups: tasks and charges, each of them once (DECISIONS.md, Categories). */
import type { FieldTexts } from '../errors.ts'
import { nounOf } from './record-nouns.ts'

/** Each id once, in ascending order. */
export const asSet = (ids: readonly number[]): number[] =>
  [...new Set(ids)].sort((one, other) => one - other)

/** A list that was sent, as a set; undefined where it is the set that stands, or none was sent. */
export function differingSet(
  sent: readonly number[] | undefined,
  stands: readonly number[],
): number[] | undefined {
  if (sent === undefined) return undefined
  const set = asSet(sent)
  return set.length === stands.length && set.every((id, place) => id === stands[place])
    ? undefined
    : set
}

/**
 * What an edit makes of a category's list: the ids that its author added to the list they saw are
 * added, those that they took out are taken out. What others did to the list in the meantime stays.
 * @param was the list that the author saw; undefined where nobody looked: then `sent` replaces
 */
export function editedSet(
  sent: readonly number[] | undefined,
  was: readonly number[] | undefined,
  current: readonly number[],
): readonly number[] | undefined {
  if (sent === undefined || was === undefined) return sent
  const added = sent.filter((id) => !was.includes(id))
  const removed = new Set(was.filter((id) => !sent.includes(id)))
  return [...current, ...added].filter((id) => !removed.has(id))
}

/** Those that have to be looked at: what stands in a category may stay, deleted or not. */
export const newMembers = (
  ids: readonly number[] | undefined,
  kept: readonly number[],
): number[] => {
  const standing = new Set(kept)
  return asSet(ids ?? []).filter((id) => !standing.has(id))
}

/**
 * Every task or charge that cannot stand in a category, by its place, such as `tasks.2`.
 * @param ids as they were sent
 * @param found what is there of those that are new
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
    problems[`${kind}s.${place}`] = [
      member ? `This ${nounOf(kind)} was deleted` : `This ${nounOf(kind)} doesn’t exist`,
    ]
  })
  return problems
}
