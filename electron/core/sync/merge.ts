/**
 * Three-way merging of a time, group by group: what only one side changed is taken from that side,
 * what both changed differently waits for the person. Pure.
 */
import type { TimeFields, TimeVersion } from '#shared/resources/time-version.ts'

/** Fields that only make sense together. */
export type TimeGroup = 'work' | 'when' | 'quantity' | 'notes'

type Field = keyof TimeFields

export interface TimeConflict {
  group: TimeGroup
  base: Partial<TimeVersion>
  mine: Partial<TimeVersion>
  theirs: Partial<TimeVersion>
}

export interface TimeMerge {
  /** What stands here afterwards: a group in conflict keeps this side's value. */
  version: TimeVersion
  /** What the service is still to hear: whole groups that only this side changed. */
  send: Partial<TimeFields>
  /** Groups that both sides changed, each differently. */
  conflicts: TimeConflict[]
}

interface Group {
  name: TimeGroup
  fields: readonly Field[]
}

const when: Group = { name: 'when', fields: ['date', 'start'] }
const notes: Group = { name: 'notes', fields: ['notes'] }

const apart: readonly Group[] = [
  { name: 'work', fields: ['project_id', 'task_id'] },
  when,
  { name: 'quantity', fields: ['quantity'] },
  notes,
]

/** A quantity counts increments of its project: where their lengths differ, the two belong together. */
const joined: readonly Group[] = [
  { name: 'work', fields: ['project_id', 'task_id', 'quantity'] },
  when,
  notes,
]

/**
 * Brings two descendants of one version together.
 * @param base the last version that the service acknowledged
 * @param mine what stands here
 * @param theirs what stands on the service
 */
export function merge(base: TimeVersion, mine: TimeVersion, theirs: TimeVersion): TimeMerge {
  const oneLength = base.increment === mine.increment && base.increment === theirs.increment
  const result: TimeMerge = { version: { ...mine }, send: {}, conflicts: [] }
  for (const group of oneLength ? apart : joined) mergeGroup(result, group, base, mine, theirs)
  return result
}

function mergeGroup(
  result: TimeMerge,
  { name, fields }: Group,
  base: TimeVersion,
  mine: TimeVersion,
  theirs: TimeVersion,
): void {
  const counts = fields.includes('quantity')
  const same = (one: TimeVersion, other: TimeVersion) =>
    fields.every((field) => one[field] === other[field])
  const pick = (version: TimeVersion): Partial<TimeVersion> => ({
    ...Object.fromEntries(fields.map((field) => [field, version[field]])),
    ...(counts ? { increment: version.increment } : {}),
  })

  // Only this side's own increment is no change of the person's: the service says how long it is.
  const changedHere = !same(mine, base)
  const changedThere = !same(theirs, base) || (counts && theirs.increment !== base.increment)
  if (!changedHere || same(mine, theirs)) {
    Object.assign(result.version, pick(theirs))
  } else if (!changedThere) {
    for (const field of fields) Object.assign(result.send, { [field]: mine[field] })
  } else {
    result.conflicts.push({ group: name, base: pick(base), mine: pick(mine), theirs: pick(theirs) })
  }
}

/**
 * Takes in the service's answer to what was sent. It is measured against what was *sent*: a field
 * that the person changed meanwhile stays theirs and is sent next, the others become the answer's,
 * which may be written differently than it was sent.
 * @param base acknowledged before the request; for a create, the version that was sent
 * @param sent the fields of the request
 */
export function acknowledge(
  base: TimeVersion,
  sent: Partial<TimeFields>,
  mine: TimeVersion,
  theirs: TimeVersion,
): TimeMerge {
  const nextBase = { ...base }
  const nextMine = { ...mine }
  for (const field of Object.keys(sent) as Field[]) {
    Object.assign(nextBase, { [field]: theirs[field] })
    if (mine[field] === sent[field]) Object.assign(nextMine, { [field]: theirs[field] })
  }
  if ('quantity' in sent) {
    nextBase.increment = theirs.increment
    if (
      mine.quantity === sent.quantity &&
      mine.project_id === (sent.project_id ?? mine.project_id)
    ) {
      nextMine.increment = theirs.increment
    }
  }
  return merge(nextBase, nextMine, theirs)
}
