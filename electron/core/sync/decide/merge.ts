/**
 * Three-way merge, group by group: what only one side changed is taken from that side, what both
 * changed differently is a conflict. Sets of ids are merged member by member. Pure.
 */
import { fieldsOf, type VersionFields } from '#shared/resources/version-fields.ts'
import type { FieldGroup } from '#shared/rules/field-groups.ts'
import {
  changeOf,
  hasSameFields,
  isSameValue,
  joinGroups,
  mergeMembers,
  sidesOf,
  type Sides,
} from '#shared/rules/three-way.ts'

/**
 * Joins the groups that have factors of one product where each side changed some of the factors:
 * merged separately they would give a total that neither side saw.
 * @param factors fields that are multiplied, converted, limited or read together
 */
export function together(
  groups: readonly FieldGroup[],
  factors: readonly string[],
  base: object,
  local: object,
  remote: object,
): readonly FieldGroup[] {
  const differing = groups.filter(({ fields }) =>
    fields.some((field) => factors.includes(field) && !hasSameFields(local, remote, [field])),
  )
  const isChangedByOne = [local, remote].some((other) =>
    differing.every(({ fields }) => hasSameFields(other, base, fields)),
  )
  if (differing.length < 2 || isChangedByOne) return groups
  return joinGroups(groups, factors)
}

export interface MergeRules<Version extends object = object> {
  /** Returns which fields belong together; may depend on the versions. */
  groups(base: Version, local: Version, remote: Version): readonly FieldGroup[]
  /**
   * Returns the fields that are taken with an acknowledged group: into the base and, where the
   * person did not change the group in the meantime, into the local version.
   */
  acknowledged?(sent: Partial<Version>, local: Version): { base: string[]; local: string[] }
}

export interface GroupConflict {
  group: string
  base: VersionFields
  mine: VersionFields
  theirs: VersionFields
}

export interface MergeResult<Version extends object = object> {
  /** The local version after the merge. A group in conflict keeps the local value. */
  version: Version
  /** What is still to be sent: whole groups that only this side changed. */
  send: Partial<Version>
  /** Groups that both sides changed differently. */
  conflicts: GroupConflict[]
}

/**
 * Three-way merge of two versions with a common base.
 * @param base the last version that the service acknowledged
 * @param local the local version
 * @param remote the service's version
 */
export function mergeVersions<Version extends object>(
  rules: MergeRules<Version>,
  base: Version,
  local: Version,
  remote: Version,
): MergeResult<Version> {
  const result: MergeResult<Version> = { version: { ...local }, send: {}, conflicts: [] }
  const sides = { base, mine: local, theirs: remote }
  for (const group of rules.groups(base, local, remote)) {
    if (group.isSet) mergeSet(result, group.fields[0]!, sides)
    else mergeGroup(result, group, sides)
  }
  return result
}

function mergeGroup(result: MergeResult, group: FieldGroup, sides: Sides<object>): void {
  const { fields, taken = [], along = [] } = group
  const change = changeOf(group, sides)
  if (change === 'mine') {
    Object.assign(result.send, fieldsOf(sides.mine, fields))
  } else if (change === 'both') {
    result.conflicts.push(conflictOf(group, sides))
  } else {
    Object.assign(result.version, fieldsOf(sides.theirs, [...fields, ...taken, ...along]))
  }
}

/** Merges a set of ids member by member. */
function mergeSet(result: MergeResult, field: string, sides: Sides<object>): void {
  const members = sidesOf(sides as Sides<Record<string, readonly number[]>>, field)
  const merged = mergeMembers(members).toSorted((one, other) => one - other)
  Object.assign(result.version, { [field]: merged })
  if (!isSameValue(merged, members.theirs)) Object.assign(result.send, { [field]: merged })
}

/**
 * Turns what would be sent into conflicts: it was unsent in a copy, and may have been sent, and
 * changed again, since.
 * @param base the version that the person is shown as the earlier one
 */
export function doubted<Version extends object>(
  rules: MergeRules<Version>,
  base: Version,
  { version, send, conflicts }: MergeResult<Version>,
  remote: Version,
): MergeResult<Version> {
  const unsentConflicts = rules
    .groups(base, version, remote)
    .filter(({ fields }) => fields.some((field) => Object.hasOwn(send, field)))
    .map((group) => conflictOf(group, { base, mine: version, theirs: remote }))
  return { version, send: {}, conflicts: [...conflicts, ...unsentConflicts] }
}

/**
 * Keeps groups in conflict that a card asks about again, after its answer was undone although the
 * service had taken it: no comparison with the service's version tells that they are undecided. A
 * group that has the offered value by now is decided.
 * @param asked the groups on the card
 * @param remote the service's version
 * @param offered the version that the card offers as the service's
 */
export function keepAsking<Version extends object>(
  rules: MergeRules<Version>,
  asked: readonly GroupConflict[],
  { version, send, conflicts }: MergeResult<Version>,
  sides: { base: Version; local: Version; remote: Version; offered: Version },
): MergeResult<Version> {
  const { base, local, remote, offered } = sides
  const isAsked = (field: string) => asked.some((group) => Object.hasOwn(group.theirs, field))
  const open = rules
    .groups(base, local, remote)
    .filter(({ fields }) => fields.some(isAsked) && !hasSameFields(local, offered, fields))
  const isOpen = (field: string) => open.some(({ fields }) => fields.includes(field))
  const fieldsHere = open.flatMap(({ fields, taken = [], along = [] }) => [
    ...fields,
    ...taken,
    ...along,
  ])
  const shown = Object.assign({ ...base }, ...asked.map((group) => group.base)) as Version
  return {
    version: { ...version, ...fieldsOf(local, fieldsHere) },
    send: Object.fromEntries(
      Object.entries(send).filter(([field]) => !isOpen(field)),
    ) as Partial<Version>,
    conflicts: [
      ...conflicts.filter((group) => !Object.keys(group.theirs).some(isOpen)),
      ...open.map((group) => conflictOf(group, { base: shown, mine: local, theirs: offered })),
    ],
  }
}

function conflictOf(
  { name, fields, taken = [] }: FieldGroup,
  { base, mine: local, theirs: remote }: Sides<object>,
): GroupConflict {
  const pick = (version: object): VersionFields => fieldsOf(version, [...fields, ...taken])
  return { group: name, base: pick(base), mine: pick(local), theirs: pick(remote) }
}

/**
 * Merges the reply to a request. The reply is compared with what was *sent*: a field that the
 * person changed in the meantime keeps the local value and is sent next; the other fields take the
 * reply's value, which may be written differently than it was sent.
 *
 * The base of a set is the members that were sent. After a create it is only those of them that the
 * record also has: the service may have returned, or a probe may have found, a record that another
 * request created, and a member that it lacks was never removed from it.
 * @param base acknowledged before the request; for a create, the version that was sent
 * @param sent the fields of the request
 */
export function mergeAcknowledged<Version extends object>(
  rules: MergeRules<Version>,
  kind: 'create' | 'update',
  base: Version,
  sent: Partial<Version>,
  local: Version,
  remote: Version,
): MergeResult<Version> {
  const nextBase = { ...base }
  const nextLocal = { ...local }
  const groups = rules.groups(base, local, remote)
  const isIn = (some: readonly FieldGroup[], field: PropertyKey) =>
    some.some(({ fields }) => fields.some((one) => one === field))
  const sets = groups.filter(({ isSet }) => isSet)
  // What is taken along with a group, as a create has it, is not a value of its own.
  const decided = Object.keys(sent).filter((field) => isIn(groups, field))
  for (const field of decided as (keyof Version)[]) {
    if (isIn(sets, field)) {
      const there = remote[field] as readonly number[]
      const members = (sent[field] as readonly number[]).filter((id) => there.includes(id))
      nextBase[field] = (kind === 'create' ? members : sent[field]) as Version[keyof Version]
      continue
    }
    nextBase[field] = remote[field]
    if (isSameValue(local[field], sent[field])) nextLocal[field] = remote[field]
  }
  const taken = rules.acknowledged?.(sent, local) ?? { base: [], local: [] }
  for (const field of taken.base as (keyof Version)[]) nextBase[field] = remote[field]
  for (const field of taken.local as (keyof Version)[]) nextLocal[field] = remote[field]
  return mergeVersions(rules, nextBase, nextLocal, remote)
}
