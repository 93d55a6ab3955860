/** A category as the two sides compare it: its name, and what it groups as sets. */
import { normaliseNote } from '../rules/text.ts'
import type { CategoryWire } from './category.ts'

export interface CategoryVersion {
  name: string
  /** The service's ids in ascending order, each once; `unmatched` for those of this machine alone. */
  tasks: readonly number[]
  charges: readonly number[]
}

/** The version inside a record of the service. One of a list has no members: ask for it alone. */
export const categoryVersionOf = (wire: CategoryWire): CategoryVersion =>
  categoryVersion(wire.name, wire.tasks ?? [], wire.charges ?? [])

export const categoryVersion = (
  name: string,
  tasks: readonly number[],
  charges: readonly number[],
): CategoryVersion => ({
  name: normaliseNote(name) ?? '',
  tasks: asSet(tasks),
  charges: asSet(charges),
})

const asSet = (ids: readonly number[]): number[] =>
  [...new Set(ids)].toSorted((one, other) => one - other)
