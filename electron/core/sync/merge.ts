/**
 * Three-way merging, group by group: what only one side changed is taken from that side, what both
 * changed differently waits for the person. Sets of ids are merged member by member. Pure.
 */
import { sameFields, sameValue, type Fields } from '#shared/resources/version.ts'

/** Fields that only make sense together. */
export interface Group {
  name: string
  fields: readonly string[]
  /**
   * Taken over together with the fields, never sent: what the service says about them (an
   * increment beside its quantity). A change of it by the service is a change of the group.
   */
  taken?: readonly string[]
  /** Come along with the fields, never sent or compared: what an hour of the project's costs. */
  along?: readonly string[]
  /** Its one field is a set of ids. */
  isSet?: true
}

/**
 * The groups, those with factors of one product as one where each side changed some of the factors:
 * merged apart they would make a total that neither side saw.
 * @param factors fields that are multiplied, converted, limited or read together
 */
export function together(
  groups: readonly Group[],
  factors: readonly string[],
  base: object,
  mine: object,
  theirs: object,
): readonly Group[] {
  const holds = ({ fields }: Group) => fields.some((field) => factors.includes(field))
  const differing = groups.filter(
    ({ fields }) =>
      !sameFields(
        mine,
        theirs,
        fields.filter((field) => factors.includes(field)),
      ),
  )
  const isChangedByOne = [mine, theirs].some((other) =>
    differing.every(({ fields }) => sameFields(other, base, fields)),
  )
  if (differing.length < 2 || isChangedByOne) return groups
  const [first, ...others] = groups.filter(holds) as [Group, ...Group[]]
  const one: Group = {
    name: first.name,
    fields: [first, ...others].flatMap(({ fields }) => fields),
    taken: [first, ...others].flatMap(({ taken = [] }) => taken),
    along: [first, ...others].flatMap(({ along = [] }) => along),
  }
  return groups.flatMap((group) =>
    group === first ? [one] : others.includes(group) ? [] : [group],
  )
}

export interface MergeRules<Version extends object = object> {
  /** Which fields belong together; may depend on the versions. */
  groups(base: Version, mine: Version, theirs: Version): readonly Group[]
  /**
   * Fields that are taken with an acknowledged group, into base and, where the person did not
   * change the group meanwhile, into what stands here.
   */
  acknowledged?(sent: Partial<Version>, mine: Version): { base: string[]; mine: string[] }
}

export interface Conflict {
  group: string
  base: Fields
  mine: Fields
  theirs: Fields
}

export interface Merge<Version extends object = object> {
  /** What stands here afterwards: a group in conflict keeps this side's value. */
  version: Version
  /** What the service is still to hear: whole groups that only this side changed. */
  send: Partial<Version>
  /** Groups that both sides changed, each differently. */
  conflicts: Conflict[]
}

/**
 * Brings two descendants of one version together.
 * @param base the last version that the service acknowledged
 * @param mine what stands here
 * @param theirs what stands on the service
 */
export function merge<Version extends object>(
  rules: MergeRules<Version>,
  base: Version,
  mine: Version,
  theirs: Version,
): Merge<Version> {
  const result: Merge<Version> = { version: { ...mine }, send: {}, conflicts: [] }
  for (const group of rules.groups(base, mine, theirs)) {
    if (group.isSet) mergeSet(result, group.fields[0]!, base, mine, theirs)
    else mergeGroup(result, group, base, mine, theirs)
  }
  return result
}

function mergeGroup(
  result: Merge,
  { name, fields, taken = [], along = [] }: Group,
  base: object,
  mine: object,
  theirs: object,
): void {
  const pick = (version: object): Fields => fieldsOf(version, [...fields, ...taken])
  // Only this side's own increment is no change of the person's: the service says how long it is.
  const changedHere = !sameFields(mine, base, fields)
  const changedThere = !sameFields(theirs, base, [...fields, ...taken])
  if (!changedHere || sameFields(mine, theirs, fields)) {
    Object.assign(result.version, fieldsOf(theirs, [...fields, ...taken, ...along]))
  } else if (!changedThere) {
    Object.assign(result.send, fieldsOf(mine, fields))
  } else {
    result.conflicts.push({ group: name, base: pick(base), mine: pick(mine), theirs: pick(theirs) })
  }
}

/** What either side added is in, what either side took out is not. */
function mergeSet(result: Merge, field: string, base: object, mine: object, theirs: object): void {
  const [before, here, there] = [base, mine, theirs].map(
    (version) => (version as Record<string, readonly number[]>)[field]!,
  ) as [readonly number[], readonly number[], readonly number[]]
  const merged = [
    ...there.filter((id) => here.includes(id) || !before.includes(id)),
    ...here.filter((id) => !before.includes(id) && !there.includes(id)),
  ].toSorted((one, other) => one - other)
  Object.assign(result.version, { [field]: merged })
  if (!sameValue(merged, there)) Object.assign(result.send, { [field]: merged })
}

/**
 * Makes a question of what would be sent: it stood unsent in a copy, and may have been sent, and
 * changed again, since.
 * @param base what the person is shown as the version before
 */
export function doubted<Version extends object>(
  rules: MergeRules<Version>,
  base: Version,
  { version, send, conflicts }: Merge<Version>,
  theirs: Version,
): Merge<Version> {
  const asked = rules
    .groups(base, version, theirs)
    .filter(({ fields }) => fields.some((field) => Object.hasOwn(send, field)))
    .map(({ name, fields, taken = [] }): Conflict => {
      const pick = (of: object): Fields => fieldsOf(of, [...fields, ...taken])
      return { group: name, base: pick(base), mine: pick(version), theirs: pick(theirs) }
    })
  return { version, send: {}, conflicts: [...conflicts, ...asked] }
}

const fieldsOf = (version: object, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, (version as Fields)[field]]))

/**
 * Takes in the service's answer to what was sent. It is measured against what was *sent*: a field
 * that the person changed meanwhile stays theirs and is sent next, the others become the answer's,
 * which may be written differently than it was sent.
 *
 * A set departs from the members that were sent. After a create it departs from those that the
 * record has as well: the service may have answered with, or a search may have found, a record that
 * another request made, and then a member that it lacks was never taken out of it.
 * @param base acknowledged before the request; for a create, the version that was sent
 * @param sent the fields of the request
 */
export function acknowledge<Version extends object>(
  rules: MergeRules<Version>,
  kind: 'create' | 'update',
  base: Version,
  sent: Partial<Version>,
  mine: Version,
  theirs: Version,
): Merge<Version> {
  const nextBase = { ...base }
  const nextMine = { ...mine }
  const sets = rules.groups(base, mine, theirs).filter((group) => group.isSet)
  const isSet = (field: keyof Version) => sets.some(({ fields }) => fields[0] === field)
  for (const field of Object.keys(sent) as (keyof Version)[]) {
    if (isSet(field)) {
      const there = theirs[field] as readonly number[]
      const members = (sent[field] as readonly number[]).filter((id) => there.includes(id))
      nextBase[field] = (kind === 'create' ? members : sent[field]) as Version[keyof Version]
      continue
    }
    nextBase[field] = theirs[field]
    if (sameValue(mine[field], sent[field])) nextMine[field] = theirs[field]
  }
  const taken = rules.acknowledged?.(sent, mine) ?? { base: [], mine: [] }
  for (const field of taken.base as (keyof Version)[]) nextBase[field] = theirs[field]
  for (const field of taken.mine as (keyof Version)[]) nextMine[field] = theirs[field]
  return merge(rules, nextBase, nextMine, theirs)
}
