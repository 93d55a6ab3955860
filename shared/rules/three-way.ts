/**
 * Compares two versions of a record with the one that both began with, group by group. Sync, open
 * forms, undo, and edits ask this alike; what follows from the answer differs.
 */
import type { FieldGroup } from './field-groups.ts'

/** The three sides of a merge. */
export interface Sides<Version> {
  /** What both others began with. */
  readonly base: Version
  readonly mine: Version
  readonly theirs: Version
}

/** Returns the three values of one field. */
export const sidesOf = <Version, Field extends keyof Version>(
  { base, mine, theirs }: Sides<Version>,
  field: Field,
): Sides<Version[Field]> => ({ base: base[field], mine: mine[field], theirs: theirs[field] })

type Fields = Readonly<Record<string, unknown>>

/** Compares values as JSON has them, and sets: lists by their items, records by their fields. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (one instanceof Set) {
    return other instanceof Set && one.size === other.size && [...one].every((it) => other.has(it))
  }
  const names = Object.keys(one)
  return (
    !(other instanceof Set) &&
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name)) &&
    hasSameFields(one, other, names)
  )
}

/** True when all of these fields are equal. */
export const hasSameFields = (one: object, other: object, fields: readonly string[]): boolean =>
  fields.every((field) => isSameValue((one as Fields)[field], (other as Fields)[field]))

/** Returns what was sent, or undefined where nothing was or it equals the current value. */
export const changedOrUndefined = <Value>(
  sent: Value | undefined,
  current: Value | undefined,
): Value | undefined => (sent === current ? undefined : sent)

/** Returns only the values that were sent and differ from the current ones. */
export function changedValues<Values extends object>(current: object, sent: Values): Values {
  const differing = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && value !== (current as Fields)[field],
  )
  return Object.fromEntries(differing) as Values
}

/**
 * Says who changed a group. `same`: mine and theirs are equal by now. `both`: they differ, and each
 * from the base. What is taken with the fields counts for theirs alone: the other side decides it.
 */
export function changeOf(
  { fields, taken = [] }: Pick<FieldGroup, 'fields' | 'taken'>,
  { base, mine, theirs }: Sides<object>,
): 'same' | 'mine' | 'theirs' | 'both' {
  if (hasSameFields(mine, theirs, fields)) return 'same'
  if (hasSameFields(mine, base, fields)) return 'theirs'
  return hasSameFields(theirs, base, [...fields, ...taken]) ? 'mine' : 'both'
}

/**
 * Contains what either side added, and lacks what either removed: theirs in their order, then what I
 * added.
 */
export function mergeMembers<Member>({ base, mine, theirs }: Sides<Iterable<Member>>): Member[] {
  const [inBase, inMine, inTheirs] = [isOneOf(base), isOneOf(mine), isOneOf(theirs)]
  return [
    ...[...theirs].filter((one) => inMine(one) || !inBase(one)),
    ...[...mine].filter((one) => !inBase(one) && !inTheirs(one)),
  ]
}

function isOneOf<Member>(members: Iterable<Member>): (one: Member) => boolean {
  const set = new Set(members)
  // Only records need to be compared one by one.
  return (one) =>
    set.has(one) || (typeof one === 'object' && [...set].some((other) => isSameValue(one, other)))
}

/** Makes one group of those that have one of these fields, in the place of the first. */
export function joinGroups(
  groups: readonly FieldGroup[],
  joined: readonly string[],
): readonly FieldGroup[] {
  const holding = groups.filter(({ fields }) => fields.some((field) => joined.includes(field)))
  const [first, ...others] = holding
  if (!first || others.length === 0) return groups
  const all = (list: 'fields' | 'taken' | 'along') => holding.flatMap((group) => group[list] ?? [])
  const one = { name: first.name, fields: all('fields'), taken: all('taken'), along: all('along') }
  return groups
    .filter((group) => !others.includes(group))
    .map((group) => (group === first ? one : group))
}
